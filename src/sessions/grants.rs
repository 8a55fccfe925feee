//! A grant: what one client may do for one account, and what its tokens contain.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::store;

pub use super::store::grants::{Grant, GrantContext, RevokeReason};

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
