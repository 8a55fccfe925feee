//! Refresh tokens: rotation, reuse detection and their two lifetimes (RFC 9700 section 4.14).
//!
//! A grant has one family. Each of its tokens contains the id of the grant, the family's secret and its own secret. The
//! row of the grant keeps the hashes of the family's secret and of the valid token. So a token with the family's secret
//! that is not the valid token has been spent (decision 0037).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use crate::clock::{DAY, Millis, SECOND};
use crate::db::{DbError, Reads, WriteTx};
use crate::random::{Random, hashed};

use super::grants::{self, Grant, RevokeReason};
use super::sso::SessionLifetimes;
use super::store;
use super::store::refresh_families::{RefreshFamily, Rotation};

/// The bytes of a token: the id of its grant, the family's secret and its own, each of 128 bits.
const LENGTH: usize = 48;
/// The bytes before a token's own secret.
const SHARED: usize = 32;
/// How long a spent token may be repeated because its answer was lost, if the client's rules allow it.
const GRACE: Millis = 10 * SECOND;

/// A refresh token as a client sends it.
#[derive(Clone, Debug)]
pub struct SentToken {
    pub grant_id: String,
    /// What all tokens of its family begin with.
    shared: [u8; SHARED],
    hash: String,
}

impl SentToken {
    /// Parses `text`. Only the exact spelling that we issued is a token (attack 28).
    pub fn read(text: &str) -> Option<Self> {
        let bytes: [u8; LENGTH] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (shared, _) = bytes.split_first_chunk::<SHARED>()?;
        let (grant_id, _) = shared.split_first_chunk::<16>()?;
        Some(Self {
            grant_id: Uuid::from_bytes(*grant_id).to_string(),
            shared: *shared,
            hash: hashed(text),
        })
    }

    fn family_hash(&self) -> String {
        family_hash(&self.shared)
    }

    /// True when it is or was a token of `family`.
    fn is_of(&self, family: &RefreshFamily) -> bool {
        let own = self.family_hash();
        own.as_bytes().ct_eq(family.family_hash.as_bytes()).into()
    }

    /// True when it is the token of `family` that is valid at `now`.
    fn is_valid(&self, family: &RefreshFamily, now: Millis) -> bool {
        let same: bool = self.hash.as_bytes().ct_eq(family.hash.as_bytes()).into();
        same && now < family.expires_at
    }
}

fn family_hash(shared: &[u8; SHARED]) -> String {
    hashed(&URL_SAFE_NO_PAD.encode(shared))
}

/// A new token of the family.
fn token(shared: &[u8; SHARED], random: &Random) -> String {
    let own: [u8; LENGTH - SHARED] = random.bytes();
    URL_SAFE_NO_PAD.encode([shared.as_slice(), &own].concat())
}

/// How refresh tokens of one client behave.
#[derive(Clone, Copy, Debug)]
pub struct RefreshTokenRules {
    /// True: each use spends the token and issues a new one. False: the token stays the same, as FAPI requires.
    pub rotate: bool,
    /// True: a spent token may be repeated once, shortly after, while its successor is unused. The successor is then
    /// spent.
    pub grace: bool,
    /// How long an offline token is valid without use, in milliseconds.
    pub offline_idle: Millis,
    /// The lifetimes of the session, which also end a token that is not offline.
    pub session: SessionLifetimes,
}

impl Default for RefreshTokenRules {
    fn default() -> Self {
        Self {
            rotate: true,
            grace: false,
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
        /// The token that takes its place, if it is rotated.
        next: Option<String>,
    },
    /// It was spent before: the whole family is now revoked.
    Reused {
        /// The grant, if this use revoked it; `None` if it was revoked before.
        revoked: Option<Box<Grant>>,
    },
    /// Unknown, expired, of another client, or its grant has ended.
    Unknown,
}

/// What a refresh token is presented with.
#[derive(Clone, Copy, Debug)]
pub struct Presentation<'a> {
    pub client_id: &'a str,
    /// The DPoP key that the next token is bound to, if the family is not bound yet.
    pub dpop_jkt: Option<&'a str>,
    pub rules: RefreshTokenRules,
    pub now: Millis,
}

