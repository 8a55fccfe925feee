//! Launch tokens, launch codes and their usage in the database.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::sessions::sso::{SessionLifetimes, SsoSession};

use super::grants::SessionColumns;
use super::{revoked_at, session_columns};

statements! {
    INSERT_TOKEN = "INSERT INTO launch_tokens \
        (hash, client_id, session_id, from_code, issued_at, use_by) \
        VALUES ($1, $2, $3, $4, $5, $6)";
    FIND_TOKEN = concat!("SELECT t.client_id, t.from_code, t.use_by, t.first_used_at, ",
        revoked_at!("t", "issued_at"), " AS revoked_at, u.query_used_at, ",
        session_columns!(), " FROM launch_tokens t \
        LEFT JOIN clients c ON c.client_id = t.client_id \
        LEFT JOIN sso_sessions s ON s.id = t.session_id \
        LEFT JOIN launch_usage u ON u.client_id = t.client_id WHERE t.hash = $1");
    USE_FIRST = "UPDATE launch_tokens SET first_used_at = $2 \
        WHERE hash = $1 AND first_used_at IS NULL";
    REVOKE_OF_CODE = "UPDATE launch_tokens SET revoked_at = $2 \
        WHERE from_code = $1 AND revoked_at IS NULL";
    REVOKE_OF_CONSENT = "UPDATE launch_tokens SET revoked_at = $3 WHERE client_id = $2 AND revoked_at IS NULL \
        AND session_id IN (SELECT id FROM sso_sessions WHERE account_id = $1)";
    FORGET_OF_CONSENT = "DELETE FROM launch_codes WHERE expires_at > $3 AND client_id = $2 AND used_at IS NULL \
        AND session_id IN (SELECT id FROM sso_sessions WHERE account_id = $1)";
    INSERT_CODE = "INSERT INTO launch_codes (hash, client_id, session_id, expires_at) \
        VALUES ($1, $2, $3, $4)";
    IS_CODE = "SELECT hash FROM launch_codes WHERE hash = $1 AND client_id = $2";
    TAKE_CODE = "UPDATE launch_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL \
        RETURNING session_id, expires_at";
    FORGET_CODES = "DELETE FROM launch_codes \
        WHERE expires_at > $1 AND client_id = $2 AND used_at IS NULL";
    NOTE_ISSUED = "INSERT INTO launch_usage (client_id, query_tokens, query_issued_at) \
        VALUES ($1, 1, $2) ON CONFLICT (client_id) DO UPDATE \
        SET query_tokens = launch_usage.query_tokens + 1, \
        query_issued_at = excluded.query_issued_at";
    NOTE_USED = "INSERT INTO launch_usage (client_id, query_tokens, query_used_at) \
        VALUES ($1, 0, $2) ON CONFLICT (client_id) DO UPDATE \
        SET query_used_at = excluded.query_used_at";
    NOTE_EXCHANGED = "INSERT INTO launch_usage (client_id, query_tokens, code_exchanged_at) \
        VALUES ($1, 0, $2) ON CONFLICT (client_id) DO UPDATE \
        SET code_exchanged_at = excluded.code_exchanged_at";
    USAGE = "SELECT client_id, query_tokens, query_issued_at, query_used_at, code_exchanged_at \
        FROM launch_usage ORDER BY client_id COLLATE \"C\" LIMIT 10000";
    SWEEP_TOKENS = "DELETE FROM launch_tokens WHERE hash IN \
        (SELECT hash FROM launch_tokens WHERE issued_at < $1 LIMIT $2)";
    SWEEP_CODES = "DELETE FROM launch_codes WHERE hash IN \
        (SELECT hash FROM launch_codes WHERE expires_at < $1 LIMIT $2)";
}

/// A token that was presented, and its session.
#[derive(Clone, Debug)]
pub struct Launched {
    pub session: SsoSession,
    /// The application that it is valid for.
    pub client_id: String,
    /// A token just issued for a code; the application keeps this one.
    pub exchanged: Option<String>,
}

/// A launch token before it is written.
pub struct NewToken<'a> {
    /// The application that it is valid for.
    pub client_id: &'a str,
    /// The session that it ends with.
    pub session_id: &'a str,
    /// Hash of the code that it was exchanged for.
    pub from_code: Option<&'a str>,
    pub issued_at: Millis,
    /// When it expires unless it has been used.
    pub use_by: Millis,
}

struct Row {
    client_id: String,
    from_code: Option<String>,
    use_by: Millis,
    first_used_at: Option<Millis>,
    revoked_at: Option<Millis>,
    query_used_at: Option<Millis>,
    session: SessionColumns,
}

from_row!(Row {
    client_id, from_code, use_by, first_used_at, revoked_at, query_used_at; flatten session
});

/// A stored token whose session is still stored.
pub struct StoredLaunch {
    client_id: String,
    use_by: Millis,
    pub first_used_at: Option<Millis>,
    /// True when its address carried it.
    pub in_query: bool,
    revoked: bool,
    app_used_at: Option<Millis>,
    session: SsoSession,
}

