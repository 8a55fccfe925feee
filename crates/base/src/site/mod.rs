//! What differs between sites: name, logo, accent colour, and which optional pages exist.

pub mod branding;
pub mod offered;
