//! A grant: what one client may do for one account, and what its tokens say about it.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::sso::SessionLifetimes;
use super::store;

pub use super::store::grants::{Grant, GrantContext, RevokeReason};

/// Why a code that was good gives no grant any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapsed {
    /// The session in which the code was given has ended.
    Session,
    /// The consent under which it was given was withdrawn.
    Consent,
}

/// The grant `id` that a code becomes. Until this write is over, the session cannot end unseen, and neither can the
/// consent be withdrawn when the client `needs_consent`. [`keep`] writes the grant.
///
/// # Errors
/// The database does not answer. `Ok(Err(_))` says what the code hung off is gone.
pub async fn begin(
    tx: &mut WriteTx,
    (id, context): (String, GrantContext),
    needs_consent: bool,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<Result<Grant, Lapsed>, DbError> {
    let session = store::sso::hold(tx, &context.session_id).await?;
    let session = session.filter(|session| session.is_live(now, lifetimes));
    if session.is_none() {
        return Ok(Err(Lapsed::Session));
    }
    let (who, whom) = (&context.account_id, &context.client_id);
    if needs_consent && !store::consents::hold(tx, who, whom).await? {
        return Ok(Err(Lapsed::Consent));
    }
    Ok(Ok(Grant {
        id,
        context,
        revoked_at: None,
        session,
    }))
}

/// Writes a grant that begins now.
pub async fn keep(tx: &mut WriteTx, grant: &Grant, now: Millis) -> Result<(), DbError> {
    store::grants::insert(tx, &grant.id, &grant.context, now).await
}

/// Revokes the grant `id` and answers what it was; nothing when it is unknown or was revoked before.
pub async fn revoke(
    tx: &mut WriteTx,
    id: &str,
    reason: RevokeReason,
    now: Millis,
) -> Result<Option<Box<Grant>>, DbError> {
    if !store::grants::revoke(tx, id, reason, now).await? {
        return Ok(None);
    }
    Ok(store::grants::find(tx, id).await?.map(Box::new))
}
