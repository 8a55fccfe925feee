//! The reading connections of a SQLite file, and how long one of their statements may take.
//!
//! SQLite has no time limit of its own: it asks a handler of the connection from time to time whether to go on.
//! The handler must know when the statement began, so a `Turn` has the timer of its connection. sqlx does not
//! tell which connection of a pool it gives out, so each connection has a pool of its own. The pool still opens it
//! when it is first needed, and rolls back a transaction that was left open.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{Sqlite, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::DbOptions;

/// Steps of SQLite's virtual machine between two calls of the handler: about ten microseconds.
const STEPS: i32 = 1_000;

/// The readers of one file.
pub(super) struct Readers {
    shared: Arc<Shared>,
    places: Arc<Semaphore>,
    patience: Duration,
}

struct Shared {
    all: Vec<Reader>,
    /// The free readers. The last used comes first, because its pages are in memory. One that could not be acquired
    /// goes to the end, so that a broken reader does not hold up every request.
    free: Mutex<Vec<usize>>,
}

struct Reader {
    pool: SqlitePool,
    timer: Arc<Timer>,
}

/// When the statement of one connection must end.
struct Timer {
    begun: Instant,
    limit: Duration,
    /// Microseconds after `begun`; 0 ends the statement at once, because nobody waits for it.
    until: AtomicU64,
}

/// The use of one reader: it is free again when this is dropped.
pub(super) struct Turn {
    shared: Arc<Shared>,
    at: usize,
    acquired: bool,
    _place: OwnedSemaphorePermit,
}

impl Readers {
    /// Readers of the file that `connect` opens; none is opened yet.
    pub fn new(connect: &SqliteConnectOptions, options: &DbOptions) -> Self {
        let count = usize::try_from(options.connections).unwrap_or(1).max(1);
        let all = (0..count).map(|_| Reader::new(connect, options));
        Self {
            shared: Arc::new(Shared {
                all: all.collect(),
                free: Mutex::new((0..count).collect()),
            }),
            places: Arc::new(Semaphore::new(count)),
            patience: options.acquire_timeout,
        }
    }

    /// A connection, once one is free.
    pub async fn acquire(&self) -> Result<(PoolConnection<Sqlite>, Turn), sqlx::Error> {
        let mut turn = self.turn().await?;
        let conn = turn.pool().acquire().await?;
        turn.acquired = true;
        Ok((conn, turn))
    }

    /// A snapshot on a connection, once one is free.
    pub async fn begin(&self) -> Result<(Transaction<'static, Sqlite>, Turn), sqlx::Error> {
        let mut turn = self.turn().await?;
        let view = turn.pool().begin().await?;
        turn.acquired = true;
        Ok((view, turn))
    }

    async fn turn(&self) -> Result<Turn, sqlx::Error> {
        let place = timeout(self.patience, self.places.clone().acquire_owned()).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let place = place.map_err(|_| sqlx::Error::PoolClosed)?;
        // The permit guarantees that a reader is free.
        let at = self.shared.free().pop().ok_or(sqlx::Error::PoolTimedOut)?;
        Ok(Turn {
            shared: self.shared.clone(),
            at,
            acquired: false,
            _place: place,
        })
    }

    /// Closes every connection, once it is free.
    pub async fn close(&self) {
        self.places.close();
        for reader in &self.shared.all {
            reader.pool.close().await;
        }
    }
}

impl Shared {
    fn free(&self) -> std::sync::MutexGuard<'_, Vec<usize>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    fn new(connect: &SqliteConnectOptions, options: &DbOptions) -> Self {
        let timer = Arc::new(Timer {
            begun: Instant::now(),
            limit: options.statement_timeout,
            until: AtomicU64::new(0),
        });
        let kept = timer.clone();
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(options.acquire_timeout)
            .test_before_acquire(false)
            .after_connect(move |conn, _| {
                let timer = kept.clone();
                Box::pin(async move {
                    let mut handle = conn.lock_handle().await?;
                    handle.set_progress_handler(STEPS, move || timer.goes_on());
                    Ok(())
                })
            })
            .connect_lazy_with(connect.clone());
        Self { pool, timer }
    }
}

impl Timer {
    fn start(&self) {
        let until = self.begun.elapsed().saturating_add(self.limit).as_micros();
        let until = u64::try_from(until).unwrap_or(u64::MAX);
        self.until.store(until, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        self.begun.elapsed().as_micros() < u128::from(self.until.load(Ordering::Relaxed))
    }
}

impl Turn {
    fn pool(&self) -> &SqlitePool {
        &self.shared.all[self.at].pool
    }

    /// Lets the next statement take the whole limit.
    pub fn start_statement(&self) {
        self.shared.all[self.at].timer.start();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // A statement that is still running has lost its reader, because the client disconnected.
        let timer = &self.shared.all[self.at].timer;
        timer.until.store(0, Ordering::Relaxed);
        let mut free = self.shared.free();
        if self.acquired {
            free.push(self.at);
        } else {
            free.insert(0, self.at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 44: one broken reader costs one request, not all of them.
    #[tokio::test]
    async fn a_broken_reader_does_not_hold_up_the_others() {
        let options = DbOptions {
            connections: 2,
            ..DbOptions::new("sqlite::memory:")
        };
        let readers = Readers::new(&SqliteConnectOptions::new().in_memory(true), &options);
        let next = *readers.shared.free().last().unwrap();
        readers.shared.all[next].pool.close().await;
        assert!(readers.acquire().await.is_err());
        for _ in 0..3 {
            assert!(readers.acquire().await.is_ok());
        }
    }
}
