//! A grant: what one client may do for one account, and what its tokens contain.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::codes::FoundCode;
use super::store;

pub use super::store::grants::{Grant, GrantContext, RevokeReason};

/// Why a code cannot become a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapsed {
    /// The code does not exist, or has expired.
    Unknown,
    /// The session in which the code was issued has ended.
    Session,
    /// The consent under which the code was issued was withdrawn or given again.
    Consent,
}

/// Builds the grant that a code becomes; [`keep`] writes it. Until this transaction ends, no other transaction can
/// withdraw the consent, when the client `needs_consent`.
///
/// # Errors
/// The database fails. `Ok(Err(_))` says why the code can no longer become a grant.
pub async fn begin(
    tx: &mut WriteTx,
    code: FoundCode,
    needs_consent: bool,
) -> Result<Result<Grant, Lapsed>, DbError> {
    let context = code.context.grant;
    if needs_consent {
        let (who, whom) = (&context.account_id, &context.client_id);
        let consent = store::consents::hold(tx, who, whom).await?;
        let stands = consent.is_some_and(|consent| {
            let same = code.consented_at.is_none_or(|at| at == consent.granted_at);
            same && !context.reaches_beyond(&consent.values())
        });
        if !stands {
            return Ok(Err(Lapsed::Consent));
        }
    }
    Ok(Ok(Grant {
        id: code.grant_id,
        context,
        revoked_at: None,
        session: Some(code.session),
    }))
}

/// Writes a new grant. False when its id was used before, or when the tokens of its client were revoked after
/// `sealed_at`, the time of its code if that had no row.
pub async fn keep(
    tx: &mut WriteTx,
    grant: &Grant,
    sealed_at: Option<Millis>,
    now: Millis,
) -> Result<bool, DbError> {
    store::grants::insert(tx, &grant.id, &grant.context, sealed_at, now).await
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
