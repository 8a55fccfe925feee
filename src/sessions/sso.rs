//! The SSO session: one sign-in of one person in one browser.

use serde::{Deserialize, Serialize};

use crate::clock::{HOUR, MINUTE, Millis};
use crate::config::SessionsConfig;
use crate::federation::TheirSignIn;
use crate::random::Random;

use crate::factors::Acr;

/// Minimum interval between writes of `last_seen_at`.
const SEEN_EVERY: Millis = MINUTE;

/// How old a proof may be for a change of a way in.
pub const FRESH: Millis = 5 * MINUTE;

/// How long sessions live (G-14).
#[derive(Clone, Copy, Debug)]
pub struct SessionLifetimes {
    /// Without any use, in milliseconds.
    pub idle: Millis,
    /// From the sign-in, in milliseconds.
    pub absolute: Millis,
}

impl SessionLifetimes {
    /// True when a use recorded at `noted` must be recorded again: after a minute, or earlier where the idle time is
    /// too short for that.
    pub fn is_note_old(self, noted: Millis, now: Millis) -> bool {
        now >= noted.saturating_add(SEEN_EVERY.min(self.idle / 4))
    }
}

impl Default for SessionLifetimes {
    fn default() -> Self {
        Self {
            idle: 2 * HOUR,
            absolute: 12 * HOUR,
        }
    }
}

impl From<&SessionsConfig> for SessionLifetimes {
    fn from(config: &SessionsConfig) -> Self {
        Self {
            idle: config.idle,
            absolute: config.absolute,
        }
    }
}

/// A row of `sso_sessions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SsoSession {
    /// The `sid` claim of the session's tokens.
    pub id: String,
    /// The `sub` claim.
    pub account_id: String,
    /// When the person last proved their identity.
    pub auth_time: Millis,
    /// Authentication Context Class Reference of that proof.
    pub acr: String,
    /// Authentication Methods References of that proof (RFC 8176).
    pub amr: Vec<String>,
    pub created_at: Millis,
    /// When it was last used; written at most once a minute.
    pub last_seen_at: Millis,
    pub ended_at: Option<Millis>,
}

/// How a person proved their identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authentication {
    pub account_id: String,
    pub acr: String,
    /// Methods (RFC 8176), such as `pwd`.
    pub amr: Vec<String>,
    /// True if it adds a factor to the proof of the session, whose `auth_time` stays.
    pub adds: bool,
    /// When it was given, if not now.
    pub at: Option<Millis>,
    /// The sign-in at a corporate provider that it is, or that a factor was added to.
    pub corporate: Option<Box<TheirSignIn>>,
}

impl Authentication {
    /// A proof by these methods (RFC 8176); they decide its `acr`.
    pub fn by(account_id: impl Into<String>, amr: Vec<String>) -> Self {
        Self {
            account_id: account_id.into(),
            acr: Acr::of_methods(&amr).as_str().to_owned(),
            amr,
            adds: false,
            at: None,
            corporate: None,
        }
    }

    /// When the person proved their identity: at the provider, and before the steps that followed. A provider that does not
    /// say when may not have asked the person at all, so the proof is no longer [`FRESH`] (attack 17).
    pub fn auth_time(&self, now: Millis) -> Millis {
        let unknown = now.saturating_sub(FRESH);
        let theirs = self.corporate.as_ref();
        let theirs = theirs.map(|their| their.auth_time.unwrap_or(unknown));
        let known = theirs.into_iter().chain(self.at);
        known.fold(now, Millis::min)
    }

    /// A password alone.
    pub fn password(account_id: impl Into<String>) -> Self {
        Self::by(account_id, vec!["pwd".to_owned()])
    }
}

/// Why a session ended; the word is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The person signed out.
    Logout,
    /// Another person signed in in the same browser.
    Replaced,
    PasswordChanged,
    AccountDisabled,
    /// A passkey of the account was removed.
    PasskeyRemoved,
    /// Somebody who administers accounts ended it.
    Administrator,
    /// The corporate provider that it came from ended its own.
    Provider,
    /// The corporate identity that it came by was unlinked.
    IdentityUnlinked,
    /// The session was idle too long or reached its maximum age.
    Expired,
}

