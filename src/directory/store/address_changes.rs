//! Changed email addresses in the database, with the hashes of the links that take the changes back.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_one, fetch_optional, from_row, statements,
};
use crate::directory::names::mailbox;

statements! {
    INSERT = "INSERT INTO address_changes (id, account_id, number, email, email_key, changed_at, expires_at) \
        SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), COALESCE(MAX(number), 0) + 1, CAST($3 AS TEXT), CAST($4 AS TEXT), \
        CAST($5 AS BIGINT), CAST($6 AS BIGINT) FROM address_changes WHERE account_id = $2";
    /// Links to confirm an address that are older than `changed_at` no longer work.
    CLOSE = "UPDATE address_changes SET email = NULL, email_key = NULL, token_hash = NULL, changed_at = $3, \
        expires_at = $4 WHERE account_id = $1 AND number >= $2";
    /// An older link works at least as long as a newer one, so that a thief cannot wait until it ends.
    PROLONG = "UPDATE address_changes SET expires_at = $2 \
        WHERE account_id = $1 AND email IS NOT NULL AND expires_at > $3 AND expires_at < $2";
    ACCOUNT_OF = "SELECT account_id FROM address_changes WHERE id = $1";
    RETURNS_TO = "SELECT MIN(number) FROM address_changes \
        WHERE account_id = $1 AND email_key = $2 AND expires_at > $3";
    SET_TOKEN = "UPDATE address_changes SET token_hash = $2, expires_at = $3 \
        WHERE id = $1 AND email_key = $4 AND expires_at > $5";
    FIND = "SELECT account_id, number, email, changed_at FROM address_changes \
        WHERE token_hash = $1 AND email IS NOT NULL AND expires_at > $2";
    CHANGED = "SELECT id FROM address_changes WHERE account_id = $1 AND changed_at >= $2 LIMIT 1";
    RESERVED = "SELECT id FROM address_changes WHERE email_key = $1 AND account_id <> $2 LIMIT 1";
    SWEEP = "DELETE FROM address_changes WHERE id IN \
        (SELECT id FROM address_changes WHERE expires_at < $1 LIMIT $2)";
}

/// A change to store.
pub(in crate::directory) struct NewChange<'a> {
    pub id: &'a str,
    pub account_id: &'a str,
    /// The verified address before, if the change can be taken back.
    pub email: Option<&'a str>,
    pub changed_at: Millis,
    pub expires_at: Millis,
}

/// A change that can be taken back.
#[derive(Clone, Debug)]
pub(in crate::directory) struct StoredChange {
    pub account_id: String,
    /// Counts the changes of the account.
    pub number: i64,
    /// The verified address before.
    pub email: String,
    pub changed_at: Millis,
}

from_row!(StoredChange {
    account_id,
    number,
    email,
    changed_at
});

/// Stores a change of an account whose row the caller has locked.
pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    new: &NewChange<'_>,
) -> Result<(), DbError> {
    // Without an address there is nothing to take back for longer.
    if new.email.is_some() {
        prolong(tx, new.account_id, new.expires_at, new.changed_at).await?;
    }
    execute!(
        tx,
        INSERT,
        new.id,
        new.account_id,
        new.email,
        new.email.map(mailbox),
        new.changed_at,
        new.expires_at
    )
    .map(drop)
}

/// Changes of the account from this number on can no longer be taken back. They stay until `expires_at`.
pub(in crate::directory) async fn close(
    tx: &mut WriteTx,
    (account_id, from): (&str, i64),
    now: Millis,
    expires_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, CLOSE, account_id, from, now, expires_at).map(drop)
}

/// Stores the hash of the link to `email` that takes the change `id` back, in place of an earlier one; the caller has locked the
/// account's row. False if it can no
/// longer be taken back.
pub(in crate::directory) async fn set_token(
    tx: &mut WriteTx,
    (id, email): (&str, &str),
    hash: &str,
    expires_at: Millis,
    now: Millis,
) -> Result<bool, DbError> {
    let rows = execute!(tx, SET_TOKEN, id, hash, expires_at, mailbox(email), now)?;
    if let Some(account_id) = account_of(tx, id).await? {
        prolong(tx, &account_id, expires_at, now).await?;
    }
    Ok(rows == 1)
}

/// The account whose address the change `id` replaced.
pub(in crate::directory) async fn account_of(
    view: &mut dyn Reads,
    id: &str,
) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(view, (String,), ACCOUNT_OF, id)?;
    Ok(found.map(|(account_id,)| account_id))
}

/// The links of the account that still work do so until `until` or longer.
async fn prolong(
    tx: &mut WriteTx,
    account_id: &str,
    until: Millis,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, PROLONG, account_id, until, now).map(drop)
}

/// The first change of the account that replaced this address and can be taken back.
pub(in crate::directory) async fn returns_to(
    view: &mut dyn Reads,
    account_id: &str,
    email: &str,
    now: Millis,
) -> Result<Option<i64>, DbError> {
    let key = mailbox(email);
    Ok(fetch_one!(view, (Option<i64>,), RETURNS_TO, account_id, key, now)?.0)
}

/// The change that the link with this hash takes back.
pub(in crate::directory) async fn find(
    view: &mut dyn Reads,
    hash: &str,
    now: Millis,
) -> Result<Option<StoredChange>, DbError> {
    fetch_optional!(view, StoredChange, FIND, hash, now)
}

/// True if the address of the account was changed, or a change of it taken back, at `since` or later.
pub(in crate::directory) async fn changed_since(
    view: &mut dyn Reads,
    account_id: &str,
    since: Millis,
) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (String,), CHANGED, account_id, since)?;
    Ok(found.is_some())
}

/// True if another account than `except` can take the address back.
pub(in crate::directory) async fn is_reserved(
    view: &mut dyn Reads,
    email_key: &str,
    except: &str,
) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (String,), RESERVED, email_key, except)?;
    Ok(found.is_some())
}

/// Deletes at most `most` changes that could be taken back until `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
