//! The live sessions of an account, as a person who administers accounts sees them.

use crate::clock::Millis;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

use super::sso::SessionLifetimes;
use super::store::account_sessions as store;

pub use super::store::account_sessions::LiveSession;

/// The most sessions that are shown. A person with more probably runs a program that signs in again and again.
const MOST: usize = IDS_AT_ONCE;

/// The live sessions of an account.
#[derive(Clone, Debug, Default)]
pub struct AccountSessions {
    /// The sessions that were used last, each with the ids of the applications that got tokens in it.
    pub sessions: Vec<(LiveSession, Vec<String>)>,
    /// True if the account has more sessions than these.
    pub more: bool,
    /// The ids of the applications with offline access, which outlives every session.
    pub offline: Vec<String>,
}

/// The sessions of the account `account_id` that are live at `now`: the 100 that were used last.
///
/// # Errors
/// The database failed.
pub async fn of(
    view: &mut dyn Reads,
    account_id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
) -> Result<AccountSessions, DbError> {
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let mut live = store::live(view, account_id, lifetimes, now, most + 1).await?;
    let more = live.len() > MOST;
    live.truncate(MOST);
    let ids: Vec<&str> = live.iter().map(|session| session.id.as_str()).collect();
    let mut applications = store::applications(view, &ids).await?;
    applications.sort_unstable();
    let mut offline = store::offline(view, account_id, now, most).await?;
    offline.sort_unstable();
    let of_session = |session: LiveSession| {
        let own = applications.iter().filter(|(id, _)| *id == session.id);
        let clients = own.map(|(_, client_id)| client_id.clone()).collect();
        (session, clients)
    };
    Ok(AccountSessions {
        sessions: live.into_iter().map(of_session).collect(),
        more,
        offline,
    })
}
