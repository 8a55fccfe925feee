//! Figures for the people who run Atrium. They count what happens and name nobody.

pub mod page_views;
mod store;

/// The statements of the stores, for the test that prepares them all.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] =
    &[("insight/store/page_views.rs", store::page_views::STATEMENTS)];
