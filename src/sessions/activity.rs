//! Records that a session is used, which keeps it alive: at most once a minute.

use crate::clock::Millis;
use crate::db::{Db, DbError, Reads};
use crate::insight::{self, Count};

use super::sso::{SessionLifetimes, SsoSession};
use super::store;

/// Records in its own transaction that `session` was used at `now`, unless the last record is recent enough.
pub async fn note(
    db: &Db,
    session: &SsoSession,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<(), DbError> {
    if !session.wants_touch(now, lifetimes) {
        return Ok(());
    }
    insight::count_now(db, now, Count::active(&session.account_id));
    let id = session.id.clone();
    db.write(move |tx| Box::pin(async move { store::sso::touch(tx, &id, now).await }))
        .await
}

/// True while the session with this id is live; for work that continues after its request was admitted.
pub async fn is_live(
    view: &mut dyn Reads,
    id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<bool, DbError> {
    let session = store::sso::find(view, id).await?;
    Ok(session.is_some_and(|session| session.is_live(now, lifetimes)))
}
