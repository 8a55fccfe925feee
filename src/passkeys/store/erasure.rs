//! Erases the passkeys of a person in the database.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    KEYS = "DELETE FROM passkeys WHERE account_id = $1";
    OFFERS = "DELETE FROM passkey_offers WHERE account_id = $1";
}

const ALL: [&str; 2] = [KEYS, OFFERS];

/// Deletes the passkeys of an account.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    for statement in ALL {
        execute!(tx, statement, account_id)?;
    }
    Ok(())
}
