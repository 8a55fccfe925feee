//! The sessions and the pending sign-ins. A real application would keep sessions in its database
//! and pending sign-ins in an encrypted cookie.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use openidconnect::{CsrfToken, Nonce, PkceCodeVerifier};

use crate::provider::{LoggedOut, SignedIn, Started};

/// How long a sign-in at the provider may take.
const SIGN_IN_TAKES: Duration = Duration::from_mins(15);
/// How long a session lasts.
const SESSION_LASTS: Duration = Duration::from_hours(12);
/// The most pending sign-ins, so that nobody can fill the memory with sign-ins that never finish.
const MOST_UNDER_WAY: usize = 10_000;

/// A pending sign-in.
pub struct Pending {
    /// The cookie of the browser that started it. No other browser may finish it.
    pub browser: String,
    /// The nonce that the ID token must have.
    pub nonce: Nonce,
    /// The PKCE verifier for the code.
    pub verifier: PkceCodeVerifier,
    since: Instant,
}

struct Session {
    who: Arc<SignedIn>,
    since: Instant,
}

#[derive(Default)]
struct Kept {
    pending: HashMap<String, Pending>,
    sessions: HashMap<String, Session>,
}

#[derive(Default)]
pub struct Sessions(Mutex<Kept>);

impl Sessions {
    /// Stores a sign-in that `browser` has started.
    pub fn started(&self, browser: String, started: Started) {
        let mut kept = self.lock();
        let pending = &mut kept.pending;
        pending.retain(|_, one| one.since.elapsed() < SIGN_IN_TAKES);
        if pending.len() >= MOST_UNDER_WAY {
            pending.clear();
        }
        let Started {
            state,
            nonce,
            verifier,
            ..
        } = started;
        pending.insert(
            state,
            Pending {
                browser,
                nonce,
                verifier,
                since: Instant::now(),
            },
        );
    }

    /// Removes and returns the sign-in with this `state`. This works once, and only for the browser
    /// that started it.
    pub fn take_started(&self, browser: &str, state: &str) -> Option<Pending> {
        let mut kept = self.lock();
        let found = kept.pending.get(state)?;
        if found.browser != browser || found.since.elapsed() >= SIGN_IN_TAKES {
            return None;
        }
        kept.pending.remove(state)
    }

    /// Creates a session and returns its id for the cookie. The id is always new, so that nobody
    /// can plant one that they know.
    pub fn open(&self, who: SignedIn) -> String {
        let name = random_name();
        let mut kept = self.lock();
        kept.sessions
            .retain(|_, one| one.since.elapsed() < SESSION_LASTS);
        kept.sessions.insert(
            name.clone(),
            Session {
                who: Arc::new(who),
                since: Instant::now(),
            },
        );
        name
    }

    /// The session with this id.
    pub fn find(&self, name: &str) -> Option<Arc<SignedIn>> {
        let kept = self.lock();
        let session = kept.sessions.get(name)?;
        (session.since.elapsed() < SESSION_LASTS).then(|| session.who.clone())
    }

    /// Stores refreshed tokens in a session, unless it has ended.
    pub fn renewed(&self, name: &str, who: SignedIn) {
        if let Some(session) = self.lock().sessions.get_mut(name) {
            session.who = Arc::new(who);
        }
    }

    pub fn close(&self, name: &str) -> Option<Arc<SignedIn>> {
        self.lock().sessions.remove(name).map(|session| session.who)
    }

    /// Ends all sessions that a logout of the provider names, and returns their number.
    pub fn close_all(&self, over: &LoggedOut) -> usize {
        let mut kept = self.lock();
        let before = kept.sessions.len();
        kept.sessions.retain(|_, session| {
            let same_user = session.who.subject == over.subject;
            let same_session = over.session.is_none() || session.who.session == over.session;
            !(same_user && same_session)
        });
        before - kept.sessions.len()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An id that cannot be guessed: 256 random bits.
pub fn random_name() -> String {
    CsrfToken::new_random_len(32).into_secret()
}
