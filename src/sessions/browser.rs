//! The browser's binding: which SSO session its cookie points to (tower-sessions), and who that is.

use jiff::tz::TimeZone;
use tower_sessions::Session;

use crate::clock::Millis;
use crate::db::{Db, DbError};
use crate::directory::{self, Account};

use super::activity;
use super::sso::{SessionLifetimes, SsoSession};
use super::store;

pub use super::store::browser::BrowserStore;

/// The key of the pointer in the browser's record.
const SID: &str = "sid";

/// Why the binding could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    /// The store behind the cookie failed.
    #[error("the browser's binding cannot be reached: {0}")]
    Binding(#[from] tower_sessions::session::Error),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A live session and the account it belongs to, which may sign in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session: SsoSession,
    /// Whose it is.
    pub account: Account,
}

/// Who is signed in in this browser at `now`, if anybody. Notes the use at most once a minute.
pub async fn signed_in(
    db: &Db,
    browser: &Session,
    lifetimes: SessionLifetimes,
    zone: &TimeZone,
    now: Millis,
) -> Result<Option<SignedIn>, BrowserError> {
    let Some(sid) = browser.get::<String>(SID).await? else {
        return Ok(None);
    };
    let found = {
        let mut tx = db.read().await?;
        match store::sso::find(&mut tx, &sid).await? {
            Some(session) if session.is_live(now, lifetimes) => {
                let account = directory::find(&mut tx, &session.account_id).await?;
                account.map(|account| SignedIn { session, account })
            }
            _ => None,
        }
    };
    let Some(found) = found else { return Ok(None) };
    if directory::may_sign_in(&found.account, now, zone).is_err() {
        return Ok(None);
    }
    activity::note(db, &found.session, lifetimes, now).await?;
    Ok(Some(found))
}

/// The session that the browser points to, live or not.
pub async fn pointer(browser: &Session) -> Result<Option<String>, BrowserError> {
    Ok(browser.get::<String>(SID).await?)
}

/// Points the browser to `session_id` under a new cookie value (attack 8).
pub async fn bind(browser: &Session, session_id: &str) -> Result<(), BrowserError> {
    browser.cycle_id().await?;
    browser.insert(SID, session_id).await?;
    // Saved here and not when the answer leaves, so that a failed save is an error to the person
    // and no half-made sign-in.
    browser.save().await?;
    Ok(())
}

/// Forgets the browser: its record and its cookie.
pub async fn unbind(browser: &Session) -> Result<(), BrowserError> {
    browser.flush().await?;
    Ok(())
}
