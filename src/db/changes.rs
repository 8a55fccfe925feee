//! Changes: the caches of every process are told within a second of what one process wrote.
//!
//! A writer calls [`WriteTx::changed`]; the new version is written as the last thing before its commit.
//! Each process runs [`Changes::run`] once, which polls the versions; on PostgreSQL a notification makes it
//! poll at once. The [`Epoch`]s of the process that made the change move before the writer is answered.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::subjects::Subjects;
use super::{Conn, Db, DbError, ReadTx, Reads as _, WriteTx};
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

/// PostgreSQL alone knows this one, so it stands outside the list.
const NOTIFY: &str = "SELECT pg_notify('atrium_changes', $1)";
const CHANNEL: &str = "atrium_changes";

/// How often versions are asked for; half of the second that design 6 allows.
const EVERY: Duration = Duration::from_millis(500);
/// How long the last word of other processes counts for a memory (design 6).
const COUNTS_FOR: Duration = Duration::from_secs(1);
/// Up to so many changed subjects are read one by one; if there are more, all count as changed.
const SINGLY: usize = 1_000;
/// How long a lost listener rests before it connects anew; polling goes on meanwhile.
const LISTEN_AGAIN: Duration = Duration::from_secs(5);

impl WriteTx {
    /// Says that what `topic` names has changed; told to others when the transaction commits.
    pub fn changed(&mut self, topic: &'static str) {
        self.announcements.note(topic, None);
    }

    /// Says that one `subject` of `topic` has changed. A cache of [`Changes::subjects`] forgets the entries
    /// that depend on it, and no others.
    pub fn changed_subject(&mut self, topic: &'static str, subject: String) {
        self.announcements.note(topic, Some(subject));
    }

    /// Says so when a statement touched `rows`, whose number is passed on: what changes nothing must
    /// not empty the memories of every process.
    pub fn changed_rows(&mut self, topic: &'static str, rows: u64) -> u64 {
        if rows > 0 {
            self.changed(topic);
        }
        rows
    }

    /// Has whoever listens to [`Db::told`] in this process hear of `topic` when the transaction commits.
    /// Nothing is written, and other processes do not hear of it.
    pub fn tell(&mut self, topic: &'static str) {
        self.announcements.tell(topic);
    }

    /// Locks `topic` until the end of the transaction, so that its writers run one after the other and
    /// each sees what the one before wrote. Announces no change. Take it before any other row, and only
    /// one topic in a transaction.
    pub async fn hold(&mut self, topic: &'static str) -> Result<(), DbError> {
        execute!(self, HOLD, topic).map(drop)
    }

    /// Writes the new versions. This is the last thing before a commit: all writers share these rows, so
    /// whoever has locked one must not wait for any other lock.
    pub(super) async fn write_down_changes(&mut self) -> Result<(), DbError> {
        for topic in self.announcements.sorted() {
            let (version,) = fetch_one!(self, (i64,), BUMP, topic)?;
            // Every writer of these rows holds the lock of the topic's row, so nobody waits here.
            for subject in self.announcements.subjects_of(topic) {
                execute!(self, CHANGE_SUBJECT, topic, subject, version)?;
            }
            if let Conn::Postgres(conn) = self.conn() {
                sqlx::query(NOTIFY).bind(topic).execute(conn).await?;
            }
        }
        Ok(())
    }
}

/// The versions this process has seen; cheap to clone.
#[derive(Clone)]
pub struct Changes {
    db: Db,
    topics: Arc<Mutex<HashMap<&'static str, watch::Sender<i64>>>>,
    /// The version up to which the subjects of a topic were read; none before the first poll.
    followed: Arc<Mutex<HashMap<&'static str, Option<i64>>>>,
    heard: Arc<Heard>,
}

/// When the others were last heard.
struct Heard {
    since: Instant,
    /// Milliseconds after `since` at which the last answered poll was begun; 0 before the first.
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

/// Tells a memory whether what it holds still stands: a number that moves when one of its topics
/// does. At once when this process changed it, and within a second when another did.
#[derive(Clone)]
pub struct Epoch {
    topics: Vec<(Arc<AtomicU64>, watch::Receiver<i64>)>,
    heard: Arc<Heard>,
}

impl Epoch {
    /// The number now. Whoever fills a memory takes it before reading the database. `None` while
    /// the others cannot be heard: nothing remembered may be used then.
    pub fn now(&self) -> Option<u64> {
        // Each part only ever grows, so the sum stands still only while all of them do.
        let part = |(own, others): &(Arc<AtomicU64>, watch::Receiver<i64>)| {
            own.load(Ordering::SeqCst)
                .wrapping_add(others.borrow().cast_unsigned())
        };
        self.heard
            .counts()
            .then(|| self.topics.iter().map(part).fold(0, u64::wrapping_add))
    }
}

impl Changes {
    /// Nothing is asked before [`Changes::run`] or [`Changes::poll`].
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

    /// For a memory of what `topics` name.
    pub fn epoch(&self, topics: &[&'static str]) -> Epoch {
        let part = |topic: &&'static str| (self.db.commits().of(topic), self.topic(topic));
        Epoch {
            topics: topics.iter().map(part).collect(),
            heard: Arc::clone(&self.heard),
        }
    }

    /// The changes of single subjects of `topic` ([`WriteTx::changed_subject`]), for a cache whose entries
    /// depend on few of them.
    pub fn subjects(&self, topic: &'static str) -> Subjects {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.entry(topic).or_default();
        self.db.commits().subjects(topic)
    }

    /// A receiver that is told each new version of `topic`; 0 means never changed.
    pub fn topic(&self, topic: &'static str) -> watch::Receiver<i64> {
        self.topics
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(topic)
            .or_insert_with(|| watch::channel(0).0)
            .subscribe()
    }

    /// Asks for the versions once and tells the receivers what moved.
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

    /// Reads which subjects changed since the last poll. The topic's version is written before and
    /// committed with them, so none of a version that was seen is missing.
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
                // A database that was put back to an older state.
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
                // Nothing is remembered yet.
                None => {}
            }
            followed().insert(topic, Some(version));
        }
        Ok(())
    }

    /// Runs `refresh` for each new version of `topic`, until `stop`; a failed refresh is tried
    /// again at the next poll's pace.
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

    /// Polls until `stop`; on PostgreSQL a notice wakes it at once. Database outages are waited
    /// out.
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

/// What ends the wait for the next poll: time, or a notice of PostgreSQL.
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
            // A burst of notices is answered by one poll.
            Ok(Ok(_)) => while listener.next_buffered().is_some() {},
            Ok(Err(error)) => {
                tracing::warn!(%error, "notices of change are lost; polling goes on");
                self.listener = None;
                tokio::time::sleep(EVERY).await;
            }
            Err(_elapsed) => {}
        }
    }

    /// Connects a listener of its own, which takes no place in the pool.
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

    /// Design 6: what others changed is known within a second or not guessed at.
    #[test]
    fn the_last_word_of_others_counts_for_a_second() {
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
