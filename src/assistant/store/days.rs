//! What was used by person, agency and day.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    ADD = "INSERT INTO assistant_days (day_at, account_id, agency_id, version_id, answers, words, tokens_in, tokens_out, cost) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (day_at, account_id, agency_id, version_id) DO UPDATE SET \
        answers = assistant_days.answers + excluded.answers, words = assistant_days.words + excluded.words, \
        tokens_in = assistant_days.tokens_in + excluded.tokens_in, \
        tokens_out = assistant_days.tokens_out + excluded.tokens_out, cost = assistant_days.cost + excluded.cost";
    SWEEP = "DELETE FROM assistant_days WHERE (day_at, account_id, agency_id, version_id) IN \
        (SELECT day_at, account_id, agency_id, version_id FROM assistant_days WHERE day_at < $1 LIMIT $2)";
}

/// What one answer used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub words: i64,
    pub tokens_in: i64,
    pub tokens_out: i64,
    /// In millionths of the currency.
    pub cost: i64,
}

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
    )
    .map(drop)
}

/// Deletes at most `most` rows of days that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
