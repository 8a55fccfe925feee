//! What a site shows of itself: its name, mark and accent, and which of its pages a link may lead to.

pub mod branding;
pub mod offered;
