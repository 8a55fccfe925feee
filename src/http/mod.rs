//! HTTP tools for all endpoints: cookies, parameters, forms, and response formats.

pub mod cookies;
pub mod cors;
pub mod csv;
pub mod deadline;
pub mod envelope;
pub mod fields;
pub mod form;
pub mod number;
pub mod paging;
pub mod params;
pub mod redirect;
pub mod request_id;
pub mod routing;
pub mod unattended;
