//! Workers that were not started: they run step by step, with the clock of the test.

use std::sync::Arc;

use atrium::app::background;
use atrium::clients::Registry;
use atrium::clock::{Clock, DAY, Millis};
use atrium::db::{Db, DbError};
use atrium::jobs::{Saturated, Worker};
use atrium::keys::{KeyRing, KeySet};
use atrium::random::Random;
use atrium::site::branding::Branding;
use jiff::tz::TimeZone;
use serde_json::json;
use tokio::task::JoinSet;

use super::config::in_folder;
use super::rows;

/// How many jobs are claimed at once.
const SLOTS: usize = 16;

/// The worker of a server, with every routine.
pub async fn of_server(db: &Db, now: Millis) -> Worker {
    let folder = tempfile::tempdir().unwrap();
    let config = in_folder(folder.path());
    let (clock, random) = (Clock::fixed(now), Random::system());
    let parts = (db, &clock, &random);
    let clients = Registry::load(db).await.unwrap();
    let branding = Branding::default();
    // Nothing in these tests seals a link.
    let keys = KeySet::new(KeyRing::new(Vec::new(), &[], Vec::new()));
    let known = (&clients, &TimeZone::UTC, keys);
    background::worker(&config, &branding, None, parts, known).unwrap()
}

/// Takes the lease of every routine, so that a server that starts later runs none during the test.
pub async fn hold_routines(db: &Db, now: Millis) {
    let worker = of_server(db, now).await;
    for name in worker.routines().iter().map(|routine| routine.name()) {
        let lease = json!({
            "name": format!("routine {name}"), "holder": "the test", "held_until": now + DAY,
        });
        let held = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "leases", &lease).await })
        });
        held.await.unwrap();
    }
}

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
