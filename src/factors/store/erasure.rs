//! Erases the second factors of a person in the database.

use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    AUTHENTICATORS = "DELETE FROM authenticators WHERE account_id = $1";
    RECOVERY_CODES = "DELETE FROM recovery_codes WHERE account_id = $1";
    BROWSERS = "DELETE FROM remembered_browsers WHERE account_id = $1";
    DEADLINES = "DELETE FROM factor_deadlines WHERE account_id = $1";
    REMINDERS = "DELETE FROM factor_reminders WHERE account_id = $1";
    REQUIREMENTS = "DELETE FROM factor_requirements WHERE account_id = $1";
    TEMPORARY_CODES = "DELETE FROM temporary_codes WHERE account_id = $1";
}

const ALL: [&str; 7] = [
    AUTHENTICATORS,
    RECOVERY_CODES,
    BROWSERS,
    DEADLINES,
    REMINDERS,
    REQUIREMENTS,
    TEMPORARY_CODES,
];

/// Deletes what proves the owner of an account, and what is asked of them.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    for statement in ALL {
        execute!(tx, statement, account_id)?;
    }
    Ok(())
}
