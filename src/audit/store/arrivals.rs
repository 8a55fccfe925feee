//! Moves entries from where they arrive to the indexed table (decision 0098).

use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    LAST = "SELECT MAX(id) AS id FROM audit_arrivals";
    /// The last of the next `$2` entries up to `$1`.
    NEXT = "SELECT MAX(id) AS id FROM (SELECT id FROM audit_arrivals WHERE id <= $1 ORDER BY id LIMIT $2) AS next";
    /// An entry that another process moves meanwhile is waited for and skipped. All move in one order, so none waits for another.
    MOVE = "INSERT INTO audit_entries (id, at, kind, actor_id, account_id, client_id, session_id, address, request_id, \
        detail, object_kind, object_id, call, segment) \
        SELECT id, at, kind, actor_id, account_id, client_id, session_id, address, request_id, detail, object_kind, \
        object_id, call, segment FROM audit_arrivals WHERE id <= $1 ORDER BY id ON CONFLICT (id) DO NOTHING";
    /// An entry that arrived after the move, with an earlier id, stays.
    FORGET = "DELETE FROM audit_arrivals WHERE id <= $1 \
        AND EXISTS (SELECT 1 FROM audit_entries e WHERE e.id = audit_arrivals.id)";
}

/// The last id that waits to be moved.
pub async fn last(view: &mut dyn Reads) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(view, (Option<String>,), LAST)?;
    Ok(found.and_then(|(id,)| id))
}

/// Moves the earliest `most` entries up to `last`; false if there were none.
pub async fn settle(tx: &mut WriteTx, last: &str, most: i64) -> Result<bool, DbError> {
    let found = fetch_optional!(tx, (Option<String>,), NEXT, last, most)?;
    let Some(next) = found.and_then(|(id,)| id) else {
        return Ok(false);
    };
    execute!(tx, MOVE, &next)?;
    execute!(tx, FORGET, &next)?;
    Ok(true)
}
