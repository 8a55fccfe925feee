//! Access tokens: opaque and stored by hash, or signed (RFC 9068) and stored only when revoked.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random::{Random, hashed};

use super::grants::Grant;
use super::sso::SessionLifetimes;
use super::store;

/// What an access token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The grant it hangs off; none for `client_credentials`.
    pub grant_id: Option<String>,
    /// The client it was given to.
    pub client_id: String,
    /// Granted scope values, sorted.
    pub scope: Vec<String>,
    /// Who may accept it (RFC 8707); never empty.
    pub audience: Vec<String>,
    /// Thumbprint of the DPoP key it is bound to (RFC 9449 section 6).
    pub dpop_jkt: Option<String>,
    /// When it was given.
    pub issued_at: Millis,
    /// When it dies.
    pub expires_at: Millis,
}

/// A token as the store knows it.
#[derive(Clone, Debug)]
pub struct StoredToken {
    /// What it says.
    pub token: AccessToken,
    /// True when it was revoked by itself.
    pub revoked: bool,
    /// The grant it hangs off, with its session.
    pub grant: Option<Grant>,
}

impl StoredToken {
    /// True while the token may be accepted.
    pub fn is_live(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        let grant_lives = match (&self.token.grant_id, &self.grant) {
            (None, _) => true,
            (Some(_), Some(grant)) => grant.is_live(now, lifetimes),
            (Some(_), None) => false,
        };
        !self.revoked && now < self.token.expires_at && grant_lives
    }
}

/// Gives an opaque token and stores its hash.
pub async fn issue(
    tx: &mut WriteTx,
    token: &AccessToken,
    random: &Random,
) -> Result<String, DbError> {
    let secret = random.token();
    store::access_tokens::insert(tx, &hashed(&secret), token).await?;
    Ok(secret)
}
