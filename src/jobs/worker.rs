//! The worker: claims due jobs, runs their handlers and stores the outcome.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;

use super::concurrency::Saturated;
use super::job::{Concurrency, Handler, Job, JobError, SLOTS};
use super::{Routine, routine, store};
use crate::clock::{Clock, MINUTE, Millis};
use crate::db::{Db, DbError};
use crate::insight::{self, Count, Figure};
use crate::random::Random;

/// How long a claim lasts: longer than any attempt, including storing its outcome.
const LEASE: Millis = 2 * MINUTE;
/// The longest time limit that a handler may have.
const LONGEST: Duration = Duration::from_secs(60);
/// How long a job without a handler here waits before it is claimed again.
const UNKNOWN_AGAIN: Millis = MINUTE;
/// The most characters of an error that are stored.
const LONGEST_ERROR: usize = 500;

/// Runs the jobs of one process.
pub struct Worker {
    pub(super) db: Db,
    pub(super) clock: Clock,
    holder: String,
    handlers: HashMap<&'static str, Arc<dyn Handler>>,
    routines: Vec<Arc<dyn Routine>>,
}

impl Worker {
    /// A worker without handlers. [`super::Running::start`] starts it.
    pub fn new(db: Db, clock: Clock, random: &Random) -> Self {
        let holder = random.uuid_v4().to_string();
        Self {
            db,
            clock,
            holder,
            handlers: HashMap::new(),
            routines: Vec::new(),
        }
    }

    #[must_use]
    pub fn handler(mut self, handler: impl Handler + 'static) -> Self {
        self.handlers.insert(handler.kind(), Arc::new(handler));
        self
    }

    #[must_use]
    pub fn routine(mut self, routine: impl Routine + 'static) -> Self {
        self.routines.push(Arc::new(routine));
        self
    }

    /// The kinds of its jobs, in no order.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.handlers.keys().copied()
    }

    /// Runs `routine` once if it is due and no other process runs it; false if not.
    ///
    /// # Errors
    /// The routine or the database failed.
    pub async fn round(&self, routine: &dyn Routine) -> Result<bool, DbError> {
        routine::round(routine, &self.db, &self.holder, self.clock.now()).await
    }

    /// Its routines, in the order in which they were added.
    pub fn routines(&self) -> &[Arc<dyn Routine>] {
        &self.routines
    }

    /// How many jobs of `kind` may run at once.
    pub(super) fn concurrency(&self, kind: &str) -> Concurrency {
        let all = Concurrency {
            kind: SLOTS,
            lane: SLOTS,
        };
        self.handlers
            .get(kind)
            .map_or(all, |handler| handler.concurrency())
    }

    /// Puts claimed jobs back if their kind or lane is at its limit.
    pub(super) async fn put_back(&self, jobs: Vec<Job>) -> Result<(), DbError> {
        let holder = self.holder.clone();
        self.db
            .write_with_retry(move |tx| {
                Box::pin(async move {
                    for job in jobs {
                        store::put_back(tx, &job.id, &holder).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Claims at most `most` due jobs, none of `saturated`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn claim(&self, most: usize, saturated: Saturated) -> Result<Vec<Job>, DbError> {
        let now = self.clock.now();
        let mut tx = self.db.read().await?;
        let any = store::any_due(&mut tx, &saturated, now).await?;
        drop(tx);
        if !any {
            return Ok(Vec::new());
        }
        let (holder, most) = (self.holder.clone(), i64::try_from(most).unwrap_or(1));
        // It may wait for another write that deletes several jobs, such as a decision, which deletes its request's
        // timers.
        self.db
            .write_with_retry(move |tx| {
                Box::pin(async move {
                    store::claim(tx, &holder, now + LEASE, now, most, &saturated).await
                })
            })
            .await
    }

    /// Makes one attempt at a claimed job and stores the outcome.
    pub async fn run(&self, job: Job) {
        let Some(handler) = self.handlers.get(job.kind.as_str()) else {
            tracing::warn!(
                kind = job.kind,
                id = job.id,
                "no handler for a job of this kind"
            );
            let again = self.clock.now() + UNKNOWN_AGAIN;
            return self.write_outcome(job, Outcome::NotOurs(again)).await;
        };
        let attempt = AssertUnwindSafe(handler.run(&job)).catch_unwind();
        let limit = handler.time_limit().min(LONGEST);
        let result = match tokio::time::timeout(limit, attempt).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(JobError::Never("the handler panicked".to_owned())),
            Err(_) => Err(JobError::Later(format!("not done within {limit:?}"))),
        };
        let outcome = match result {
            Ok(()) => Outcome::Done,
            Err(JobError::Later(error)) if job.attempt < handler.attempts() => {
                Outcome::Again(self.clock.now() + handler.pause(job.attempt), short(&error))
            }
            Err(JobError::Later(error) | JobError::Never(error)) => {
                Outcome::GivenUp(self.clock.now(), short(&error))
            }
        };
        self.write_outcome(job, outcome).await;
    }

    /// Stores the outcome of an attempt. If that fails, the lease expires and the job runs again.
    async fn write_outcome(&self, job: Job, outcome: Outcome) {
        outcome.log(&job);
        let (id, kind, holder) = (job.id.clone(), job.kind, self.holder.clone());
        // The kinds of `mail`, which this room does not know.
        let is_mail = kind.starts_with("mail.");
        let written = self
            .db
            .write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    match outcome {
                        Outcome::Done => store::done(tx, &job.id, &holder).await,
                        Outcome::Again(at, error) => {
                            store::again(tx, &job.id, &holder, at, &error).await
                        }
                        Outcome::GivenUp(at, error) => {
                            let ended = store::give_up(tx, &job.id, &holder, at, &error).await?;
                            // Without the lease, another process counts it.
                            if ended && is_mail {
                                insight::count(tx, at, Count::one(Figure::FailedMail, ""));
                            }
                            Ok(())
                        }
                        Outcome::NotOurs(at) => store::not_ours(tx, &job.id, &holder, at).await,
                    }
                })
            })
            .await;
        if let Err(error) = written {
            tracing::warn!(kind, id, %error, "the outcome of a job was not written; it runs again");
        }
    }

    /// Releases the leases of jobs that this process will not finish.
    pub(super) async fn let_go(&self) -> Result<(), DbError> {
        let holder = self.holder.clone();
        self.db
            .write_with_retry(move |tx| Box::pin(async move { store::let_go(tx, &holder).await }))
            .await
    }
}

enum Outcome {
    Done,
    Again(Millis, String),
    GivenUp(Millis, String),
    NotOurs(Millis),
}

impl Outcome {
    fn log(&self, job: &Job) {
        let (kind, id, attempt) = (job.kind.as_str(), job.id.as_str(), job.attempt);
        let word = match self {
            Self::Done => "done",
            Self::Again(_, error) => {
                tracing::warn!(
                    kind,
                    id,
                    attempt,
                    error,
                    "a job failed and will be tried again"
                );
                "again"
            }
            Self::GivenUp(_, error) => {
                tracing::error!(kind, id, attempt, error, "a job was given up");
                "given_up"
            }
            Self::NotOurs(_) => "unknown",
        };
        metrics::counter!("atrium_jobs_total", "kind" => job.kind.clone(), "outcome" => word)
            .increment(1);
    }
}

/// An error for storage: short, and without NUL, which PostgreSQL refuses.
fn short(error: &str) -> String {
    error
        .chars()
        .filter(|c| *c != '\0')
        .take(LONGEST_ERROR)
        .collect()
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker")
            .field("kinds", &self.handlers.keys())
            .finish_non_exhaustive()
    }
}
