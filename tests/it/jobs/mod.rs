//! Jobs: durable, claimed by one worker at a time, retried, given up; routines run under a lease.

mod capped;
mod claims;
mod finish;
mod retry;
mod woken;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use atrium::clock::{Clock, DAY, MINUTE, Millis, SECOND};
use atrium::db::{Db, DbError};
use atrium::jobs::{self, Concurrency, Handler, Job, JobError, NewJob, Running, Sweep, Worker};
use atrium::random::Random;
use serde::{Deserialize, Serialize};

use crate::support::database::{self, TestDatabase};
use crate::support::worker::Steps as _;

const START: Millis = 1_800_000_000_000;

#[derive(Serialize, Deserialize)]
struct Task {
    what: What,
    /// Failed attempts before one succeeds.
    failures: i64,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum What {
    Count,
    Panic,
    Refuse,
    Hang,
}

#[derive(Clone, Default)]
struct Counter {
    done: Arc<AtomicUsize>,
    begun: Arc<AtomicUsize>,
}

#[async_trait]
impl Handler for Counter {
    fn kind(&self) -> &'static str {
        "test.count"
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let task: Task = job.payload()?;
        self.begun.fetch_add(1, Ordering::SeqCst);
        match task.what {
            What::Panic => panic!("a defect in a handler"),
            What::Refuse => return Err(JobError::Never("no such address".to_owned())),
            What::Hang => std::future::pending().await,
            What::Count if job.attempt <= task.failures => {
                return Err(JobError::Later("away\0".to_owned()));
            }
            What::Count => self.done.fetch_add(1, Ordering::SeqCst),
        };
        Ok(())
    }

    fn time_limit(&self) -> Duration {
        Duration::from_millis(300)
    }
}

impl Counter {
    fn done(&self) -> usize {
        self.done.load(Ordering::SeqCst)
    }

    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }
}

struct Place {
    database: TestDatabase,
    clock: Clock,
    counter: Counter,
}

impl Place {
    async fn each() -> Vec<Self> {
        let each = database::each_engine().await.into_iter();
        each.map(|database| Self {
            database,
            clock: Clock::fixed(START),
            counter: Counter::default(),
        })
        .collect()
    }

    fn db(&self) -> &Db {
        &self.database.db
    }

    /// A worker of another process.
    fn worker(&self) -> Arc<Worker> {
        Arc::new(self.unstarted())
    }

    fn unstarted(&self) -> Worker {
        let (db, clock) = (self.db().clone(), self.clock.clone());
        Worker::new(db, clock, &Random::system()).handler(self.counter.clone())
    }

    async fn enqueue(&self, what: What, failures: i64) {
        self.enqueue_kind("test.count", &Task { what, failures }, 0)
            .await;
    }

