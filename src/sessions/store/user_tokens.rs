//! userTokens in the database, stored by hash.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::sessions::sso::SsoSession;

use super::grants::SessionColumns;
use super::session_columns;

statements! {
    INSERT = "INSERT INTO user_tokens (hash, session_id, issued_at) VALUES ($1, $2, $3)";
    FIND = concat!("SELECT ", session_columns!(),
        " FROM user_tokens t JOIN sso_sessions s ON s.id = t.session_id WHERE t.hash = $1");
    SWEEP = "DELETE FROM user_tokens WHERE hash IN \
        (SELECT hash FROM user_tokens WHERE issued_at < $1 LIMIT $2)";
}

pub async fn insert(
    tx: &mut WriteTx,
    hash: &str,
    session_id: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, INSERT, hash, session_id, now).map(drop)
}

/// The session of the token stored under `hash`, live or not.
pub async fn find(tx: &mut dyn Reads, hash: &str) -> Result<Option<SsoSession>, DbError> {
    Ok(fetch_optional!(tx, SessionColumns, FIND, hash)?.and_then(SessionColumns::session))
}

/// Deletes at most `most` tokens issued before `before`, which must be older than any live session.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
