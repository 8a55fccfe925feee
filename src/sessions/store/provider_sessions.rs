//! Which sign-in at a corporate provider a session came from.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::federation::TheirSignIn;
use crate::sessions::sso::EndReason;

use super::TOPIC;

statements! {
    CAME_BY = "UPDATE sso_sessions SET provider = $2, provider_subject = $3, provider_sid = $4 WHERE id = $1";
    FIND = "SELECT provider, provider_subject AS subject, provider_sid AS sid FROM sso_sessions \
        WHERE id = $1 AND provider IS NOT NULL";
    /// A session whose sign-in had no `sid` is as good as any of the person.
    END_OF_SUBJECT = "UPDATE sso_sessions SET ended_at = $4, end_reason = $5 \
        WHERE provider = $1 AND provider_subject = $2 AND ended_at IS NULL \
        AND (CAST($3 AS TEXT) IS NULL OR provider_sid IS NULL OR provider_sid = $3) RETURNING id, account_id";
    END_OF_PROVIDER = "UPDATE sso_sessions SET ended_at = $2, end_reason = $3 WHERE id IN \
        (SELECT id FROM sso_sessions WHERE provider = $1 AND ended_at IS NULL LIMIT $4) \
        AND ended_at IS NULL RETURNING id, account_id";
    END_OF_SID = "UPDATE sso_sessions SET ended_at = $3, end_reason = $4 \
        WHERE provider = $1 AND provider_sid = $2 AND ended_at IS NULL RETURNING id, account_id";
}

/// The session at a provider that a session of ours came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheirSession {
    /// The id of the provider in the settings.
    pub provider: String,
    pub subject: String,
    pub sid: Option<String>,
}

from_row!(TheirSession {
    provider,
    subject,
    sid
});

/// Notes that the session `id` came from `theirs`.
pub async fn came_by(tx: &mut WriteTx, id: &str, theirs: &TheirSignIn) -> Result<(), DbError> {
    let (provider, subject) = (&theirs.provider, &theirs.subject);
    execute!(tx, CAME_BY, id, provider, subject, theirs.sid.as_deref()).map(drop)
}

/// What the session `id` came from; `None` if the person proved their identity here.
pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<TheirSession>, DbError> {
    fetch_optional!(view, TheirSession, FIND, id)
}

/// Ends the sessions that came from the subject of `provider`; with a `sid`, only from that session there. Returns each
/// with its account.
pub async fn end_of_subject(
    tx: &mut WriteTx,
    (provider, subject, sid): (&str, &str, Option<&str>),
    reason: EndReason,
    now: Millis,
) -> Result<Vec<(String, String)>, DbError> {
    let rows = fetch_all!(
        tx,
        (String, String),
        END_OF_SUBJECT,
        provider,
        subject,
        sid,
        now,
        reason.as_str()
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows)
}

/// Ends the sessions that came from the session `sid` of `provider`. Returns each with its account.
pub async fn end_of_sid(
    tx: &mut WriteTx,
    (provider, sid): (&str, &str),
    reason: EndReason,
    now: Millis,
) -> Result<Vec<(String, String)>, DbError> {
    let rows = fetch_all!(
        tx,
        (String, String),
        END_OF_SID,
        provider,
        sid,
        now,
        reason.as_str()
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows)
}

/// Ends at most `most` sessions that came from `provider`. Returns each with its account.
pub async fn end_of_provider(
    tx: &mut WriteTx,
    provider: &str,
    (reason, most): (EndReason, i64),
    now: Millis,
) -> Result<Vec<(String, String)>, DbError> {
    let reason = reason.as_str();
    let rows = fetch_all!(
        tx,
        (String, String),
        END_OF_PROVIDER,
        provider,
        now,
        reason,
        most
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows)
}
