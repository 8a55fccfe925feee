//! The recorder: entries of what writes nothing else, gathered and written with one commit.
//!
//! An entry waits [`GATHER`] at most. A process that is killed (not stopped) loses what it
//! gathered since; nothing else is lost silently: when the database is away for so long that the
//! place runs out, the loss is counted, logged, and becomes an entry itself. Refusals, which anybody
//! can cause in any number, are written up to a limit and counted beyond ([`super::throttle`]).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::throttle::{SPAN, TASK, Throttle};
use super::{AuditContext, Entry, Event, store};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::random::Random;

/// How long entries are gathered before they are written.
pub const GATHER: Duration = Duration::from_millis(200);
/// So many entries are written without waiting for more.
const ENOUGH: usize = 1_024;
/// Entries of one write: bounds how long others wait for the writer.
const WRITE: usize = 256;
/// Entries that may wait while the database is away; about 10 MB.
const PLACE: usize = 20_000;
/// The pause before entries are offered again to a database that is away.
const RETRY: Duration = Duration::from_millis(500);
/// How often entries are offered at the stop before they are given up.
const LAST_TRIES: usize = 6;
/// How often it is looked whether refusals were left out that are still to be told.
const TELL_EVERY: Duration = Duration::from_millis(SPAN as u64);

/// Takes entries without waiting; cheap to clone.
#[derive(Clone)]
pub struct Recorder {
    shared: Arc<Shared>,
    random: Random,
    task: Arc<tokio::sync::Mutex<Option<JoinHandle<()>>>>,
}

struct Shared {
    waiting: Mutex<Waiting>,
    throttle: Mutex<Throttle>,
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
    /// Starts the task that writes what is recorded.
    pub fn start(db: Db, clock: Clock, random: Random) -> Self {
        Self::start_with_place(db, clock, random, PLACE)
    }

    /// [`Recorder::start`] with place for another number of waiting entries.
    pub fn start_with_place(db: Db, clock: Clock, random: Random, place: usize) -> Self {
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            throttle: Mutex::default(),
            changed: Notify::new(),
            enough: Notify::new(),
            place,
        });
        let writer = Writer {
            db,
            clock,
            random: random.clone(),
            shared: shared.clone(),
        };
        let task = Arc::new(tokio::sync::Mutex::new(Some(tokio::spawn(writer.run()))));
        Self {
            shared,
            random,
            task,
        }
    }

    /// Takes an entry, to be written shortly.
    pub fn record(&self, entry: Entry) {
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

    /// Takes the entry of a refusal. Of each kind and address network only [`super::KEPT`] within
    /// [`super::SPAN`] are written; one entry tells how many more there were.
    pub fn refuse(&self, entry: Entry) {
        let due = self.shared.throttle().take(entry, &self.random);
        for entry in due {
            self.record(entry);
        }
    }

    /// Writes what waits and ends the task. Call it when no request is under way any more.
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
                // Either enough have come or the time is up.
                let _ = timeout(GATHER, self.shared.enough.notified()).await;
            }
            self.tell_suppressed(stopping);
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

    /// Has the refusals told that were counted and not written, when their time is over.
    fn tell_suppressed(&self, stopping: bool) {
        let now = (!stopping).then(|| self.clock.now());
        let told = self.shared.throttle().close(now, &self.random);
        self.shared.waiting().entries.extend(told);
    }

    /// Writes everything that waits; what could not be written waits on.
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
            let told = Event::EntriesDropped { count: dropped };
            let audit = AuditContext::of_server(self.clock.now(), &self.random, TASK);
            Arc::make_mut(&mut entries).push(audit.entry(told));
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
                // A defect: offering them again would hold up all that come after.
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
