//! The beginning of an SSO session, and what becomes of the one before it in the same browser.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random::Random;

use super::end::{self, EndedSession};
use super::sso::{Authentication, EndReason, SessionLifetimes, SsoSession};
use super::store;

/// A session that a proof of identity began or renewed.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The session to bind the browser to.
    pub session: SsoSession,
    /// Another person's session that it replaced: its clients must hear of that (attack 11).
    pub replaced: Option<EndedSession>,
}

/// Takes `proof` in a browser that points to `pointer`. The same person keeps the session, so that
/// `prompt=login` does not sign them out elsewhere; another person gets a new one, and the old
/// one ends.
pub async fn begin(
    tx: &mut WriteTx,
    pointer: Option<&str>,
    proof: &Authentication,
    lifetimes: SessionLifetimes,
    now: Millis,
    random: &Random,
) -> Result<Begun, DbError> {
    let before = match pointer {
        Some(sid) => store::sso::find(tx, sid).await?,
        None => None,
    };
    let mut replaced = None;
    if let Some(mut before) = before.filter(|before| before.ended_at.is_none()) {
        let same = before.account_id == proof.account_id && before.is_live(now, lifetimes);
        if same && store::sso::reauthenticate(tx, &before.id, proof, now).await? {
            before.auth_time = now;
            before.last_seen_at = now;
            before.acr.clone_from(&proof.acr);
            before.amr.clone_from(&proof.amr);
            return Ok(Begun {
                session: before,
                replaced: None,
            });
        }
        replaced = end::session(tx, &before, EndReason::Replaced, now).await?;
    }
    let session = SsoSession::begin(proof, now, random);
    store::sso::insert(tx, &session).await?;
    Ok(Begun { session, replaced })
}
