//! Authorization codes: issued once, exchanged once (RFC 6749 section 4.1.2).
//!
//! A code is sealed ([`super::sealed_codes`]) or a row. Either way it becomes one grant, whose id it decides.

use crate::clock::{DAY, MINUTE, Millis};
use crate::db::{DbError, WriteTx};
use crate::keys::KeySet;
use crate::random::{Random, hashed};

use super::grants::{Grant, RevokeReason};
use super::sealed_codes::SealedCode;
use super::sso::{SessionLifetimes, SsoSession};
use super::store;
use super::store::sso::SessionWithKey;

pub use super::store::codes::CodeContext;

/// A code as a client sent it.
#[derive(Clone, Debug)]
pub enum SentCode {
    Sealed(Box<SealedCode>),
    /// Anything else, by hash: a row, or nothing that we gave out.
    Other(String),
}

impl SentCode {
    pub fn read(code: &str, issuer: &str, keys: &KeySet) -> Self {
        match SealedCode::open(code, issuer, keys) {
            Some(code) => Self::Sealed(Box::new(code)),
            None => Self::Other(hashed(code)),
        }
    }

    /// When it was issued, if it has no row.
    pub fn sealed_at(&self) -> Option<Millis> {
        match self {
            Self::Sealed(code) => Some(code.issued_at),
            Self::Other(_) => None,
        }
    }
}

/// Why a code cannot become a grant (`invalid_grant`, RFC 6749 section 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidGrant {
    /// The code does not exist, or has expired.
    Unknown,
    /// The session in which the code was issued has ended, proves less now, or did not mark it.
    Session,
    /// The consent under which the code was issued was withdrawn or narrowed.
    Consent,
}

/// A valid code.
#[derive(Clone, Debug)]
pub struct FoundCode {
    /// The id of the grant that the code becomes.
    pub grant_id: String,
    pub context: CodeContext,
    /// The live session in which it was issued.
    pub session: SsoSession,
    /// A time since which the consent must stand; `None` if any remembered consent counts.
    pub consented_at: Option<Millis>,
}

/// Stores a code for `context`, valid for `lifetime` milliseconds.
pub async fn store(
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

/// Finds what a code is for. Until this transaction ends, no other can end its session.
///
/// # Errors
/// The database fails. `Ok(Err(_))` says why the code is not valid any more.
pub async fn find(
    tx: &mut WriteTx,
    sent: &SentCode,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<Result<FoundCode, InvalidGrant>, DbError> {
    match sent {
        SentCode::Sealed(code) => find_sealed(tx, code, lifetimes, now).await,
        SentCode::Other(hash) => find_stored(tx, hash, lifetimes, now).await,
    }
}

async fn find_sealed(
    tx: &mut WriteTx,
    code: &SealedCode,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<Result<FoundCode, InvalidGrant>, DbError> {
    // Clocks of processes differ a little; a code of the far future is none of ours.
    if now >= code.expires_at || code.issued_at > now.saturating_add(MINUTE) {
        return Ok(Err(InvalidGrant::Unknown));
    }
    let held = live(tx, &code.session_id, lifetimes, now).await?;
    let found = held.and_then(|SessionWithKey { session, code_key }| {
        Some(FoundCode {
            grant_id: code.grant_id(&code_key?)?,
            context: code.context(&session)?,
            session,
            consented_at: code.consented_at,
        })
    });
    Ok(found.ok_or(InvalidGrant::Session))
}

async fn find_stored(
    tx: &mut WriteTx,
    hash: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<Result<FoundCode, InvalidGrant>, DbError> {
    let row = store::codes::find_unused(tx, hash).await?;
    let Some(row) = row.filter(|row| now < row.expires_at) else {
        return Ok(Err(InvalidGrant::Unknown));
    };
    let held = live(tx, &row.context.grant.session_id, lifetimes, now).await?;
    let found = held.map(|SessionWithKey { session, .. }| FoundCode {
        grant_id: row.grant_id,
        context: row.context,
        session,
        consented_at: None,
    });
    Ok(found.ok_or(InvalidGrant::Session))
}

/// The session, held, while it is live.
async fn live(
    tx: &mut WriteTx,
    session_id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<Option<SessionWithKey>, DbError> {
    let held = store::sso::hold(tx, session_id).await?;
    Ok(held.filter(|held| held.session.is_live(now, lifetimes)))
}

/// Builds the grant that a code becomes; [`super::grants::keep`] writes it. Until this transaction ends, no other transaction can
/// withdraw the consent, when the client `needs_consent`.
///
/// # Errors
/// The database fails. `Ok(Err(_))` says why the code can no longer become a grant.
pub async fn granted(
    tx: &mut WriteTx,
    found: FoundCode,
    needs_consent: bool,
) -> Result<Result<Grant, InvalidGrant>, DbError> {
    let context = found.context.grant;
    if needs_consent {
        let (who, whom) = (&context.account_id, &context.client_id);
        let consent = store::consents::hold(tx, who, whom).await?;
        let stands = consent.is_some_and(|consent| {
            let same = found
                .consented_at
                .is_none_or(|at| consent.stands_since <= at);
            same && !context.reaches_beyond(&consent.values())
        });
        if !stands {
            return Ok(Err(InvalidGrant::Consent));
        }
    }
    Ok(Ok(Grant {
        id: found.grant_id,
        context,
        revoked_at: None,
        session: Some(found.session),
    }))
}

/// Marks a stored code as used; false when another exchange was first. A sealed code has no mark: its grant is one.
pub async fn use_up(tx: &mut WriteTx, sent: &SentCode, now: Millis) -> Result<bool, DbError> {
    match sent {
        SentCode::Sealed(_) => Ok(true),
        SentCode::Other(hash) => store::codes::use_up(tx, hash, now).await,
    }
}

/// What became of the grant of a code that cannot be exchanged.
#[derive(Debug)]
pub enum Replay {
    /// There is none: the code was not exchanged before.
    NotExchanged,
    /// It is revoked now.
    Revoked(Box<Grant>),
    /// It had ended before.
    HadEnded,
}

/// Revokes what a code gave that was exchanged before (RFC 6749 section 4.1.2). The caller commits.
pub async fn revoke_replayed(
    tx: &mut WriteTx,
    sent: &SentCode,
    now: Millis,
) -> Result<Replay, DbError> {
    let grant_id = match sent {
        // As rows do, it counts for a day, so that an old address revokes nothing for ever.
        SentCode::Sealed(code) if now > code.expires_at.saturating_add(DAY) => None,
        SentCode::Sealed(code) => {
            // A thief of the sealing key revokes nothing either. The row of an ended session is kept for longer than a day.
            let key = store::sso::code_key(tx, &code.session_id).await?;
            key.and_then(|key| code.grant_id(&key))
        }
        SentCode::Other(hash) => store::codes::find_used(tx, hash).await?,
    };
    let Some(grant_id) = grant_id else {
        return Ok(Replay::NotExchanged);
    };
    let reason = RevokeReason::CodeReplayed;
    if let Some(revoked) = super::grants::revoke(tx, &grant_id, reason, now).await? {
        return Ok(Replay::Revoked(revoked));
    }
    let was_exchanged =
        matches!(sent, SentCode::Other(_)) || store::grants::is_known(tx, &grant_id).await?;
    Ok(if was_exchanged {
        Replay::HadEnded
    } else {
        Replay::NotExchanged
    })
}
