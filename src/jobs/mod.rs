//! Jobs: work for later, kept in the database, so that a stopped process loses none.
//!
//! A job is queued inside the caller's transaction ([`enqueue`]), so it exists exactly if that transaction
//! was committed. The commit tells this process's [`Worker`] ([`QUEUED`]), so the job begins
//! at once; the workers of other processes look for jobs every [`POLL`]. A worker claims a job under a
//! lease, so one process at a time runs it, and any runs it again when that process dies. So a job may
//! run more than once, and its handler must allow for that. A failed job is tried again after longer and
//! longer pauses, and given up after some attempts; the row of a job that was given up stays for a while
//! with its last error.
//!
//! [`Routine`]s run at intervals, each in one process at a time; [`Sweep`]s are the routines that delete
//! expired rows.

mod concurrency;
mod job;
mod routine;
mod running;
mod store;
mod worker;

pub use job::{Concurrency, Handler, Job, JobError, NewJob, QUEUED};
pub use routine::{Routine, Sweep};
pub use running::{POLL, Running};
pub use store::{STATEMENTS, sweep};
pub use worker::Worker;

use crate::db::{DbError, WriteTx};

/// Queues a job inside the caller's transaction, whose commit has the worker begin it.
pub async fn enqueue(tx: &mut WriteTx, job: &NewJob) -> Result<(), DbError> {
    store::insert(tx, job).await
}

/// Deletes `job` in the transaction in which its handler writes, so that this is written once although a
/// job may run twice. False when an earlier run has written it: then write nothing.
pub async fn finish(tx: &mut WriteTx, job: &Job) -> Result<bool, DbError> {
    store::finish(tx, &job.id).await
}