    async fn enqueue_kind(&self, kind: &'static str, payload: &impl Serialize, delay: Millis) {
        let now = self.clock.now();
        let job = NewJob::new(kind, payload, &Random::system(), now).at(now + delay);
        self.db()
            .write::<_, DbError, _>(move |tx| {
                Box::pin(async move { jobs::enqueue(tx, &job).await })
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_job_runs_once_when_it_is_due() {
    for place in Place::each().await {
        let worker = place.worker();
        let task = Task {
            what: What::Count,
            failures: 0,
        };
        place.enqueue_kind("test.count", &task, MINUTE).await;
        assert_eq!(worker.run_due().await.unwrap(), 0);
        place.clock.advance(MINUTE);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        place.clock.advance(DAY);
        assert_eq!(worker.run_due().await.unwrap(), 0);
        assert_eq!(place.counter.done(), 1);
    }
}

/// A job exists exactly when the transaction that queued it was committed.
#[tokio::test]
async fn a_job_shares_the_fate_of_its_transaction() {
    for place in Place::each().await {
        let task = Task {
            what: What::Count,
            failures: 0,
        };
        let job = NewJob::new("test.count", &task, &Random::system(), START);
        let undone = place.db().write::<(), DbError, _>(move |tx| {
            Box::pin(async move {
                jobs::enqueue(tx, &job).await?;
                Err(DbError::WriterGone)
            })
        });
        undone.await.unwrap_err();
        assert_eq!(place.worker().run_due().await.unwrap(), 0);
    }
}

/// Many processes, many jobs: each job runs exactly once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_workers_never_run_one_job_twice() {
    for place in Place::each().await {
        for _ in 0..100 {
            place.enqueue(What::Count, 0).await;
        }
        let workers = (0..4).map(|_| {
            let worker = place.worker();
            tokio::spawn(async move { worker.run_due().await.unwrap() })
        });
        let mut attempts = 0;
        for worker in workers.collect::<Vec<_>>() {
            attempts += worker.await.unwrap();
        }
        assert_eq!(
            (attempts, place.counter.done()),
            (100, 100),
            "{:?}",
            place.db()
        );
    }
}

#[tokio::test]
async fn a_failed_job_comes_again_later_and_later() {
    for place in Place::each().await {
        let worker = place.worker();
        place.enqueue(What::Count, 3).await;
        for pause in [5, 20, 80] {
            assert_eq!(worker.run_due().await.unwrap(), 1);
            place.clock.advance(pause * SECOND - 1);
            assert_eq!(worker.run_due().await.unwrap(), 0, "not before {pause} s");
            place.clock.advance(1);
        }
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!((place.counter.done(), place.counter.begun()), (1, 4));
    }
}

/// A job is given up after its last attempt, at once if no attempt can succeed, and after a panic.
/// Its row is deleted a month later.
#[tokio::test]
async fn jobs_that_cannot_be_done_are_given_up() {
    for place in Place::each().await {
        let worker = place.worker();
        place.enqueue(What::Count, i64::MAX).await;
        place.enqueue(What::Refuse, 0).await;
        place.enqueue(What::Panic, 0).await;
        place.enqueue_kind("test.count", &"not a task", 0).await;
        let mut attempts = 0;
        for _ in 0..20 {
            attempts += worker.run_due().await.unwrap();
            place.clock.advance(60 * MINUTE);
        }
        assert_eq!(attempts, 8 + 1 + 1 + 1);
        let sweep = |now| {
            place.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { jobs::sweep(tx, now, 100).await })
            })
        };
        assert_eq!(sweep(place.clock.now()).await.unwrap(), 0);
        assert_eq!(sweep(place.clock.now() + 30 * DAY).await.unwrap(), 4);
    }
}

#[tokio::test]
async fn a_job_that_hangs_is_cut_off_and_tried_again() {
    for place in Place::each().await {
        let worker = place.worker();
        place.enqueue(What::Hang, 0).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        place.clock.advance(5 * SECOND);
        assert_eq!(worker.run_due().await.unwrap(), 1);
    }
}

/// A rolling update: a job of a newer version waits for a process that knows it.
#[tokio::test]
async fn an_unknown_kind_waits_and_loses_no_attempt() {
    for place in Place::each().await {
        let (db, clock) = (place.db().clone(), place.clock.clone());
        let older = Arc::new(Worker::new(db, clock, &Random::system()));
        place.enqueue(What::Count, 7).await;
        for _ in 0..20 {
            assert_eq!(older.run_due().await.unwrap(), 1);
            place.clock.advance(MINUTE);
        }
        for _ in 0..8 {
            place.worker().run_due().await.unwrap();
            place.clock.advance(60 * MINUTE);
        }
        assert_eq!(place.counter.done(), 1, "all eight attempts were left");
    }
}

/// A stop aborts a job that hangs, and the next process may run it at once.
#[tokio::test]
async fn a_stop_lets_unfinished_jobs_go() {
    for place in Place::each().await {
        place.enqueue(What::Hang, 0).await;
        let running = Running::start(place.unstarted());
        while place.counter.begun() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        running.stop(Duration::from_millis(50)).await;
        assert_eq!(place.worker().run_due().await.unwrap(), 1);
    }
}

#[tokio::test]
async fn a_started_worker_finishes_running_jobs() {
    for place in Place::each().await {
        for _ in 0..40 {
            place.enqueue(What::Count, 0).await;
        }
        let running = Running::start(place.unstarted());
        while place.counter.done() < 40 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        running.stop(Duration::from_secs(5)).await;
        assert_eq!(
            place.worker().run_due().await.unwrap(),
            0,
            "every row is gone"
        );
    }
}

/// Only one of several processes runs a routine in each round.
#[tokio::test]
async fn a_routine_runs_in_one_process_each_round() {
    for place in Place::each().await {
        let sweep = || {
            Sweep::new("jobs", 0, |tx, now, most| {
                Box::pin(jobs::sweep(tx, now, most))
            })
        };
        let (one, two) = (
            place.unstarted().routine(sweep()),
            place.unstarted().routine(sweep()),
        );
        assert_eq!(one.run_routines().await.unwrap(), ["jobs"]);
        assert_eq!(two.run_routines().await.unwrap(), [""; 0]);
        place.clock.advance(5 * MINUTE);
        assert_eq!(two.run_routines().await.unwrap(), ["jobs"]);
        place.clock.advance(MINUTE);
        assert_eq!(one.run_routines().await.unwrap(), [""; 0]);
    }
}

