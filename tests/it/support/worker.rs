//! Runs a worker step by step, with the clock of the test.

use std::sync::Arc;

use atrium::db::DbError;
use atrium::jobs::{Saturated, Worker};
use tokio::task::JoinSet;

/// How many jobs are claimed at once.
const SLOTS: usize = 16;

/// Steps of a worker that was not started.
pub trait Steps {
    /// Runs jobs until none is due; returns the number of attempts.
    async fn run_due(self: &Arc<Self>) -> Result<usize, DbError>;
    /// Runs each due routine once; returns their names.
    async fn run_routines(&self) -> Result<Vec<&'static str>, DbError>;
}

impl Steps for Worker {
    async fn run_due(self: &Arc<Self>) -> Result<usize, DbError> {
        let mut attempts = 0;
        loop {
            let jobs = self.claim(SLOTS, Saturated::default()).await?;
            if jobs.is_empty() {
                return Ok(attempts);
            }
            attempts += jobs.len();
            let mut running = JoinSet::new();
            for job in jobs {
                let worker = self.clone();
                running.spawn(async move { worker.run(job).await });
            }
            running.join_all().await;
        }
    }

    async fn run_routines(&self) -> Result<Vec<&'static str>, DbError> {
        let mut ran = Vec::new();
        for routine in self.routines() {
            if self.round(routine.as_ref()).await? {
                ran.push(routine.name());
            }
        }
        Ok(ran)
    }
}
