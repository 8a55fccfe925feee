//! Jobs: background work that is stored in the database, so that a stopped process loses none.
//!
//! A job is queued inside the caller's transaction ([`enqueue`]), so it exists exactly if that
//! transaction was committed. The commit wakes this process's [`Worker`] ([`QUEUED`]), so the job
//! begins at once; the workers of other processes look for jobs every [`POLL`]. A worker claims a
//! job with a lease, so only one process runs it at a time. If that process dies, another one runs
//! the job again. So a job may run more than once, and its handler must allow for that. A failed
//! job is tried again after longer and longer pauses, and given up after some attempts. The row of
//! a job that was given up stays for a while, with its last error.
//!
//! [`Routine`]s run at intervals, each in one process at a time. [`Sweep`]s are routines that
//! delete expired rows.

mod concurrency;
mod index_names;
mod job;
mod queue;
mod routine;
mod running;
mod store;
mod worker;

pub use concurrency::Saturated;
pub use index_names::IndexNames;
pub use job::{Concurrency, Handler, Job, JobError, NewJob, QUEUED};
pub use queue::{count, kinds, retry, routines};
pub use routine::{Routine, Sweep};
pub use running::{POLL, Running};
pub use store::{
    JOBS, JobFilter, ListedJob, QueueState, QueuedKind, RoutineRound, STATEMENTS, sweep,
};
pub use worker::Worker;

use crate::db::{DbError, WriteTx};

/// Queues a job inside the caller's transaction. Its commit wakes the worker.
pub async fn enqueue(tx: &mut WriteTx, job: &NewJob) -> Result<(), DbError> {
    store::insert(tx, job).await
}

/// Queues a job that a person without an account caused, inside the caller's transaction. Its lane is the person's
/// network. Beyond `most` waiting jobs of the kind, the lane with the most gives up its oldest (decision 0044), so that a
/// flood pushes out its own.
pub async fn enqueue_within(tx: &mut WriteTx, job: &NewJob, most: i64) -> Result<(), DbError> {
    store::insert(tx, job).await?;
    store::drop_beyond(tx, job.kind, most).await
}

/// Deletes the waiting jobs of these kinds in `lane`, because their subject is gone.
pub async fn cancel(tx: &mut WriteTx, lane: &str, kinds: &[&str]) -> Result<(), DbError> {
    for kind in kinds {
        store::cancel(tx, lane, kind).await?;
    }
    Ok(())
}

/// Deletes `job` in the transaction in which its handler writes, so that the handler writes only
/// once even if the job runs twice. False if an earlier run has written: then write nothing.
pub async fn finish(tx: &mut WriteTx, job: &Job) -> Result<bool, DbError> {
    store::finish(tx, &job.id).await
}
