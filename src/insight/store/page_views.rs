//! Page views in the database.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    COUNT = "INSERT INTO page_views (day_at, route, views) VALUES ($1, $2, 1) \
        ON CONFLICT (day_at, route) DO UPDATE SET views = page_views.views + 1";
    SINCE = "SELECT day_at, route, views FROM page_views WHERE day_at >= $1 \
        ORDER BY day_at DESC, views DESC, route COLLATE \"C\" LIMIT $2";
    MOST_VIEWED = "SELECT route, CAST(SUM(views) AS BIGINT) AS many FROM page_views WHERE day_at >= $1 AND day_at < $2 \
        GROUP BY route ORDER BY many DESC, route COLLATE \"C\" LIMIT $3";
    SWEEP = "DELETE FROM page_views WHERE (day_at, route) IN \
        (SELECT day_at, route FROM page_views WHERE day_at < $1 LIMIT $2)";
}

/// The views of a page on the day that began at `day_at`.
pub struct Row {
    pub day_at: Millis,
    pub route: String,
    pub views: i64,
}

from_row!(Row {
    day_at,
    route,
    views
});

/// Counts one view of `route` on the day.
pub async fn count(tx: &mut WriteTx, day_at: Millis, route: &str) -> Result<(), DbError> {
    execute!(tx, COUNT, day_at, route).map(drop)
}

/// The views of the days since `first_at`, the newest day first, at most `most` rows.
pub async fn since(view: &mut dyn Reads, first_at: Millis, most: i64) -> Result<Vec<Row>, DbError> {
    fetch_all!(view, Row, SINCE, first_at, most)
}

/// The routes that were shown most on the days from `from` and before `to`.
pub async fn most_viewed(
    view: &mut dyn Reads,
    (from, to): (Millis, Millis),
    most: i64,
) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(view, (String, i64), MOST_VIEWED, from, to, most)
}

/// Deletes at most `most` rows of days that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
