//! Word of changes: what one process wrote, the caches of every process hear of within a second.
//!
//! A writer calls [`bump`] in its own transaction. Each process runs [`Changes::run`] once, which
//! polls the versions, and on PostgreSQL is woken as soon as a change commits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{Conn, Db, DbError, Reads as _, WriteTx, execute, fetch_all, statements};

statements! {
    BUMP = "INSERT INTO changes (topic, version) VALUES ($1, 1) \
        ON CONFLICT (topic) DO UPDATE SET version = changes.version + 1";
    VERSIONS = "SELECT topic, version FROM changes";
}

/// PostgreSQL alone knows this one, so it stands outside the list.
const NOTIFY: &str = "SELECT pg_notify('atrium_changes', $1)";
const CHANNEL: &str = "atrium_changes";

/// How often versions are asked for; half of the second that design 6 allows.
const EVERY: Duration = Duration::from_millis(500);
/// How long a lost listener rests before it connects anew; polling goes on meanwhile.
const LISTEN_AGAIN: Duration = Duration::from_secs(5);

/// Says that what `topic` names has changed; told to others when the transaction commits.
pub async fn bump(tx: &mut WriteTx, topic: &str) -> Result<(), DbError> {
    execute!(tx, BUMP, topic)?;
    if let Conn::Postgres(conn) = tx.conn() {
        sqlx::query(NOTIFY).bind(topic).execute(conn).await?;
    }
    Ok(())
}

/// The versions this process has seen; cheap to clone.
#[derive(Clone)]
pub struct Changes {
    db: Db,
    topics: Arc<Mutex<HashMap<&'static str, watch::Sender<i64>>>>,
}

impl Changes {
    /// Nothing is asked before [`Changes::run`] or [`Changes::poll`].
    pub fn new(db: Db) -> Self {
        Self {
            db,
            topics: Arc::default(),
        }
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
        let mut tx = self.db.read().await?;
        let versions = fetch_all!(&mut tx, (String, i64), VERSIONS)?;
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
    listen_at: tokio::time::Instant,
}

impl Wake {
    fn new(db: &Db) -> Self {
        Self {
            db: db.clone(),
            listener: None,
            listen_at: tokio::time::Instant::now(),
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
        let Db::Postgres(pool) = &self.db else { return };
        if self.listener.is_some() || self.listen_at > tokio::time::Instant::now() {
            return;
        }
        self.listen_at = tokio::time::Instant::now() + LISTEN_AGAIN;
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
