//! What a write did that others want to know: this process's memories hear of a change before its maker
//! does, and whoever waits for work in this process is told of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::subjects::Subjects;

/// How often this process changed each topic, which subjects of it, and who is told; cheap to clone.
#[derive(Clone, Default)]
pub struct Commits(Arc<Mutex<HashMap<&'static str, Topic>>>);

#[derive(Clone, Default)]
struct Topic {
    count: Arc<AtomicU64>,
    subjects: Subjects,
    told: watch::Sender<()>,
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

    /// Hears each commit that tells `topic`.
    pub(super) fn told(&self, topic: &'static str) -> watch::Receiver<()> {
        self.topic(topic).told.subscribe()
    }

    fn topic(&self, topic: &'static str) -> Topic {
        let mut topics = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        topics.entry(topic).or_default().clone()
    }

    /// For a transaction that has changed nothing yet.
    pub(super) fn bumped(&self) -> Bumped {
        Bumped {
            noted: Vec::new(),
            told: Vec::new(),
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
    /// Topics that are told in this process alone.
    told: Vec<&'static str>,
    commits: Commits,
}

/// How much a transaction had noted at some moment.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    noted: usize,
    told: usize,
}

impl Bumped {
    pub(super) fn note(&mut self, topic: &'static str, subject: Option<String>) {
        let noted = Noted { topic, subject };
        if !self.noted.contains(&noted) {
            self.noted.push(noted);
        }
    }

    pub(super) fn tell(&mut self, topic: &'static str) {
        if !self.told.contains(&topic) {
            self.told.push(topic);
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

    /// True when something was noted that is written down with the commit.
    pub(super) fn has_changes(&self) -> bool {
        !self.noted.is_empty()
    }

    /// How much was noted so far.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            noted: self.noted.len(),
            told: self.told.len(),
        }
    }

    /// Forgets what was noted after `mark`: it was undone.
    pub(super) fn undo_to(&mut self, mark: Mark) {
        self.noted.truncate(mark.noted);
        self.told.truncate(mark.told);
    }

    /// Counts and tells what was noted; to be called once the commit is done and before its maker is
    /// answered.
    pub(super) fn settle(&mut self) {
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
        self.noted.clear();
        for topic in self.told.drain(..) {
            self.commits.topic(topic).told.send_replace(());
        }
    }
}

impl Drop for Bumped {
    fn drop(&mut self) {
        self.settle();
    }
}
