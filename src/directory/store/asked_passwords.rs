//! Accounts whose owners forgot the password and wait for an administrator.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    SET = "UPDATE accounts SET password_asked = $2 WHERE id = $1 AND password_asked <> $2";
}

/// Notes whether the owner waits; false if it was noted before.
pub(in crate::directory) async fn set(
    tx: &mut WriteTx,
    account_id: &str,
    waits: bool,
) -> Result<bool, DbError> {
    Ok(execute!(tx, SET, account_id, i64::from(waits))? == 1)
}
