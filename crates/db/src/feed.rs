//! Announces changes: the caches of every process learn within a second what one process wrote.
//!
//! A writer calls [`WriteTx::changed`], which writes the new version right before the commit. Each
//! process runs [`ChangeFeed::run`] once, which polls the versions; on PostgreSQL a notification makes
//! it poll at once. In the process that made the change, the [`Epoch`]s move before the writer gets
//! its answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::subjects::Subjects;
use super::{Db, DbError, Engine, ReadTx, Reads as _, WriteTx};
use super::{execute, fetch_all, fetch_one, statements};

statements! {
    BUMP = "INSERT INTO changes (topic, version) VALUES ($1, 1) \
        ON CONFLICT (topic) DO UPDATE SET version = changes.version + 1 RETURNING version";
    HOLD = "INSERT INTO changes (topic, version) VALUES ($1, 0) \
        ON CONFLICT (topic) DO UPDATE SET version = changes.version";
    VERSIONS = "SELECT topic, version FROM changes";
    CHANGE_SUBJECT = "INSERT INTO subject_changes (topic, subject, version) VALUES ($1, $2, $3) \
        ON CONFLICT (topic, subject) DO UPDATE SET version = excluded.version";
    SUBJECTS = "SELECT subject FROM subject_changes WHERE topic = $1 AND version > $2 LIMIT $3";
}

/// Only PostgreSQL has this statement, so it is not in the list.
const NOTIFY: &str = "SELECT pg_notify('atrium_changes', $1)";
const CHANNEL: &str = "atrium_changes";

/// How often versions are polled: twice within the second that a change may take.
pub const EVERY: Duration = Duration::from_millis(500);
/// How long a cache may trust the last poll.
const COUNTS_FOR: Duration = Duration::from_secs(1);
/// The most changed subjects that are read one by one. With more, all subjects count as changed.
const SINGLY: usize = 1_000;
/// How long to wait before a lost listener reconnects. Polling continues meanwhile.
const LISTEN_AGAIN: Duration = Duration::from_secs(5);

impl WriteTx {
    /// Announces a change of `topic` when the transaction commits.
    pub fn changed(&mut self, topic: &'static str) {
        self.announcements.note(topic, None);
    }

    /// Announces a change of one `subject` of `topic`. A cache of [`ChangeFeed::subjects`] drops only
    /// the entries that depend on it.
    pub fn changed_subject(&mut self, topic: &'static str, subject: String) {
        self.announcements.note(topic, Some(subject));
    }

    /// Announces a change of `topic` if a statement touched any rows, and returns their number. A
    /// statement that changed nothing must not empty the caches of every process.
    pub fn changed_rows(&mut self, topic: &'static str, rows: u64) -> u64 {
        if rows > 0 {
            self.changed(topic);
        }
        rows
    }

    /// Informs receivers of [`Db::subscribe`] in this process when the transaction commits. Writes
    /// nothing, and other processes do not learn of it.
    pub fn announce(&mut self, topic: &'static str) {
        self.announcements.announce(topic);
    }

    /// Locks `topic` until the end of the transaction, so that its writers run one after the other
    /// and each sees what the previous one wrote. Announces no change. Take it after the locks of
    /// rows, because every other writer locks topics last, and only one topic per transaction.
    pub async fn hold(&mut self, topic: &'static str) -> Result<(), DbError> {
        execute!(self, HOLD, topic).map(drop)
    }

    /// Writes the new versions, right before the commit. All writers share these rows, so a writer
    /// that has locked one must not wait for any other lock.
    pub(super) async fn write_down_changes(&mut self) -> Result<(), DbError> {
        for topic in self.announcements.sorted() {
            let (version,) = fetch_one!(self, (i64,), BUMP, topic)?;
            // Every writer of these rows holds the lock of the topic's row, so this never waits.
            for subject in self.announcements.subjects_of(topic) {
                execute!(self, CHANGE_SUBJECT, topic, subject, version)?;
            }
            if self.engine() == Engine::Postgres {
                execute!(self, NOTIFY, topic)?;
            }
        }
        Ok(())
    }
}

