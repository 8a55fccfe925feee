//! Agencies, companies and brands.

pub use super::store::organisations::{save_agency, save_brand, save_company};
