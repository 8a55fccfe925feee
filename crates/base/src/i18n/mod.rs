//! The two languages, the choice between them, the texts in each, their blanks, and invisible characters.

pub mod blanks;
pub mod characters;
pub mod language;
pub mod moment;
pub mod texts;
