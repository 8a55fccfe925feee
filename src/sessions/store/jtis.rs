//! Identifiers that may be used once, stored by hash.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    SEE = "INSERT INTO seen_jtis (hash, expires_at) VALUES ($1, $2) \
        ON CONFLICT (hash) DO NOTHING";
    KEEP = "INSERT INTO seen_jtis (hash, expires_at) VALUES ($1, $2) \
        ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at";
    UNTIL = "SELECT expires_at FROM seen_jtis WHERE hash = $1";
    SWEEP = "DELETE FROM seen_jtis WHERE hash IN \
        (SELECT hash FROM seen_jtis WHERE expires_at < $1 LIMIT $2)";
}

/// Stores an identifier until `expires_at`; false when it was stored before.
pub async fn see(tx: &mut WriteTx, hash: &str, expires_at: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, SEE, hash, expires_at)? == 1)
}

/// Stores an identifier until `expires_at`, even if it was stored before.
pub async fn keep(tx: &mut WriteTx, hash: &str, expires_at: Millis) -> Result<(), DbError> {
    execute!(tx, KEEP, hash, expires_at).map(drop)
}

/// Until when an identifier is stored.
pub async fn until(view: &mut dyn Reads, hash: &str) -> Result<Option<Millis>, DbError> {
    let row = fetch_optional!(view, (Millis,), UNTIL, hash)?;
    Ok(row.map(|(until,)| until))
}

/// Deletes at most `most` expired identifiers.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
