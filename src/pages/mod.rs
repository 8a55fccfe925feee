//! What the pages of every door share: their frame, their assets, and the pages that any door may answer with.

pub mod assets;
pub mod expired;
pub mod goodbye;
pub mod page;
pub mod page_error;
pub mod tile;
pub mod visit;
