//! An admitted attempt, until it has a result.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use super::counter::Counter;
use super::counter_cap::CounterCap;
use super::pending::PendingPlaces;
use crate::clock::{Clock, Millis};
use crate::db::{Db, DbError};

/// How long to wait before storing a failure is tried again: the first wait, and the longest; it doubles each time.
const AGAIN_AFTER: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// An admitted attempt. Settle it with [`super::failed`], [`super::succeeded`] or [`super::release`]; otherwise it counts
/// as a failure: on SQLite when it is dropped, on PostgreSQL after a while.
#[must_use = "an attempt that is not settled counts as a failure"]
pub struct Reservation {
    pub(super) attempt: Arc<PendingAttempt>,
    pub(super) barred: bool,
    /// The counters that [`super::reserve`] made; none if it is pending in memory.
    pub(super) new_rows: u32,
}

/// An attempt without a result.
pub(super) struct PendingAttempt {
    pub counters: Vec<Counter>,
    /// Set if the attempt is pending in memory and not in a row (decision 0005).
    pub in_memory: Option<InMemory>,
    pub places: Places,
    pub has_result: AtomicBool,
}

/// The places of an attempt in this process. They are released in this order, so that the next attempt in the queues
/// does not find the counters full.
#[derive(Default)]
pub(super) struct Places {
    pub _pending: Option<PendingPlaces>,
    pub in_queues: Vec<OwnedSemaphorePermit>,
}

/// Stores the failure of an attempt that is pending in memory.
pub(super) struct InMemory {
    pub db: Db,
    pub clock: Clock,
    pub cap: CounterCap,
}

impl Reservation {
    pub(super) fn new(
        counters: Vec<Counter>,
        barred: bool,
        new_rows: u32,
        in_memory: Option<(InMemory, PendingPlaces)>,
    ) -> Self {
        let (in_memory, pending) = in_memory.unzip();
        Self {
            attempt: Arc::new(PendingAttempt {
                counters,
                in_memory,
                places: Places {
                    _pending: pending,
                    in_queues: Vec::new(),
                },
                has_result: AtomicBool::new(false),
            }),
            barred,
            new_rows,
        }
    }

    /// True when an unseen counter is used up. The attempt must then fail with the time and response of a wrong
    /// password, whatever its password is. Settle it with [`super::failed`].
    pub fn is_barred(&self) -> bool {
        self.barred
    }

    /// Keeps the attempt's places in the queues until it has a result.
    pub(super) fn keep_permits(&mut self, permits: Vec<OwnedSemaphorePermit>) {
        if let Some(attempt) = Arc::get_mut(&mut self.attempt) {
            attempt.places.in_queues = permits;
        }
    }
}

impl PendingAttempt {
    /// Notes that the attempt succeeded, was never made, or is stored as a failure.
    pub fn end(&self) {
        self.has_result.store(true, Ordering::Relaxed);
    }
}

impl Drop for PendingAttempt {
    /// Stores an attempt in memory without a result as a failure, for example when its client has disconnected. It stays
    /// pending until that is done, so an attacker gains nothing while the database cannot be written.
    fn drop(&mut self) {
        let Some(InMemory { db, clock, cap }) = self.in_memory.take() else {
            return;
        };
        // Without a runtime the server has ended.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        if *self.has_result.get_mut() {
            return;
        }
        let places = mem::take(&mut self.places);
        let mut now = clock.now();
        let counters: Arc<[Counter]> = mem::take(&mut self.counters).into();
        runtime.spawn(async move {
            let [mut pause, longest] = AGAIN_AFTER;
            while let Err(error) = store(&db, &counters, &cap, now).await {
                // Logged once for each attempt: there may be many, and the log may be on the full disk.
                if pause == AGAIN_AFTER[0] {
                    tracing::warn!(%error, "a failed sign-in attempt is not stored yet");
                }
                // Nothing reports when a full disk has room again, so it is tried, less and less often.
                sleep(pause).await;
                pause = longest.min(pause * 2);
                now = clock.now();
            }
            drop(places);
        });
    }
}

async fn store(
    db: &Db,
    counters: &Arc<[Counter]>,
    cap: &CounterCap,
    now: Millis,
) -> Result<(), DbError> {
    let (counters, cap) = (Arc::clone(counters), cap.clone());
    db.write(move |tx| {
        Box::pin(async move {
            for counter in counters.iter() {
                counter.fail(tx, Some(&cap), now).await?;
            }
            Ok(())
        })
    })
    .await
}

impl std::fmt::Debug for Reservation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reservation")
    }
}
