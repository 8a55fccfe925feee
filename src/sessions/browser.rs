//! Binds a browser to its SSO session: the cookie (tower-sessions) points to the session.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use tower_sessions::Session;
use tower_sessions::session::Id;

use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};
use crate::directory;

use super::activity;
use super::sso::SessionLifetimes;
use super::store;

pub use super::store::browser::BrowserStore;
pub use super::store::sso::SignedIn;

/// The key of the session id in the browser's record, which has no other: `store::sso` compares the whole record.
const SID: &str = "sid";

#[derive(Debug, thiserror::Error)]
#[error("cannot read or write the browser's session record: {0}")]
pub struct BrowserError(#[from] tower_sessions::session::Error);

/// When the session of a browser is live and its account may sign in.
#[derive(Clone, Copy, Debug)]
pub struct SignedInRules<'a> {
    pub lifetimes: SessionLifetimes,
    /// The time zone in which an account's validity days end.
    pub zone: &'a TimeZone,
    pub now: Millis,
}

/// The session and account of this browser, if anyone is signed in, and the consent for `client_id`, if it is given.
/// Records the use at most once a minute.
///
/// This is one statement, because every sign-in needs it, and each statement is a trip to the connection's thread.
pub async fn signed_in(
    db: &Db,
    browser: &Session,
    client_id: Option<&str>,
    rules: SignedInRules<'_>,
) -> Result<Option<SignedIn>, DbError> {
    let SignedInRules {
        lifetimes,
        zone,
        now,
    } = rules;
    let Some(id) = browser.id() else {
        return Ok(None);
    };
    let found = {
        let mut tx = db.read().await?;
        let key = store::browser::key(&id);
        store::sso::find_of_browser(&mut tx, &key, client_id, now).await?
    };
    let found = found.filter(|found| {
        found.session.is_live(now, lifetimes)
            && directory::may_sign_in(&found.account, now, zone).is_ok()
    });
    let Some(found) = found else {
        return Ok(None);
    };
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

    /// Stores the record of the new value, which points to `session_id`, and deletes the former value's record.
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
        // It is not left to the end of the response, so that a failure becomes an error page and not a half-finished
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
