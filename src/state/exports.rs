//! Downloads of whole lists: one at a time for each person, and one of them at a time reads the database
//! (attack 44).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

/// The downloads of one process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    people: Arc<Mutex<HashSet<String>>>,
    turns: Arc<Turns<()>>,
}

/// A running download; it ends when this is dropped.
#[derive(Debug)]
pub struct RunningExport {
    exports: Exports,
    account_id: String,
}

impl Exports {
    /// Begins a download for this account; `None` while it has another.
    pub fn begin(&self, account_id: &str) -> Option<RunningExport> {
        self.people()
            .insert(account_id.to_owned())
            .then(|| RunningExport {
                exports: self.clone(),
                account_id: account_id.to_owned(),
            })
    }

    fn people(&self) -> MutexGuard<'_, HashSet<String>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningExport {
    /// Waits until no other download reads the database. They take turns, so a reader who takes the pieces
    /// slowly keeps nobody waiting.
    pub async fn turn(&self) -> OwnedMutexGuard<()> {
        self.exports.turns.clone().lock_owned().await
    }
}

impl Drop for RunningExport {
    fn drop(&mut self) {
        self.exports.people().remove(&self.account_id);
    }
}
