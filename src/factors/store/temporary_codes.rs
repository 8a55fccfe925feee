//! Temporary access codes in the database: one an account.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    MAKE = "INSERT INTO temporary_codes (account_id, code_hash, made_at, ends_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (account_id) DO UPDATE SET code_hash = $2, made_at = $3, ends_at = $4, used_at = NULL";
    ENDS_AT = "SELECT ends_at FROM temporary_codes WHERE account_id = $1 AND used_at IS NULL AND ends_at > $2";
    WORKS = "SELECT account_id FROM temporary_codes \
        WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL AND ends_at > $3";
    USE = "UPDATE temporary_codes SET used_at = $3 \
        WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL AND ends_at > $3";
    SPEND = "DELETE FROM temporary_codes WHERE account_id = $1 AND code_hash = $2 AND used_at IS NOT NULL";
    REMOVE = "DELETE FROM temporary_codes WHERE account_id = $1";
}

/// Stores a code; an earlier one no longer works.
pub async fn make(
    tx: &mut WriteTx,
    account_id: &str,
    hash: &str,
    (now, ends_at): (Millis, Millis),
) -> Result<(), DbError> {
    execute!(tx, MAKE, account_id, hash, now, ends_at).map(drop)
}

/// Until when the account's code works, if there is one.
pub async fn ends_at(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Option<Millis>, DbError> {
    let found = fetch_optional!(view, (Millis,), ENDS_AT, account_id, now)?;
    Ok(found.map(|(ends_at,)| ends_at))
}

/// True if this code works.
pub async fn works(
    view: &mut dyn Reads,
    account_id: &str,
    hash: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), WORKS, account_id, hash, now)?.is_some())
}

/// Uses the code; false if it no longer works.
pub async fn use_up(
    tx: &mut WriteTx,
    account_id: &str,
    hash: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, USE, account_id, hash, now)? == 1)
}

/// Removes a code that was used; false if there is another since, or none.
pub async fn spend(tx: &mut WriteTx, account_id: &str, hash: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, SPEND, account_id, hash)? == 1)
}

/// Removes the account's code, used or not.
pub async fn remove(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, REMOVE, account_id).map(drop)
}
