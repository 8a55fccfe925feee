//! Shared by the pages of all endpoints: layout, assets, and the pages that any endpoint may show.

pub mod assets;
pub mod expired;
pub mod goodbye;
pub mod leaving;
pub mod page;
pub mod page_error;
pub mod tile;
pub mod visit;
