//! The names of erased accounts, which nobody else gets for a while, in the database.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::random::hashed;

statements! {
    KEEP = "INSERT INTO former_names (name_hash, free_at) VALUES ($1, $2) \
        ON CONFLICT (name_hash) DO UPDATE SET free_at = excluded.free_at";
    FIND = "SELECT free_at FROM former_names WHERE name_hash = $1";
    SWEEP = "DELETE FROM former_names WHERE name_hash IN \
        (SELECT name_hash FROM former_names WHERE free_at < $1 LIMIT $2)";
}

/// Nobody else gets the folded account name before `free_at`.
pub(in crate::directory) async fn keep(
    tx: &mut WriteTx,
    username_key: &str,
    free_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, KEEP, former(username_key), free_at).map(drop)
}

/// True if an erased account had this folded name not long ago.
pub(super) async fn is_former(view: &mut dyn Reads, username_key: &str) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (Millis,), FIND, former(username_key))?;
    Ok(found.is_some())
}

/// Deletes at most `most` names that have been free since `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}

fn former(username_key: &str) -> String {
    hashed(&format!("former name {username_key}"))
}
