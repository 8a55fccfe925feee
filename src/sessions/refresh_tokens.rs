//! Refresh tokens: rotation, reuse detection and their two lifetimes (RFC 9700 section 4.14).

use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::random::{Random, hashed};

use super::grants::{self, Grant, RevokeReason};
use super::sso::SessionLifetimes;
use super::store;
use super::store::refresh_tokens::RefreshToken;

/// How refresh tokens of one client behave.
#[derive(Clone, Copy, Debug)]
pub struct RefreshTokenRules {
    /// True: each use spends the token and issues another. False: the token stays the same, as FAPI requires.
    pub rotate: bool,
    /// How long an offline token is valid without use, in milliseconds.
    pub offline_idle: Millis,
    /// The lifetimes of the session, which also end a token that is not offline.
    pub session: SessionLifetimes,
}

impl Default for RefreshTokenRules {
    fn default() -> Self {
        Self {
            rotate: true,
            offline_idle: 30 * DAY,
            session: SessionLifetimes::default(),
        }
    }
}

/// The result of presenting a refresh token.
#[derive(Debug)]
pub enum Recovery {
    Good {
        grant: Box<Grant>,
        /// Thumbprint of the DPoP key that the token is bound to, if any.
        dpop_jkt: Option<String>,
    },
    /// It was spent before: the whole family is now revoked.
    Reused {
        /// The grant, if this use revoked it; `None` if it was revoked before.
        revoked: Option<Box<Grant>>,
    },
    /// Unknown, expired, of another client, or its grant has ended.
    Unknown,
}

/// Issues a refresh token for `grant`.
pub async fn issue(
    tx: &mut WriteTx,
    grant: &Grant,
    dpop_jkt: Option<String>,
    policy: RefreshTokenRules,
    now: Millis,
    random: &Random,
) -> Result<String, DbError> {
    let token = random.token();
    let row = RefreshToken {
        grant_id: grant.id.clone(),
        client_id: grant.context.client_id.clone(),
        dpop_jkt,
        issued_at: now,
        expires_at: expires_at(grant, policy, now),
        used_at: None,
    };
    store::refresh_tokens::insert(tx, &hashed(&token), &row).await?;
    Ok(token)
}

fn expires_at(grant: &Grant, policy: RefreshTokenRules, now: Millis) -> Millis {
    match &grant.session {
        Some(session) if !grant.context.offline => session.ends_by(policy.session),
        _ => now.saturating_add(policy.offline_idle),
    }
}

/// Spends `token` for `client_id`. Of several concurrent requests exactly one gets [`Recovery::Good`]; any other use of
/// a spent token revokes the family, whichever client makes it.
pub async fn recover(
    tx: &mut WriteTx,
    token: &str,
    client_id: &str,
    policy: RefreshTokenRules,
    now: Millis,
) -> Result<Recovery, DbError> {
    let hash = hashed(token);
    let good = if policy.rotate {
        store::refresh_tokens::spend(tx, &hash, client_id, now).await?
    } else {
        let found = store::refresh_tokens::find(tx, &hash).await?;
        found.filter(|row| row.used_at.is_none() && row.is_of(client_id, now))
    };
    let Some(row) = good else {
        return refuse(tx, &hash, client_id, now).await;
    };
    let Some(grant) = store::grants::find(tx, &row.grant_id).await? else {
        return Ok(Recovery::Unknown);
    };
    if !grant.is_live(now, policy.session) {
        return Ok(Recovery::Unknown);
    }
    if !policy.rotate {
        let until = expires_at(&grant, policy, now);
        store::refresh_tokens::extend(tx, &hash, until).await?;
    }
    Ok(Recovery::Good {
        grant: Box::new(grant),
        dpop_jkt: row.dpop_jkt,
    })
}

/// Decides why a token is refused; a spent one revokes its family.
async fn refuse(
    tx: &mut WriteTx,
    hash: &str,
    client_id: &str,
    now: Millis,
) -> Result<Recovery, DbError> {
    let found = store::refresh_tokens::find(tx, hash).await?;
    let Some(row) = found.filter(|row| row.is_of(client_id, now)) else {
        return Ok(Recovery::Unknown);
    };
    let reason = RevokeReason::RefreshReused;
    let revoked = grants::revoke(tx, &row.grant_id, reason, now).await?;
    Ok(Recovery::Reused { revoked })
}

/// The refresh token `secret` with its grant, if it could be used at `now`. Does not spend it.
pub async fn find_live(
    tx: &mut dyn Reads,
    secret: &str,
    now: Millis,
    lifetimes: SessionLifetimes,
) -> Result<Option<(RefreshToken, Grant)>, DbError> {
    let row = store::refresh_tokens::find(tx, &hashed(secret)).await?;
    let Some(row) = row.filter(|row| row.used_at.is_none() && now < row.expires_at) else {
        return Ok(None);
    };
    let grant = store::grants::find(tx, &row.grant_id).await?;
    let grant = grant.filter(|grant| grant.is_live(now, lifetimes));
    Ok(grant.map(|grant| (row, grant)))
}