/// The versions that this process has seen. It is cheap to clone.
#[derive(Clone)]
pub struct ChangeFeed {
    db: Db,
    topics: Arc<Mutex<HashMap<&'static str, watch::Sender<i64>>>>,
    /// Per topic, the version up to which subjects were read; `None` before the first poll.
    followed: Arc<Mutex<HashMap<&'static str, Option<i64>>>>,
    heard: Arc<Heard>,
}

/// When this process last polled successfully.
struct Heard {
    since: Instant,
    /// Milliseconds from `since` to the start of the last successful poll; 0 before the first.
    at: AtomicU64,
}

impl Heard {
    fn clock(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn counts(&self) -> bool {
        let at = self.at.load(Ordering::SeqCst);
        at != 0 && u128::from(self.clock().saturating_sub(at)) < COUNTS_FOR.as_millis()
    }
}

/// Tells a cache whether its entries are still current. Its number changes when one of the topics
/// does: at once if this process made the change, within a second if another did.
#[derive(Clone)]
pub struct Epoch {
    topics: Vec<(Arc<AtomicU64>, watch::Receiver<i64>)>,
    heard: Arc<Heard>,
}

impl Epoch {
    /// The current number. Take it before you read the database to fill a cache. `None` if the last
    /// successful poll is too old: then use no cached entry.
    pub fn now(&self) -> Option<u64> {
        // Each part only grows, so an equal sum means that no part has changed.
        let part = |(own, others): &(Arc<AtomicU64>, watch::Receiver<i64>)| {
            own.load(Ordering::SeqCst)
                .wrapping_add(others.borrow().cast_unsigned())
        };
        self.heard
            .counts()
            .then(|| self.topics.iter().map(part).fold(0, u64::wrapping_add))
    }
}

impl ChangeFeed {
    /// Call [`ChangeFeed::run`] or [`ChangeFeed::poll`] to read the versions.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            topics: Arc::default(),
            followed: Arc::default(),
            heard: Arc::new(Heard {
                since: Instant::now(),
                at: AtomicU64::new(0),
            }),
        }
    }

    /// An epoch for a cache of data from `topics`.
    pub fn epoch(&self, topics: &[&'static str]) -> Epoch {
        let part = |topic: &&'static str| (self.db.commits().of(topic), self.topic(topic));
        Epoch {
            topics: topics.iter().map(part).collect(),
            heard: Arc::clone(&self.heard),
        }
    }

    /// The changed subjects of `topic` ([`WriteTx::changed_subject`]), for a cache whose entries
    /// depend on few of them.
    pub fn subjects(&self, topic: &'static str) -> Subjects {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.entry(topic).or_default();
        self.db.commits().subjects(topic)
    }

    /// A receiver of each new version of `topic`; 0 means never changed.
    pub fn topic(&self, topic: &'static str) -> watch::Receiver<i64> {
        self.topics
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(topic)
            .or_insert_with(|| watch::channel(0).0)
            .subscribe()
    }

    /// Reads all versions once and informs the receivers of those that changed.
    pub async fn poll(&self) -> Result<(), DbError> {
        let begun = self.heard.clock();
        let mut tx = self.db.read().await?;
        let versions = fetch_all!(&mut tx, (String, i64), VERSIONS)?;
        self.read_subjects(&mut tx, &versions).await?;
        let topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        for (topic, version) in versions {
            if let Some(sender) = topics.get(topic.as_str()) {
                sender.send_if_modified(|seen| {
                    let moved = *seen != version;
                    *seen = version;
                    moved
                });
            }
        }
        self.heard.at.store(begun.max(1), Ordering::SeqCst);
        Ok(())
    }

    /// Reads which subjects changed since the last poll. They are committed together with the
    /// topic's version, so none is missing for a version that was seen.
    async fn read_subjects(
        &self,
        tx: &mut ReadTx,
        versions: &[(String, i64)],
    ) -> Result<(), DbError> {
        let followed = || self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let topics: Vec<_> = followed()
            .iter()
            .map(|(topic, seen)| (*topic, *seen))
            .collect();
        for (topic, seen) in topics {
            let version = versions.iter().find(|(name, _)| name == topic);
            let version = version.map_or(0, |(_, version)| *version);
            let subjects = self.db.commits().subjects(topic);
            match seen {
                Some(seen) if seen == version => continue,
                // The database was restored from an older backup.
                Some(seen) if seen > version => subjects.change_all(),
                Some(seen) => {
                    let most = i64::try_from(SINGLY + 1).unwrap_or(i64::MAX);
                    let changed = fetch_all!(tx, (String,), SUBJECTS, topic, seen, most)?;
                    if changed.len() > SINGLY {
                        subjects.change_all();
                    } else {
                        subjects.change(changed.into_iter().map(|(subject,)| subject));
                    }
                }
                // The cache is still empty.
                None => {}
            }
            followed().insert(topic, Some(version));
        }
        Ok(())
    }

    /// Runs `refresh` for each new version of `topic` until `stop`. After a failure it tries again
    /// at the next poll.
    pub async fn follow<F, E>(
        &self,
        topic: &'static str,
        stop: CancellationToken,
        mut refresh: impl FnMut() -> F + Send,
    ) where
        F: Future<Output = Result<(), E>> + Send,
        E: std::fmt::Display,
    {
        let mut versions = self.topic(topic);
        while let Some(Ok(())) = stop.run_until_cancelled(versions.changed()).await {
            while let Err(error) = refresh().await {
                tracing::warn!(topic, %error, "a cache could not be read anew");
                if stop
                    .run_until_cancelled(tokio::time::sleep(EVERY))
                    .await
                    .is_none()
                {
                    return;
                }
            }
        }
    }

    /// Polls until `stop`; on PostgreSQL a notification wakes it at once. If the database is down,
    /// it keeps trying.
    pub async fn run(&self, stop: CancellationToken) {
        let mut answering = true;
        let work = async {
            let mut wake = Wake::new(&self.db);
            loop {
                match self.poll().await {
                    Ok(()) => answering = true,
                    Err(error) => {
                        if std::mem::take(&mut answering) {
                            tracing::warn!(%error, "changes cannot be asked for");
                        }
                    }
                }
                wake.next().await;
            }
        };
        stop.run_until_cancelled(work).await;
    }
}

