//! The live sessions of one account, and the applications that hold tokens, for its owner and for people who administer
//! accounts.

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, fetch_all, from_row, statements};
use crate::sessions::sso::SessionLifetimes;

use super::grants::{GrantContext, context};
use super::{grant_revoked_at, revoked_at};

statements! {
    LIVE = "SELECT id, auth_time, amr, created_at, last_seen_at, address, browser \
        FROM sso_sessions WHERE account_id = $1 AND ended_at IS NULL \
        AND last_seen_at > $2 AND created_at > $3 ORDER BY last_seen_at DESC, created_at DESC LIMIT $4";
    APPLICATIONS = concat!(
        "SELECT g.session_id, g.client_id FROM grants g LEFT JOIN clients c ON c.client_id = g.client_id WHERE ",
        grant_revoked_at!(), " IS NULL AND g.session_id IN ",
        ids!(),
        " UNION SELECT t.session_id, t.client_id FROM launch_tokens t \
            LEFT JOIN clients c ON c.client_id = t.client_id WHERE ",
        revoked_at!("t", "issued_at"), " IS NULL AND t.session_id IN ",
        ids!()
    );
    GRANTS = concat!("SELECT g.context, g.created_at, \
            COALESCE(g.refresh_issued_at, g.created_at) AS used_at FROM grants g \
            LEFT JOIN clients c ON c.client_id = g.client_id LEFT JOIN sso_sessions s ON s.id = g.session_id \
            WHERE g.account_id = $1 AND ", grant_revoked_at!(), " IS NULL AND (\
                (g.offline = 1 AND g.refresh_expires_at > $2) OR (g.offline = 0 AND s.ended_at IS NULL \
                    AND s.last_seen_at > $3 AND s.created_at > $4)) ORDER BY g.created_at DESC LIMIT $5");
    OFFLINE = concat!("SELECT DISTINCT g.client_id FROM grants g \
        LEFT JOIN clients c ON c.client_id = g.client_id WHERE g.account_id = $1 AND g.offline = 1 AND ",
        grant_revoked_at!(), " IS NULL AND g.refresh_expires_at > $2 LIMIT $3");
}

/// A live session, with where it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSession {
    pub id: String,
    /// When the person last proved their identity.
    pub auth_time: Millis,
    /// Authentication Methods References of that proof, separated by spaces.
    pub amr: String,
    pub created_at: Millis,
    /// When it was last used, up to a minute before.
    pub last_seen_at: Millis,
    /// The address of the sign-in.
    pub address: Option<String>,
    /// The browser's name for itself (`User-Agent`).
    pub browser: Option<String>,
}

from_row!(LiveSession {
    id,
    auth_time,
    amr,
    created_at,
    last_seen_at,
    address,
    browser
});

struct GrantRow {
    context: String,
    created_at: Millis,
    used_at: Millis,
}

from_row!(GrantRow {
    context,
    created_at,
    used_at
});

/// A grant whose tokens are valid.
#[derive(Clone, Debug)]
pub struct LiveGrant {
    pub context: GrantContext,
    pub created_at: Millis,
    /// When its last token was issued by a refresh token; else when it began.
    pub used_at: Millis,
}

/// At most `most` grants of the account that are live at `now`, the newest first.
pub async fn grants(
    view: &mut dyn Reads,
    account_id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
    most: i64,
) -> Result<Vec<LiveGrant>, DbError> {
    let rows = fetch_all!(
        view,
        GrantRow,
        GRANTS,
        account_id,
        now,
        now.saturating_sub(lifetimes.idle),
        now.saturating_sub(lifetimes.absolute),
        most
    )?;
    let live = |row: GrantRow| {
        Ok(LiveGrant {
            context: context(&row.context)?,
            created_at: row.created_at,
            used_at: row.used_at,
        })
    };
    rows.into_iter().map(live).collect()
}

/// At most `most` sessions of the account that are live at `now`, those used last first.
pub async fn live(
    view: &mut dyn Reads,
    account_id: &str,
    lifetimes: SessionLifetimes,
    now: Millis,
    most: i64,
) -> Result<Vec<LiveSession>, DbError> {
    fetch_all!(
        view,
        LiveSession,
        LIVE,
        account_id,
        now.saturating_sub(lifetimes.idle),
        now.saturating_sub(lifetimes.absolute),
        most,
    )
}

/// Pairs of session and application: the applications that got tokens in these sessions, at most 100 sessions; in no
/// order.
pub async fn applications(
    view: &mut dyn Reads,
    session_ids: &[&str],
) -> Result<Vec<(String, String)>, DbError> {
    let ids = session_ids.iter().copied();
    fetch_by_ids!(view, (String, String), APPLICATIONS, ids)
}

/// At most `most` applications that have offline access to the account at `now`, in no order.
pub async fn offline(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let rows = fetch_all!(view, (String,), OFFLINE, account_id, now, most)?;
    Ok(rows.into_iter().map(|(client_id,)| client_id).collect())
}
