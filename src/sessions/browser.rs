//! Binds a browser to its SSO session: the cookie (tower-sessions) points to the session.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use tower_sessions::Session;
use tower_sessions::session::Id;

use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};
use crate::directory::{self, Account};

use super::activity;
use super::sso::{SessionLifetimes, SsoSession};
use super::store;

pub use super::store::browser::BrowserStore;

/// The key of the session id in the browser's record.
const SID: &str = "sid";

#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error("cannot read or write the browser's session record: {0}")]
    Binding(#[from] tower_sessions::session::Error),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A live session and its account, which may sign in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: SsoSession,
    pub account: Account,
}

/// The session and account of this browser at `now`, if anyone is signed in. Records the use at most once a minute.
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

/// The session id in the browser's record; the session may have ended.
pub async fn pointer(browser: &Session) -> Result<Option<String>, BrowserError> {
    Ok(browser.get::<String>(SID).await?)
}

/// A new cookie value for a browser (attack 8). Its record is stored in the transaction that begins the session, so that a
/// sign-in is one write.
#[derive(Clone, Debug)]
pub struct NewCookie {
    id: Id,
    replaced: Option<Id>,
    expires_at: Millis,
}

impl NewCookie {
    /// A new value for `browser`.
    pub fn of(browser: &Session) -> Self {
        Self {
            id: Id::default(),
            replaced: browser.id(),
            expires_at: store::browser::millis(browser.expiry_date()),
        }
    }

    /// Stores the record of the new value, which points to `session_id`, and deletes that of the former one.
    pub async fn store(&self, tx: &mut WriteTx, session_id: &str) -> Result<(), DbError> {
        if let Some(replaced) = &self.replaced {
            store::browser::forget(tx, replaced).await?;
        }
        let data = HashMap::from([(SID.to_owned(), session_id.into())]);
        store::browser::put(tx, &self.id, &data, self.expires_at).await
    }

    /// Sets the cookie to the stored value.
    pub async fn set(self, browser: &Session, session_id: &str) -> Result<(), BrowserError> {
        browser.cycle_id().await?;
        browser.clear().await;
        browser.insert(SID, session_id).await?;
        browser
            .insert(store::browser::STORED, self.id.to_string())
            .await?;
        // Here rather than when the response is sent, so that a failure becomes an error page and not a half-finished
        // sign-in.
        browser.save().await?;
        Ok(())
    }
}

/// Deletes the browser's record and cookie.
pub async fn unbind(browser: &Session) -> Result<(), BrowserError> {
    browser.flush().await?;
    Ok(())
}