/// Ends the pause before the next poll: after a time, or by a notification of PostgreSQL.
struct Wake {
    db: Db,
    listener: Option<PgListener>,
    listen_at: Instant,
}

impl Wake {
    fn new(db: &Db) -> Self {
        Self {
            db: db.clone(),
            listener: None,
            listen_at: Instant::now(),
        }
    }

    async fn next(&mut self) {
        self.listen().await;
        let Some(listener) = &mut self.listener else {
            return tokio::time::sleep(EVERY).await;
        };
        match tokio::time::timeout(EVERY, listener.recv()).await {
            // One poll answers all notifications that arrive together.
            Ok(Ok(_)) => while listener.next_buffered().is_some() {},
            Ok(Err(error)) => {
                tracing::warn!(%error, "notices of change are lost; polling goes on");
                self.listener = None;
                tokio::time::sleep(EVERY).await;
            }
            Err(_elapsed) => {}
        }
    }

    /// Connects a listener outside the pool.
    async fn listen(&mut self) {
        let Db::Postgres(pool, _) = &self.db else {
            return;
        };
        if self.listener.is_some() || self.listen_at > Instant::now() {
            return;
        }
        self.listen_at = Instant::now() + LISTEN_AGAIN;
        let own = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(EVERY)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_lazy_with((*pool.connect_options()).clone());
        if let Ok(mut listener) = PgListener::connect_with(&own).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            self.listener = Some(listener);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache knows the changes of others within a second, or is not used.
    #[test]
    fn the_last_poll_counts_for_a_second() {
        let while_ago = Duration::from_secs(5);
        let since = Instant::now();
        let heard = |before: u64| {
            let at = AtomicU64::new(5_000 - before);
            let since = since.checked_sub(while_ago).unwrap();
            Heard { since, at }.counts()
        };
        assert!(heard(0));
        assert!(heard(500));
        assert!(!heard(1_000));
        let never = AtomicU64::new(0);
        assert!(!Heard { since, at: never }.counts());
    }
}
