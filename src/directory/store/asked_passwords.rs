//! Accounts whose owners forgot the password and wait for an administrator.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    ASK = "UPDATE accounts SET password_asked = 1 WHERE id = $1 AND password_asked = 0";
    END = "UPDATE accounts SET password_asked = 0 WHERE id = $1 AND password_asked = 1";
}

/// Notes that the owner waits; false if the owner waits already.
pub(in crate::directory) async fn ask(tx: &mut WriteTx, account_id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, ASK, account_id)? == 1)
}

/// Notes that the owner waits no longer.
pub(in crate::directory) async fn end(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, END, account_id).map(drop)
}
