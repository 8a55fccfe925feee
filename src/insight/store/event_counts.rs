//! Counts of events in the database.

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

/// The span of an hour.
pub const HOUR: i64 = 0;
/// The span of a day.
pub const DAY: i64 = 1;

// All reads begin with the primary key: kind, span and thing, then the time.
statements! {
    ADD = "INSERT INTO event_counts (kind, span, thing, at, part, many) VALUES ($1, $2, $3, $4, $5, $6) \
        ON CONFLICT (kind, span, thing, at, part) DO UPDATE SET many = event_counts.many + excluded.many";
    SERIES = "SELECT at, part, many FROM event_counts WHERE kind = $1 AND span = $2 AND thing = '' \
        AND at >= $3 AND at < $4 ORDER BY at, part COLLATE \"C\" LIMIT 20000";
    TOTALS = "SELECT part, CAST(SUM(many) AS BIGINT) AS many FROM event_counts WHERE kind = $1 AND span = 1 \
        AND thing = $2 AND at >= $3 AND at < $4 GROUP BY part ORDER BY part COLLATE \"C\"";
    TOTALS_OF_MANY = concat!("SELECT thing, part, CAST(SUM(many) AS BIGINT) AS many FROM event_counts \
        WHERE kind = $101 AND span = 1 AND thing IN ", ids!(), " AND at >= $102 AND at < $103 \
        GROUP BY thing, part ORDER BY thing COLLATE \"C\", part COLLATE \"C\"");
    TOP_PRODUCTS = "SELECT p.id, p.name, p.name_zh, CAST(SUM(c.many) AS BIGINT) AS many FROM products p CROSS JOIN event_counts c \
        WHERE c.kind = 'opened' AND c.span = 1 AND c.thing = CAST(p.id AS TEXT) AND c.at >= $1 AND c.at < $2 \
        GROUP BY p.id, p.name, p.name_zh ORDER BY many DESC, p.id LIMIT $3";
    SWEEP_COUNTS = "DELETE FROM event_counts WHERE (kind, span, thing, at, part) IN \
        (SELECT kind, span, thing, at, part FROM event_counts WHERE at < $1 LIMIT $2)";
}

/// A count of an hour or a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// When the hour or the day began.
    pub at: Millis,
    /// A method, a reason or the like.
    pub part: String,
    pub many: i64,
}

from_row!(Point { at, part, many });

/// How often a product was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProduct {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    pub many: i64,
}

from_row!(OpenedProduct {
    id,
    name,
    name_zh,
    many
});

/// Adds `many` to the count of `part` in the span that began at `at`.
pub async fn add(
    tx: &mut WriteTx,
    (kind, span, subject): (&str, i64, &str),
    at: Millis,
    (part, many): (&str, i64),
) -> Result<(), DbError> {
    execute!(tx, ADD, kind, span, subject, at, part, many).map(drop)
}

/// The counts of the whole installation in the spans that began from `from` and before `to`, the oldest first.
pub async fn series(
    view: &mut dyn Reads,
    (kind, span): (&str, i64),
    (from, to): (Millis, Millis),
) -> Result<Vec<Point>, DbError> {
    fetch_all!(view, Point, SERIES, kind, span, from, to)
}

/// The sums of `subject` by part, over the days that began from `from` and before `to`.
pub async fn totals(
    view: &mut dyn Reads,
    (kind, subject): (&str, &str),
    (from, to): (Millis, Millis),
) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(view, (String, i64), TOTALS, kind, subject, from, to)
}

/// The sums of the first [`IDS_AT_ONCE`] of `subjects` by part, over the days that began from `from` and before `to`: subject,
/// part and sum. With fewer subjects it also has the sums of the whole installation, whose subject is empty.
///
/// [`IDS_AT_ONCE`]: crate::db::ids::IDS_AT_ONCE
pub async fn totals_of_many(
    view: &mut dyn Reads,
    (kind, subjects): (&str, &[String]),
    (from, to): (Millis, Millis),
) -> Result<Vec<(String, String, i64)>, DbError> {
    let ids = subjects.iter().map(String::as_str);
    fetch_by_ids!(
        view,
        (String, String, i64),
        TOTALS_OF_MANY,
        ids,
        kind,
        from,
        to
    )
}

/// The products that were opened most on these days, at most `most`.
pub async fn top_products(
    view: &mut dyn Reads,
    (from, to): (Millis, Millis),
    most: i64,
) -> Result<Vec<OpenedProduct>, DbError> {
    fetch_all!(view, OpenedProduct, TOP_PRODUCTS, from, to, most)
}

/// Deletes at most `most` counts of spans that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_COUNTS, before, most)
}
