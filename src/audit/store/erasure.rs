//! The entries that name an erased person in the database: the only ones that change.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    ABOUT = "SELECT id, at, kind, actor_id, detail FROM audit_entries \
        WHERE account_id = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT $4";
    OF_KIND = "SELECT id, at, kind, actor_id, detail FROM audit_entries \
        WHERE kind = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT $4";
    INVITED = "SELECT id, at, kind, actor_id, detail FROM audit_entries \
        WHERE kind = 'group.registration_invitation' AND account_id IS NULL AND detail LIKE $1 ORDER BY at, id LIMIT $2";
    ERASE = "UPDATE audit_entries SET address = NULL, request_id = NULL, detail = $2 WHERE id = $1";
    SET_DETAIL = "UPDATE audit_entries SET detail = $2 WHERE id = $1";
}

/// An entry to change.
pub struct Found {
    pub id: String,
    pub at: Millis,
    pub kind: String,
    pub actor_id: Option<String>,
    pub detail: String,
}

from_row!(Found {
    id,
    at,
    kind,
    actor_id,
    detail
});

/// At most `most` entries about the person, after a place.
pub async fn about(
    tx: &mut WriteTx,
    account_id: &str,
    (at, id): (Millis, &str),
    most: i64,
) -> Result<Vec<Found>, DbError> {
    fetch_all!(tx, Found, ABOUT, account_id, at, id, most)
}

/// At most `most` entries of a kind, after a place.
pub async fn of_kind(
    tx: &mut WriteTx,
    kind: &str,
    (at, id): (Millis, &str),
    most: i64,
) -> Result<Vec<Found>, DbError> {
    fetch_all!(tx, Found, OF_KIND, kind, at, id, most)
}

/// At most `most` entries about invitations that nobody had accepted yet, with this text in their detail.
pub async fn invited(tx: &mut WriteTx, text: &str, most: i64) -> Result<Vec<Found>, DbError> {
    let pattern = format!("%{text}%");
    fetch_all!(tx, Found, INVITED, pattern, most)
}

/// Takes where the person was from the entry, and gives it another detail.
pub async fn erase(tx: &mut WriteTx, id: &str, detail: &str) -> Result<(), DbError> {
    execute!(tx, ERASE, id, detail).map(drop)
}

/// Gives the entry another detail.
pub async fn set_detail(tx: &mut WriteTx, id: &str, detail: &str) -> Result<(), DbError> {
    execute!(tx, SET_DETAIL, id, detail).map(drop)
}
