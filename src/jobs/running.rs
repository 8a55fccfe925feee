//! The tasks of a worker: one for jobs, one for routines.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::concurrency::{InProgress, Saturated};
use super::job::{QUEUED, SLOTS};
use super::worker::Worker;
use crate::db::DbError;

/// How often the worker looks for jobs of other processes and for jobs that are due again.
pub const POLL: Duration = Duration::from_secs(1);
/// How long to wait after the database did not answer.
const AWAY: Duration = Duration::from_secs(2);
/// The time from the start to the first routine. The others follow one second apart.
const FIRST_ROUND: Duration = Duration::from_secs(10);

/// The tasks of a started worker.
#[must_use = "stop it, so that running jobs finish"]
#[derive(Debug)]
pub struct Running {
    stopping: CancellationToken,
    jobs: JoinHandle<JoinSet<()>>,
    routines: JoinHandle<()>,
    worker: Arc<Worker>,
}

impl Running {
    pub fn start(worker: Worker) -> Self {
        let (worker, stopping) = (Arc::new(worker), CancellationToken::new());
        Self {
            jobs: tokio::spawn(claim_and_run(worker.clone(), stopping.clone())),
            routines: tokio::spawn(run_routines(worker.clone(), stopping.clone())),
            stopping,
            worker,
        }
    }

    /// Claims no more jobs, waits at most `patience` for the running ones, and releases the rest
    /// for other processes.
    pub async fn stop(self, patience: Duration) {
        self.stopping.cancel();
        let finish = async {
            if let Ok(mut under_way) = self.jobs.await {
                while under_way.join_next().await.is_some() {}
            }
        };
        // Dropping the set cancels jobs that are still running. Their leases are released below.
        if timeout(patience, finish).await.is_err() {
            tracing::warn!("the stop cancelled jobs that were running; they run again");
        }
        self.routines.abort();
        if let Err(error) = self.worker.let_go().await {
            tracing::warn!(%error, "leases of jobs were not given back; these jobs wait until the leases end");
        }
    }
}

async fn claim_and_run(worker: Arc<Worker>, stopping: CancellationToken) -> JoinSet<()> {
    let (mut under_way, in_progress) = (JoinSet::new(), InProgress::default());
    let mut queued = worker.db.subscribe(QUEUED);
    while !stopping.is_cancelled() {
        while under_way.try_join_next().is_some() {}
        let saturated = in_progress.saturated(|kind| worker.concurrency(kind));
        let rest = match begin(&worker, &in_progress, &saturated, &mut under_way).await {
            Ok(Begun::Some) if under_way.len() < SLOTS => continue,
            Ok(_) => POLL,
            Err(error) => {
                tracing::warn!(%error, "the queue of jobs cannot be read");
                AWAY
            }
        };
        let all_busy = under_way.len() == SLOTS;
        tokio::select! {
            () = stopping.cancelled() => {}
            Ok(()) = queued.changed(), if !all_busy => {}
            () = sleep(rest), if !all_busy => {}
            Some(_) = under_way.join_next(), if all_busy || saturated.one_by_one => {}
        }
    }
    under_way
}

/// Whether more jobs may be due.
enum Begun {
    /// No: each handler is running, or its kind or lane is at its limit.
    All,
    /// Perhaps.
    Some,
}

/// Claims and begins due jobs, as far as slots and limits allow.
async fn begin(
    worker: &Arc<Worker>,
    in_progress: &InProgress,
    saturated: &Saturated,
    under_way: &mut JoinSet<()>,
) -> Result<Begun, DbError> {
    let most = if saturated.one_by_one {
        1
    } else {
        SLOTS - under_way.len()
    };
    let jobs = worker.claim(most, saturated.clone()).await?;
    let others_wait = jobs.len() == most;
    let mut over_limit = Vec::new();
    for job in jobs {
        let Some(permit) = in_progress.permit(&job, worker.concurrency(&job.kind)) else {
            over_limit.push(job);
            continue;
        };
        let worker = worker.clone();
        under_way.spawn(async move {
            worker.run(job).await;
            drop(permit);
        });
    }
    if !over_limit.is_empty() {
        worker.put_back(over_limit).await?;
        return Ok(Begun::Some);
    }
    Ok(if others_wait { Begun::Some } else { Begun::All })
}

async fn run_routines(worker: Arc<Worker>, stopping: CancellationToken) {
    let mut next: Vec<Instant> = (0..)
        .zip(worker.routines())
        .map(|(n, _)| Instant::now() + FIRST_ROUND + Duration::from_secs(n))
        .collect();
    loop {
        let Some(soonest) = next.iter().min().copied() else {
            return;
        };
        tokio::select! {
            () = stopping.cancelled() => return,
            () = sleep_until(soonest) => {}
        }
        for (due, routine) in next.iter_mut().zip(worker.routines()) {
            if *due > Instant::now() {
                continue;
            }
            *due = Instant::now() + routine.every();
            if let Err(error) = worker.round(routine.as_ref()).await {
                tracing::warn!(routine = routine.name(), %error, "a routine failed this time");
            }
        }
    }
}
