//! Grants in the database.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::directory::claims;
use crate::random::first_uuid_v7;
use crate::sessions::sso::{SessionLifetimes, SsoSession};

use super::{TOPIC, grant_revoked_at, session_columns};

macro_rules! find {
    ($more:literal) => {
        concat!(
            "SELECT g.id, g.context, ",
            grant_revoked_at!(),
            " AS revoked_at, ",
            session_columns!(),
            " FROM grants g LEFT JOIN clients c ON c.client_id = g.client_id \
             LEFT JOIN sso_sessions s ON s.id = g.session_id WHERE g.id = $1",
            $more
        )
    };
}

statements! {
    INSERT = "INSERT INTO grants \
        (id, client_id, account_id, session_id, offline, context, created_at) \
        SELECT $1, $2, $3, $4, $5, $6, $7 \
        WHERE NOT EXISTS (SELECT 1 FROM clients WHERE client_id = $2 AND not_before >= $8) \
        ON CONFLICT (id) DO NOTHING";
    IS_KNOWN = "SELECT COUNT(*) FROM grants WHERE id = $1";
    FIND = find!("");
    FIND_OF_TOKEN = find!(" AND NOT EXISTS (SELECT 1 FROM revoked_jtis WHERE jti = $2)");
    REVOKE = "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
        WHERE id = $1 AND revoked_at IS NULL";
    /// Offline access outlives its session, so it does not stay with one.
    REVOKE_OF_ACCOUNT = "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
        WHERE account_id = $1 AND revoked_at IS NULL \
        AND (session_id IS NULL OR session_id <> $4 OR offline = 1)";
    REVOKE_OF_SESSION = "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
        WHERE session_id = $1 AND revoked_at IS NULL";
    REVOKE_OF_CONSENT = "UPDATE grants SET revoked_at = $3, revoke_reason = $4 \
        WHERE account_id = $1 AND client_id = $2 AND revoked_at IS NULL";
    END_OFFLINE = "UPDATE clients SET offline_not_before = CASE WHEN offline_not_before > $2 \
        THEN offline_not_before ELSE $2 END WHERE client_id = $1";
    OF_CONSENT = "SELECT id, context FROM grants WHERE account_id = $1 AND client_id = $2 \
        AND revoked_at IS NULL AND id > $3 ORDER BY id LIMIT 200";
    CLIENTS_OF_SESSION = "SELECT DISTINCT client_id FROM grants WHERE session_id = $1";
    /// The ids of grants sort by time.
    SWEEP = "DELETE FROM grants WHERE id IN (SELECT g.id FROM grants g \
        WHERE g.id < $3 AND g.created_at < $1 AND COALESCE(g.refresh_expires_at, 0) < $1 \
        AND NOT EXISTS (SELECT 1 FROM access_tokens t WHERE t.grant_id = g.id) LIMIT $2)";
}

/// Everything that the tokens of a grant contain; fixed when the person agreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantContext {
    /// The client that may act.
    pub client_id: String,
    /// The account that it acts for: the `sub` claim.
    pub account_id: String,
    /// The SSO session in which it was granted: the `sid` claim.
    pub session_id: String,
    /// True when it outlives that session (`offline_access`).
    pub offline: bool,
    /// Granted scope values, sorted.
    pub scope: Vec<String>,
    /// `nonce` of the authentication request (OpenID Connect Core 3.1.2.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// When the person last proved their identity.
    pub auth_time: Millis,
    /// True when the ID token must contain `auth_time` (`max_age` or an essential claim).
    pub wants_auth_time: bool,
    /// Authentication Context Class Reference of that proof.
    pub acr: String,
    /// Authentication Methods References of that proof.
    pub amr: Vec<String>,
    /// The `claims` request parameter (OpenID Connect Core 5.5), as it was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<serde_json::Value>,
    /// Audiences of the access tokens (RFC 8707); empty means the UserInfo endpoint alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
}

