//! Jobs that write their own end.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use atrium::clock::DAY;
use atrium::db::{Db, DbError};
use atrium::jobs::{self, Handler, Job, JobError};

use super::Place;
use crate::support::worker::Steps as _;

/// Runs twice a job that may write once, like a job whose first worker was too slow.
struct Twice {
    db: Db,
    first: Arc<Mutex<Vec<bool>>>,
}

#[async_trait]
impl Handler for Twice {
    fn kind(&self) -> &'static str {
        "test.twice"
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        for _ in 0..2 {
            let job = job.clone();
            let first = self.db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { jobs::finish(tx, &job).await })
            });
            let first = first.await?;
            self.first.lock().unwrap().push(first);
        }
        Ok(())
    }
}

/// A write together with a job's end happens once, even if the job runs again.
#[tokio::test]
async fn what_a_job_writes_with_its_end_is_written_once() {
    for place in Place::each().await {
        let first = Arc::<Mutex<Vec<bool>>>::default();
        let twice = Twice {
            db: place.db().clone(),
            first: Arc::clone(&first),
        };
        let worker = Arc::new(place.unstarted().handler(twice));
        place.enqueue_kind("test.twice", &(), 0).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(*first.lock().unwrap(), [true, false]);
        place.clock.advance(DAY);
        assert_eq!(worker.run_due().await.unwrap(), 0);
    }
}
