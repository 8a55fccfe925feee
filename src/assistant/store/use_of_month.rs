//! How much of the quota of a month is used, and held by answers that are arriving.

use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

/// The version that stands for all.
pub const ALL_VERSIONS: i64 = 0;

statements! {
    ENSURE = "INSERT INTO assistant_use (account_id, month, version_id, words, held) VALUES ($1, $2, $3, 0, 0) \
        ON CONFLICT (account_id, month, version_id) DO UPDATE SET held = assistant_use.held";
    /// A negative $5 is no limit.
    HOLD = "UPDATE assistant_use SET held = held + $4 WHERE account_id = $1 AND month = $2 AND version_id = $3 \
        AND (CAST($5 AS BIGINT) < 0 OR words + held + $4 <= $5)";
    SETTLE = "UPDATE assistant_use SET held = held - $4, words = words + $5 \
        WHERE account_id = $1 AND month = $2 AND version_id = $3";
    OF_MONTH = "SELECT version_id, words, held FROM assistant_use WHERE account_id = $1 AND month = $2 ORDER BY version_id";
    SWEEP = "DELETE FROM assistant_use WHERE (account_id, month, version_id) IN \
        (SELECT account_id, month, version_id FROM assistant_use WHERE month < $1 LIMIT $2)";
}

/// What a person has used of a version in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseRow {
    pub version_id: i64,
    pub words: i64,
    /// Words that answers may still cost.
    pub held: i64,
}

from_row!(UseRow {
    version_id,
    words,
    held
});

/// The account and the month of a quota.
#[derive(Clone, Copy, Debug)]
pub struct Whose<'a> {
    pub account_id: &'a str,
    pub month: &'a str,
}

/// Makes the row if there is none, and locks it.
pub async fn ensure(tx: &mut WriteTx, whose: Whose<'_>, version_id: i64) -> Result<(), DbError> {
    execute!(tx, ENSURE, whose.account_id, whose.month, version_id).map(drop)
}

/// Holds `words` of the quota, unless more than `most` would be used and held. A negative `most` is no limit.
pub async fn hold(
    tx: &mut WriteTx,
    whose: Whose<'_>,
    version_id: i64,
    (words, most): (i64, i64),
) -> Result<bool, DbError> {
    let (account_id, month) = (whose.account_id, whose.month);
    Ok(execute!(tx, HOLD, account_id, month, version_id, words, most)? == 1)
}

/// Gives back what was held, and counts what was used.
pub async fn settle(
    tx: &mut WriteTx,
    whose: Whose<'_>,
    version_id: i64,
    (held, used): (i64, i64),
) -> Result<(), DbError> {
    let (account_id, month) = (whose.account_id, whose.month);
    execute!(tx, SETTLE, account_id, month, version_id, held, used).map(drop)
}

/// What the account has used in the month: of all versions, and of each.
pub async fn of_month(view: &mut dyn Reads, whose: Whose<'_>) -> Result<Vec<UseRow>, DbError> {
    fetch_all!(view, UseRow, OF_MONTH, whose.account_id, whose.month)
}

/// Deletes at most `most` rows of months before `month`.
pub async fn sweep(tx: &mut WriteTx, month: &str, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, month, most)
}
