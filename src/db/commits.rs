//! What a write changed, and how often this process committed such changes: its own memories hear of
//! one before its maker does.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::subjects::Subjects;

/// How often this process changed each topic, and which subjects of it; cheap to clone.
#[derive(Clone, Default)]
pub struct Commits(Arc<Mutex<HashMap<&'static str, Topic>>>);

#[derive(Clone, Default)]
struct Topic {
    count: Arc<AtomicU64>,
    subjects: Subjects,
}

impl Commits {
    /// The count of `topic`.
    pub(super) fn of(&self, topic: &'static str) -> Arc<AtomicU64> {
        self.topic(topic).count
    }

    /// The subjects of `topic` that changed lately.
    pub(super) fn subjects(&self, topic: &'static str) -> Subjects {
        self.topic(topic).subjects
    }

    fn topic(&self, topic: &'static str) -> Topic {
        let mut topics = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        topics.entry(topic).or_default().clone()
    }

    /// For a transaction that has changed nothing yet.
    pub(super) fn bumped(&self) -> Bumped {
        Bumped {
            noted: Vec::new(),
            commits: self.clone(),
        }
    }
}

/// One change: of all that a topic names, or of one subject of it.
#[derive(PartialEq, Eq)]
struct Noted {
    topic: &'static str,
    subject: Option<String>,
}

/// What a transaction changed. It is counted when it is over, also when it was given
/// up and nobody saw whether it was committed: one count too many only costs a reading.
pub struct Bumped {
    noted: Vec<Noted>,
    commits: Commits,
}

impl Bumped {
    pub(super) fn note(&mut self, topic: &'static str, subject: Option<String>) {
        let noted = Noted { topic, subject };
        if !self.noted.contains(&noted) {
            self.noted.push(noted);
        }
    }

    /// The topics, in one order for all writers, so that no two wait for each other.
    pub(super) fn sorted(&self) -> Vec<&'static str> {
        let mut topics: Vec<_> = self.noted.iter().map(|noted| noted.topic).collect();
        topics.sort_unstable();
        topics.dedup();
        topics
    }

    /// The subjects of `topic`.
    pub(super) fn subjects_of(&self, topic: &'static str) -> Vec<String> {
        let noted = self.noted.iter().filter(|noted| noted.topic == topic);
        noted.filter_map(|noted| noted.subject.clone()).collect()
    }

    /// How many were noted.
    pub(super) fn len(&self) -> usize {
        self.noted.len()
    }

    /// Forgets what was noted after there were `len`: it was undone.
    pub(super) fn undo_to(&mut self, len: usize) {
        self.noted.truncate(len);
    }

    /// Counts what was noted; to be called once the commit is done and before anybody is told.
    pub(super) fn settle(&mut self) {
        for topic in self.sorted() {
            let Topic { count, subjects } = self.commits.topic(topic);
            count.fetch_add(1, Ordering::SeqCst);
            let changed = self.subjects_of(topic);
            if !changed.is_empty() {
                subjects.change(changed);
            }
        }
        self.noted.clear();
    }
}

impl Drop for Bumped {
    fn drop(&mut self) {
        self.settle();
    }
}
