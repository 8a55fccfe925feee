//! What was used by person, agency and day.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    /// `id` stays: SQLite would write every index with it again.
    ADD = "INSERT INTO assistant_days (day_at, account_id, agency_id, version_id, answers, words, tokens_in, tokens_out, \
        cost, id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
        ON CONFLICT (day_at, account_id, agency_id, version_id) DO UPDATE SET \
        answers = assistant_days.answers + excluded.answers, words = assistant_days.words + excluded.words, \
        tokens_in = assistant_days.tokens_in + excluded.tokens_in, \
        tokens_out = assistant_days.tokens_out + excluded.tokens_out, cost = assistant_days.cost + excluded.cost";
    SWEEP = "DELETE FROM assistant_days WHERE (day_at, account_id, agency_id, version_id) IN \
        (SELECT day_at, account_id, agency_id, version_id FROM assistant_days WHERE day_at < $1 LIMIT $2)";
    BY_DAY = "SELECT CAST(d.day_at AS TEXT) AS id, '' AS name, CAST(SUM(d.answers) AS BIGINT) AS answers, \
        CAST(SUM(d.words) AS BIGINT) AS words, CAST(SUM(d.cost) AS BIGINT) AS cost FROM assistant_days d \
        WHERE d.day_at >= $1 AND d.day_at < $2 GROUP BY d.day_at ORDER BY d.day_at LIMIT $3";
    BY_AGENCY = "SELECT u.id, COALESCE(g.name, '') AS name, u.answers, u.words, u.cost FROM \
        (SELECT d.agency_id AS id, CAST(SUM(d.answers) AS BIGINT) AS answers, CAST(SUM(d.words) AS BIGINT) AS words, \
        CAST(SUM(d.cost) AS BIGINT) AS cost FROM assistant_days d WHERE d.day_at >= $1 AND d.day_at < $2 \
        GROUP BY d.agency_id) u LEFT JOIN agencies g ON g.id = u.id \
        ORDER BY u.words DESC, u.id COLLATE \"C\" LIMIT $3";
    BY_PERSON = "SELECT u.id, COALESCE((SELECT CASE WHEN a.full_name <> '' THEN a.full_name ELSE a.username END \
        FROM accounts a WHERE a.id = u.id), '') AS name, u.answers, u.words, u.cost FROM \
        (SELECT d.account_id AS id, CAST(SUM(d.answers) AS BIGINT) AS answers, CAST(SUM(d.words) AS BIGINT) AS words, \
        CAST(SUM(d.cost) AS BIGINT) AS cost FROM assistant_days d WHERE d.day_at >= $1 AND d.day_at < $2 \
        GROUP BY d.account_id ORDER BY words DESC, d.account_id COLLATE \"C\" LIMIT $3) u \
        ORDER BY u.words DESC, u.id COLLATE \"C\"";
}

/// The most days of a month, if another time zone was set in its middle too.
const MOST_DAYS: i64 = 62;

/// What one answer used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub words: i64,
    pub tokens_in: i64,
    pub tokens_out: i64,
    /// In millionths of the currency.
    pub cost: i64,
}

/// What a day, an agency or a person used in a span of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// When the day began, or an id; empty for all.
    pub id: String,
    pub name: String,
    pub answers: i64,
    pub words: i64,
    /// In millionths of the currency.
    pub cost: i64,
}

from_row!(Sum {
    id,
    name,
    answers,
    words,
    cost
});

/// Counts an answer of the person on the day that began at `day_at`.
pub async fn add(
    tx: &mut WriteTx,
    day_at: Millis,
    (account_id, agency_id, version_id): (&str, &str, i64),
    used: Used,
) -> Result<(), DbError> {
    execute!(
        tx,
        ADD,
        day_at,
        account_id,
        agency_id,
        version_id,
        1_i64,
        used.words,
        used.tokens_in,
        used.tokens_out,
        used.cost,
        format!("{day_at}/{account_id}/{agency_id}/{version_id}"),
    )
    .map(drop)
}

/// What all people used on each day that began from `begin` until `end`, in order.
pub async fn by_day(
    view: &mut dyn Reads,
    (begin, end): (Millis, Millis),
) -> Result<Vec<Sum>, DbError> {
    fetch_all!(view, Sum, BY_DAY, begin, end, MOST_DAYS)
}

/// The same for the agencies with the most words.
pub async fn by_agency(
    view: &mut dyn Reads,
    (begin, end): (Millis, Millis),
    most: i64,
) -> Result<Vec<Sum>, DbError> {
    fetch_all!(view, Sum, BY_AGENCY, begin, end, most)
}

/// The same for the people with the most words.
pub async fn by_person(
    view: &mut dyn Reads,
    (begin, end): (Millis, Millis),
    most: i64,
) -> Result<Vec<Sum>, DbError> {
    fetch_all!(view, Sum, BY_PERSON, begin, end, most)
}

/// Deletes at most `most` rows of days that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
