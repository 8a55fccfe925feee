//! Use of a session, which keeps it awake: noted at most once a minute (design 9, "Sessions").

use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};

use super::sso::{SessionLifetimes, SsoSession};
use super::store;

/// Notes in a write of its own that `session` was used at `now`, if the last note is old enough.
pub async fn note(
    db: &Db,
    session: &SsoSession,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<(), DbError> {
    if !session.wants_touch(now, lifetimes) {
        return Ok(());
    }
    let id = session.id.clone();
    db.write(move |tx| Box::pin(async move { store::sso::touch(tx, &id, now).await }))
        .await
}

/// Notes the same in the caller's write.
pub async fn note_in(
    tx: &mut WriteTx,
    session: &SsoSession,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<(), DbError> {
    if session.wants_touch(now, lifetimes) {
        store::sso::touch(tx, &session.id, now).await?;
    }
    Ok(())
}
