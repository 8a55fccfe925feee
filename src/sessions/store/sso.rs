//! SSO sessions in the database.

use crate::audit::Origin;
use crate::clock::Millis;
use crate::db::{
    DbError, FromRow, Reads, SqlRow, WriteTx, execute, fetch_all, fetch_optional, from_row,
    statements,
};
use crate::directory::{Account, AccountColumns, select_accounts};
use crate::random::first_uuid_v7;
use crate::sessions::code_key::CodeKey;
use crate::sessions::sso::{Authentication, EndReason, SessionLifetimes, SsoSession};

use super::consents::Consent;
use super::grants::SessionColumns;
use super::{TOPIC, consent_counts, session_columns};

statements! {
    INSERT = "INSERT INTO sso_sessions \
        (id, account_id, auth_time, acr, amr, created_at, last_seen_at, address, browser, code_key) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    FIND = "SELECT id, account_id, auth_time, acr, amr, created_at, last_seen_at, ended_at \
        FROM sso_sessions WHERE id = $1";
    CODE_KEY = "SELECT code_key FROM sso_sessions WHERE id = $1";
    /// A browser's record contains the session's id alone, as `{"sid":"…"}`, so the id is the 36 characters from the ninth.
    /// The whole record is compared too: with anything else in it nobody is signed in.
    FIND_OF_BROWSER = select_accounts!(
        concat!(session_columns!(), ", s.code_key, k.scope AS consented, k.granted_at AS consented_at, \
            COALESCE(k.stands_since, k.granted_at) AS consent_since, "),
        concat!("browser_sessions w JOIN sso_sessions s ON s.id = substr(w.data, 9, 36) \
            AND w.data = '{\"sid\":\"' || s.id || '\"}' JOIN accounts a ON a.id = s.account_id \
            LEFT JOIN consents k ON k.account_id = s.account_id AND k.client_id = $3 AND ", consent_counts!("k")),
        "WHERE w.id_hash = $1 AND w.expires_at > $2");
    TOUCH = "UPDATE sso_sessions SET last_seen_at = $2 \
        WHERE id = $1 AND last_seen_at < $2 AND ended_at IS NULL";
    REAUTHENTICATE = "UPDATE sso_sessions \
        SET auth_time = CASE WHEN CAST($5 AS BIGINT) = 1 THEN auth_time ELSE $6 END, acr = $3, amr = $4, last_seen_at = $2, \
        provider = CASE WHEN CAST($5 AS BIGINT) = 1 THEN provider END, \
        provider_subject = CASE WHEN CAST($5 AS BIGINT) = 1 THEN provider_subject END, \
        provider_sid = CASE WHEN CAST($5 AS BIGINT) = 1 THEN provider_sid END \
        WHERE id = $1 AND ended_at IS NULL";
    /// No index has `acr`, so SQLite writes nothing.
    HOLD = "UPDATE sso_sessions SET acr = acr WHERE id = $1 AND ended_at IS NULL \
        RETURNING id, account_id, auth_time, acr, amr, created_at, last_seen_at, ended_at, code_key";
    END = "UPDATE sso_sessions SET ended_at = $2, end_reason = $3 \
        WHERE id = $1 AND ended_at IS NULL";
    END_OF_ACCOUNT = "UPDATE sso_sessions SET ended_at = $2, end_reason = $3 \
        WHERE account_id = $1 AND ended_at IS NULL AND id <> $4 RETURNING id";
    END_BY_PASSKEY = "UPDATE sso_sessions SET ended_at = $2, end_reason = $3 \
        WHERE account_id = $1 AND ended_at IS NULL AND id <> $4 AND (amr LIKE '%hwk%' OR amr LIKE '%swk%') RETURNING id";
    /// Without a provider, those that no linked identity opens.
    END_OF_IDENTITY = "UPDATE sso_sessions SET ended_at = $2, end_reason = $3 \
        WHERE account_id = $1 AND provider_subject = $4 AND ended_at IS NULL \
        AND (provider = $5 OR (CAST($5 AS TEXT) IS NULL AND NOT EXISTS \
            (SELECT 1 FROM federated_identities linked WHERE linked.account_id = $1 \
            AND linked.provider = sso_sessions.provider AND linked.subject = sso_sessions.provider_subject \
            AND linked.unlinked_at IS NULL))) RETURNING id";
    /// Each limit has its index. SQLite would read all open sessions for both in one condition.
    END_EXPIRED = "UPDATE sso_sessions SET ended_at = $1, end_reason = $2 \
        WHERE ended_at IS NULL AND (last_seen_at <= $3 OR created_at <= $4) AND id IN \
        (SELECT id FROM (SELECT id FROM (SELECT id FROM sso_sessions \
            WHERE ended_at IS NULL AND last_seen_at <= $3 LIMIT $5) idle \
        UNION SELECT id FROM (SELECT id FROM sso_sessions \
            WHERE ended_at IS NULL AND created_at <= $4 LIMIT $5) old) expired LIMIT $5) \
        RETURNING id, account_id";
    /// The ids of sessions sort by time.
    SWEEP = "DELETE FROM sso_sessions WHERE id IN (SELECT id FROM sso_sessions \
        WHERE id < $3 AND last_seen_at < $1 AND ended_at IS NOT NULL LIMIT $2)";
}

