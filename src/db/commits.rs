//! What a write changed, and how often this process committed such changes: its own memories hear of
//! one before its maker does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How often this process changed each topic; cheap to clone.
#[derive(Clone, Default)]
pub struct Commits(Arc<Mutex<HashMap<&'static str, Arc<AtomicU64>>>>);

impl Commits {
    /// The count of `topic`.
    pub(super) fn of(&self, topic: &'static str) -> Arc<AtomicU64> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(counts.entry(topic).or_default())
    }

    /// For a transaction that has changed nothing yet.
    pub(super) fn bumped(&self) -> Bumped {
        Bumped {
            topics: Vec::new(),
            commits: self.clone(),
        }
    }
}

/// The topics that a transaction changed. They are counted when it is over, also when it was given
/// up and nobody saw whether it was committed: one count too many only costs a reading.
pub struct Bumped {
    topics: Vec<&'static str>,
    commits: Commits,
}

impl Bumped {
    pub(super) fn note(&mut self, topic: &'static str) {
        if !self.topics.contains(&topic) {
            self.topics.push(topic);
        }
    }

    /// The topics, in one order for all writers, so that no two wait for each other.
    pub(super) fn sorted(&mut self) -> Vec<&'static str> {
        self.topics.sort_unstable();
        self.topics.clone()
    }

    /// How many were noted.
    pub(super) fn len(&self) -> usize {
        self.topics.len()
    }

    /// Forgets what was noted after there were `len`: it was undone.
    pub(super) fn undo_to(&mut self, len: usize) {
        self.topics.truncate(len);
    }

    /// Counts what was noted; to be called once the commit is done and before anybody is told.
    pub(super) fn settle(&mut self) {
        for topic in self.topics.drain(..) {
            self.commits.of(topic).fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Drop for Bumped {
    fn drop(&mut self) {
        self.settle();
    }
}
