//! The counters and the kept answers of calls in the database. Each change of a counter is one statement, which also
//! locks its row.

use std::collections::HashMap;

use super::state::{Rule, State};
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, SqlQuery, WriteTx, execute, fetch_one, fetch_optional, from_row, statements,
};

/// The most counters that one statement reads.
const AT_ONCE: usize = 8;

statements! {
    /// Counts an attempt as pending and returns the counter's previous state.
    ADD = "INSERT INTO limit_counters \
            (name, window_ends, failures, pending, reserved_at, reserved_before, delayed_until, most) \
            VALUES ($1, $2, 0, 1, $3, 0, 0, $4) \
            ON CONFLICT (name) DO UPDATE SET pending = limit_counters.pending + 1, \
            most = excluded.most, \
            reserved_before = limit_counters.reserved_at, reserved_at = excluded.reserved_at \
            RETURNING window_ends, failures, pending - 1 AS pending, \
            reserved_before AS reserved_at, delayed_until";
    STATES = "SELECT name, window_ends, failures, pending, reserved_at, delayed_until \
            FROM limit_counters WHERE name IN ($1, $2, $3, $4, $5, $6, $7, $8)";
    RESTART = "UPDATE limit_counters SET window_ends = $2, failures = $3, pending = $4, \
            delayed_until = $5 WHERE name = $1";
    FAIL = "UPDATE limit_counters SET failures = failures + $4, \
            pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END, \
            delayed_until = CASE WHEN failures + $4 >= $2 THEN $3 ELSE delayed_until END \
            WHERE name = $1";
    RELEASE = "UPDATE limit_counters SET \
            pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END WHERE name = $1";
    TAKE_BACK = "UPDATE limit_counters SET pending = pending - 1, reserved_at = $2 WHERE name = $1";
    CLEAR = "UPDATE limit_counters SET failures = 0, delayed_until = 0, \
            pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END WHERE name = $1";
    SWEEP = "DELETE FROM limit_counters WHERE name IN (SELECT name FROM limit_counters \
            WHERE window_ends <= $1 AND delayed_until <= $1 LIMIT $2)";
    COUNT = "SELECT COUNT(*) FROM limit_counters";
    /// Deletes the least used up; among equals, the one whose window ends first.
    GIVE_UP = "DELETE FROM limit_counters WHERE name IN (SELECT name FROM limit_counters \
            ORDER BY (failures + pending) * 1000 / most, window_ends LIMIT $1)";
    ANSWER = "SELECT sent, answer FROM answered_calls WHERE name = $1 AND created_at > $2";
    /// Replaces only an answer that is no longer valid.
    KEEP_ANSWER = "INSERT INTO answered_calls (name, sent, answer, created_at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (name) DO UPDATE SET sent = excluded.sent, answer = excluded.answer, \
            created_at = excluded.created_at WHERE answered_calls.created_at <= $5";
    SWEEP_ANSWERS = "DELETE FROM answered_calls WHERE name IN (SELECT name FROM answered_calls \
            WHERE created_at <= $1 ORDER BY created_at LIMIT $2)";
}

/// Counts an attempt as pending and returns the counter's previous state.
pub(super) async fn add(
    tx: &mut WriteTx,
    name: &str,
    rule: &Rule,
    now: Millis,
) -> Result<State, DbError> {
    fetch_one!(tx, State, ADD, name, now + rule.window, now, rule.failures)
}

/// A counter as it is stored.
struct Stored {
    name: String,
    state: State,
}

from_row!(Stored { name; flatten state });

/// The states of the counters with these names; a missing one has none.
pub(super) async fn states(
    tx: &mut dyn Reads,
    names: &[String],
) -> Result<HashMap<String, State>, DbError> {
    let mut found = HashMap::with_capacity(names.len());
    for names in names.chunks(AT_ONCE) {
        let names = names.iter().map(String::as_str);
        // No counter has an empty name.
        let padded = names.chain(std::iter::repeat("")).take(AT_ONCE);
        let rows = SqlQuery::kept(STATES).bind_all(padded);
        let rows = rows.fetch_all::<Stored>(tx).await?;
        found.extend(rows.into_iter().map(|row| (row.name, row.state)));
    }
    Ok(found)
}

/// The number of counters.
pub(super) async fn count(tx: &mut dyn Reads) -> Result<i64, DbError> {
    Ok(fetch_one!(tx, (i64,), COUNT)?.0)
}

/// Deletes the `many` counters that are the least used up; returns how many.
pub(super) async fn give_up(tx: &mut WriteTx, many: i64) -> Result<u64, DbError> {
    execute!(tx, GIVE_UP, many)
}

/// Writes the state of a counter at `now` ([`State::at`]), with our own attempt pending, if time has changed it.
pub(super) async fn restart(
    tx: &mut WriteTx,
    name: &str,
    before: State,
    state: State,
) -> Result<(), DbError> {
    if state == before {
        return Ok(());
    }
    let pending = state.pending + 1;
    execute!(
        tx,
        RESTART,
        name,
        state.window_ends,
        state.failures,
        pending,
        state.delayed_until
    )
    .map(drop)
}

/// Turns a pending attempt into `many` failures; from failure number `limit` on, attempts wait until `until`.
pub(super) async fn fail(
    tx: &mut WriteTx,
    name: &str,
    many: i64,
    (limit, until): (i64, Millis),
) -> Result<(), DbError> {
    execute!(tx, FAIL, name, limit, until, many).map(drop)
}

/// Undoes [`add`] in the same transaction. `reserved_at` is when the previous attempt began.
pub(super) async fn take_back(
    tx: &mut WriteTx,
    name: &str,
    reserved_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, TAKE_BACK, name, reserved_at).map(drop)
}

/// Takes a pending attempt back.
pub(super) async fn release(tx: &mut WriteTx, name: &str) -> Result<(), DbError> {
    execute!(tx, RELEASE, name).map(drop)
}

/// Takes a pending attempt back and resets the failures.
pub(super) async fn clear(tx: &mut WriteTx, name: &str) -> Result<(), DbError> {
    execute!(tx, CLEAR, name).map(drop)
}

/// Deletes at most `most` expired counters; returns how many.
pub(super) async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, now, most)
}

/// The request and answer of the call with this name, if it was answered after `after`.
pub(super) async fn answer(
    tx: &mut dyn Reads,
    name: &str,
    after: Millis,
) -> Result<Option<(String, String)>, DbError> {
    fetch_optional!(tx, (String, String), ANSWER, name, after)
}

/// Stores the request and answer of a call; false if an answer younger than the second time is already stored.
pub(super) async fn keep_answer(
    tx: &mut WriteTx,
    name: &str,
    (sent, answer): (&str, &str),
    (now, stale): (Millis, Millis),
) -> Result<bool, DbError> {
    Ok(execute!(tx, KEEP_ANSWER, name, sent, answer, now, stale)? == 1)
}

/// Deletes at most `most` answers that were given before `before`; returns how many.
pub(super) async fn sweep_answers(
    tx: &mut WriteTx,
    before: Millis,
    most: i64,
) -> Result<u64, DbError> {
    execute!(tx, SWEEP_ANSWERS, before, most)
}
