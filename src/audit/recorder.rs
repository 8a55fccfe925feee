//! The recorder: collects entries of requests that write nothing else, and writes many with one
//! commit.
//!
//! An entry waits for [`GATHER`] at most. A killed process loses the entries that it collected
//! since. Any other loss is recorded: if the database is down for so long that the queue is full,
//! the loss is counted, logged and becomes an entry itself. Anybody can cause any number of
//! refusals, so only a limited number is written and the rest is counted ([`super::throttle`]), and
//! so are the tokens that clients get all the time ([`super::frequent`]).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::frequent::Frequent;
use super::suppressed::{SPAN, TASK};
use super::throttle::Throttle;
use super::{AuditContext, Entry, Event, figures, store};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::insight;
use crate::random::Random;

/// How long entries are collected before they are written.
pub const GATHER: Duration = Duration::from_millis(200);
/// With this many entries it writes without waiting for more.
const ENOUGH: usize = 1_024;
/// Entries per write: limits how long other writes wait.
const WRITE: usize = 256;
/// The most entries that wait while the database is down; about 10 MB.
pub const MOST_WAITING: usize = 20_000;
/// How long to wait before it tries again to write to a database that is down.
const RETRY: Duration = Duration::from_millis(500);
/// How often it tries to write the rest at the stop before it gives up.
const LAST_TRIES: usize = 6;
/// How often it checks for suppressed refusals to report.
const TELL_EVERY: Duration = Duration::from_millis(SPAN as u64);

/// Takes entries without waiting. It is cheap to clone.
#[derive(Clone)]
pub struct Recorder {
    shared: Arc<Shared>,
    db: Db,
    random: Random,
    task: Arc<tokio::sync::Mutex<Option<JoinHandle<()>>>>,
}

struct Shared {
    waiting: Mutex<Waiting>,
    throttle: Mutex<Throttle>,
    frequent: Mutex<Frequent>,
    changed: Notify,
    enough: Notify,
    place: usize,
}

#[derive(Default)]
struct Waiting {
    entries: Vec<Entry>,
    dropped: u64,
    stopping: bool,
}

