//! The two languages, the choice between them, and the texts in each.

pub mod language;
pub mod moment;
pub mod texts;
