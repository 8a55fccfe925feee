//! Gives entries without an object the one that their columns name. It changes nothing else.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, fetch_all, statements};

statements! {
    PIECE = "SELECT at, id FROM audit_entries WHERE (at, id) > ($1, $2) AND at < $3 \
            ORDER BY at, id LIMIT $4";
    OF_ACCOUNTS = "UPDATE audit_entries SET object_kind = 'account', object_id = account_id \
            WHERE (at, id) > ($1, $2) AND (at, id) <= ($3, $4) AND object_kind IS NULL \
            AND account_id IS NOT NULL AND kind IN ('account.changed', 'password.changed', \
            'sign_in.succeeded', 'sign_in.refused', 'grant.revoked', 'consent.given', \
            'consent.withdrawn', 'link.sent')";
    OF_SESSIONS = "UPDATE audit_entries SET object_kind = 'session', object_id = session_id \
            WHERE (at, id) > ($1, $2) AND (at, id) <= ($3, $4) AND object_kind IS NULL \
            AND session_id IS NOT NULL AND kind = 'session.ended'";
    OF_CLIENTS = "UPDATE audit_entries SET object_kind = 'client', object_id = client_id \
            WHERE (at, id) > ($1, $2) AND (at, id) <= ($3, $4) AND object_kind IS NULL \
            AND client_id IS NOT NULL AND kind IN ('client.changed', 'token.granted', \
            'token.refused', 'client.refused', 'request.refused', 'token.revoked', 'code.replayed', \
            'refresh.reused', 'authorization.refused', 'access.refused', 'launch.granted', \
            'launch.refused', 'logout.delivered')";
}

/// Processes the `most` entries after `after` that are older than `until`. Returns the last of
/// them, or `None` if there are none.
pub(in crate::audit) async fn fill(
    tx: &mut WriteTx,
    (at, id): (Millis, &str),
    until: Millis,
    most: i64,
) -> Result<Option<(Millis, String)>, DbError> {
    let piece = fetch_all!(tx, (Millis, String), PIECE, at, id, until, most)?;
    let Some((last_at, last_id)) = piece.into_iter().next_back() else {
        return Ok(None);
    };
    for sql in [OF_ACCOUNTS, OF_SESSIONS, OF_CLIENTS] {
        execute!(tx, sql, at, id, last_at, &last_id)?;
    }
    Ok(Some((last_at, last_id)))
}
