//! Grants in the database.

use sqlx_macros::FromRow;

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};
use crate::sessions::grants::{Grant, GrantContext, RevokeReason};
use crate::sessions::sso::SsoSession;

use super::TOPIC;

statements! {
    INSERT = "INSERT INTO grants \
        (id, client_id, account_id, session_id, offline, context, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    FIND = "SELECT g.id, g.context, g.revoked_at, s.id AS sid, s.account_id, s.auth_time, s.acr, \
        s.amr, s.created_at AS session_created_at, s.last_seen_at, s.ended_at \
        FROM grants g LEFT JOIN sso_sessions s ON s.id = g.session_id WHERE g.id = $1";
    REVOKE = "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
        WHERE id = $1 AND revoked_at IS NULL";
    REVOKE_OF_ACCOUNT = "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
        WHERE account_id = $1 AND revoked_at IS NULL";
    REVOKE_OF_CONSENT = "UPDATE grants SET revoked_at = $3, revoke_reason = $4 \
        WHERE account_id = $1 AND client_id = $2 AND revoked_at IS NULL";
    OF_CONSENT = "SELECT id, context FROM grants WHERE account_id = $1 AND client_id = $2 \
        AND revoked_at IS NULL AND id > $3 ORDER BY id LIMIT 200";
    CLIENTS_OF_SESSION = "SELECT DISTINCT client_id FROM grants WHERE session_id = $1";
    SWEEP = "DELETE FROM grants WHERE id IN (SELECT g.id FROM grants g \
        WHERE g.created_at < $1 AND NOT EXISTS (SELECT 1 FROM refresh_tokens r \
            WHERE r.grant_id = g.id AND r.expires_at >= $1) \
        AND NOT EXISTS (SELECT 1 FROM access_tokens t WHERE t.grant_id = g.id) LIMIT $2)";
}

#[derive(FromRow)]
struct Row {
    id: String,
    context: String,
    revoked_at: Option<Millis>,
    #[sqlx(flatten)]
    session: SessionColumns,
}

/// The session's columns of a left join: all there or all absent.
#[derive(FromRow)]
pub(super) struct SessionColumns {
    sid: Option<String>,
    account_id: Option<String>,
    auth_time: Option<Millis>,
    acr: Option<String>,
    amr: Option<String>,
    session_created_at: Option<Millis>,
    last_seen_at: Option<Millis>,
    ended_at: Option<Millis>,
}

impl SessionColumns {
    pub(super) fn session(self) -> Option<SsoSession> {
        Some(SsoSession {
            id: self.sid?,
            account_id: self.account_id?,
            auth_time: self.auth_time?,
            acr: self.acr?,
            amr: self.amr?.split(' ').map(str::to_owned).collect(),
            created_at: self.session_created_at?,
            last_seen_at: self.last_seen_at?,
            ended_at: self.ended_at,
        })
    }
}

/// Reads a stored context; damage shows as a failed read, never as another grant.
pub(super) fn context(text: &str) -> Result<GrantContext, DbError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

pub(super) fn context_text(context: &GrantContext) -> Result<String, DbError> {
    serde_json::to_string(context).map_err(|error| sqlx::Error::Encode(error.into()).into())
}

/// Writes a new grant.
pub async fn insert(
    tx: &mut WriteTx,
    id: &str,
    context: &GrantContext,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        id,
        &context.client_id,
        &context.account_id,
        &context.session_id,
        i64::from(context.offline),
        context_text(context)?,
        now,
    )
    .map(drop)
}

/// The grant `id` with its session, live or not.
pub async fn find(tx: &mut impl Reads, id: &str) -> Result<Option<Grant>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND, id)? else {
        return Ok(None);
    };
    Ok(Some(Grant {
        context: context(&row.context)?,
        id: row.id,
        revoked_at: row.revoked_at,
        session: row.session.session(),
    }))
}

/// Revokes one grant; false when it was revoked before or is unknown.
pub async fn revoke(
    tx: &mut WriteTx,
    id: &str,
    reason: RevokeReason,
    now: Millis,
) -> Result<bool, DbError> {
    let touched = execute!(tx, REVOKE, id, now, reason.as_str())?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// Revokes every grant of an account, offline ones too.
pub async fn revoke_of_account(
    tx: &mut WriteTx,
    account_id: &str,
    reason: RevokeReason,
    now: Millis,
) -> Result<u64, DbError> {
    let touched = execute!(tx, REVOKE_OF_ACCOUNT, account_id, now, reason.as_str())?;
    Ok(tx.changed_rows(TOPIC, touched))
}

/// Revokes what an account gave one client.
pub async fn revoke_of_consent(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
    now: Millis,
) -> Result<u64, DbError> {
    let reason = RevokeReason::ConsentWithdrawn.as_str();
    let touched = execute!(tx, REVOKE_OF_CONSENT, account_id, client_id, now, reason)?;
    Ok(tx.changed_rows(TOPIC, touched))
}

/// Revokes what an account gave one client beyond `allowed`; answers how many.
pub async fn revoke_wider(
    tx: &mut WriteTx,
    (account_id, client_id): (&str, &str),
    allowed: &[String],
    now: Millis,
) -> Result<u64, DbError> {
    let (mut count, mut last) = (0, String::new());
    loop {
        let rows = fetch_all!(
            tx,
            (String, String),
            OF_CONSENT,
            account_id,
            client_id,
            &last
        )?;
        let Some((end, _)) = rows.last() else {
            return Ok(count);
        };
        last.clone_from(end);
        for (id, text) in &rows {
            if context(text)?.reaches_beyond(allowed) {
                let revoked = revoke(tx, id, RevokeReason::ConsentNarrowed, now).await?;
                count += u64::from(revoked);
            }
        }
    }
}

/// The clients that got tokens in a session, which want to hear of its end.
pub async fn clients_of_session(
    tx: &mut impl Reads,
    session_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = fetch_all!(tx, (String,), CLIENTS_OF_SESSION, session_id)?;
    Ok(rows.into_iter().map(|(client_id,)| client_id).collect())
}

/// Forgets at most `most` grants made before `before` that no token can belong to any more.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
