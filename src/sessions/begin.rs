//! The beginning of an SSO session, and what becomes of the one before it in the same browser.

use crate::audit::AuditContext;
use crate::clients::Registry;
use crate::db::{DbError, WriteTx};

use super::end;
use super::sso::{Authentication, SessionLifetimes, SsoSession};
use super::store;

/// Takes `proof` in a browser that points to `pointer`; answers the session to bind the browser to.
/// The same person keeps the session, so that `prompt=login` does not sign them out elsewhere;
/// another person gets a new one, and the old one ends, which its clients hear (attack 11).
pub async fn begin(
    tx: &mut WriteTx,
    pointer: Option<&str>,
    proof: &Authentication,
    lifetimes: SessionLifetimes,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<SsoSession, DbError> {
    let before = match pointer {
        Some(sid) => store::sso::find(tx, sid).await?,
        None => None,
    };
    if let Some(mut before) = before.filter(|before| before.ended_at.is_none()) {
        let same = before.account_id == proof.account_id && before.is_live(audit.now, lifetimes);
        if same && store::sso::reauthenticate(tx, &before.id, proof, audit.now).await? {
            before.auth_time = audit.now;
            before.last_seen_at = audit.now;
            before.acr.clone_from(&proof.acr);
            before.amr.clone_from(&proof.amr);
            return Ok(before);
        }
        let audit = audit.clone().by(&proof.account_id);
        end::replaced(tx, &before, &audit, clients).await?;
    }
    let session = SsoSession::begin(proof, audit.now, &audit.random);
    store::sso::insert(tx, &session).await?;
    Ok(session)
}
