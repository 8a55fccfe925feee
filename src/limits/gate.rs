//! The gate of this process: concurrent attempts of one counter wait in a queue instead of polling the database.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};

use super::counter_cap::CounterCap;
use super::queues::Queues;
use super::{Counter, LimitError, Reservation, in_order, reserve};
use crate::clock::Clock;
use crate::config::LimitsConfig;
use crate::db::Db;

/// Longest total wait of an attempt before it gets [`LimitError::Busy`].
const PATIENCE: Duration = Duration::from_secs(4);
/// Pause before the first attempt of a queue asks again, when attempts in other processes have used up the counter.
const PAUSE: Duration = Duration::from_millis(25);

/// Admits attempts; cheap to clone, one for the whole process.
#[derive(Clone)]
pub struct Gate {
    queues: Queues,
    cap: CounterCap,
}

impl Default for Gate {
    fn default() -> Self {
        Self::keeping(LimitsConfig::default().kept_counters)
    }
}

impl Gate {
    /// A gate that keeps about `most` counters of all failures and uses.
    pub fn keeping(most: u32) -> Self {
        Self {
            queues: Queues::default(),
            cap: CounterCap::new(most),
        }
    }

    /// Notes that a write outside the gate has made `new` counters ([`super::spend_unnamed`]). Deletes some, if there are
    /// too many.
    pub async fn note_new(&self, db: &Db, new: u32) {
        self.cap.note(db, new).await;
    }

    /// Runs [`reserve`] in its own transaction, which does not wait for the disk: what settles the attempt does, and nothing is
    /// answered before. While as many attempts are pending as may still fail, it waits for
    /// one to end, a few seconds at most.
    pub async fn admit(
        &self,
        db: &Db,
        clock: &Clock,
        counters: &[Counter],
    ) -> Result<Reservation, LimitError> {
        // Only the waiting is cut short: a transaction that is abandoned half-way would count as a failure.
        let deadline = Instant::now() + PATIENCE;
        let counters = in_order(counters);
        let mut places = Vec::with_capacity(counters.len());
        // Unseen counters have no queue: a wait would show that others try the same account.
        for counter in counters.iter().filter(|counter| !counter.unseen) {
            let place = timeout_at(deadline, self.queue(counter).acquire_owned()).await;
            places.push(place.ok().and_then(Result::ok).ok_or(LimitError::Busy)?);
        }
        loop {
            let (asked, now) = (counters.clone(), clock.now());
            let answer = db
                .write_unsynced(move |tx| Box::pin(async move { reserve(tx, &asked, now).await }))
                .await;
            match answer {
                Ok(reservation) => {
                    self.cap.note(db, reservation.new).await;
                    return Ok(Reservation {
                        _places: places,
                        ..reservation
                    });
                }
                Err(LimitError::Busy) if Instant::now() < deadline => sleep(PAUSE).await,
                Err(refused) => return Err(refused),
            }
        }
    }

    /// Waits until no other work with this name runs in this process, a few seconds at most.
    pub async fn turn(&self, name: &str) -> Result<Turn, LimitError> {
        let deadline = Instant::now() + PATIENCE;
        let place = timeout_at(deadline, self.queues.queue(name, 1).acquire_owned()).await;
        let place = place.ok().and_then(Result::ok);
        let turn = place.map(|place| Turn { _place: place });
        turn.ok_or(LimitError::Busy)
    }

    fn queue(&self, counter: &Counter) -> Arc<Semaphore> {
        let places = usize::try_from(counter.rule.failures)
            .unwrap_or(1)
            .clamp(1, 10_000);
        self.queues.queue(&counter.name, places)
    }
}

/// The turn of some work. It ends when this is dropped.
#[must_use = "the turn ends when this is dropped"]
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}
