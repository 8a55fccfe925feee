//! Erases the sessions, grants and consents of a person in the database. Their tokens, which name neither, are swept.

use super::TOPIC;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    GRANTS = "DELETE FROM grants WHERE id IN (SELECT id FROM grants WHERE account_id = $1 LIMIT $2)";
    SESSIONS = "DELETE FROM sso_sessions WHERE id IN (SELECT id FROM sso_sessions WHERE account_id = $1 LIMIT $2)";
    CONSENTS = "DELETE FROM consents WHERE account_id = $1";
}

/// Deletes at most `most` grants and as many sessions; returns how many.
pub async fn erase(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    execute!(tx, CONSENTS, account_id)?;
    let grants = execute!(tx, GRANTS, account_id, most)?;
    let sessions = execute!(tx, SESSIONS, account_id, most)?;
    Ok(tx.changed_rows(TOPIC, grants.max(sessions)))
}
