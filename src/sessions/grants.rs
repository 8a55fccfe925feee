//! A grant: what one client may do for one account, and what its tokens say about it.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::directory::claims;

use super::sso::{SessionLifetimes, SsoSession};
use super::store;

/// Everything the tokens of a grant need to know; fixed when the person agreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantContext {
    /// The client that may act.
    pub client_id: String,
    /// The account it acts for: the `sub` claim.
    pub account_id: String,
    /// The SSO session it was given in: the `sid` claim.
    pub session_id: String,
    /// True when it outlives that session (`offline_access`).
    pub offline: bool,
    /// Granted scope values, sorted.
    pub scope: Vec<String>,
    /// `nonce` of the authentication request (OpenID Connect Core 3.1.2.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// When the person last proved who they are.
    pub auth_time: Millis,
    /// True when the ID token must carry `auth_time` (`max_age` or an essential claim).
    pub wants_auth_time: bool,
    /// Class of that proof.
    pub acr: String,
    /// Methods of that proof.
    pub amr: Vec<String>,
    /// The `claims` request parameter (OpenID Connect Core 5.5), as it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<serde_json::Value>,
    /// Audiences of its access tokens (RFC 8707); empty means the UserInfo endpoint alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
}

impl GrantContext {
    /// True when `scope` was granted.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scope.iter().any(|granted| granted == scope)
    }

    /// True when it tells more than `allowed` does: a scope value beyond it, or a single claim of one.
    pub fn reaches_beyond(&self, allowed: &[String]) -> bool {
        let is_allowed = |scope: &str| allowed.iter().any(|value| value == scope);
        let members = self.claims.as_ref().and_then(serde_json::Value::as_object);
        let members = members.into_iter().flat_map(serde_json::Map::values);
        let named = members.filter_map(serde_json::Value::as_object);
        let mut named = named.flat_map(serde_json::Map::keys);
        self.scope.iter().any(|scope| !is_allowed(scope))
            || named.any(|claim| claims::scope_of(claim).is_some_and(|scope| !is_allowed(scope)))
    }
}

/// A row of `grants` beside the session it hangs off, if that is still known.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The grant's identifier, and the family of its refresh tokens.
    pub id: String,
    /// What was granted.
    pub context: GrantContext,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Millis>,
    /// The session it was given in.
    pub session: Option<SsoSession>,
}

impl Grant {
    /// True while its tokens are good: not revoked and, unless offline, its session alive.
    pub fn is_live(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        self.revoked_at.is_none()
            && (self.context.offline
                || self
                    .session
                    .as_ref()
                    .is_some_and(|session| session.is_live(now, lifetimes)))
    }
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

/// Why a grant was revoked; the word is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevokeReason {
    /// Its authorization code was used twice (RFC 6749 section 4.1.2).
    CodeReplayed,
    /// One of its refresh tokens was used twice (RFC 9700 section 4.14.2).
    RefreshReused,
    /// The client asked for it (RFC 7009).
    Client,
    /// The person withdrew their consent.
    ConsentWithdrawn,
    /// The person was asked again and allowed less.
    ConsentNarrowed,
    /// The password was changed.
    PasswordChanged,
    /// The account was disabled or removed.
    AccountDisabled,
}

impl RevokeReason {
    /// The stored word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CodeReplayed => "code_replayed",
            Self::RefreshReused => "refresh_reused",
            Self::Client => "client",
            Self::ConsentWithdrawn => "consent_withdrawn",
            Self::ConsentNarrowed => "consent_narrowed",
            Self::PasswordChanged => "password_changed",
            Self::AccountDisabled => "account_disabled",
        }
    }
}
