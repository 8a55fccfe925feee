//! The attempts that are pending in this process, by counter. SQLite has them here alone (decision 0005).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync;

/// The pending attempts; cheap to clone, one for the whole process.
#[derive(Clone, Default)]
pub(super) struct Pending {
    counts: Arc<Mutex<Counts>>,
    admission: Arc<sync::Mutex<()>>,
}

#[derive(Default)]
struct Counts {
    by_name: HashMap<String, i64>,
    /// How many attempts have ended so far.
    ended: u64,
}

/// What was pending at one moment.
pub(super) struct Seen {
    /// The attempts of each counter that was asked for.
    pub pending: Vec<i64>,
    ended: u64,
}

impl Pending {
    /// Waits until no other attempt is being admitted. Nothing becomes pending while the caller keeps the guard.
    pub async fn admission(&self) -> sync::MutexGuard<'_, ()> {
        self.admission.lock().await
    }

    /// The pending attempts of each of these counters. Ask before you read the counters' rows: an attempt whose failure
    /// is stored in between is then seen twice, and none is missed.
    pub fn seen(&self, names: &[String]) -> Seen {
        let counts = self.counts();
        let of = |name| counts.by_name.get(name).copied().unwrap_or_default();
        Seen {
            pending: names.iter().map(of).collect(),
            ended: counts.ended,
        }
    }

    /// True if an attempt has ended since, so it may be among those seen and in its row too.
    pub fn has_ended_since(&self, seen: &Seen) -> bool {
        self.counts().ended != seen.ended
    }

    /// Makes an attempt pending in these counters until the places are dropped.
    pub fn enter(&self, names: Vec<String>) -> PendingPlaces {
        let mut counts = self.counts();
        for name in &names {
            *counts.by_name.entry(name.clone()).or_default() += 1;
        }
        drop(counts);
        PendingPlaces {
            pending: self.clone(),
            names,
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The places of a pending attempt.
pub(super) struct PendingPlaces {
    pending: Pending,
    names: Vec<String>,
}

impl Drop for PendingPlaces {
    fn drop(&mut self) {
        let mut counts = self.pending.counts();
        counts.ended += 1;
        for name in &self.names {
            if let Some(count) = counts.by_name.get_mut(name) {
                *count -= 1;
                if *count == 0 {
                    counts.by_name.remove(name);
                }
            }
        }
    }
}
