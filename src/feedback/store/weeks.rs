//! Counts feedback.

use crate::clock::Millis;
use crate::db::{DbError, Reads, fetch_all, statements};

statements! {
    /// The sum keeps SQLite from reading the whole index of the categories.
    BY_CATEGORY = "SELECT f.category + 0, COUNT(*) FROM feedback f WHERE f.created_at >= $1 AND f.created_at < $2 \
        GROUP BY f.category + 0";
}

/// How much arrived in a time, by the number of the category.
pub async fn by_category(
    view: &mut dyn Reads,
    from: Millis,
    until: Millis,
) -> Result<Vec<(i64, i64)>, DbError> {
    fetch_all!(view, (i64, i64), BY_CATEGORY, from, until)
}
