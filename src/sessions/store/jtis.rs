//! Identifiers that may be used once, stored by hash.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    SEE = "INSERT INTO seen_jtis (hash, expires_at) VALUES ($1, $2) \
        ON CONFLICT (hash) DO NOTHING";
    SWEEP = "DELETE FROM seen_jtis WHERE hash IN \
        (SELECT hash FROM seen_jtis WHERE expires_at < $1 LIMIT $2)";
}

/// Stores an identifier until `expires_at`; false when it was stored before.
pub async fn see(tx: &mut WriteTx, hash: &str, expires_at: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, SEE, hash, expires_at)? == 1)
}

/// Deletes at most `most` expired identifiers.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
