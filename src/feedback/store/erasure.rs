//! Erases the feedback of a person, with its pictures. What is a duplicate of it keeps the answer and is its own again.

use crate::db::search::forget;
use crate::db::{DbError, WriteTx, execute, fetch_all, statements};
use crate::feedback::pictures::owner;
use crate::files::references;

statements! {
    FEEDBACK_OF = "SELECT id, COALESCE(search_number, 0) FROM feedback WHERE account_id = $1 LIMIT $2";
    HOLD_FEEDBACK = "UPDATE feedback SET version = version WHERE id = $1";
    FREE_DUPLICATES = "UPDATE feedback SET merged_into = NULL WHERE merged_into = $1";
    DELETE_FEEDBACK = "DELETE FROM feedback WHERE id = $1";
    FREE_ASSIGNED = "UPDATE feedback SET assignee_id = NULL WHERE id IN \
        (SELECT id FROM feedback WHERE assignee_id = $1 LIMIT $2)";
    FORGET_UPLOADS = "DELETE FROM feedback_uploads WHERE account_id = $1";
}

/// Erases at most `most` pieces of feedback of the account, and takes it off at most as many that it works on; returns how many
/// of the kind that had the most.
///
/// # Errors
/// The database failed.
pub async fn erase(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    let found = fetch_all!(tx, (String, i64), FEEDBACK_OF, account_id, most)?;
    let erased = u64::try_from(found.len()).unwrap_or(u64::MAX);
    for (id, number) in found {
        // Nothing is merged into it from now on.
        execute!(tx, HOLD_FEEDBACK, &id)?;
        // Unused since ever: the next sweep deletes them.
        references::set(tx, owner(&id), &[], None, 0).await?;
        execute!(tx, FREE_DUPLICATES, &id)?;
        execute!(tx, DELETE_FEEDBACK, &id)?;
        forget(tx, number).await?;
    }
    execute!(tx, FORGET_UPLOADS, account_id)?;
    let freed = execute!(tx, FREE_ASSIGNED, account_id, most)?;
    Ok(erased.max(freed))
}
