//! One-time links in the database, which has only their hashes.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};

statements! {
    PUT = "INSERT INTO one_time_links (hash, account_id, purpose, email_key, expires_at) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, purpose) DO UPDATE SET \
        hash = excluded.hash, email_key = excluded.email_key, expires_at = excluded.expires_at";
    FIND = "SELECT account_id, purpose, email_key FROM one_time_links \
        WHERE hash = $1 AND expires_at > $2";
    TAKE = "DELETE FROM one_time_links WHERE hash = $1 AND purpose = $2 AND expires_at > $3 \
        RETURNING account_id, purpose, email_key";
    /// A thief who changes the password must not take the owner's link to lock the account away, and a new password does not
    /// decide whether the account stays.
    VOID_ALL = "DELETE FROM one_time_links WHERE account_id = $1 AND purpose NOT IN ('lock', 'deletion_undo')";
    SWEEP = "DELETE FROM one_time_links WHERE hash IN \
        (SELECT hash FROM one_time_links WHERE expires_at < $1 LIMIT $2)";
}

/// A link that has not expired.
#[derive(Debug)]
pub(in crate::directory) struct LinkRow {
    pub account_id: String,
    pub purpose: String,
    /// The folded address that it was sent to.
    pub email_key: String,
}

from_row!(LinkRow {
    account_id,
    purpose,
    email_key
});

/// Stores a new link in place of the account's previous one for this purpose.
pub(in crate::directory) async fn put(
    tx: &mut WriteTx,
    hash: &str,
    link: &LinkRow,
    expires_at: Millis,
) -> Result<(), DbError> {
    let LinkRow {
        account_id,
        purpose,
        email_key,
    } = link;
    execute!(tx, PUT, hash, account_id, purpose, email_key, expires_at).map(drop)
}

/// The unexpired link with this hash.
pub(in crate::directory) async fn find(
    tx: &mut dyn Reads,
    hash: &str,
    now: Millis,
) -> Result<Option<LinkRow>, DbError> {
    fetch_optional!(tx, LinkRow, FIND, hash, now)
}

/// Uses up the link with this hash and purpose. Of several parallel callers exactly one gets it.
pub(in crate::directory) async fn take(
    tx: &mut WriteTx,
    hash: &str,
    purpose: &str,
    now: Millis,
) -> Result<Option<LinkRow>, DbError> {
    fetch_optional!(tx, LinkRow, TAKE, hash, purpose, now)
}

/// Invalidates every link of an account with which a password is chosen.
pub(in crate::directory) async fn void_all(
    tx: &mut WriteTx,
    account_id: &str,
) -> Result<(), DbError> {
    execute!(tx, VOID_ALL, account_id).map(drop)
}

/// Deletes at most `most` links that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
