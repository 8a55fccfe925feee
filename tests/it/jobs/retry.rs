//! Jobs and routines as administrators see them, and trying again.

use std::time::Duration;

use async_trait::async_trait;
use atrium::clock::{MINUTE, Millis};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::jobs::{self, JobFilter, ListedJob, QueuedKind, Routine, RoutineRound};

use super::{Place, START, What};
use crate::support::worker::Steps as _;

async fn retry(db: &Db, id: &str, now: Millis) -> Option<String> {
    let id = id.to_owned();
    let retried = db
        .write::<_, DbError, _>(move |tx| Box::pin(async move { jobs::retry(tx, &id, now).await }));
    retried.await.unwrap()
}

#[tokio::test]
async fn a_job_that_was_given_up_gets_all_its_attempts_again() {
    for place in Place::each().await {
        let (worker, db) = (place.worker(), place.db().clone());
        place.enqueue(What::Refuse, 0).await;
        let mut view = db.read().await.unwrap();
        let all = || JobFilter::default().query(&Paging::default()).unwrap();
        let waiting = all().page::<ListedJob>(&mut view).await;
        let id = waiting.unwrap().rows[0].id.clone();
        drop(view);
        assert_eq!(retry(&db, &id, START).await, None, "it still waits");
        assert_eq!(worker.run_due().await.unwrap(), 1);
        place.clock.advance(MINUTE);
        assert_eq!(worker.run_due().await.unwrap(), 0, "given up");
        let now = place.clock.now();
        assert_eq!(retry(&db, &id, now).await.as_deref(), Some("test.count"));
        assert_eq!(retry(&db, &id, now).await, None, "it waits again");
        let mut view = db.read().await.unwrap();
        let again = all().page::<ListedJob>(&mut view).await.unwrap();
        let job = &again.rows[0];
        assert_eq!((job.attempts, job.run_at, job.given_up_at), (0, now, None));
        assert_eq!(job.last_error.as_deref(), Some("no such address"));
        let kinds = jobs::kinds(&mut view).await.unwrap();
        let expected = QueuedKind {
            kind: "test.count".to_owned(),
            waiting: 1,
            given_up: 0,
            due_at: Some(now),
        };
        assert_eq!(kinds, [expected]);
        drop(view);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(retry(&db, "no-such-job", now).await, None);
    }
}

/// Fails in every round that begins before this time.
struct FailsUntil(Millis);

#[async_trait]
impl Routine for FailsUntil {
    fn name(&self) -> &'static str {
        "test.routine"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(60)
    }

    async fn run(&self, _: &Db, now: Millis) -> Result<(), DbError> {
        if now < self.0 {
            return Err(DbError::from(sqlx::Error::PoolClosed));
        }
        Ok(())
    }
}

#[tokio::test]
async fn the_last_round_and_the_last_failure_of_a_routine_are_noted() {
    for place in Place::each().await {
        let worker = place.unstarted().routine(FailsUntil(START + MINUTE));
        let rounds = async || {
            let mut view = place.db().read().await.unwrap();
            let mut rounds = jobs::routines(&mut view).await.unwrap();
            for round in &mut rounds {
                round.took_ms = 0;
            }
            rounds
        };
        assert_eq!(rounds().await, []);
        assert!(worker.run_routines().await.is_err());
        let error = DbError::from(sqlx::Error::PoolClosed).to_string();
        let failed = RoutineRound {
            name: "test.routine".to_owned(),
            every_ms: MINUTE,
            began_at: START,
            took_ms: 0,
            failed_at: Some(START),
            error: Some(error),
        };
        assert_eq!(rounds().await, std::slice::from_ref(&failed));
        place.clock.advance(MINUTE);
        assert_eq!(worker.run_routines().await.unwrap(), ["test.routine"]);
        let recovered = RoutineRound {
            began_at: START + MINUTE,
            ..failed
        };
        assert_eq!(rounds().await, [recovered]);
    }
}