impl GrantContext {
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scope.iter().any(|granted| granted == scope)
    }

    /// True when it contains a scope value beyond `allowed`, or a single claim of one.
    pub fn reaches_beyond(&self, allowed: &[String]) -> bool {
        let is_allowed = |scope: &str| allowed.iter().any(|value| value == scope);
        let members = self.claims.as_ref().and_then(serde_json::Value::as_object);
        let members = members.into_iter().flat_map(serde_json::Map::values);
        let named = members.filter_map(serde_json::Value::as_object);
        let mut named = named.flat_map(serde_json::Map::keys);
        self.scope.iter().any(|scope| !is_allowed(scope))
            || named.any(|claim| claims::scope_of(claim).is_some_and(|scope| !is_allowed(scope)))
    }
}

/// A row of `grants`, with its session if that is still stored.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The grant's id, which is also the family of its refresh tokens.
    pub id: String,
    pub context: GrantContext,
    /// When it was revoked, alone or with everything of its client.
    pub revoked_at: Option<Millis>,
    pub session: Option<SsoSession>,
}

impl Grant {
    /// True while its tokens are valid: not revoked, and its session live unless it is offline.
    pub fn is_live(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        self.revoked_at.is_none()
            && (self.context.offline
                || self
                    .session
                    .as_ref()
                    .is_some_and(|session| session.is_live(now, lifetimes)))
    }
}

/// Why a grant was revoked; the word is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevokeReason {
    /// Its authorization code was used twice (RFC 6749 section 4.1.2).
    CodeReplayed,
    /// One of its refresh tokens was used twice (RFC 9700 section 4.14.2).
    RefreshReused,
    /// The client revoked it (RFC 7009).
    Client,
    ConsentWithdrawn,
    /// The person was asked again and allowed less.
    ConsentNarrowed,
    PasswordChanged,
    /// The account was disabled or removed.
    AccountDisabled,
    /// The second factors of the account were reset.
    FactorsReset,
    /// A passkey was removed, with which its session began.
    PasskeyRemoved,
    /// The corporate identity was unlinked, by which its session came.
    IdentityUnlinked,
    /// The owner of the account ended everything.
    Owner,
}

impl RevokeReason {
    /// The stored word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CodeReplayed => "code_replayed",
            Self::RefreshReused => "refresh_reused",
            Self::Client => "client",
            Self::ConsentWithdrawn => "consent_withdrawn",
            Self::ConsentNarrowed => "consent_narrowed",
            Self::PasswordChanged => "password_changed",
            Self::AccountDisabled => "account_disabled",
            Self::FactorsReset => "factors_reset",
            Self::PasskeyRemoved => "passkey_removed",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::Owner => "owner",
        }
    }
}

struct Row {
    id: String,
    context: String,
    revoked_at: Option<Millis>,
    session: SessionColumns,
}

from_row!(Row { id, context, revoked_at; flatten session });

/// The session's columns of a left join: all present or all absent.
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

from_row!(SessionColumns {
    sid,
    account_id,
    auth_time,
    acr,
    amr,
    session_created_at,
    last_seen_at,
    ended_at
});

impl SessionColumns {
    pub(super) fn session(self) -> Option<SsoSession> {
        Some(SsoSession {
            id: self.sid?,
            account_id: self.account_id?,
            auth_time: self.auth_time?,
            acr: self.acr?,
            amr: self.amr?.split_whitespace().map(str::to_owned).collect(),
            created_at: self.session_created_at?,
            last_seen_at: self.last_seen_at?,
            ended_at: self.ended_at,
        })
    }
}

/// Parses a stored context; damaged data is an error, never another grant.
pub(super) fn context(text: &str) -> Result<GrantContext, DbError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

fn context_text(context: &GrantContext) -> Result<String, DbError> {
    serde_json::to_string(context).map_err(|error| sqlx::Error::Encode(error.into()).into())
}

