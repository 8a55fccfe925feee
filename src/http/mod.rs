//! What every door shares of HTTP: pages and their words, assets, and the shapes of answers.

pub mod assets;
pub mod branding;
pub mod cookies;
pub mod deadline;
pub mod envelope;
pub mod expired;
pub mod fields;
pub mod form;
pub mod goodbye;
pub mod language;
pub mod offered;
pub mod page;
pub mod page_error;
pub mod paging;
pub mod params;
pub mod peer;
pub mod redirect;
pub mod request_id;
pub mod texts;
pub mod tile;
pub mod visit;