impl Recorder {
    /// Starts to write entries. At most `place` entries wait; further ones are only counted, in an entry.
    pub fn start(db: Db, clock: Clock, random: Random, place: usize) -> Self {
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            throttle: Mutex::default(),
            frequent: Mutex::default(),
            changed: Notify::new(),
            enough: Notify::new(),
            place,
        });
        let writer = Writer {
            db: db.clone(),
            clock,
            random: random.clone(),
            shared: shared.clone(),
        };
        let task = Arc::new(tokio::sync::Mutex::new(Some(tokio::spawn(writer.run()))));
        Self {
            shared,
            db,
            random,
            task,
        }
    }

    /// Takes an entry and writes it shortly after.
    pub fn record(&self, entry: Entry) {
        self.count(&entry);
        self.take(entry);
    }

    fn take(&self, entry: Entry) {
        let mut waiting = self.shared.waiting();
        if waiting.stopping || waiting.entries.len() >= self.shared.place {
            waiting.dropped += 1;
            metrics::counter!("atrium_audit_dropped_total").increment(1);
            return;
        }
        waiting.entries.push(entry);
        let count = waiting.entries.len();
        drop(waiting);
        if count == 1 {
            self.shared.changed.notify_one();
        } else if count == ENOUGH {
            self.shared.enough.notify_one();
        }
    }

    /// Takes the entry of a refusal. Per kind and address network it writes only [`super::KEPT`]
    /// within [`super::SPAN`], and a bounded number of all networks; further entries have the numbers
    /// of the rest.
    pub fn refuse(&self, entry: Entry) {
        self.count(&entry);
        let due = self.shared.throttle().take(entry, &self.random);
        for entry in due {
            self.take(entry);
        }
    }

    /// Counts an entry for the figures, also if it will not be written.
    fn count(&self, entry: &Entry) {
        if let Some(counted) = figures::of(entry) {
            insight::count_now(&self.db, entry.at, counted);
        }
    }

    /// Takes the entry of a token that a client got for itself or renewed. Per client and address network it writes
    /// only [`super::KEPT`] within [`super::SPAN`]; the numbers of further ones are entries.
    pub fn record_frequent(&self, entry: Entry) {
        let due = self.shared.frequent().take(entry);
        match due {
            Some(entry) => self.record(entry),
            None => self.shared.changed.notify_one(),
        }
    }

    /// Writes all waiting entries and ends the task. Call it when no request is active any more.
    pub async fn stop(&self) {
        self.shared.waiting().stopping = true;
        self.shared.changed.notify_one();
        self.shared.enough.notify_one();
        let task = self.task.lock().await.take();
        if let Some(Err(error)) = match task {
            Some(task) => Some(task.await),
            None => None,
        } {
            tracing::error!(%error, "the audit recorder ended badly");
        }
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn throttle(&self) -> MutexGuard<'_, Throttle> {
        self.throttle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn frequent(&self) -> MutexGuard<'_, Frequent> {
        self.frequent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Writer {
    db: Db,
    clock: Clock,
    random: Random,
    shared: Arc<Shared>,
}

impl Writer {
    async fn run(self) {
        let mut failures = 0;
        loop {
            let stopping = self.shared.waiting().stopping;
            if !stopping && failures == 0 {
                let _ = timeout(TELL_EVERY, self.shared.changed.notified()).await;
                // Ends when enough entries have come or the time is over.
                let _ = timeout(GATHER, self.shared.enough.notified()).await;
            }
            self.record_numbers(stopping);
            match self.write_all().await {
                Ok(()) if stopping => return,
                Ok(()) => failures = 0,
                Err(error) => {
                    failures += 1;
                    tracing::warn!(%error, failures, "audit entries wait for the database");
                    if stopping && failures >= LAST_TRIES {
                        return self.give_up();
                    }
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Adds the entries with the numbers of suppressed refusals whose time is over, and of tokens.
    fn record_numbers(&self, stopping: bool) {
        let now = self.clock.now();
        let over = (!stopping).then_some(now);
        let refusals = self.shared.throttle().close(over, &self.random);
        let mut waiting = self.shared.waiting();
        waiting.entries.extend(refusals);
        // While the queue is full, tokens are still counted.
        if waiting.entries.len() < self.shared.place {
            let tokens = self.shared.frequent().numbers(now, &self.random);
            waiting.entries.extend(tokens);
        }
    }

    /// Writes all waiting entries. Those that could not be written stay in the queue.
    async fn write_all(&self) -> Result<(), DbError> {
        let (entries, dropped) = {
            let mut waiting = self.shared.waiting();
            (
                std::mem::take(&mut waiting.entries),
                std::mem::take(&mut waiting.dropped),
            )
        };
        let mut entries = Arc::new(entries);
        if dropped > 0 {
            tracing::error!(
                dropped,
                "audit entries were lost: the database is too slow or away"
            );
            let dropped = Event::EntriesDropped { count: dropped };
            let audit = AuditContext::of_server(self.clock.now(), &self.random, TASK);
            Arc::make_mut(&mut entries).push(audit.entry(dropped));
        }
        let mut written = 0;
        while written < entries.len() {
            let end = (written + WRITE).min(entries.len());
            let (part, range) = (entries.clone(), written..end);
            let done = self
                .db
                .write::<_, DbError, _>(move |tx| {
                    Box::pin(async move { store::insert_batch(tx, &part[range]).await })
                })
                .await;
            match done {
                Ok(()) => {}
                Err(error) if error.is_unavailable() => {
                    self.put_back(&entries[written..]);
                    return Err(error);
                }
                // This is a bug; trying them again would block all later entries.
                Err(error) => self.lose(end - written, &error),
            }
            written = end;
        }
        Ok(())
    }

    fn put_back(&self, unwritten: &[Entry]) {
        let mut waiting = self.shared.waiting();
        let newer = std::mem::replace(&mut waiting.entries, unwritten.to_vec());
        waiting.entries.extend(newer);
    }

    fn lose(&self, lost: usize, error: &DbError) {
        metrics::counter!("atrium_audit_dropped_total").increment(lost as u64);
        tracing::error!(lost, %error, "the database refused audit entries");
        self.shared.waiting().dropped += lost as u64;
    }

    fn give_up(&self) {
        let waiting = self.shared.waiting();
        let lost = waiting.entries.len();
        metrics::counter!("atrium_audit_dropped_total").increment(lost as u64);
        tracing::error!(
            lost,
            "audit entries were lost: the database stayed away at the stop"
        );
    }
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recorder")
    }
}
