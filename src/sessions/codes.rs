//! Authorization codes: given once, exchanged once (RFC 6749 section 4.1.2).

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random::{Random, hashed};

use super::grants::{Grant, RevokeReason};
use super::store;

pub use super::store::codes::CodeContext;

/// A code that was taken from the store.
#[derive(Clone, Debug)]
pub struct RedeemedCode {
    /// The grant it becomes.
    pub grant_id: String,
    /// What it was bound to.
    pub context: CodeContext,
}

/// What became of a code.
#[derive(Debug)]
pub enum Redemption {
    /// It was good and is now spent.
    Taken(Box<RedeemedCode>),
    /// It was spent before; the grant it gave is revoked now.
    Replayed {
        /// The grant that this very replay revoked, if it still lived.
        revoked: Option<Box<Grant>>,
    },
    /// There is no such code, or it is too old.
    Unknown,
}

/// Gives a code for `context`, good for `lifetime` milliseconds.
pub async fn issue(
    tx: &mut WriteTx,
    context: &CodeContext,
    lifetime: Millis,
    now: Millis,
    random: &Random,
) -> Result<String, DbError> {
    let code = random.token();
    let grant_id = random.uuid_v7(now).to_string();
    let until = now.saturating_add(lifetime);
    store::codes::insert(tx, &hashed(&code), &grant_id, context, until).await?;
    Ok(code)
}

/// Takes a code. The caller keeps the transaction when it was good or replayed, and undoes it
/// when the rest of the request is refused, so that a stranger's try does not burn the code.
pub async fn redeem(tx: &mut WriteTx, code: &str, now: Millis) -> Result<Redemption, DbError> {
    let hash = hashed(code);
    if let Some(taken) = store::codes::take(tx, &hash, now).await? {
        if now >= taken.expires_at {
            return Ok(Redemption::Unknown);
        }
        let (grant_id, context) = (taken.grant_id, taken.context);
        return Ok(Redemption::Taken(Box::new(RedeemedCode {
            grant_id,
            context,
        })));
    }
    match store::codes::find_used(tx, &hash).await? {
        Some(grant_id) => {
            let reason = RevokeReason::CodeReplayed;
            let revoked = super::grants::revoke(tx, &grant_id, reason, now).await?;
            Ok(Redemption::Replayed { revoked })
        }
        None => Ok(Redemption::Unknown),
    }
}
