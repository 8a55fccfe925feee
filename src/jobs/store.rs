//! The queue in the database.

use serde::{Deserialize, Serialize};

use super::concurrency::Saturated;
use super::job::{Job, NewJob, QUEUED};
use crate::clock::{DAY, Millis};
use crate::db::list::{Column, Filter, List, Sort, columns, filters};
use crate::db::{
    DbError, Reads, WriteTx, coded, execute, fetch_all, fetch_optional, from_row, statements,
};

/// How long the row of a job that was given up is kept.
const GIVEN_UP_STAYS: Millis = 30 * DAY;

statements! {
    INSERT = "INSERT INTO jobs \
            (id, kind, lane, payload, queued_at, run_at, attempts, lease_until) \
            VALUES ($1, $2, $3, $4, $5, $6, 0, 0)";
    /// Nothing grows beyond the limit, so the rows to count are few.
    DROP_BEYOND = "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE kind = $1 AND lane = \
            (SELECT lane FROM jobs WHERE kind = $1 GROUP BY lane ORDER BY COUNT(*) DESC, lane LIMIT 1) \
            ORDER BY queued_at, id LIMIT 1) \
            AND (SELECT COUNT(*) FROM jobs WHERE kind = $1) > CAST($2 AS BIGINT)";
    /// Skips kinds and lanes at their limit. A wildcard of LIKE in a name could only skip more.
    ANY_DUE = "SELECT CAST(1 AS BIGINT) FROM jobs \
            WHERE given_up_at IS NULL AND run_at <= $1 AND lease_until <= $1 \
            AND $2 NOT LIKE '%|' || kind || '|%' \
            AND $3 NOT LIKE '%|' || kind || ' ' || lane || '|%' LIMIT 1";
    /// Checks the lease twice, so that one of two simultaneous claims gets nothing.
    CLAIM = "UPDATE jobs SET lease_holder = $1, lease_until = $2, attempts = attempts + 1 \
            WHERE id IN (SELECT id FROM jobs \
                WHERE given_up_at IS NULL AND run_at <= $3 AND lease_until <= $3 \
                AND $5 NOT LIKE '%|' || kind || '|%' \
                AND $6 NOT LIKE '%|' || kind || ' ' || lane || '|%' \
                ORDER BY run_at, id LIMIT $4) \
            AND given_up_at IS NULL AND lease_until <= $3 \
            RETURNING id, kind, lane, payload, queued_at, run_at, attempts";
    PUT_BACK = "UPDATE jobs SET attempts = attempts - 1, lease_holder = NULL, lease_until = 0 \
            WHERE id = $1 AND lease_holder = $2";
    DONE = "DELETE FROM jobs WHERE id = $1 AND lease_holder = $2";
    FINISH = "DELETE FROM jobs WHERE id = $1";
    CANCEL = "DELETE FROM jobs WHERE lane = $1 AND lane <> '' AND kind = $2";
    AGAIN = "UPDATE jobs SET run_at = $3, last_error = $4, lease_holder = NULL, lease_until = 0 \
            WHERE id = $1 AND lease_holder = $2";
    NOT_OURS = "UPDATE jobs SET run_at = $3, attempts = attempts - 1, lease_holder = NULL, \
            lease_until = 0 WHERE id = $1 AND lease_holder = $2";
    GIVE_UP = "UPDATE jobs SET given_up = 1, given_up_at = $3, last_error = $4, lease_holder = NULL, \
            lease_until = 0 WHERE id = $1 AND lease_holder = $2";
    LET_GO = "UPDATE jobs SET lease_holder = NULL, lease_until = 0 WHERE lease_holder = $1";
    RETRY = "UPDATE jobs SET given_up = 0, given_up_at = NULL, attempts = 0, run_at = $2 \
            WHERE id = $1 AND given_up = 1 RETURNING kind";
    /// Steps through the index from one kind to the next, and counts at most 10,000 jobs of each: `/metrics` asks often,
    /// and a membership with an end has two jobs.
    COUNTS = "WITH RECURSIVE kinds (kind) AS (SELECT MIN(kind) FROM jobs UNION ALL \
            SELECT (SELECT MIN(j.kind) FROM jobs j WHERE j.kind > kinds.kind) FROM kinds \
            WHERE kinds.kind IS NOT NULL) \
            SELECT k.kind, \
            (SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT 1 FROM jobs j \
                WHERE j.kind = k.kind AND j.given_up = 0 LIMIT 10000) counted) AS waiting, \
            (SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT 1 FROM jobs j \
                WHERE j.kind = k.kind AND j.given_up = 1 LIMIT 10000) counted) AS given_up, \
            (SELECT MIN(j.run_at) FROM jobs j WHERE j.kind = k.kind AND j.given_up = 0) AS due_at \
            FROM kinds k WHERE k.kind IS NOT NULL ORDER BY k.kind COLLATE \"C\"";
    ROUND = "INSERT INTO routine_rounds (name, every_ms, began_at, took_ms, failed_at, error) \
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO UPDATE SET \
            every_ms = excluded.every_ms, began_at = excluded.began_at, took_ms = excluded.took_ms, \
            failed_at = COALESCE(excluded.failed_at, routine_rounds.failed_at), \
            error = COALESCE(excluded.error, routine_rounds.error)";
    ROUNDS = "SELECT name, every_ms, began_at, took_ms, failed_at, error FROM routine_rounds \
            ORDER BY name COLLATE \"C\"";
    SWEEP = "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs \
            WHERE given_up_at IS NOT NULL AND given_up_at <= $1 LIMIT $2)";
}

