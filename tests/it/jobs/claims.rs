//! The order of claimed jobs, and claims that collide with another write.

use async_trait::async_trait;
use atrium::clock::{HOUR, MINUTE};
use atrium::db::{Db, Engine, SqlQuery};
use atrium::jobs::{Handler, Job, JobError, Saturated, Worker};
use atrium::random::Random;

use super::{Place, What};
use crate::support::database;

async fn ids(db: &Db) -> [String; 2] {
    let query = SqlQuery::kept("SELECT id FROM jobs ORDER BY id");
    let mut view = db.read().await.unwrap();
    let ids = query.fetch_all::<(String,)>(&mut view).await.unwrap();
    let ids: Vec<String> = ids.into_iter().map(|(id,)| id).collect();
    ids.try_into().unwrap()
}

/// A write that locks two jobs in the other order than a claim does not make the claim fail.
#[tokio::test]
async fn a_claim_that_meets_another_write_runs_again() {
    for place in Place::each().await {
        let db = place.db();
        if db.engine() == Engine::Sqlite {
            continue; // One write at a time.
        }
        place.enqueue(What::Count, 0).await;
        place.enqueue(What::Count, 0).await;
        let worker = place.worker();
        let [one, other] = ids(db).await;
        let lock = |id: &str| format!("UPDATE jobs SET kind = kind WHERE id = '{id}'");
        // PostgreSQL alone decides which of the two a claim locks first.
        for order in [[&one, &other], [&other, &one]] {
            let claim = worker.claim(2, Saturated::default());
            let claimed = database::crossed(db, order.map(|id| lock(id)), claim).await;
            assert_eq!(claimed.unwrap().len(), 2);
            place.clock.advance(HOUR);
        }
    }
}

/// A full lane has no room for the last jobs of a claim, so the jobs that have been due longest must be first.
#[tokio::test]
async fn the_job_that_has_been_due_longest_is_claimed_first() {
    for place in Place::each().await {
        for age in 0..20_i64 {
            place.enqueue_kind("test.count", &age, -age).await;
        }
        let claimed = place.worker().claim(20, Saturated::default()).await;
        let ages = claimed.unwrap().into_iter().map(|job| job.payload());
        let ages: Vec<i64> = ages.collect::<Result<_, _>>().unwrap();
        assert_eq!(ages, (0..20).rev().collect::<Vec<_>>());
    }
}

/// Sends no email.
struct NoAddress;

#[async_trait]
impl Handler for NoAddress {
    fn kind(&self) -> &'static str {
        "mail.send"
    }

    async fn run(&self, _: &Job) -> Result<(), JobError> {
        Err(JobError::Never("no such address".to_owned()))
    }
}

/// An email that failed is one in the figures, also if a process was so slow that another one took its lease.
#[tokio::test]
async fn an_email_that_failed_is_counted_by_the_process_that_has_its_lease() {
    for place in Place::each().await {
        let worker = || {
            let (db, clock) = (place.db().clone(), place.clock.clone());
            Worker::new(db, clock, &Random::system()).handler(NoAddress)
        };
        let (slow, other) = (worker(), worker());
        place.enqueue_kind("mail.send", &"an email", 0).await;
        let late = slow.claim(1, Saturated::default()).await.unwrap();
        place.clock.advance(3 * MINUTE);
        let claimed = other.claim(1, Saturated::default()).await.unwrap();
        for (worker, jobs) in [(&slow, late), (&other, claimed)] {
            assert_eq!(jobs.len(), 1);
            for job in jobs {
                worker.run(job).await;
            }
        }
        let counted = place.db().tallies().take().into_iter();
        let failed = counted.filter(|(tally, _)| tally.kind == "failed_mail");
        let many: Vec<_> = failed.map(|(_, many)| many).collect();
        assert_eq!(many, [1], "{:?}", place.db());
    }
}
