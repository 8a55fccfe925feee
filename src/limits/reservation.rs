//! An admitted attempt, until it is settled.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;

use super::counter_cap::CounterCap;
use super::pending::PendingPlaces;
use super::{Counter, failed};
use crate::clock::Millis;
use crate::db::{Db, DbError};

/// An admitted attempt. Settle it with [`failed`], [`super::succeeded`] or [`super::release`]; otherwise it counts as a
/// failure: on SQLite when it is dropped, on PostgreSQL after a while.
#[must_use = "an attempt that is not settled counts as a failure"]
pub struct Reservation {
    pub(super) counters: Vec<Counter>,
    pub(super) barred: bool,
    /// The rows that it made.
    pub(super) new: u32,
    /// Set if no row has it as pending.
    pub(super) in_memory: Option<InMemory>,
    /// Its places in this process; dropping them releases them.
    pub(super) places: Arc<Places>,
}

/// The places of an attempt in this process.
#[derive(Default)]
pub(super) struct Places {
    /// In the queues of its counters.
    pub in_queues: Vec<OwnedSemaphorePermit>,
    /// Among the pending attempts.
    pub _pending: Option<PendingPlaces>,
}

/// An attempt that only this process knows.
pub(super) struct InMemory {
    pub db: Db,
    pub cap: CounterCap,
    pub begun_at: Millis,
    pub is_settled: AtomicBool,
    /// Stores the failure when nobody waits for the attempt any more.
    pub runtime: Handle,
}

impl Reservation {
    /// True when an unseen counter is used up. Whatever the password, the attempt must then fail with the same time and
    /// response as a wrong password. Settle it with [`failed`].
    pub fn is_barred(&self) -> bool {
        self.barred
    }

    /// Keeps its places in the queues until the attempt has ended.
    pub(super) fn keeppermits(&mut self, permits: Vec<OwnedSemaphorePermit>) {
        if let Some(places) = Arc::get_mut(&mut self.places) {
            places.in_queues = permits;
        }
    }

    /// Notes that the attempt has a result.
    pub(super) fn settle(&self) {
        if let Some(in_memory) = &self.in_memory {
            in_memory.is_settled.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Reservation {
    /// Counts an attempt without a result as a failure, for example when its client has disconnected.
    fn drop(&mut self) {
        let Some(in_memory) = self.in_memory.take() else {
            return;
        };
        if in_memory.is_settled.swap(true, Ordering::Relaxed) {
            return;
        }
        let (db, runtime) = (in_memory.db.clone(), in_memory.runtime.clone());
        let begun_at = in_memory.begun_at;
        let lost = Self {
            counters: mem::take(&mut self.counters),
            barred: self.barred,
            new: 0,
            in_memory: Some(in_memory),
            places: Arc::clone(&self.places),
        };
        runtime.spawn(async move {
            let counted = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { failed(tx, &lost, begun_at).await })
            });
            if let Err(error) = counted.await {
                tracing::warn!(%error, "a sign-in attempt that was given up is not counted");
            }
        });
    }
}

impl std::fmt::Debug for Reservation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reservation")
    }
}