/// Stores a grant. False when its id is known, or when the tokens of its client were revoked after `sealed_at`. A code that
/// is a row has none: the revocation deletes it.
pub async fn insert(
    tx: &mut WriteTx,
    id: &str,
    context: &GrantContext,
    sealed_at: Option<Millis>,
    now: Millis,
) -> Result<bool, DbError> {
    let inserted = execute!(
        tx,
        INSERT,
        id,
        &context.client_id,
        &context.account_id,
        &context.session_id,
        i64::from(context.offline),
        context_text(context)?,
        now,
        sealed_at.unwrap_or(Millis::MAX),
    )?;
    Ok(inserted == 1)
}

pub async fn is_known(tx: &mut dyn Reads, id: &str) -> Result<bool, DbError> {
    let found = fetch_optional!(tx, (i64,), IS_KNOWN, id)?;
    Ok(found.is_some_and(|(count,)| count > 0))
}

/// The grant `id` with its session, live or not.
pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<Grant>, DbError> {
    grant(fetch_optional!(tx, Row, FIND, id)?)
}

/// The same grant, unless its token `token_id` was revoked alone.
pub async fn find_of_token(
    tx: &mut dyn Reads,
    id: &str,
    token_id: &str,
) -> Result<Option<Grant>, DbError> {
    grant(fetch_optional!(tx, Row, FIND_OF_TOKEN, id, token_id)?)
}

fn grant(row: Option<Row>) -> Result<Option<Grant>, DbError> {
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Grant {
        context: context(&row.context)?,
        id: row.id,
        revoked_at: row.revoked_at,
        session: row.session.session(),
    }))
}

/// Revokes one grant; false when it is unknown or was revoked before.
pub async fn revoke(
    tx: &mut WriteTx,
    id: &str,
    reason: RevokeReason,
    now: Millis,
) -> Result<bool, DbError> {
    let touched = execute!(tx, REVOKE, id, now, reason.as_str())?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// Revokes every grant of an account, offline ones too, but those that end with the session `kept`.
pub async fn revoke_of_account(
    tx: &mut WriteTx,
    (account_id, kept): (&str, Option<&str>),
    reason: RevokeReason,
    now: Millis,
) -> Result<u64, DbError> {
    let kept = kept.unwrap_or_default();
    let touched = execute!(
        tx,
        REVOKE_OF_ACCOUNT,
        account_id,
        now,
        reason.as_str(),
        kept
    )?;
    Ok(tx.changed_rows(TOPIC, touched))
}

/// Revokes every grant that began in a session, offline ones too.
pub async fn revoke_of_session(
    tx: &mut WriteTx,
    session_id: &str,
    reason: RevokeReason,
    now: Millis,
) -> Result<u64, DbError> {
    let touched = execute!(tx, REVOKE_OF_SESSION, session_id, now, reason.as_str())?;
    Ok(tx.changed_rows(TOPIC, touched))
}

/// Revokes every grant that an account gave one client.
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

/// Ends every offline grant of a client that began by `now`.
pub async fn end_offline(tx: &mut WriteTx, client_id: &str, now: Millis) -> Result<u64, DbError> {
    let touched = execute!(tx, END_OFFLINE, client_id, now)?;
    Ok(tx.changed_rows(TOPIC, touched))
}

/// Revokes the grants that an account gave one client beyond `allowed`; returns how many.
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

/// The clients that got tokens in a session and must be notified of its end.
pub async fn clients_of_session(
    tx: &mut dyn Reads,
    session_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = fetch_all!(tx, (String,), CLIENTS_OF_SESSION, session_id)?;
    Ok(rows.into_iter().map(|(client_id,)| client_id).collect())
}

/// Deletes at most `most` grants that were created before `before` and have no tokens any more. An access token without a
/// row lives a day at most, so it has expired before its grant is swept.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most, first_uuid_v7(before))
}
