//! Work that a person may do only once at a time, such as a download, because it keeps others waiting (attack 44).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The running work of one process, by person; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OneAtATime {
    people: Arc<Mutex<HashSet<String>>>,
}

/// Work of a person. It ends when this is dropped.
#[derive(Debug)]
pub struct RunningWork {
    of: OneAtATime,
    account_id: String,
}

impl OneAtATime {
    /// Begins the work for this account; `None` while it does such work already.
    pub fn begin(&self, account_id: &str) -> Option<RunningWork> {
        self.people()
            .insert(account_id.to_owned())
            .then(|| RunningWork {
                of: self.clone(),
                account_id: account_id.to_owned(),
            })
    }

    fn people(&self) -> MutexGuard<'_, HashSet<String>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RunningWork {
    fn drop(&mut self) {
        self.of.people().remove(&self.account_id);
    }
}
