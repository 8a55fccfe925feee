//! What a transaction announces: changed rows of a topic, or new work. After the commit, the caches
//! and the worker of this process learn of it before the caller gets its answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::subjects::Subjects;
use super::tallies::Tallies;

/// The changes that this process has committed, by topic. It is cheap to clone.
#[derive(Clone, Default)]
pub struct Commits {
    topics: Arc<Mutex<HashMap<&'static str, Topic>>>,
    tallies: Tallies,
}

#[derive(Clone, Default)]
struct Topic {
    count: Arc<AtomicU64>,
    subjects: Subjects,
    announced: watch::Sender<()>,
}

impl Commits {
    /// The number of changes of `topic`.
    pub(super) fn of(&self, topic: &'static str) -> Arc<AtomicU64> {
        self.topic(topic).count
    }

    /// The recently changed subjects of `topic`.
    pub(super) fn subjects(&self, topic: &'static str) -> Subjects {
        self.topic(topic).subjects
    }

    /// A receiver of each commit that names `topic`.
    pub(super) fn subscribe(&self, topic: &'static str) -> watch::Receiver<()> {
        self.topic(topic).announced.subscribe()
    }

    fn topic(&self, topic: &'static str) -> Topic {
        let mut topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        topics.entry(topic).or_default().clone()
    }

    /// What this process counts of its commits.
    pub(super) const fn tallies(&self) -> &Tallies {
        &self.tallies
    }

    /// The announcements of a new transaction.
    pub(super) fn announcements(&self) -> Announcements {
        Announcements {
            changes: Vec::new(),
            topics: Vec::new(),
            commits: self.clone(),
        }
    }
}

/// A change of all rows of a topic, or of one subject.
#[derive(PartialEq, Eq)]
struct Change {
    topic: &'static str,
    subject: Option<String>,
}

/// What one transaction announces. It is published at the end of the transaction, even if the commit is uncertain,
/// because a needless announcement costs only one more read.
pub struct Announcements {
    changes: Vec<Change>,
    /// Topics for receivers in this process only.
    topics: Vec<&'static str>,
    commits: Commits,
}

/// A position to return to when a part of the transaction is rolled back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    changes: usize,
    topics: usize,
}

impl Announcements {
    pub(super) fn note(&mut self, topic: &'static str, subject: Option<String>) {
        let change = Change { topic, subject };
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    pub(super) fn announce(&mut self, topic: &'static str) {
        if !self.topics.contains(&topic) {
            self.topics.push(topic);
        }
    }

    /// The counts of this process.
    pub(super) fn tallies(&self) -> Tallies {
        self.commits.tallies.clone()
    }

    /// The changed topics, in the order in which every writer locks their rows, so that there is no
    /// deadlock.
    pub(super) fn sorted(&self) -> Vec<&'static str> {
        let mut topics: Vec<_> = self.changes.iter().map(|change| change.topic).collect();
        topics.sort_unstable();
        topics.dedup();
        topics
    }

    /// The changed subjects of `topic`.
    pub(super) fn subjects_of(&self, topic: &'static str) -> Vec<String> {
        let changes = self.changes.iter().filter(|change| change.topic == topic);
        changes
            .filter_map(|change| change.subject.clone())
            .collect()
    }

    /// True if there are changes to write to the database before the commit.
    pub(super) fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// The current position, for [`Announcements::undo_to`].
    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.changes.len(),
            topics: self.topics.len(),
        }
    }

    /// Drops what was added after `mark`.
    pub(super) fn undo_to(&mut self, mark: Mark) {
        self.changes.truncate(mark.changes);
        self.topics.truncate(mark.topics);
    }

    /// Publishes everything. Call it after the commit and before the caller gets its answer.
    pub(super) fn publish(&mut self) {
        for topic in self.sorted() {
            let Topic {
                count, subjects, ..
            } = self.commits.topic(topic);
            count.fetch_add(1, Ordering::SeqCst);
            let changed = self.subjects_of(topic);
            if !changed.is_empty() {
                subjects.change(changed);
            }
        }
        self.changes.clear();
        for topic in self.topics.drain(..) {
            self.commits.topic(topic).announced.send_replace(());
        }
    }
}

impl Drop for Announcements {
    fn drop(&mut self) {
        self.publish();
    }
}