impl EndReason {
    /// The stored word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Logout => "logout",
            Self::Replaced => "replaced",
            Self::PasswordChanged => "password_changed",
            Self::AccountDisabled => "account_disabled",
            Self::PasskeyRemoved => "passkey_removed",
            Self::Administrator => "administrator",
            Self::Provider => "provider",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::Expired => "expired",
        }
    }

    /// True when the account was disabled or its password changed: every application is notified then, even with
    /// `end_with_session = false`.
    pub fn concerns_the_account(self) -> bool {
        matches!(self, Self::PasswordChanged | Self::AccountDisabled)
    }
}

impl SsoSession {
    /// A session that begins now with `proof`.
    pub fn begin(proof: &Authentication, now: Millis, random: &Random) -> Self {
        Self {
            id: random.uuid_v7(now).to_string(),
            account_id: proof.account_id.clone(),
            auth_time: proof.auth_time(now),
            acr: proof.acr.clone(),
            amr: proof.amr.clone(),
            created_at: now,
            last_seen_at: now,
            ended_at: None,
        }
    }

    /// True while the session's tokens are valid.
    pub fn is_live(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        self.ended_at.is_none()
            && now < self.last_seen_at.saturating_add(lifetimes.idle)
            && now < self.created_at.saturating_add(lifetimes.absolute)
    }

    /// True while its proof is young enough for a change of a way in (attack 17).
    pub fn is_fresh(&self, now: Millis) -> bool {
        now < self.auth_time.saturating_add(FRESH)
    }

    /// True when `last_seen_at` is old enough to be written again.
    pub fn wants_touch(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        lifetimes.is_note_old(self.last_seen_at, now)
    }

    /// How long the session lasts after `now` if nobody uses it any more; `unattended` if nobody does now.
    pub fn time_left(&self, unattended: bool, now: Millis, lifetimes: SessionLifetimes) -> Millis {
        let used = if unattended { self.last_seen_at } else { now };
        let idle = used.saturating_add(lifetimes.idle);
        (idle.min(self.ends_by(lifetimes)) - now).max(0)
    }

    /// The latest time at which the session ends.
    pub fn ends_by(&self, lifetimes: SessionLifetimes) -> Millis {
        self.created_at.saturating_add(lifetimes.absolute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> SsoSession {
        SsoSession::begin(&Authentication::password("a"), 1_000, &Random::seeded(1))
    }

    /// G-14: idle 2 hours, absolute 12 hours.
    #[test]
    fn a_session_dies_of_idleness_and_of_age() {
        let lifetimes = SessionLifetimes::default();
        let mut session = session();
        assert!(session.is_live(1_000 + 2 * HOUR - 1, lifetimes));
        assert!(!session.is_live(1_000 + 2 * HOUR, lifetimes));
        session.last_seen_at = 1_000 + 11 * HOUR;
        assert!(session.is_live(1_000 + 12 * HOUR - 1, lifetimes));
        assert!(!session.is_live(1_000 + 12 * HOUR, lifetimes));
    }

    #[test]
    fn a_session_says_how_long_it_lasts() {
        let lifetimes = SessionLifetimes::default();
        let session = session();
        let left = |unattended, now| session.time_left(unattended, now, lifetimes);
        assert_eq!(left(false, 1_000 + HOUR), 2 * HOUR);
        assert_eq!(left(true, 1_000 + HOUR), HOUR);
        assert_eq!(left(false, 1_000 + 11 * HOUR), HOUR);
        assert_eq!(left(true, 1_000 + 3 * HOUR), 0);
    }

    #[test]
    fn an_ended_session_is_dead_at_once() {
        let mut session = session();
        session.ended_at = Some(1_000);
        assert!(!session.is_live(1_000, SessionLifetimes::default()));
    }

    #[test]
    fn last_seen_is_written_at_most_once_a_minute() {
        let (session, lifetimes) = (session(), SessionLifetimes::default());
        assert!(!session.wants_touch(1_000 + MINUTE - 1, lifetimes));
        assert!(session.wants_touch(1_000 + MINUTE, lifetimes));
        let idle = MINUTE;
        let short = SessionLifetimes { idle, ..lifetimes };
        assert!(session.wants_touch(1_000 + MINUTE / 4, short));
    }
}