impl FromRow for SsoSession {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        let amr: String = row.get("amr")?;
        Ok(Self {
            id: row.get("id")?,
            account_id: row.get("account_id")?,
            auth_time: row.get("auth_time")?,
            acr: row.get("acr")?,
            amr: amr.split_whitespace().map(str::to_owned).collect(),
            created_at: row.get("created_at")?,
            last_seen_at: row.get("last_seen_at")?,
            ended_at: row.get("ended_at")?,
        })
    }
}

/// A session, and the key of its codes if it has one.
#[derive(Clone, Debug)]
pub struct SessionWithKey {
    pub session: SsoSession,
    pub code_key: Option<CodeKey>,
}

impl FromRow for SessionWithKey {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        Ok(Self {
            session: SsoSession::from_row(row)?,
            code_key: code_key_of(row.get("code_key")?),
        })
    }
}

fn code_key_of(stored: Option<String>) -> Option<CodeKey> {
    CodeKey::stored(&stored?)
}

/// Stores a new session, which began with a request from `origin`.
pub async fn insert(
    tx: &mut WriteTx,
    session: &SsoSession,
    code_key: &CodeKey,
    origin: &Origin,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        &session.id,
        &session.account_id,
        session.auth_time,
        &session.acr,
        session.amr.join(" "),
        session.created_at,
        session.last_seen_at,
        origin.address.map(|address| address.to_string()),
        origin.browser.as_deref(),
        code_key.to_store(),
    )
    .map(drop)
}

/// The session `id`, live or not.
pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<SsoSession>, DbError> {
    fetch_optional!(tx, SsoSession, FIND, id)
}

/// The key of the codes of the session `id`, live or not.
pub async fn code_key(tx: &mut dyn Reads, id: &str) -> Result<Option<CodeKey>, DbError> {
    let found = fetch_optional!(tx, (Option<String>,), CODE_KEY, id)?;
    Ok(found.and_then(|(stored,)| code_key_of(stored)))
}

/// The session of a browser, and its account.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub session: SsoSession,
    pub account: Account,
    /// What the account has allowed the client that was asked about.
    pub consent: Option<Consent>,
    /// What marks the sealed codes of the session. A session of an older version has none.
    pub code_key: Option<CodeKey>,
}

struct OfBrowser {
    code_key: Option<String>,
    consented: Option<String>,
    consented_at: Option<Millis>,
    consent_since: Option<Millis>,
    session: SessionColumns,
    account: AccountColumns,
}

from_row!(OfBrowser { code_key, consented, consented_at, consent_since; flatten session, account });

