//! Downloads of whole lists: one at a time for each person, and one of them at a time reads the database
//! (attack 44).

use std::sync::Arc;

use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

use crate::limits::{OneAtATime, RunningWork};

/// The downloads of one process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    people: OneAtATime,
    turns: Arc<Turns<()>>,
}

/// A running download; it ends when this is dropped.
#[derive(Debug)]
pub struct RunningExport {
    turns: Arc<Turns<()>>,
    _work: RunningWork,
}

impl Exports {
    /// Begins a download for this account; `None` while it has another.
    pub fn begin(&self, account_id: &str) -> Option<RunningExport> {
        self.people.begin(account_id).map(|work| RunningExport {
            turns: Arc::clone(&self.turns),
            _work: work,
        })
    }
}

impl RunningExport {
    /// Waits until no other download reads the database. They take turns piece by piece, so a slow reader keeps nobody
    /// waiting.
    pub async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turns).lock_owned().await
    }
}
