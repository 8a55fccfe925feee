//! The entries of an erased person in the database: the only ones that change.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    ABOUT = "SELECT id, at, kind, detail FROM audit_entries \
        WHERE account_id = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT $4";
    BY = "SELECT id, at, kind, detail FROM audit_entries \
        WHERE actor_id = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT $4";
    ERASE = "UPDATE audit_entries SET address = NULL, request_id = NULL, detail = $2 WHERE id = $1";
}

/// An entry to change.
pub struct Found {
    pub id: String,
    pub at: Millis,
    pub kind: String,
    pub detail: String,
}

from_row!(Found {
    id,
    at,
    kind,
    detail
});

/// At most `most` entries about the person, or else by the person, after a place.
pub async fn find(
    tx: &mut WriteTx,
    (account_id, about): (&str, bool),
    (at, id): (Millis, &str),
    most: i64,
) -> Result<Vec<Found>, DbError> {
    let statement = if about { ABOUT } else { BY };
    fetch_all!(tx, Found, statement, account_id, at, id, most)
}

/// Takes where the person was from the entry, and gives it another detail.
pub async fn erase(tx: &mut WriteTx, id: &str, detail: &str) -> Result<(), DbError> {
    execute!(tx, ERASE, id, detail).map(drop)
}