pub(super) async fn insert(tx: &mut WriteTx, job: &NewJob) -> Result<(), DbError> {
    let NewJob {
        id,
        kind,
        lane,
        payload,
        queued_at,
        run_at,
    } = job;
    execute!(tx, INSERT, id, *kind, lane, payload, *queued_at, *run_at)?;
    tx.announce(QUEUED);
    Ok(())
}

/// Deletes the oldest job of the largest lane if there are more than `most` of the kind.
pub(super) async fn drop_beyond(tx: &mut WriteTx, kind: &str, most: i64) -> Result<(), DbError> {
    execute!(tx, DROP_BEYOND, kind, most).map(drop)
}

/// True if a job is waiting. Asked first, because this needs no write.
pub(super) async fn any_due(
    tx: &mut dyn Reads,
    saturated: &Saturated,
    now: Millis,
) -> Result<bool, DbError> {
    let found = fetch_optional!(tx, (i64,), ANY_DUE, now, &saturated.kinds, &saturated.lanes)?;
    Ok(found.is_some())
}

/// Claims at most `most` due jobs, none of `saturated`, for `holder` until `until`. The one that has been due longest is first.
pub(super) async fn claim(
    tx: &mut WriteTx,
    holder: &str,
    until: Millis,
    now: Millis,
    most: i64,
    saturated: &Saturated,
) -> Result<Vec<Job>, DbError> {
    let mut jobs = fetch_all!(
        tx,
        Job,
        CLAIM,
        holder,
        until,
        now,
        most,
        &saturated.kinds,
        &saturated.lanes
    )?;
    // This sorts them: an UPDATE returns its rows in any order, and a full lane has no room for the last.
    jobs.sort_by(|a, b| (a.run_at, &a.id).cmp(&(b.run_at, &b.id)));
    Ok(jobs)
}

/// Returns a claimed job to the queue before it has begun, without counting an attempt.
pub(super) async fn put_back(tx: &mut WriteTx, id: &str, holder: &str) -> Result<(), DbError> {
    execute!(tx, PUT_BACK, id, holder).map(drop)
}

/// Deletes a finished job, if `holder` still has its lease.
pub(super) async fn done(tx: &mut WriteTx, id: &str, holder: &str) -> Result<(), DbError> {
    execute!(tx, DONE, id, holder).map(drop)
}

/// Deletes a finished job, even if another worker has its lease. False if it is already deleted.
pub(super) async fn finish(tx: &mut WriteTx, id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, FINISH, id)? == 1)
}

/// Deletes the jobs of a kind in a lane.
pub(super) async fn cancel(tx: &mut WriteTx, lane: &str, kind: &str) -> Result<(), DbError> {
    execute!(tx, CANCEL, lane, kind).map(drop)
}

/// Schedules the next attempt at `run_at`.
pub(super) async fn again(
    tx: &mut WriteTx,
    id: &str,
    holder: &str,
    run_at: Millis,
    error: &str,
) -> Result<(), DbError> {
    execute!(tx, AGAIN, id, holder, run_at, error).map(drop)
}

/// Returns a job to the queue if this process has no handler for its kind. Another version may have
/// one.
pub(super) async fn not_ours(
    tx: &mut WriteTx,
    id: &str,
    holder: &str,
    run_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOT_OURS, id, holder, run_at).map(drop)
}

/// Marks a job as given up; false if `holder` has lost its lease.
pub(super) async fn give_up(
    tx: &mut WriteTx,
    id: &str,
    holder: &str,
    now: Millis,
    error: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, GIVE_UP, id, holder, now, error)? == 1)
}

