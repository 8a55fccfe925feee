//! Tokens that their client gives back (RFC 7009).

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::grants::RevokeReason;
use super::presented::Presented;
use super::store;

/// What was given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenBack {
    /// One access token; the others of its grant live on.
    Access,
    /// A refresh token, and with it its grant and every token of that grant.
    Refresh {
        /// The revoked grant.
        grant_id: String,
    },
}

impl GivenBack {
    /// The word in audit entries.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Refresh { .. } => "refresh",
        }
    }
}

/// Revokes what `client_id` gives back. Nothing happens to a token that is unknown, dead already
/// or another client's.
pub async fn give_back(
    tx: &mut WriteTx,
    presented: &Presented,
    client_id: &str,
    now: Millis,
) -> Result<Option<GivenBack>, DbError> {
    let hash = match presented {
        Presented::Signed { jti, token } if token.client_id == client_id => {
            store::access_tokens::revoke_jti(tx, jti, token.expires_at).await?;
            return Ok(Some(GivenBack::Access));
        }
        Presented::Signed { .. } => return Ok(None),
        Presented::Opaque(hash) => hash,
    };
    if let Some(found) = store::access_tokens::find(tx, hash).await? {
        let revoked = found.token.client_id == client_id
            && store::access_tokens::revoke(tx, hash, now).await?;
        return Ok(revoked.then_some(GivenBack::Access));
    }
    let Some(found) = store::refresh_tokens::find(tx, hash).await? else {
        return Ok(None);
    };
    if found.client_id != client_id {
        return Ok(None);
    }
    // A spent token names its family as well as the present one does.
    let revoked = store::grants::revoke(tx, &found.grant_id, RevokeReason::Client, now).await?;
    Ok(revoked.then_some(GivenBack::Refresh {
        grant_id: found.grant_id,
    }))
}
