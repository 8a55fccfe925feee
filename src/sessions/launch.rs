//! Launch tokens: legacy applications get them instead of OpenID Connect (contract F-02). They are random,
//! stored by hash, valid for one application, and end with their session.
//!
//! In mode `query` the address carries the token as `?token=`. In mode `code` it carries a code, which the application
//! exchanges once for a token.

use crate::audit::{self, AuditContext, Event};
use crate::clients::{Callback, Client, LegacyMode};
use crate::clock::{MINUTE, Millis};
use crate::config::SessionsConfig;
use crate::db::{DbError, Reads, WriteTx};
use crate::random::hashed;

use super::sso::{SessionLifetimes, SsoSession};
use super::store;

pub use super::store::launch::{Launched, Usage, usage};

/// The word of a consent that allows launch tokens at the origin of `callback`: the origin in quotes, which no scope
/// value has (RFC 6749 section 3.3).
pub fn agreement(callback: &Callback) -> String {
    format!("\"{}\"", callback.origin())
}

/// How long unused launch tokens and codes are valid.
#[derive(Clone, Copy, Debug)]
pub struct LaunchLifetimes {
    /// From issuing a token to its first use, in milliseconds.
    pub first_use: Millis,
    /// From issuing a code to its exchange, in milliseconds.
    pub code: Millis,
}

impl Default for LaunchLifetimes {
    fn default() -> Self {
        Self {
            first_use: 15 * MINUTE,
            code: MINUTE,
        }
    }
}

impl From<&SessionsConfig> for LaunchLifetimes {
    fn from(sessions: &SessionsConfig) -> Self {
        Self {
            first_use: sessions.launch_first_use,
            code: sessions.launch_code_lifetime,
        }
    }
}

/// What the query of the application's address carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchMode {
    Query,
    /// A code that the application exchanges once.
    Code,
}

impl LaunchMode {
    /// The launch mode of an application that declared `mode`; `None` if it cannot be launched.
    pub const fn of(mode: LegacyMode) -> Option<Self> {
        match mode {
            LegacyMode::Query => Some(Self::Query),
            LegacyMode::Code => Some(Self::Code),
            LegacyMode::Oidc => None,
        }
    }

    /// The word in audit entries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Code => "code",
        }
    }
}

/// How to launch a legacy application.
#[derive(Clone, Debug)]
pub struct Launch {
    pub client_id: String,
    pub mode: LaunchMode,
    pub lifetimes: LaunchLifetimes,
}

impl Launch {
    /// The launch of `client`, if it still accepts launch tokens or codes.
    pub fn of(client: &Client, lifetimes: LaunchLifetimes) -> Option<Self> {
        Some(Self {
            client_id: client.client_id.clone(),
            mode: LaunchMode::of(client.launches()?.mode)?,
            lifetimes,
        })
    }

    /// The launch of `client` from a card with these addresses. Every address must have an origin that the application
    /// registered: someone who edits cards must not decide where tokens go (contract F-02, trap T2).
    pub fn of_card<'a>(
        client: &Client,
        mut addresses: impl Iterator<Item = &'a str>,
        lifetimes: LaunchLifetimes,
    ) -> Option<Self> {
        let legacy = client.launches()?;
        if addresses.all(|address| Callback::check(address, legacy).is_ok()) {
            return Self::of(client, lifetimes);
        }
        let client = &client.client_id;
        tracing::warn!(
            client,
            "a card leads to an origin that its application has not registered: no launch token is issued"
        );
        None
    }

    /// Issues a token or a code of `session` for the application.
    pub async fn give(
        &self,
        tx: &mut WriteTx,
        session: &SsoSession,
        audit: &AuditContext,
    ) -> Result<String, DbError> {
        let granted = Event::LaunchGranted {
            mode: self.mode.as_str(),
        };
        let entry = audit.entry(granted).account(&session.account_id);
        let entry = entry.client(&self.client_id).session(&session.id);
        audit::record(tx, &entry).await?;
        let (secret, client_id, now) = (audit.random.token(), &*self.client_id, audit.now);
        let hash = hashed(&secret);
        match self.mode {
            LaunchMode::Query => {
                let token = store::launch::NewToken {
                    client_id,
                    session_id: &session.id,
                    from_code: None,
                    issued_at: now,
                    use_by: now.saturating_add(self.lifetimes.first_use),
                };
                store::launch::insert_token(tx, &hash, &token).await?;
                store::launch::note_issued(tx, client_id, minute(now)).await?;
            }
            LaunchMode::Code => {
                let until = now.saturating_add(self.lifetimes.code);
                store::launch::insert_code(tx, &hash, client_id, &session.id, until).await?;
            }
        }
        Ok(secret)
    }
}

