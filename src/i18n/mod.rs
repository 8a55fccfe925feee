//! The two languages, the choice between them, the texts in each, and characters that nobody sees.

pub mod characters;
pub mod language;
pub mod moment;
pub mod texts;
