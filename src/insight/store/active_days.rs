//! The last day on which each person was active, in the database.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    NOTE_ACTIVE = "INSERT INTO active_days (account_id, day_at) SELECT a.id, CAST($2 AS BIGINT) FROM accounts a WHERE a.id = $1 \
        ON CONFLICT (account_id) DO UPDATE SET day_at = excluded.day_at WHERE active_days.day_at < excluded.day_at";
    ERASE_ACTIVE = "DELETE FROM active_days WHERE account_id = $1";
}

/// Notes that the account was active on the day that began at `day_at`. True if that was not known yet.
pub async fn note(tx: &mut WriteTx, account_id: &str, day_at: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, NOTE_ACTIVE, account_id, day_at)? == 1)
}

/// Forgets when the account was active.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, ERASE_ACTIVE, account_id).map(drop)
}
