//! The order of claimed jobs, and claims that collide with another write.

use atrium::clock::HOUR;
use atrium::db::{Db, Engine, SqlQuery};
use atrium::jobs::Saturated;

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
