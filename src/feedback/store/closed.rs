//! Takes the pictures off feedback that was closed a while ago.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, fetch_all, statements};
use crate::feedback::pictures::owner;
use crate::files::references;

statements! {
    /// 2 is closed. The sum keeps SQLite from reading all closed feedback by the index of the statuses. A picture that its
    /// author has just uploaded again has the same name, and stays for the new feedback.
    CLOSED_WITH_PICTURES = "SELECT f.id FROM feedback f WHERE f.status + 0 = 2 AND f.pictures <> '[]' AND f.changed_at < $1 \
        AND NOT EXISTS (SELECT 1 FROM feedback_uploads u WHERE u.account_id = f.account_id AND f.pictures LIKE '%' || u.name || '%') \
        LIMIT $2";
    /// Not of feedback that was opened again meanwhile.
    TAKE_OFF_PICTURES = "UPDATE feedback SET pictures = '[]' WHERE id = $1 AND status = 2 AND changed_at < $2";
}

/// Takes the pictures off at most `most` pieces of feedback that were closed, and not changed since, before `before`; returns how
/// many it found.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let found = fetch_all!(tx, (String,), CLOSED_WITH_PICTURES, before, most)?;
    for (id,) in &found {
        if execute!(tx, TAKE_OFF_PICTURES, id, before)? == 1 {
            // Unused since then: the next sweep of files deletes them.
            references::set(tx, owner(id), &[], None, before).await?;
        }
    }
    Ok(u64::try_from(found.len()).unwrap_or(u64::MAX))
}
