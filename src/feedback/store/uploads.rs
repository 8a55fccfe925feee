//! Who uploaded which picture for feedback.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    NOTE_UPLOAD = "INSERT INTO feedback_uploads (account_id, name, uploaded_at) VALUES ($1, $2, $3) \
        ON CONFLICT (account_id, name) DO UPDATE SET uploaded_at = excluded.uploaded_at";
    UPLOADED_AT = "SELECT uploaded_at FROM feedback_uploads WHERE account_id = $1 AND name = $2";
    SWEEP_UPLOADS = "DELETE FROM feedback_uploads WHERE (account_id, name) IN \
        (SELECT account_id, name FROM feedback_uploads WHERE uploaded_at < $1 LIMIT $2)";
}

/// Notes that the person has uploaded this picture.
pub async fn note(
    tx: &mut WriteTx,
    (account_id, name): (&str, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOTE_UPLOAD, account_id, name, now).map(drop)
}

/// True if the person has uploaded this picture.
pub async fn is_of(
    view: &mut dyn Reads,
    (account_id, name): (&str, &str),
) -> Result<bool, DbError> {
    if name.contains('\0') {
        return Ok(false);
    }
    let found = fetch_optional!(view, (i64,), UPLOADED_AT, account_id, name)?;
    Ok(found.is_some())
}

/// Forgets at most `most` uploads of a time before `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_UPLOADS, before, most)
}
