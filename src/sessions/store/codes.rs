//! Authorization codes in the database, stored by hash.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

use super::grants::GrantContext;

statements! {
    INSERT = "INSERT INTO authorization_codes \
        (hash, grant_id, client_id, context, expires_at) VALUES ($1, $2, $3, $4, $5)";
    FIND_UNUSED = "SELECT grant_id, context, expires_at FROM authorization_codes \
        WHERE hash = $1 AND used_at IS NULL";
    USE_UP = "UPDATE authorization_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL";
    FIND_USED = "SELECT grant_id FROM authorization_codes \
        WHERE hash = $1 AND used_at IS NOT NULL";
    WAITING = "SELECT hash, context FROM authorization_codes \
        WHERE expires_at > $1 AND client_id = $2 AND used_at IS NULL";
    FORGET = "DELETE FROM authorization_codes WHERE hash = $1 AND used_at IS NULL";
    FORGET_OF_CLIENT = "DELETE FROM authorization_codes \
        WHERE expires_at > $1 AND client_id = $2 AND used_at IS NULL";
    SWEEP = "DELETE FROM authorization_codes WHERE hash IN \
        (SELECT hash FROM authorization_codes WHERE expires_at < $1 LIMIT $2)";
}

/// The bindings of a code other than its grant's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeContext {
    /// The grant that the code becomes.
    pub grant: GrantContext,
    /// The redirect URI it was sent to, exactly as sent.
    pub redirect_uri: String,
    /// True when the request named that URI: the token request must then name it too.
    pub redirect_uri_named: bool,
    /// PKCE challenge and method, as oxide-auth stores them (RFC 7636).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pkce: Option<String>,
    /// Thumbprint of the DPoP key that must redeem the code (RFC 9449 section 10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_jkt: Option<String>,
}

/// A code that nobody has used.
pub struct UnusedCode {
    /// The id of the grant that the code becomes.
    pub grant_id: String,
    pub context: CodeContext,
    pub expires_at: Millis,
}

struct Row {
    grant_id: String,
    context: String,
    expires_at: Millis,
}

from_row!(Row {
    grant_id,
    context,
    expires_at
});

pub async fn insert(
    tx: &mut WriteTx,
    hash: &str,
    grant_id: &str,
    context: &CodeContext,
    expires_at: Millis,
) -> Result<(), DbError> {
    let text = serde_json::to_string(context)
        .map_err(|error| DbError::from(sqlx::Error::Encode(error.into())))?;
    let client_id = &context.grant.client_id;
    execute!(tx, INSERT, hash, grant_id, client_id, text, expires_at).map(drop)
}

/// The code with this hash, unless it was used.
pub async fn find_unused(tx: &mut WriteTx, hash: &str) -> Result<Option<UnusedCode>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND_UNUSED, hash)? else {
        return Ok(None);
    };
    Ok(Some(UnusedCode {
        grant_id: row.grant_id,
        context: context(&row.context)?,
        expires_at: row.expires_at,
    }))
}

/// Marks an unused code as used; of several concurrent requests exactly one gets true.
pub async fn use_up(tx: &mut WriteTx, hash: &str, now: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, USE_UP, hash, now)? == 1)
}

fn context(text: &str) -> Result<CodeContext, DbError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

/// Deletes unused codes that `account_id` gave `client_id` with a wider scope than `allowed`. Codes live for a minute
/// at most, so there are few.
pub async fn forget_wider(
    tx: &mut WriteTx,
    (account_id, client_id): (&str, &str),
    allowed: &[String],
    now: Millis,
) -> Result<(), DbError> {
    for (hash, text) in fetch_all!(tx, (String, String), WAITING, now, client_id)? {
        let grant = context(&text)?.grant;
        if grant.account_id == account_id && grant.reaches_beyond(allowed) {
            execute!(tx, FORGET, &hash)?;
        }
    }
    Ok(())
}

/// Deletes the unused codes of a client.
pub async fn forget_of_client(
    tx: &mut WriteTx,
    client_id: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, FORGET_OF_CLIENT, now, client_id).map(drop)
}

/// The grant id of a used code; `None` for an unknown code.
pub async fn find_used(tx: &mut dyn Reads, hash: &str) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(tx, (String,), FIND_USED, hash)?;
    Ok(found.map(|(grant_id,)| grant_id))
}

/// Deletes at most `most` codes that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