/// Releases the leases of `holder`, so that others may claim its jobs at once.
pub(super) async fn let_go(tx: &mut WriteTx, holder: &str) -> Result<(), DbError> {
    execute!(tx, LET_GO, holder).map(drop)
}

/// Deletes at most `most` jobs that were given up a month ago; returns how many.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, now - GIVEN_UP_STAYS, most)
}

/// Every job that is not done.
pub static JOBS: List = List {
    name: "jobs",
    columns: ListedJob::COLUMNS,
    table: "jobs j",
    joins: "",
    key: Column::text("j.id"),
    filters: &[&KIND, &GIVEN_UP],
    sorts: &[Sort::by("queued", &[Column::number("j.queued_at")])],
    // Newest first, as in all lists of administrators.
    usual_sort: "-queued",
    search: None,
};

static KIND: Filter = Filter::is("kind", Column::text("j.kind"), &["queued"]);
static GIVEN_UP: Filter = Filter::is("given_up", Column::number("j.given_up"), &["queued"]);

columns! {
    /// A job in [`JOBS`].
    pub struct ListedJob {
        id: String = "j.id",
        kind: String = "j.kind",
        /// The lane; empty for none.
        lane: String = "j.lane",
        /// JSON of the kind's own type: ids and names, no secret.
        payload: String = "j.payload",
        queued_at: Millis = "j.queued_at",
        /// When the next attempt is due.
        run_at: Millis = "j.run_at",
        attempts: i64 = "j.attempts",
        /// While this is in the future, a process works on it.
        lease_until: Millis = "j.lease_until",
        last_error: Option<String> = "j.last_error",
        given_up: bool = "j.given_up",
        given_up_at: Option<Millis> = "j.given_up_at",
    }
}

/// Whether a job was given up.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum QueueState {
    Waiting,
    GivenUp,
}

coded!(QueueState { Waiting = 0, GivenUp = 1 });

filters! {
    /// Filters of the list of jobs. An empty or missing field does not filter.
    pub struct JobFilter of JOBS {
        /// Only jobs of this kind, such as `mail.send`.
        kind: String = KIND,
        /// `givenUp`: only jobs that were given up. `waiting`: only the others.
        #[param(value_type = Option<String>)]
        state: QueueState = GIVEN_UP,
    }
}

/// How many jobs of one kind there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedKind {
    pub kind: String,
    /// Due now or later, and running; counted to 10,000.
    pub waiting: i64,
    /// Counted to 10,000.
    pub given_up: i64,
    /// When the first waiting job is due.
    pub due_at: Option<Millis>,
}

from_row!(QueuedKind {
    kind,
    waiting,
    given_up,
    due_at
});

/// The last round of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutineRound {
    pub name: String,
    /// The interval.
    pub every_ms: Millis,
    pub began_at: Millis,
    pub took_ms: Millis,
    /// When its last failure began; `None` if it never failed.
    pub failed_at: Option<Millis>,
    /// The reason for the last failure.
    pub error: Option<String>,
}

from_row!(RoutineRound {
    name,
    every_ms,
    began_at,
    took_ms,
    failed_at,
    error
});

/// The kinds that have jobs.
pub(super) async fn counts(tx: &mut dyn Reads) -> Result<Vec<QueuedKind>, DbError> {
    fetch_all!(tx, QueuedKind, COUNTS)
}

/// Puts a job that was given up back into the queue, due at `now`. Returns its kind; `None` if no such job was given up.
pub(super) async fn retry(
    tx: &mut WriteTx,
    id: &str,
    now: Millis,
) -> Result<Option<String>, DbError> {
    let kind = fetch_optional!(tx, (String,), RETRY, id, now)?;
    if kind.is_some() {
        tx.announce(QUEUED);
    }
    Ok(kind.map(|(kind,)| kind))
}

/// Stores the last round of a routine. An error that is `None` leaves the previous failure in place.
pub(super) async fn note_round(tx: &mut WriteTx, round: &RoutineRound) -> Result<(), DbError> {
    let RoutineRound {
        name,
        every_ms,
        began_at,
        took_ms,
        failed_at,
        error,
    } = round;
    execute!(
        tx, ROUND, name, *every_ms, *began_at, *took_ms, *failed_at, error
    )
    .map(drop)
}

/// The last round of each routine, by name.
pub(super) async fn rounds(tx: &mut dyn Reads) -> Result<Vec<RoutineRound>, DbError> {
    fetch_all!(tx, RoutineRound, ROUNDS)
}
