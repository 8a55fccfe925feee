//! Begins an SSO session and deals with the previous session of the same browser.

use crate::audit::{self, AuditContext, Event};
use crate::clients::Registry;
use crate::db::{DbError, WriteTx};
use crate::directory;
use crate::insight::{self, Count};

use super::code_key::CodeKey;
use super::end;
use super::sso::{Authentication, SessionLifetimes, SsoSession};
use super::store;

/// Begins a session without a browser, for a userToken.
pub async fn without_browser(
    tx: &mut WriteTx,
    proof: &Authentication,
    audit: &AuditContext,
) -> Result<SsoSession, DbError> {
    let session = SsoSession::begin(proof, audit.now, &audit.random);
    insert(tx, &session, audit).await?;
    record(tx, &session, audit).await?;
    Ok(session)
}

/// Stores a new session, with a key for its codes.
async fn insert(
    tx: &mut WriteTx,
    session: &SsoSession,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let code_key = CodeKey::new(&audit.random);
    store::sso::insert(tx, session, &code_key, &audit.origin).await
}

/// True if the session `sid` has not ended. It stays so until this transaction ends.
///
/// # Errors
/// The database failed.
pub async fn hold(tx: &mut WriteTx, sid: &str) -> Result<bool, DbError> {
    Ok(store::sso::hold(tx, sid).await?.is_some())
}

/// Accepts `proof` in a browser whose cookie points to session `pointer`. Returns the session to bind the browser to.
///
/// If the person signs in again, the session stays, so that `prompt=login` does not sign them out elsewhere. If another
/// person signs in, they get a new session; the old one ends and its clients are notified (attack 11).
pub async fn in_browser(
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
    let before = before.filter(|before| before.ended_at.is_none());
    let kept = match before {
        Some(before) => keep_or_end(tx, before, proof, lifetimes, audit, clients).await?,
        None => None,
    };
    let session = if let Some(session) = kept {
        session
    } else {
        let session = SsoSession::begin(proof, audit.now, &audit.random);
        insert(tx, &session, audit).await?;
        session
    };
    if let Some(theirs) = &proof.corporate {
        store::provider_sessions::came_by(tx, &session.id, theirs).await?;
    }
    record(tx, &session, audit).await?;
    Ok(session)
}

/// Stores the new proof in the browser's session if the same person signed in; otherwise ends that session.
async fn keep_or_end(
    tx: &mut WriteTx,
    mut before: SsoSession,
    proof: &Authentication,
    lifetimes: SessionLifetimes,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<Option<SsoSession>, DbError> {
    let same = before.account_id == proof.account_id && before.is_live(audit.now, lifetimes);
    if same && store::sso::reauthenticate(tx, &before.id, proof, audit.now).await? {
        if !proof.adds {
            before.auth_time = proof.auth_time(audit.now);
        }
        before.last_seen_at = audit.now;
        before.acr.clone_from(&proof.acr);
        before.amr.clone_from(&proof.amr);
        return Ok(Some(before));
    }
    let audit = audit.clone().by(&proof.account_id);
    end::replaced(tx, &before, &audit, clients).await?;
    Ok(None)
}

async fn record(
    tx: &mut WriteTx,
    session: &SsoSession,
    audit: &AuditContext,
) -> Result<(), DbError> {
    directory::record_sign_in(tx, &session.account_id, audit.now).await?;
    let event = Event::SignInSucceeded {
        amr: session.amr.clone(),
        acr: session.acr.clone(),
    };
    insight::count(tx, audit.now, Count::active(&session.account_id));
    let entry = audit.entry(event).account(&session.account_id);
    audit::record(tx, &entry.session(&session.id)).await
}
