//! The tables of `insight`, one file each. Only this module uses them.

pub mod page_views;
