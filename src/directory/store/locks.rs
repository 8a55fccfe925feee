//! Locked accounts in the database.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::directory::store::TOPIC;

statements! {
    LOCK = "INSERT INTO account_locks (account_id, locked_at) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING";
    FORGET_PASSWORD = "UPDATE accounts SET password_hash = NULL, must_change_password = 0, password_changed_at = $2, \
        password_expires_at = NULL WHERE id = $1";
    /// A deletion hides the lock until it is taken back.
    FIND = "SELECT l.account_id FROM account_locks l WHERE l.account_id = $1 \
        AND NOT EXISTS (SELECT 1 FROM account_deletions d WHERE d.account_id = $1)";
    END = "DELETE FROM account_locks WHERE account_id = $1";
}

/// Notes that the account is locked, and takes its password away.
pub(in crate::directory) async fn lock(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, LOCK, account_id, now)?;
    let rows = execute!(tx, FORGET_PASSWORD, account_id, now)?;
    tx.changed_rows(TOPIC, rows);
    Ok(())
}

/// True if the account is locked, and does not wait for its deletion.
pub(in crate::directory) async fn is_locked(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (String,), FIND, account_id)?;
    Ok(found.is_some())
}

/// Ends the lock; false if there was none.
pub(in crate::directory) async fn end(tx: &mut WriteTx, account_id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, END, account_id)? == 1)
}
