//! The two languages, the choice between them, the texts in each, and invisible characters.

pub mod characters;
pub mod language;
pub mod moment;
pub mod texts;
