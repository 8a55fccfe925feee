//! A worker at work: its two loops and their end.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::crowd::{Crowd, Full};
use super::job::{QUEUED, SLOTS};
use super::worker::Worker;
use crate::db::DbError;

/// How often the queue is looked at when this process queues nothing: for jobs of other processes, and
/// for those that are tried again.
pub const POLL: Duration = Duration::from_secs(1);
/// The pause after the database did not answer.
const AWAY: Duration = Duration::from_secs(2);
/// When the first routine comes round after the start; the others follow a second apart.
const FIRST_ROUND: Duration = Duration::from_secs(10);

/// The tasks of a started worker.
#[must_use = "stop it, so that what is under way is finished"]
#[derive(Debug)]
pub struct Running {
    stopping: CancellationToken,
    jobs: JoinHandle<JoinSet<()>>,
    routines: JoinHandle<()>,
    worker: Arc<Worker>,
}

impl Running {
    /// Starts the tasks of `worker`.
    pub fn start(worker: Worker) -> Self {
        let (worker, stopping) = (Arc::new(worker), CancellationToken::new());
        Self {
            jobs: tokio::spawn(claim_and_run(worker.clone(), stopping.clone())),
            routines: tokio::spawn(come_round(worker.clone(), stopping.clone())),
            stopping,
            worker,
        }
    }

    /// Claims nothing more, waits at most `patience` for the jobs under way and lets the others go.
    pub async fn stop(self, patience: Duration) {
        self.stopping.cancel();
        let finish = async {
            if let Ok(mut under_way) = self.jobs.await {
                while under_way.join_next().await.is_some() {}
            }
        };
        // What is cut off here is dropped with its set, and its leases are let go below.
        if timeout(patience, finish).await.is_err() {
            tracing::warn!("jobs were cut off by the stop; they run again");
        }
        self.routines.abort();
        if let Err(error) = self.worker.let_go().await {
            tracing::warn!(%error, "claimed jobs were not let go; they wait for their leases");
        }
    }
}

async fn claim_and_run(worker: Arc<Worker>, stopping: CancellationToken) -> JoinSet<()> {
    let (mut under_way, crowd) = (JoinSet::new(), Crowd::default());
    let mut queued = worker.db.told(QUEUED);
    while !stopping.is_cancelled() {
        while under_way.try_join_next().is_some() {}
        let full = crowd.full(|kind| worker.room(kind));
        let rest = match begin(&worker, &crowd, &full, &mut under_way).await {
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
            Some(_) = under_way.join_next(), if all_busy || full.careful => {}
        }
    }
    under_way
}

/// What became of the jobs that are due.
enum Begun {
    /// Every one is under way, or has no room now.
    All,
    /// Others wait behind these.
    Some,
}

/// Claims jobs that have room, as far as there are slots, and begins them.
async fn begin(
    worker: &Arc<Worker>,
    crowd: &Crowd,
    full: &Full,
    under_way: &mut JoinSet<()>,
) -> Result<Begun, DbError> {
    let most = if full.careful {
        1
    } else {
        SLOTS - under_way.len()
    };
    let jobs = worker.claim(most, full.clone()).await?;
    let others_wait = jobs.len() == most;
    let mut without_room = Vec::new();
    for job in jobs {
        let Some(seat) = crowd.seat(&job, worker.room(&job.kind)) else {
            without_room.push(job);
            continue;
        };
        let worker = worker.clone();
        under_way.spawn(async move {
            worker.run(job).await;
            drop(seat);
        });
    }
    if !without_room.is_empty() {
        worker.put_back(without_room).await?;
        return Ok(Begun::Some);
    }
    Ok(if others_wait { Begun::Some } else { Begun::All })
}

async fn come_round(worker: Arc<Worker>, stopping: CancellationToken) {
    let mut next: Vec<Instant> = (0..)
        .zip(&worker.routines)
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
        for (due, routine) in next.iter_mut().zip(&worker.routines) {
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