/// Begins the family of `grant`, which must be stored, and returns its first refresh token.
pub async fn issue(
    tx: &mut WriteTx,
    grant: &Grant,
    dpop_jkt: Option<String>,
    rules: RefreshTokenRules,
    now: Millis,
    random: &Random,
) -> Result<String, DbError> {
    let secret: [u8; 16] = random.bytes();
    let mut shared = [0; SHARED];
    shared[..16].copy_from_slice(&store::refresh_families::grant_bytes(&grant.id)?);
    shared[16..].copy_from_slice(&secret);
    let token = token(&shared, random);
    let family = RefreshFamily {
        client_id: grant.context.client_id.clone(),
        family_hash: family_hash(&shared),
        hash: hashed(&token),
        dpop_jkt,
        issued_at: now,
        expires_at: expires_at(grant, rules, now),
    };
    store::refresh_families::start(tx, &grant.id, &family).await?;
    Ok(token)
}

fn expires_at(grant: &Grant, rules: RefreshTokenRules, now: Millis) -> Millis {
    match &grant.session {
        Some(session) if !grant.context.offline => session.ends_by(rules.session),
        _ => now.saturating_add(rules.offline_idle),
    }
}

/// Uses `token`. Of several concurrent requests exactly one gets [`Recovery::Good`]; any other use of a spent token by its
/// client revokes the family.
///
/// The caller rolls back when it refuses the rest of the request; the token is then as before.
pub async fn recover(
    tx: &mut WriteTx,
    token: &str,
    presented: Presentation<'_>,
    random: &Random,
) -> Result<Recovery, DbError> {
    match SentToken::read(token) {
        Some(sent) if presented.rules.rotate => rotate(tx, &sent, presented, random).await,
        Some(sent) => use_unrotated(tx, &sent, presented).await,
        None => Ok(Recovery::Unknown),
    }
}

/// Replaces the token by the next one of its family.
async fn rotate(
    tx: &mut WriteTx,
    sent: &SentToken,
    presented: Presentation<'_>,
    random: &Random,
) -> Result<Recovery, DbError> {
    let Presentation {
        client_id,
        dpop_jkt,
        rules,
        now,
    } = presented;
    let next = token(&sent.shared, random);
    let rotation = Rotation {
        grant_id: &sent.grant_id,
        client_id,
        family_hash: &sent.family_hash(),
        spent: &sent.hash,
        next: &hashed(&next),
        dpop_jkt,
        now,
        offline_until: now.saturating_add(rules.offline_idle),
        spent_since: if rules.grace {
            now.saturating_sub(GRACE)
        } else {
            Millis::MAX
        },
    };
    let Some(dpop_jkt) = store::refresh_families::rotate(tx, &rotation).await? else {
        return refuse(tx, sent, presented).await;
    };
    let grant = live_grant(tx, &sent.grant_id, presented).await?;
    Ok(good(grant, dpop_jkt, Some(next)))
}

/// Uses a token that stays the same.
async fn use_unrotated(
    tx: &mut WriteTx,
    sent: &SentToken,
    presented: Presentation<'_>,
) -> Result<Recovery, DbError> {
    let Presentation {
        client_id,
        rules,
        now,
        ..
    } = presented;
    let family = store::refresh_families::find(tx, &sent.grant_id).await?;
    let valid =
        |family: &RefreshFamily| sent.is_valid(family, now) && family.client_id == client_id;
    let Some(family) = family.filter(valid) else {
        return refuse(tx, sent, presented).await;
    };
    let grant = live_grant(tx, &sent.grant_id, presented).await?;
    let dpop_jkt = family.dpop_jkt.or(presented.dpop_jkt.map(str::to_owned));
    if let Some(grant) = &grant {
        let until = expires_at(grant, rules, now);
        let bound = dpop_jkt.as_deref();
        store::refresh_families::extend(tx, &grant.id, &sent.hash, until, bound).await?;
    }
    Ok(good(grant, dpop_jkt, None))
}

