//! Opaque access tokens that are rows, and the ids of revoked ones that are not.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_one, fetch_optional, from_row, statements,
};
use crate::sessions::sso::SessionLifetimes;

use super::grants::{Grant, SessionColumns, context};
use super::{TOPIC, grant_revoked_at, revoked_at, session_columns};

statements! {
    INSERT = "INSERT INTO access_tokens \
        (hash, grant_id, client_id, scope, audience, dpop_jkt, issued_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    FIND = concat!("SELECT t.client_id, t.scope, t.audience, t.dpop_jkt, t.issued_at, t.expires_at, ",
        revoked_at!("t", "issued_at"), " AS revoked_at, g.id AS grant_id, g.context, ",
        grant_revoked_at!(), " AS grant_revoked_at, ", session_columns!(),
        " FROM access_tokens t LEFT JOIN clients c ON c.client_id = t.client_id \
        LEFT JOIN grants g ON g.id = t.grant_id \
        LEFT JOIN sso_sessions s ON s.id = g.session_id WHERE t.hash = $1");
    REVOKE = "UPDATE access_tokens SET revoked_at = $2 WHERE hash = $1 AND revoked_at IS NULL";
    SWEEP = "DELETE FROM access_tokens WHERE hash IN \
        (SELECT hash FROM access_tokens WHERE expires_at < $1 LIMIT $2)";
    REVOKE_JTI = "INSERT INTO revoked_jtis (jti, expires_at) VALUES ($1, $2) \
        ON CONFLICT (jti) DO NOTHING";
    ENDS_OF_CLIENT = "SELECT (SELECT COUNT(*) FROM revoked_jtis WHERE jti = $1) \
        + (SELECT COUNT(*) FROM clients WHERE client_id = $2 AND not_before >= $3)";
    END_CLIENT = "UPDATE clients SET not_before = CASE WHEN not_before > $2 THEN not_before ELSE $2 END \
        WHERE client_id = $1";
    SWEEP_JTIS = "DELETE FROM revoked_jtis WHERE jti IN \
        (SELECT jti FROM revoked_jtis WHERE expires_at < $1 LIMIT $2)";
}

/// What an access token contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The token's grant; none for `client_credentials`.
    pub grant_id: Option<String>,
    /// The client that the token was issued to.
    pub client_id: String,
    /// Granted scope values, sorted.
    pub scope: Vec<String>,
    /// Audiences that may accept it (RFC 8707); never empty.
    pub audience: Vec<String>,
    /// Thumbprint of the DPoP key it is bound to (RFC 9449 section 6).
    pub dpop_jkt: Option<String>,
    pub issued_at: Millis,
    pub expires_at: Millis,
}

/// A stored token.
#[derive(Clone, Debug)]
pub struct StoredToken {
    pub token: AccessToken,
    /// True when this token alone was revoked.
    pub revoked: bool,
    /// The token's grant, with its session.
    pub grant: Option<Grant>,
}

impl StoredToken {
    /// True while the token may be accepted.
    pub fn is_live(&self, now: Millis, lifetimes: SessionLifetimes) -> bool {
        let grant_lives = match (&self.token.grant_id, &self.grant) {
            (None, _) => true,
            (Some(_), Some(grant)) => grant.is_live(now, lifetimes),
            (Some(_), None) => false,
        };
        !self.revoked && now < self.token.expires_at && grant_lives
    }
}

struct Row {
    client_id: String,
    scope: String,
    audience: String,
    dpop_jkt: Option<String>,
    issued_at: Millis,
    expires_at: Millis,
    revoked_at: Option<Millis>,
    grant_id: Option<String>,
    context: Option<String>,
    grant_revoked_at: Option<Millis>,
    session: SessionColumns,
}

from_row!(Row {
    client_id, scope, audience, dpop_jkt, issued_at, expires_at, revoked_at, grant_id, context,
    grant_revoked_at; flatten session
});

/// Splits a stored list at its spaces; the empty text is the empty list.
fn words(text: &str) -> Vec<String> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub async fn insert(tx: &mut WriteTx, hash: &str, token: &AccessToken) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        hash,
        &token.grant_id,
        &token.client_id,
        token.scope.join(" "),
        token.audience.join(" "),
        &token.dpop_jkt,
        token.issued_at,
        token.expires_at,
    )
    .map(drop)
}

/// The token stored under `hash` with its grant and session, valid or not.
pub async fn find(tx: &mut dyn Reads, hash: &str) -> Result<Option<StoredToken>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND, hash)? else {
        return Ok(None);
    };
    let grant = match (&row.grant_id, &row.context) {
        (Some(id), Some(text)) => Some(Grant {
            id: id.clone(),
            context: context(text)?,
            revoked_at: row.grant_revoked_at,
            session: row.session.session(),
        }),
        _ => None,
    };
    let token = AccessToken {
        grant_id: row.grant_id,
        client_id: row.client_id,
        scope: words(&row.scope),
        audience: words(&row.audience),
        dpop_jkt: row.dpop_jkt,
        issued_at: row.issued_at,
        expires_at: row.expires_at,
    };
    Ok(Some(StoredToken {
        token,
        revoked: row.revoked_at.is_some(),
        grant,
    }))
}

/// Revokes this token; the others of its grant stay valid.
pub async fn revoke(tx: &mut WriteTx, hash: &str, now: Millis) -> Result<bool, DbError> {
    let touched = execute!(tx, REVOKE, hash, now)?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// Stores the id of a revoked token that has no row until it expires; false when it was stored before.
pub async fn revoke_id(tx: &mut WriteTx, id: &str, expires_at: Millis) -> Result<bool, DbError> {
    let touched = execute!(tx, REVOKE_JTI, id, expires_at)?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// True unless a client's own token `id` was revoked, alone or with all tokens of the client.
pub async fn is_not_revoked(
    tx: &mut dyn Reads,
    id: &str,
    client_id: &str,
    issued_at: Millis,
) -> Result<bool, DbError> {
    let (ends,) = fetch_one!(tx, (i64,), ENDS_OF_CLIENT, id, client_id, issued_at)?;
    Ok(ends == 0)
}

/// Ends every token and grant of a client that began at `until` or before; false when there is no such client.
pub async fn revoke_client_tokens(
    tx: &mut WriteTx,
    client_id: &str,
    until: Millis,
) -> Result<bool, DbError> {
    let touched = execute!(tx, END_CLIENT, client_id, until)?;
    Ok(tx.changed_rows(TOPIC, touched) == 1)
}

/// Deletes at most `most` tokens that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}

/// Deletes at most `most` ids of revoked tokens that expired before `before`.
pub async fn sweep_jtis(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_JTIS, before, most)
}
