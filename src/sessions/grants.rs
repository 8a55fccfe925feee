//! A grant: what one client may do for one account, and what its tokens contain.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::sso::SessionLifetimes;
use super::store;

pub use super::store::grants::{Grant, GrantContext, RevokeReason};

/// Why a valid code can no longer become a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapsed {
    /// The session in which the code was issued has ended.
    Session,
    /// The consent under which the code was issued was withdrawn.
    Consent,
}

/// Builds the grant `id` from a code; [`keep`] writes it. Until this transaction ends, no other transaction can end the
/// session or, when the client `needs_consent`, withdraw the consent.
///
/// # Errors
/// The database fails. `Ok(Err(_))` says why the code can no longer become a grant.
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

/// Writes a new grant.
pub async fn keep(tx: &mut WriteTx, grant: &Grant, now: Millis) -> Result<(), DbError> {
    store::grants::insert(tx, &grant.id, &grant.context, now).await
}

/// Revokes the grant `id` and returns it; `None` when it is unknown or was revoked before.
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
