//! The queue for administrators: waiting jobs, jobs that were given up and why, and the state of the routines.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::store::{self, QueuedKind, RoutineRound};
use crate::clock::{Millis, SECOND};
use crate::db::{DbError, Reads, WriteTx};

/// The kinds that have jobs now, with their numbers.
pub async fn kinds(view: &mut dyn Reads) -> Result<Vec<QueuedKind>, DbError> {
    store::counts(view).await
}

/// The last round of each routine, by name.
pub async fn routines(view: &mut dyn Reads) -> Result<Vec<RoutineRound>, DbError> {
    store::rounds(view).await
}

/// Puts a job that was given up back into the queue with all its attempts. Its commit wakes the worker. Returns its
/// kind; `None` if no such job was given up.
pub async fn retry(tx: &mut WriteTx, id: &str, now: Millis) -> Result<Option<String>, DbError> {
    store::retry(tx, id, now).await
}

/// The kinds that were counted before, so that the gauge of a kind without jobs becomes 0.
static COUNTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Sets the gauges of the queue for `/metrics`.
pub async fn count(view: &mut dyn Reads, now: Millis) -> Result<(), DbError> {
    let now_queued = store::counts(view).await?;
    let mut counted = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    for QueuedKind { kind, .. } in &now_queued {
        counted.insert(kind.clone());
    }
    for kind in counted.iter() {
        let queued = now_queued.iter().find(|queued| queued.kind == *kind);
        let due_at = queued.and_then(|queued| queued.due_at);
        let overdue = due_at.map_or(0, |at| (now - at).max(0) / SECOND);
        gauge(
            "atrium_jobs_waiting",
            kind,
            queued.map_or(0, |queued| queued.waiting),
        );
        gauge(
            "atrium_jobs_given_up",
            kind,
            queued.map_or(0, |queued| queued.given_up),
        );
        gauge("atrium_jobs_overdue_seconds", kind, overdue);
    }
    Ok(())
}

fn gauge(name: &'static str, kind: &str, value: i64) {
    let value = f64::from(u32::try_from(value).unwrap_or(u32::MAX));
    metrics::gauge!(name, "kind" => kind.to_owned()).set(value);
}
