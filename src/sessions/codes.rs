//! Authorization codes: issued once, redeemed once (RFC 6749 section 4.1.2).

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random::{Random, hashed};

use super::grants::{Grant, RevokeReason};
use super::store;

pub use super::store::codes::CodeContext;

/// A code that was redeemed.
#[derive(Clone, Debug)]
pub struct RedeemedCode {
    /// The id of the grant that the code becomes.
    pub grant_id: String,
    pub context: CodeContext,
}

/// The result of redeeming a code.
#[derive(Debug)]
pub enum Redemption {
    /// The code was valid and is now used.
    Taken(Box<RedeemedCode>),
    /// The code had been used before; its grant is now revoked.
    Replayed {
        /// The grant, if this replay revoked it; `None` if it was revoked before.
        revoked: Option<Box<Grant>>,
    },
    /// The code does not exist or has expired.
    Unknown,
}

/// Issues a code for `context`, valid for `lifetime` milliseconds.
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

/// Redeems a code. The caller commits when the code was valid or replayed, and rolls back when it refuses the rest of
/// the request, so that a stranger cannot use up somebody else's code.
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