/// What reading a presented token found, before anything is written.
#[derive(Debug)]
pub enum TokenLookup {
    /// A valid token that is in use; nothing needs to be written.
    Good(Box<Launched>),
    /// Possibly valid; [`present`] decides, and writes the use.
    Ask,
    /// No token of this application, or no longer valid.
    Unknown,
}

/// Looks up whether `secret` is a token of `client_id`, without writing.
pub async fn find(
    tx: &mut dyn Reads,
    secret: &str,
    client_id: &str,
    now: Millis,
    lifetimes: SessionLifetimes,
) -> Result<TokenLookup, DbError> {
    let hash = hashed(secret);
    let Some(token) = store::launch::find_token(tx, &hash).await? else {
        let is_code = store::launch::is_code(tx, &hash, client_id).await?;
        return Ok(if is_code {
            TokenLookup::Ask
        } else {
            TokenLookup::Unknown
        });
    };
    if !token.is_live(client_id, now, lifetimes) {
        return Ok(TokenLookup::Unknown);
    }
    if token.first_used_at.is_none() || token.wants_note(minute(now)) {
        return Ok(TokenLookup::Ask);
    }
    Ok(TokenLookup::Good(Box::new(token.launched())))
}

/// Accepts `secret`, a token or code of `client_id`: records the first use of a token, and exchanges a code for a
/// token. A second use of a code also revokes the token it was exchanged for.
pub async fn present(
    tx: &mut WriteTx,
    secret: &str,
    client_id: &str,
    lifetimes: (SessionLifetimes, LaunchLifetimes),
    audit: &AuditContext,
) -> Result<Option<Launched>, DbError> {
    let (hash, now) = (hashed(secret), audit.now);
    let Some(token) = store::launch::find_token(tx, &hash).await? else {
        return exchange(tx, &hash, client_id, lifetimes, audit).await;
    };
    if !token.is_live(client_id, now, lifetimes.0) {
        return Ok(None);
    }
    if token.first_used_at.is_none() && !store::launch::use_first(tx, &hash, now).await? {
        // Another request used the token first, at the same time: it is now in use and valid.
        tracing::debug!("two requests used a launch token for the first time at once");
    }
    if token.in_query {
        store::launch::note_used(tx, client_id, minute(now)).await?;
    }
    Ok(Some(token.launched()))
}

async fn exchange(
    tx: &mut WriteTx,
    code_hash: &str,
    client_id: &str,
    lifetimes: (SessionLifetimes, LaunchLifetimes),
    audit: &AuditContext,
) -> Result<Option<Launched>, DbError> {
    let now = audit.now;
    // A request for another application does not use up the code.
    if !store::launch::is_code(tx, code_hash, client_id).await? {
        return Ok(None);
    }
    let Some(code) = store::launch::take_code(tx, code_hash, now).await? else {
        store::launch::revoke_of_code(tx, code_hash, now).await?;
        return Ok(None);
    };
    let session = store::sso::find(tx, &code.session_id).await?;
    let session = session.filter(|session| session.is_live(now, lifetimes.0));
    let Some(session) = session.filter(|_| now < code.expires_at) else {
        return Ok(None);
    };
    let secret = audit.random.token();
    let token = store::launch::NewToken {
        client_id,
        session_id: &session.id,
        from_code: Some(code_hash),
        issued_at: now,
        use_by: now.saturating_add(lifetimes.1.first_use),
    };
    store::launch::insert_token(tx, &hashed(&secret), &token).await?;
    store::launch::note_exchanged(tx, client_id, minute(now)).await?;
    Ok(Some(Launched {
        session,
        client_id: client_id.to_owned(),
        exchanged: Some(secret),
    }))
}

/// Usage is recorded by the minute, so that a busy application writes one row a minute.
fn minute(now: Millis) -> Millis {
    now.div_euclid(MINUTE) * MINUTE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_kept_to_the_minute() {
        assert_eq!(minute(MINUTE + 59_999), MINUTE);
    }
}
