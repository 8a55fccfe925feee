//! What every door shares of HTTP: cookies, parameters, forms, peers, and the shapes of answers.

pub mod cookies;
pub mod csv;
pub mod deadline;
pub mod envelope;
pub mod fields;
pub mod form;
pub mod paging;
pub mod params;
pub mod peer;
pub mod redirect;
pub mod request_id;
