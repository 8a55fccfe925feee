//! Who is signed in here, and which sign-ins are under way. A real application would keep the
//! first in its database and the second in a sealed cookie.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use openidconnect::{CsrfToken, Nonce, PkceCodeVerifier};

use crate::provider::{LoggedOut, SignedIn, Started};

/// How long a browser may take at the provider.
const SIGN_IN_TAKES: Duration = Duration::from_mins(15);
/// How long somebody stays signed in here.
const SESSION_LASTS: Duration = Duration::from_hours(12);
/// How many sign-ins may be under way: whoever only starts them must not fill the memory.
const MOST_UNDER_WAY: usize = 10_000;

/// A sign-in under way.
pub struct Pending {
    /// The browser that started it, by its cookie: no other may end it.
    pub browser: String,
    /// What the ID token must carry.
    pub nonce: Nonce,
    /// What the code is exchanged with.
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

/// All sessions of this application.
#[derive(Default)]
pub struct Sessions(Mutex<Kept>);

impl Sessions {
    /// Remembers a sign-in that `browser` has started.
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

    /// Takes the sign-in with this `state`, which can be ended once, and only by its own browser.
    pub fn take_started(&self, browser: &str, state: &str) -> Option<Pending> {
        let mut kept = self.lock();
        let found = kept.pending.get(state)?;
        if found.browser != browser || found.since.elapsed() >= SIGN_IN_TAKES {
            return None;
        }
        kept.pending.remove(state)
    }

    /// Opens a session and gives its name, which goes into the cookie. It is always a new one, so
    /// that nobody can sign in under a name that somebody else knows.
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

    /// Who is signed in under this name.
    pub fn find(&self, name: &str) -> Option<Arc<SignedIn>> {
        let kept = self.lock();
        let session = kept.sessions.get(name)?;
        (session.since.elapsed() < SESSION_LASTS).then(|| session.who.clone())
    }

    /// Puts renewed tokens into a session, if it has not been ended meanwhile.
    pub fn renewed(&self, name: &str, who: SignedIn) {
        if let Some(session) = self.lock().sessions.get_mut(name) {
            session.who = Arc::new(who);
        }
    }

    /// Ends one session.
    pub fn close(&self, name: &str) -> Option<Arc<SignedIn>> {
        self.lock().sessions.remove(name).map(|session| session.who)
    }

    /// Ends every session that the provider says is over, and tells how many those were.
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

/// A name that cannot be guessed: 256 random bits.
pub fn random_name() -> String {
    CsrfToken::new_random_len(32).into_secret()
}
