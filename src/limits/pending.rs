//! The attempts that are pending in this process, by counter. SQLite has them here alone (decision 0005).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync;

/// The pending attempts; cheap to clone, one for the whole process.
#[derive(Clone, Default)]
pub(super) struct Pending {
    by_name: Arc<Mutex<HashMap<String, i64>>>,
    admission: Arc<sync::Mutex<()>>,
}

impl Pending {
    /// Waits until no other attempt is being admitted. Nothing becomes pending while the caller keeps the guard.
    pub async fn admission(&self) -> sync::MutexGuard<'_, ()> {
        self.admission.lock().await
    }

    /// The pending attempts of each of these counters. Ask before you read the counters' rows: an attempt whose failure
    /// is stored in between is then counted twice and not missed.
    pub fn of(&self, names: &[String]) -> Vec<i64> {
        let by_name = self.by_name();
        let of = |name| by_name.get(name).copied().unwrap_or_default();
        names.iter().map(of).collect()
    }

    /// Makes an attempt pending in these counters until the places are dropped.
    pub fn enter(&self, names: Vec<String>) -> PendingPlaces {
        let mut by_name = self.by_name();
        for name in &names {
            *by_name.entry(name.clone()).or_default() += 1;
        }
        drop(by_name);
        PendingPlaces {
            pending: self.clone(),
            names,
        }
    }

    fn by_name(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The places of a pending attempt.
pub(super) struct PendingPlaces {
    pending: Pending,
    names: Vec<String>,
}

impl Drop for PendingPlaces {
    fn drop(&mut self) {
        let mut by_name = self.pending.by_name();
        for name in &self.names {
            if let Some(count) = by_name.get_mut(name) {
                *count -= 1;
                if *count == 0 {
                    by_name.remove(name);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_forgotten_with_its_last_attempt() {
        let pending = Pending::default();
        let names = ["a", "b"].map(str::to_owned);
        let first = pending.enter(names.to_vec());
        let second = pending.enter(vec!["b".to_owned()]);
        assert_eq!(pending.of(&names), [1, 2]);
        drop(first);
        assert_eq!(pending.of(&names), [0, 1]);
        drop(second);
        assert!(pending.by_name().is_empty());
    }
}
