//! A job, and the trait of its handler.

use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::clock::{HOUR, Millis, SECOND};
use crate::db::{DbError, from_row};
use crate::random::Random;

/// The most running jobs in one process.
pub(super) const SLOTS: usize = 16;

/// The topic that a commit announces when it queued a job ([`crate::db::Db::subscribe`]).
pub const QUEUED: &str = "jobs";

/// How many jobs may run at once in one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concurrency {
    /// Jobs of the kind.
    pub kind: usize,
    /// Jobs of the kind in one lane.
    pub lane: usize,
}

/// A new job for the queue.
#[derive(Clone, Debug)]
pub struct NewJob {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) lane: String,
    pub(super) payload: String,
    pub(super) queued_at: Millis,
    pub(super) run_at: Millis,
}

impl NewJob {
    /// A job of `kind` that is due at once. The payload is stored in clear text until the job is
    /// done, so it contains ids and names but no secret.
    pub fn new(kind: &'static str, payload: &impl Serialize, random: &Random, now: Millis) -> Self {
        let payload = serde_json::to_string(payload).unwrap_or_else(|error| {
            // The handler cannot read this payload, so the job will be given up with an error that
            // says so.
            tracing::error!(kind, %error, "a job's payload cannot be written as JSON");
            "null".to_owned()
        });
        Self {
            id: random.uuid_v7(now).to_string(),
            kind,
            lane: String::new(),
            payload,
            queued_at: now,
            run_at: now,
        }
    }

    /// Sets the lane: jobs of one kind that share a bottleneck, such as those that call one
    /// application.
    #[must_use]
    pub fn in_lane(self, lane: &str) -> Self {
        let lane = lane.to_owned();
        Self { lane, ..self }
    }

    /// Sets the time at which it is due.
    #[must_use]
    pub fn at(self, run_at: Millis) -> Self {
        Self { run_at, ..self }
    }
}

/// A job for its handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The id, the same at each attempt.
    pub id: String,
    /// The kind, which determines the handler.
    pub kind: String,
    pub(super) lane: String,
    pub(super) payload: String,
    /// When it was queued.
    pub queued_at: Millis,
    pub(super) run_at: Millis,
    /// The number of the attempt, from 1.
    pub attempt: i64,
}

from_row!(Job { id, kind, lane, payload, queued_at, run_at, attempt = "attempts" });

impl Job {
    /// The lane in which it was queued; empty without one.
    pub fn lane(&self) -> &str {
        &self.lane
    }

    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_str(&self.payload)
            .map_err(|error| JobError::Never(format!("the payload is not understood: {error}")))
    }
}

/// Why an attempt failed. The text is stored and logged, so it contains no secret.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A later attempt may succeed.
    #[error("{0}")]
    Later(String),
    /// No later attempt can succeed: the job is given up.
    #[error("{0}")]
    Never(String),
}

impl From<DbError> for JobError {
    fn from(error: DbError) -> Self {
        Self::Later(error.to_string())
    }
}

/// Runs the jobs of one kind. A job may run twice, so this must do no harm.
#[async_trait]
pub trait Handler: Send + Sync {
    /// The kind, a stable name such as `mail.send`.
    fn kind(&self) -> &'static str;

    /// Makes one attempt.
    async fn run(&self, job: &Job) -> Result<(), JobError>;

    /// How long an attempt may take, at most 60 s. After that it is cancelled and counts as failed.
    fn time_limit(&self) -> Duration {
        Duration::from_secs(30)
    }

    /// How many jobs of this kind run at once in one process. A kind that calls other servers gets
    /// only some of the slots, so that slow answers do not stop all other jobs.
    fn concurrency(&self) -> Concurrency {
        Concurrency {
            kind: SLOTS,
            lane: SLOTS,
        }
    }

    /// The number of attempts before the job is given up.
    fn attempts(&self) -> i64 {
        8
    }

    /// The pause after failed attempt `attempt`: 5 s, 20 s, 80 s and so on, at most an hour. Eight
    /// attempts take about two hours.
    fn pause(&self, attempt: i64) -> Millis {
        let doublings = u32::try_from(attempt.clamp(1, 10) - 1).unwrap_or(0) * 2;
        (5 * SECOND * 2_i64.pow(doublings)).min(HOUR)
    }
}
