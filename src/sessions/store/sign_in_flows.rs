//! Sign-in flows in the database.

use sqlx_macros::FromRow;

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::sessions::sign_in_flow::{Progress, SignInFlow};

// The table keeps the former name of sign-in flows, `journeys` (decision 0022).
statements! {
    INSERT = "INSERT INTO journeys (id, browser, target, progress, created_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $6)";
    FIND = "SELECT id, browser, target, progress, created_at, expires_at, ended_at \
        FROM journeys WHERE id = $1";
    TAKE = "UPDATE journeys SET browser = $2 WHERE id = $1 AND browser = ''";
    SAVE_PROGRESS = "UPDATE journeys SET progress = $2 WHERE id = $1 AND ended_at IS NULL";
    END = "UPDATE journeys SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    SWEEP = "DELETE FROM journeys WHERE id IN \
        (SELECT id FROM journeys WHERE created_at < $1 LIMIT $2)";
    SWEEP_EARLY = "DELETE FROM journeys WHERE id IN \
        (SELECT id FROM journeys WHERE created_at < $1 AND (ended_at IS NOT NULL OR created_at <= \
        COALESCE((SELECT created_at FROM journeys ORDER BY created_at DESC LIMIT 1 OFFSET $3), -1)) \
        LIMIT $2)";
}

#[derive(FromRow)]
struct Row {
    id: String,
    browser: String,
    target: String,
    progress: String,
    created_at: Millis,
    expires_at: Millis,
    ended_at: Option<Millis>,
}

fn decode<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

fn encode<T: serde::Serialize>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()).into())
}

pub async fn insert(tx: &mut WriteTx, flow: &SignInFlow) -> Result<(), DbError> {
    let (target, progress) = (encode(&flow.target)?, encode(&flow.progress)?);
    let SignInFlow {
        id,
        browser,
        created_at,
        expires_at,
        ..
    } = flow;
    execute!(
        tx,
        INSERT,
        id,
        browser,
        target,
        progress,
        *created_at,
        *expires_at
    )
    .map(drop)
}

/// The sign-in flow `id`, open or ended.
pub async fn find(tx: &mut impl Reads, id: &str) -> Result<Option<SignInFlow>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND, id)? else {
        return Ok(None);
    };
    Ok(Some(SignInFlow {
        id: row.id,
        browser: row.browser,
        target: decode(&row.target)?,
        progress: decode(&row.progress)?,
        created_at: row.created_at,
        expires_at: row.expires_at,
        ended_at: row.ended_at,
    }))
}

/// Assigns an unclaimed sign-in flow to the browser whose secret has the hash `browser`; of several concurrent requests
/// exactly one gets it.
pub async fn take(tx: &mut WriteTx, id: &str, browser: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, TAKE, id, browser)? == 1)
}

/// Stores the progress of a sign-in flow; false when it has ended.
pub async fn save_progress(
    tx: &mut WriteTx,
    id: &str,
    progress: &Progress,
) -> Result<bool, DbError> {
    Ok(execute!(tx, SAVE_PROGRESS, id, encode(progress)?)? == 1)
}

/// Ends a sign-in flow; of several concurrent requests exactly one gets `true`.
pub async fn end(tx: &mut WriteTx, id: &str, now: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, END, id, now)? == 1)
}

/// Deletes at most `most` flows that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}

/// Deletes at most `most` flows that began before `before` and have ended or are not among the newest `kept`. This
/// limits the space of abandoned flows, however many an attacker begins (attack 44).
pub async fn sweep_early(
    tx: &mut WriteTx,
    before: Millis,
    most: i64,
    kept: i64,
) -> Result<u64, DbError> {
    execute!(tx, SWEEP_EARLY, before, most, kept)
}
