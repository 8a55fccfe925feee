//! Erases the corporate identities of a person in the database.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    IDENTITIES = "DELETE FROM federated_identities WHERE account_id = $1";
}

const ALL: [&str; 1] = [IDENTITIES];

/// Deletes the corporate identities of an account, also those that were taken from it.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    for statement in ALL {
        execute!(tx, statement, account_id)?;
    }
    Ok(())
}
