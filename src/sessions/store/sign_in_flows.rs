//! Sign-in flows in the database.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_one, fetch_optional, from_row, statements,
};
use crate::sessions::flow_cap::{FlowCap, FlowSource};
use crate::sessions::sign_in_flow::{Progress, SignInFlow};

statements! {
    INSERT = "INSERT INTO sign_in_flows (id, browser, target, progress, created_at, expires_at, \
        held, network, wider_network, widest_network) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    PUT = "INSERT INTO sign_in_flows (id, browser, target, progress, created_at, expires_at, held) \
        VALUES ($1, $2, $3, $4, $5, $6, 1) ON CONFLICT (id) DO NOTHING";
    /// The flows that nobody holds. The sums are kept by triggers (migration 0003).
    SUMS = "SELECT flows, bytes FROM sign_in_networks WHERE network = ''";
    HEAVIEST = "SELECT network FROM sign_in_networks WHERE wider = $1 \
        ORDER BY bytes DESC, last_at LIMIT 1";
    GIVE_UP = "DELETE FROM sign_in_flows WHERE id = (SELECT id FROM sign_in_flows \
        WHERE network = $1 AND held = 0 ORDER BY expires_at LIMIT 1)";
    FIND = "SELECT id, browser, target, progress, created_at, expires_at, ended_at \
        FROM sign_in_flows WHERE id = $1";
    TAKE = "UPDATE sign_in_flows SET browser = $2 WHERE id = $1 AND browser = ''";
    SAVE_PROGRESS = "UPDATE sign_in_flows SET progress = $2, \
        held = CASE WHEN held = 1 THEN held ELSE $3 END WHERE id = $1 AND ended_at IS NULL";
    SAVE_ONCE = "UPDATE sign_in_flows SET progress = $2 WHERE id = $1 AND progress = $3 \
        AND ended_at IS NULL";
    END = "UPDATE sign_in_flows SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    SWEEP = "DELETE FROM sign_in_flows WHERE id IN \
        (SELECT id FROM sign_in_flows WHERE created_at < $1 LIMIT $2)";
    SWEEP_ENDED = "DELETE FROM sign_in_flows WHERE id IN \
        (SELECT id FROM sign_in_flows WHERE expires_at < $1 AND ended_at IS NOT NULL LIMIT $2)";
    SWEEP_HELD = "DELETE FROM sign_in_flows WHERE id IN \
        (SELECT id FROM sign_in_flows WHERE held = 1 AND expires_at < $1 AND expires_at <= \
        COALESCE((SELECT expires_at FROM sign_in_flows WHERE held = 1 \
        ORDER BY expires_at DESC LIMIT 1 OFFSET $3), -1) LIMIT $2)";
}

struct Row {
    id: String,
    browser: String,
    target: String,
    progress: String,
    created_at: Millis,
    expires_at: Millis,
    ended_at: Option<Millis>,
}

from_row!(Row {
    id,
    browser,
    target,
    progress,
    created_at,
    expires_at,
    ended_at
});

fn decode<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()).into())
}

fn encode<T: serde::Serialize>(value: &T) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()).into())
}

/// The most flows that one insert removes. One is enough unless the cap was lowered.
const GIVEN_UP_AT_ONCE: usize = 64;

/// Stores a flow that began at `source`, and gives up others until all that nobody holds are within `cap`.
pub async fn insert(
    tx: &mut WriteTx,
    flow: &SignInFlow,
    source: &FlowSource,
    cap: FlowCap,
) -> Result<(), DbError> {
    let (target, progress) = (encode(&flow.target)?, encode(&flow.progress)?);
    execute!(
        tx,
        INSERT,
        &flow.id,
        &flow.browser,
        target,
        progress,
        flow.created_at,
        flow.expires_at,
        i64::from(flow.is_held()),
        &source.network,
        source.wider.as_deref(),
        source.widest.as_deref()
    )?;
    make_room(tx, cap).await
}

/// Deletes flows that nobody holds until they are within `cap`: the oldest of the heaviest network in turn.
async fn make_room(tx: &mut WriteTx, cap: FlowCap) -> Result<(), DbError> {
    for _ in 0..GIVEN_UP_AT_ONCE {
        let (flows, bytes) = fetch_one!(tx, (i64, i64), SUMS)?;
        if flows <= cap.flows && bytes <= cap.bytes {
            break;
        }
        let network = heaviest(tx).await?;
        if execute!(tx, GIVE_UP, &network)? == 0 {
            tracing::warn!(
                network,
                "no sign-in flow to give up, although its network counts some"
            );
            break;
        }
        metrics::counter!("atrium_sign_in_flows_given_up_total").increment(1);
    }
    Ok(())
}

/// The heaviest of the widest networks, in it the heaviest narrower one, and so on to the narrowest. Among equals, it
/// is the one whose newest flow is the oldest.
async fn heaviest(tx: &mut WriteTx) -> Result<String, DbError> {
    let mut network = String::new();
    while let Some((narrower,)) = fetch_optional!(tx, (String,), HEAVIEST, &network)? {
        network = narrower;
    }
    Ok(network)
}

/// The sign-in flow `id`, open or ended.
pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<SignInFlow>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND, id)? else {
        return Ok(None);
    };
    Ok(Some(SignInFlow {
        handle: row.id.clone(),
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
    let held = i64::from(progress.is_held());
    Ok(execute!(tx, SAVE_PROGRESS, id, encode(progress)?, held)? == 1)
}

/// Replaces the progress `before` of a flow; of several concurrent requests exactly one gets `true`.
pub async fn save_once(
    tx: &mut WriteTx,
    id: &str,
    before: &Progress,
    progress: &Progress,
) -> Result<bool, DbError> {
    let (progress, before) = (encode(progress)?, encode(before)?);
    Ok(execute!(tx, SAVE_ONCE, id, progress, before)? == 1)
}

/// Stores a flow in which a person has just proved who they are: also a flow without a row, or one that strangers
/// pushed out meanwhile. An ended flow does not change.
pub async fn save_proved(tx: &mut WriteTx, flow: &SignInFlow) -> Result<(), DbError> {
    // Most have no row yet.
    let put = flow.is_sealed() && put(tx, flow).await?;
    if put || save_progress(tx, &flow.id, &flow.progress).await? {
        return Ok(());
    }
    self::put(tx, flow).await.map(drop)
}

/// Stores a held flow; false when it has a row.
async fn put(tx: &mut WriteTx, flow: &SignInFlow) -> Result<bool, DbError> {
    let put = execute!(
        tx,
        PUT,
        &flow.id,
        &flow.browser,
        encode(&flow.target)?,
        encode(&flow.progress)?,
        flow.created_at,
        flow.expires_at
    );
    Ok(put? == 1)
}

/// Ends a sign-in flow; of several concurrent requests exactly one gets `true`.
pub async fn end(tx: &mut WriteTx, id: &str, now: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, END, id, now)? == 1)
}

/// Deletes at most `most` flows that began before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}

/// Deletes about `most` flows whose pages expired before `before` and that have ended, or are held and not among about `kept`
/// of these that expire last. This limits the space of flows that people left (attack 44).
pub async fn sweep_early(
    tx: &mut WriteTx,
    before: Millis,
    most: i64,
    kept: i64,
) -> Result<u64, DbError> {
    let ended = execute!(tx, SWEEP_ENDED, before, most)?;
    Ok(ended + execute!(tx, SWEEP_HELD, before, most, kept)?)
}