async fn live_grant(
    tx: &mut WriteTx,
    id: &str,
    presented: Presentation<'_>,
) -> Result<Option<Grant>, DbError> {
    let grant = store::grants::find(tx, id).await?;
    Ok(grant.filter(|grant| grant.is_live(presented.now, presented.rules.session)))
}

fn good(grant: Option<Grant>, dpop_jkt: Option<String>, next: Option<String>) -> Recovery {
    grant.map_or(Recovery::Unknown, |grant| Recovery::Good {
        grant: Box::new(grant),
        dpop_jkt,
        next,
    })
}

/// Decides why a token is refused; a spent one revokes its family.
async fn refuse(
    tx: &mut WriteTx,
    sent: &SentToken,
    presented: Presentation<'_>,
) -> Result<Recovery, DbError> {
    let Presentation { client_id, now, .. } = presented;
    let family = store::refresh_families::find(tx, &sent.grant_id).await?;
    let is_spent = family.is_some_and(|family| {
        let is_its_own = family.client_id == client_id && sent.is_of(&family);
        is_its_own && family.hash != sent.hash && now < family.expires_at
    });
    if !is_spent {
        return Ok(Recovery::Unknown);
    }
    reused(tx, &sent.grant_id, now).await
}

/// Revokes the family of a spent token (RFC 9700 section 4.14.2).
async fn reused(tx: &mut WriteTx, grant_id: &str, now: Millis) -> Result<Recovery, DbError> {
    let reason = RevokeReason::RefreshReused;
    let revoked = grants::revoke(tx, grant_id, reason, now).await?;
    Ok(Recovery::Reused { revoked })
}

/// A refresh token that could be used now.
#[derive(Clone, Debug)]
pub struct LiveRefreshToken {
    pub grant: Grant,
    pub dpop_jkt: Option<String>,
    pub issued_at: Millis,
    pub expires_at: Millis,
}

/// The refresh token `text` with its grant, if it could be used at `now`. Does not spend it.
pub async fn find_live(
    tx: &mut dyn Reads,
    text: &str,
    now: Millis,
    lifetimes: SessionLifetimes,
) -> Result<Option<LiveRefreshToken>, DbError> {
    let Some(sent) = SentToken::read(text) else {
        return Ok(None);
    };
    let family = store::refresh_families::find(tx, &sent.grant_id).await?;
    let Some(family) = family.filter(|family| sent.is_valid(family, now)) else {
        return Ok(None);
    };
    let grant = store::grants::find(tx, &sent.grant_id).await?;
    let grant = grant.filter(|grant| grant.is_live(now, lifetimes));
    Ok(grant.map(|grant| LiveRefreshToken {
        grant,
        dpop_jkt: family.dpop_jkt,
        issued_at: family.issued_at,
        expires_at: family.expires_at,
    }))
}

/// The client of a token, spent or not.
pub(super) async fn client_of(
    tx: &mut dyn Reads,
    sent: &SentToken,
) -> Result<Option<String>, DbError> {
    let family = store::refresh_families::find(tx, &sent.grant_id).await?;
    Ok(family
        .filter(|family| sent.is_of(family))
        .map(|family| family.client_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 28: a token has one spelling and one length, and its parts are read back unchanged.
    #[test]
    fn a_token_has_one_spelling() {
        let random = Random::seeded(3);
        let id = random.uuid_v7(5);
        let shared = [id.into_bytes(), random.bytes()]
            .concat()
            .try_into()
            .unwrap();
        let (text, other) = (token(&shared, &random), token(&shared, &random));
        assert_eq!((text.len(), text != other), (64, true));
        let [sent, next] = [&text, &other].map(|text| SentToken::read(text).unwrap());
        assert_eq!(sent.grant_id, id.to_string());
        assert_eq!(sent.family_hash(), next.family_hash());
        assert_ne!(sent.hash, next.hash);
        for odd in [
            &text[..63],
            &text[..60],
            &format!("{text}A"),
            &format!("{text}="),
            &format!(" {}", &text[1..]),
            &text.replace(['-', '_'], "+"),
            "",
        ] {
            let read = SentToken::read(odd).map(|sent| sent.hash);
            assert!(read.is_none() || *odd == text, "{odd}");
        }
    }
}