/// A sweep continues until everything that has expired is deleted.
#[tokio::test]
async fn a_sweep_takes_everything_in_small_writes() {
    for place in Place::each().await {
        for _ in 0..603 {
            place.enqueue(What::Refuse, 0).await;
        }
        place.worker().run_due().await.unwrap();
        place.clock.advance(31 * DAY);
        let sweep = Sweep::new("jobs", 0, |tx, now, most| {
            Box::pin(jobs::sweep(tx, now, most))
        });
        place
            .unstarted()
            .routine(sweep)
            .run_routines()
            .await
            .unwrap();
        let now = place.clock.now();
        let left = place.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { jobs::sweep(tx, now, 2_000).await })
        });
        assert_eq!(left.await.unwrap(), 0);
    }
}

/// Waits forever in each lane, and records which jobs began.
#[derive(Clone, Default)]
struct Hanging(Arc<std::sync::Mutex<Vec<(String, i64)>>>);

impl Hanging {
    fn begun(&self, lane: &str) -> Vec<i64> {
        let begun = self.0.lock().unwrap();
        let of_lane = begun.iter().filter(|(begun, _)| begun == lane);
        of_lane.map(|(_, attempt)| *attempt).collect()
    }
}

#[async_trait]
impl Handler for Hanging {
    fn kind(&self) -> &'static str {
        "test.hang"
    }

    fn concurrency(&self) -> Concurrency {
        Concurrency { kind: 4, lane: 2 }
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let begun = (job.payload()?, job.attempt);
        self.0.lock().unwrap().push(begun);
        std::future::pending().await
    }
}

/// A server that answers slowly takes only some of the slots. Other jobs of its kind and all other
/// kinds continue, and waiting jobs lose no attempt.
#[tokio::test]
async fn a_lane_that_hangs_holds_up_nobody_else() {
    for place in Place::each().await {
        let lanes = std::iter::repeat_n("slow", 40).chain(["one", "two", "three"]);
        for (nth, lane) in (0..).zip(lanes) {
            let now = place.clock.now();
            let job = NewJob::new("test.hang", &lane, &Random::system(), now);
            let job = job.in_lane(lane).at(now - 100 + nth);
            place
                .db()
                .write::<_, DbError, _>(move |tx| {
                    Box::pin(async move { jobs::enqueue(tx, &job).await })
                })
                .await
                .unwrap();
        }
        place.enqueue(What::Count, 0).await;
        let hanging = Hanging::default();
        let running = Running::start(place.unstarted().handler(hanging.clone()));
        let queued = std::time::Instant::now();
        while place.counter.done() == 0 || hanging.begun("two").is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(queued.elapsed() < Duration::from_secs(10), "held up");
        }
        assert_eq!(hanging.begun("slow"), [1, 1]);
        assert_eq!(hanging.begun("three"), [0; 0], "the kind has no room");
        running.stop(Duration::from_millis(50)).await;

        let after = Hanging::default();
        let running = Running::start(place.unstarted().handler(after.clone()));
        while after.0.lock().unwrap().len() < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        running.stop(Duration::from_millis(50)).await;
        let attempts = |lane| after.begun(lane);
        assert_eq!((attempts("slow"), attempts("one")), (vec![2, 2], vec![2]));
    }
}

/// Jobs of one lane follow each other at once, not at the next poll.
#[tokio::test]
async fn a_full_lane_goes_on_as_soon_as_one_ends() {
    for place in Place::each().await {
        for _ in 0..20 {
            place.enqueue_kind("test.brief", &(), 0).await;
        }
        let brief = Brief::default();
        let begun = std::time::Instant::now();
        let running = Running::start(place.unstarted().handler(brief.clone()));
        while brief.0.load(Ordering::SeqCst) < 20 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(begun.elapsed() < 10 * jobs::POLL, "one each second");
        }
        running.stop(Duration::from_secs(5)).await;
    }
}

/// A kind with at most one running job.
#[derive(Clone, Default)]
struct Brief(Arc<AtomicUsize>);

#[async_trait]
impl Handler for Brief {
    fn kind(&self) -> &'static str {
        "test.brief"
    }

    fn concurrency(&self) -> Concurrency {
        Concurrency { kind: 1, lane: 1 }
    }

    async fn run(&self, _: &Job) -> Result<(), JobError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}
