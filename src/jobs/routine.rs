//! Routines: work at intervals, in one process at a time.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::store::{self, RoutineRound};
use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx, installation};

/// Rows that a sweep deletes per write: limits how long other writes wait.
const SWEPT_AT_ONCE: i64 = 500;
/// How often expired rows are deleted.
const SWEEP_EVERY: Duration = Duration::from_secs(300);

/// Work at intervals. A missed round must do no harm.
#[async_trait]
pub trait Routine: Send + Sync {
    /// A stable name. Processes use it to agree on which of them runs the routine.
    fn name(&self) -> &'static str;

    fn every(&self) -> Duration;

    /// Runs one round.
    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError>;
}

/// Deletes at most `most` rows that expired before `before`; returns how many.
pub type SweepStep = for<'t> fn(
    tx: &'t mut WriteTx,
    before: Millis,
    most: i64,
) -> BoxFuture<'t, Result<u64, DbError>>;

/// A routine that deletes expired rows, a few per write.
#[derive(Clone, Copy)]
pub struct Sweep {
    name: &'static str,
    keep: Millis,
    step: SweepStep,
}

impl Sweep {
    /// A sweep called `name` (usually the table's name) that deletes rows with `step` once they
    /// have been expired for `keep`: `Sweep::new("jobs", 0, |tx, before, most|
    /// Box::pin(jobs::sweep(tx, before, most)))`.
    pub fn new(name: &'static str, keep: Millis, step: SweepStep) -> Self {
        Self { name, keep, step }
    }
}

#[async_trait]
impl Routine for Sweep {
    fn name(&self) -> &'static str {
        self.name
    }

    fn every(&self) -> Duration {
        SWEEP_EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let (step, before) = (self.step, now - self.keep);
        loop {
            let swept = db
                .write::<_, DbError, _>(move |tx| step(tx, before, SWEPT_AT_ONCE))
                .await?;
            metrics::counter!("atrium_swept_rows_total", "sweep" => self.name).increment(swept);
            if i64::try_from(swept).unwrap_or(i64::MAX) < SWEPT_AT_ONCE {
                return Ok(());
            }
        }
    }
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sweep({})", self.name)
    }
}

/// Runs one round, unless another process has run it within the interval. True if it ran.
pub(super) async fn round(
    routine: &dyn Routine,
    db: &Db,
    holder: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let lease = format!("routine {}", routine.name());
    let every = Millis::try_from(routine.every().as_millis()).unwrap_or(Millis::MAX / 2);
    // The lease is kept until the next round may begin. It ends a little early, so that the holder's own
    // next round, which starts after the same interval, is not refused.
    let (until, holder) = (now + every - every / 20, holder.to_owned());
    let ours = db
        .write::<_, DbError, _>(move |tx| {
            Box::pin(async move { installation::take_lease(tx, &lease, &holder, until, now).await })
        })
        .await?;
    if ours {
        let began = Instant::now();
        let ran = routine.run(db, now).await;
        let took_ms = Millis::try_from(began.elapsed().as_millis()).unwrap_or(Millis::MAX);
        note(db, routine.name(), (every, now, took_ms), &ran).await;
        ran?;
    }
    Ok(ours)
}

/// Notes a round for administrators. If that fails, only the note is lost.
async fn note(
    db: &Db,
    name: &'static str,
    (every_ms, began_at, took_ms): (Millis, Millis, Millis),
    ran: &Result<(), DbError>,
) {
    let outcome = if ran.is_ok() { "done" } else { "failed" };
    metrics::counter!("atrium_routine_rounds_total", "routine" => name, "outcome" => outcome)
        .increment(1);
    let round = RoutineRound {
        name: name.to_owned(),
        every_ms,
        began_at,
        took_ms,
        failed_at: ran.is_err().then_some(began_at),
        error: ran.as_ref().err().map(ToString::to_string),
    };
    let noted = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { store::note_round(tx, &round).await })
    });
    if let Err(error) = noted.await {
        tracing::warn!(routine = name, %error, "the round of a routine was not noted");
    }
}
