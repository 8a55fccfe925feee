//! A worker at work: its two loops and their end.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::worker::{SLOTS, Worker};

/// How often the queue is looked at when nobody calls: jobs of other processes and past failures.
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

pub(super) fn start(worker: Arc<Worker>) -> Running {
    let stopping = CancellationToken::new();
    Running {
        jobs: tokio::spawn(claim_and_run(worker.clone(), stopping.clone())),
        routines: tokio::spawn(come_round(worker.clone(), stopping.clone())),
        stopping,
        worker,
    }
}

impl Running {
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
    let mut under_way = JoinSet::new();
    while !stopping.is_cancelled() {
        while under_way.try_join_next().is_some() {}
        let free = SLOTS - under_way.len();
        let rest = match worker.claim(free).await {
            Ok(jobs) => {
                for job in jobs {
                    let worker = worker.clone();
                    under_way.spawn(async move { worker.run(job).await });
                }
                POLL
            }
            Err(error) => {
                tracing::warn!(%error, "the queue of jobs cannot be read");
                AWAY
            }
        };
        let full = under_way.len() == SLOTS;
        tokio::select! {
            () = stopping.cancelled() => {}
            () = worker.wake.called(), if !full => {}
            () = sleep(rest), if !full => {}
            Some(_) = under_way.join_next(), if full => {}
        }
    }
    under_way
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