impl StoredLaunch {
    /// True while `client_id` may use it.
    pub fn is_live(&self, client_id: &str, now: Millis, lifetimes: SessionLifetimes) -> bool {
        self.client_id == client_id
            && !self.revoked
            && (self.first_used_at.is_some() || now < self.use_by)
            && self.session.is_live(now, lifetimes)
    }

    /// True when the application's use has not been recorded in this minute.
    pub fn wants_note(&self, minute: Millis) -> bool {
        self.in_query && self.app_used_at.is_none_or(|at| at < minute)
    }

    pub fn launched(self) -> Launched {
        Launched {
            session: self.session,
            client_id: self.client_id,
            exchanged: None,
        }
    }
}

pub async fn insert_token(
    tx: &mut WriteTx,
    hash: &str,
    token: &NewToken<'_>,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT_TOKEN,
        hash,
        token.client_id,
        token.session_id,
        token.from_code,
        token.issued_at,
        token.use_by,
    )
    .map(drop)
}

/// The token stored under `hash`, valid or not; `None` when its session has been deleted.
pub async fn find_token(tx: &mut dyn Reads, hash: &str) -> Result<Option<StoredLaunch>, DbError> {
    let row = fetch_optional!(tx, Row, FIND_TOKEN, hash)?;
    Ok(row.and_then(|row| {
        Some(StoredLaunch {
            client_id: row.client_id,
            use_by: row.use_by,
            first_used_at: row.first_used_at,
            in_query: row.from_code.is_none(),
            revoked: row.revoked_at.is_some(),
            app_used_at: row.query_used_at,
            session: row.session.session()?,
        })
    }))
}

/// Records the first use; false when it had been used before.
pub async fn use_first(tx: &mut WriteTx, hash: &str, now: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, USE_FIRST, hash, now)? == 1)
}

/// Revokes the token that a code was exchanged for.
pub async fn revoke_of_code(
    tx: &mut WriteTx,
    code_hash: &str,
    now: Millis,
) -> Result<u64, DbError> {
    execute!(tx, REVOKE_OF_CODE, code_hash, now)
}

/// Revokes the tokens of one person at an application, and deletes the codes for more; returns how many.
pub async fn revoke_of_consent(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
    now: Millis,
) -> Result<u64, DbError> {
    let codes = execute!(tx, FORGET_OF_CONSENT, account_id, client_id, now)?;
    let tokens = execute!(tx, REVOKE_OF_CONSENT, account_id, client_id, now)?;
    Ok(codes + tokens)
}

pub async fn insert_code(
    tx: &mut WriteTx,
    hash: &str,
    client_id: &str,
    session_id: &str,
    expires_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, INSERT_CODE, hash, client_id, session_id, expires_at).map(drop)
}

/// True when `hash` is a code of this application, used or not.
pub async fn is_code(tx: &mut dyn Reads, hash: &str, client_id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (String,), IS_CODE, hash, client_id)?.is_some())
}

/// A code that was just used and cannot be used again.
pub struct TakenCode {
    pub session_id: String,
    pub expires_at: Millis,
}

from_row!(TakenCode {
    session_id,
    expires_at
});

/// Marks an unused code as used; of several concurrent requests exactly one gets it.
pub async fn take_code(
    tx: &mut WriteTx,
    hash: &str,
    now: Millis,
) -> Result<Option<TakenCode>, DbError> {
    fetch_optional!(tx, TakenCode, TAKE_CODE, hash, now)
}

/// Deletes the unused codes of an application.
pub async fn forget_codes(tx: &mut WriteTx, client_id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, FORGET_CODES, now, client_id).map(drop)
}

/// Records that a token was issued for an address.
pub async fn note_issued(tx: &mut WriteTx, client_id: &str, at: Millis) -> Result<(), DbError> {
    execute!(tx, NOTE_ISSUED, client_id, at).map(drop)
}

/// Records the use of a token that an address carried.
pub async fn note_used(tx: &mut WriteTx, client_id: &str, at: Millis) -> Result<(), DbError> {
    execute!(tx, NOTE_USED, client_id, at).map(drop)
}

/// Records that a code was exchanged.
pub async fn note_exchanged(tx: &mut WriteTx, client_id: &str, at: Millis) -> Result<(), DbError> {
    execute!(tx, NOTE_EXCHANGED, client_id, at).map(drop)
}

/// How an application uses launch tokens and codes; times by the minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    pub client_id: String,
    /// Number of tokens issued for an address.
    pub query_tokens: i64,
    /// When the last of them was issued.
    pub query_issued_at: Option<Millis>,
    /// When one of them was last used.
    pub query_used_at: Option<Millis>,
    /// When a code was last exchanged.
    pub code_exchanged_at: Option<Millis>,
}

from_row!(Usage {
    client_id,
    query_tokens,
    query_issued_at,
    query_used_at,
    code_exchanged_at
});

/// The usage of every application; it shows when a migration to OpenID Connect is complete.
pub async fn usage(tx: &mut dyn Reads) -> Result<Vec<Usage>, DbError> {
    fetch_all!(tx, Usage, USAGE)
}

/// Deletes at most `most` tokens issued before `before`, which must be older than any live session.
pub async fn sweep_tokens(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_TOKENS, before, most)
}

/// Deletes at most `most` codes that expired before `before`.
pub async fn sweep_codes(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_CODES, before, most)
}
