//! Figures for the people who run Atrium. They count what happens and name nobody.
//!
//! What happens is counted in memory (`figure.rs`) and written by each process every ten seconds (`counters.rs`), by the hour
//! and by the day. Nothing ever reads the audit trail for a figure.

mod counters;
mod figure;
pub mod overview;
pub mod page_views;
mod store;

pub use counters::Counters;
pub use figure::{Count, Figure, count, count_now};

use crate::clock::{DAY, Millis};
use crate::db::{DbError, WriteTx};

/// How long counts are kept, so that a year can be compared with the year before.
pub const KEPT: Millis = 400 * DAY;

/// Deletes at most `most` counts from before `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::event_counts::sweep(tx, before, most).await
}

/// Forgets when the person was active. What was counted stays: it names nobody.
///
/// # Errors
/// The database failed.
pub async fn erase_person(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    store::active_days::erase(tx, account_id).await
}

/// The statements of the stores, for the test that prepares them all.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "insight/store/active_days.rs",
        store::active_days::STATEMENTS,
    ),
    (
        "insight/store/event_counts.rs",
        store::event_counts::STATEMENTS,
    ),
    ("insight/store/page_views.rs", store::page_views::STATEMENTS),
];
