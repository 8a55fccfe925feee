//! The tables of `insight`, one file each. Only this module uses them.

pub mod active_days;
pub mod event_counts;
pub mod page_views;