/// The session of the browser whose record is stored under `key`, live or not, with its account and what that account has
/// allowed `client_id` before.
pub async fn find_of_browser(
    tx: &mut dyn Reads,
    key: &str,
    client_id: Option<&str>,
    now: Millis,
) -> Result<Option<SignedIn>, DbError> {
    let found = fetch_optional!(tx, OfBrowser, FIND_OF_BROWSER, key, now, client_id)?;
    let Some(row) = found else { return Ok(None) };
    let Some(session) = row.session.session() else {
        return Ok(None);
    };
    let account = row.account.account()?;
    let times = row.consented_at.zip(row.consent_since);
    let consent = client_id.zip(row.consented).zip(times);
    let consent = consent.map(|((client_id, scope), (granted_at, stands_since))| Consent {
        account_id: account.id.clone(),
        client_id: client_id.to_owned(),
        scope,
        granted_at,
        stands_since,
    });
    Ok(Some(SignedIn {
        session,
        account,
        consent,
        code_key: code_key_of(row.code_key),
    }))
}

/// Records that the session was used at `now`; an ended one stays unchanged.
pub async fn touch(tx: &mut WriteTx, id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, TOUCH, id, now).map(drop)
}

/// Stores a new proof of the same person; false when the session has ended.
pub async fn reauthenticate(
    tx: &mut WriteTx,
    id: &str,
    proof: &Authentication,
    now: Millis,
) -> Result<bool, DbError> {
    let amr = proof.amr.join(" ");
    let at = proof.auth_time(now);
    Ok(execute!(tx, REAUTHENTICATE, id, now, &proof.acr, amr, proof.adds, at)? == 1)
}

/// Locks and returns the session, so that no other transaction can end it before this one commits; a transaction that
/// ends it waits and then sees what was written. `None` when it has ended.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<SessionWithKey>, DbError> {
    fetch_optional!(tx, SessionWithKey, HOLD, id)
}

/// Ends the session; false when it had ended before.
pub async fn end(
    tx: &mut WriteTx,
    id: &str,
    reason: EndReason,
    now: Millis,
) -> Result<bool, DbError> {
    let touched = execute!(tx, END, id, now, reason.as_str())?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// Ends every session of an account but `kept`; returns the ids of those that had not ended before.
pub async fn end_of_account(
    tx: &mut WriteTx,
    (account_id, kept): (&str, Option<&str>),
    reason: EndReason,
    now: Millis,
) -> Result<Vec<String>, DbError> {
    let rows = fetch_all!(
        tx,
        (String,),
        END_OF_ACCOUNT,
        account_id,
        now,
        reason.as_str(),
        kept.unwrap_or_default()
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends every session of an account that a passkey proved, except `kept`; returns the ids of those that had not ended before.
pub async fn end_by_passkey(
    tx: &mut WriteTx,
    account_id: &str,
    (kept, reason): (&str, EndReason),
    now: Millis,
) -> Result<Vec<String>, DbError> {
    let reason = reason.as_str();
    let rows = fetch_all!(tx, (String,), END_BY_PASSKEY, account_id, now, reason, kept)?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends the sessions of an account that came by the corporate identity with this subject and provider; without a provider,
/// those that no linked identity opens. Returns the ids of those that had not ended before.
pub async fn end_of_identity(
    tx: &mut WriteTx,
    (account_id, subject, provider): (&str, &str, Option<&str>),
    reason: EndReason,
    now: Millis,
) -> Result<Vec<String>, DbError> {
    let reason = reason.as_str();
    let rows = fetch_all!(
        tx,
        (String,),
        END_OF_IDENTITY,
        account_id,
        now,
        reason,
        subject,
        provider
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends at most `most` sessions that have expired at `now`; returns each with its account. Skips sessions that were
/// used or ended in the meantime.
pub async fn end_expired(
    tx: &mut WriteTx,
    lifetimes: SessionLifetimes,
    now: Millis,
    most: i64,
) -> Result<Vec<(String, String)>, DbError> {
    let rows = fetch_all!(
        tx,
        (String, String),
        END_EXPIRED,
        now,
        EndReason::Expired.as_str(),
        now.saturating_sub(lifetimes.idle),
        now.saturating_sub(lifetimes.absolute),
        most,
    )?;
    tx.changed_rows(TOPIC, rows.len() as u64);
    Ok(rows)
}

/// Deletes at most `most` ended sessions last seen before `before`, which must be older than any live session. Expired
/// sessions are ended first, so that their clients are notified.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most, first_uuid_v7(before))
}
