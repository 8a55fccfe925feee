//! The reading connections of a SQLite file, and how long one of their statements may take.
//!
//! SQLite has no time limit of its own: from time to time it asks a handler of the connection whether to continue. The
//! handler must know when the statement began, so each connection has a timer.
//!
//! A pool of sqlx pings each connection that is given back. Most reads are a statement or two, so a ping would be a
//! third of their work on the connection's thread. Here only a connection that may be broken is checked.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::DbOptions;

/// Steps of SQLite's virtual machine between two calls of the handler: about ten microseconds.
const STEPS: i32 = 1_000;
/// A connection that nobody needed for this time is closed, because its pages take memory.
const UNUSED: Duration = Duration::from_secs(600);

/// The readers of one file.
pub(super) struct Readers {
    free: Arc<Free>,
    places: Arc<Semaphore>,
    count: u32,
    patience: Duration,
}

/// The free readers. The last used connection is at the end and is lent first, because its pages are in memory. A
/// connection that could not be opened goes to the beginning, so that a broken reader does not hold up every request.
#[derive(Default)]
struct Free(Mutex<Vec<Reader>>);

/// One connection; it is opened when it is first needed.
struct Reader {
    connect: Arc<SqliteConnectOptions>,
    conn: Option<SqliteConnection>,
    timer: Arc<Timer>,
    used: Instant,
}

/// When the statement of one connection must end.
struct Timer {
    begun: Instant,
    limit: Duration,
    /// Microseconds after `begun`; 0 ends the statement at once, because nobody waits for it.
    until: AtomicU64,
}

/// The state of a connection that is given back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its last statement has ended well.
    Fine,
    /// A statement may still run, or has failed.
    Uncertain,
}

/// The use of one reader. It is free again some time after this is dropped.
pub(super) struct Turn {
    free: Arc<Free>,
    /// There until the turn is dropped.
    reader: Option<Reader>,
    state: State,
    is_view: bool,
    place: Option<OwnedSemaphorePermit>,
}

impl Readers {
    /// Readers of the file that `connect` opens; none is opened yet.
    pub fn new(connect: &SqliteConnectOptions, options: &DbOptions) -> Self {
        let count = options.connections.max(1);
        let connect = Arc::new(connect.clone());
        let all = (0..count).map(|_| Reader::new(&connect, options)).collect();
        Self {
            free: Arc::new(Free(Mutex::new(all))),
            places: Arc::new(Semaphore::new(usize::try_from(count).unwrap_or(1))),
            count,
            patience: options.acquire_timeout,
        }
    }

    /// A connection, once one is free.
    pub async fn acquire(&self) -> Result<Turn, sqlx::Error> {
        let place = timeout(self.patience, self.places.clone().acquire_owned()).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?;
        let place = place.map_err(|_| sqlx::Error::PoolClosed)?;
        // The permit guarantees that a reader is free.
        let reader = self.free.all().pop().ok_or(sqlx::Error::PoolTimedOut)?;
        let mut turn = Turn {
            free: self.free.clone(),
            reader: Some(reader),
            state: State::Uncertain,
            is_view: false,
            place: Some(place),
        };
        turn.open(self.patience).await?;
        Ok(turn)
    }

    /// A snapshot on a connection, once one is free.
    pub async fn begin(&self) -> Result<Turn, sqlx::Error> {
        let mut turn = self.acquire().await?;
        // From here on it must be rolled back, even if this is cancelled.
        turn.is_view = true;
        turn.statement_begins();
        sqlx::raw_sql("BEGIN").execute(turn.conn()).await?;
        turn.statement_ended(true);
        Ok(turn)
    }

    /// Closes every connection, once all are free.
    pub async fn close(&self) {
        let all = self.places.acquire_many(self.count).await;
        self.places.close();
        drop(all);
        let readers = std::mem::take(&mut *self.free.all());
        for conn in readers.into_iter().filter_map(|reader| reader.conn) {
            drop(conn.close().await);
        }
    }
}

impl Free {
    fn all(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a reader back, and closes those that nobody needed for a long time.
    fn give_back(&self, mut reader: Reader, now: Instant) {
        reader.used = now;
        let mut all = self.all();
        match reader.conn {
            Some(_) => all.push(reader),
            None => all.insert(0, reader),
        }
        let is_unused = |one: &&mut Reader| now.duration_since(one.used) > UNUSED;
        for unused in all.iter_mut().filter(is_unused) {
            unused.conn = None;
        }
    }
}

impl Reader {
    fn new(connect: &Arc<SqliteConnectOptions>, options: &DbOptions) -> Self {
        Self {
            connect: Arc::clone(connect),
            conn: None,
            timer: Arc::new(Timer {
                begun: Instant::now(),
                limit: options.statement_timeout,
                until: AtomicU64::new(0),
            }),
            used: Instant::now(),
        }
    }

    async fn open(&mut self) -> Result<(), sqlx::Error> {
        let mut conn = self.connect.connect().await?;
        let timer = self.timer.clone();
        conn.lock_handle()
            .await?
            .set_progress_handler(STEPS, move || timer.goes_on());
        self.conn = Some(conn);
        Ok(())
    }

    /// Ends a view, waits until the connection has nothing to do, and closes it if it does not answer.
    async fn settle(&mut self, is_view: bool) {
        let Some(conn) = &mut self.conn else { return };
        let settled = if is_view {
            sqlx::raw_sql("ROLLBACK").execute(conn).await.map(drop)
        } else {
            conn.ping().await
        };
        if settled.is_err() {
            self.conn = None;
        }
    }
}

impl Timer {
    fn start(&self) {
        let until = self.begun.elapsed().saturating_add(self.limit).as_micros();
        let until = u64::try_from(until).unwrap_or(u64::MAX);
        self.until.store(until, Ordering::Relaxed);
    }

    /// Ends the statement that runs.
    fn end(&self) {
        self.until.store(0, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        self.begun.elapsed().as_micros() < u128::from(self.until.load(Ordering::Relaxed))
    }
}

impl Turn {
    async fn open(&mut self, patience: Duration) -> Result<(), sqlx::Error> {
        let Some(reader) = &mut self.reader else {
            return Err(sqlx::Error::PoolClosed);
        };
        if reader.conn.is_none() {
            reader.timer.start();
            let opened = timeout(patience, reader.open()).await;
            opened.map_err(|_| sqlx::Error::PoolTimedOut)??;
        }
        self.state = State::Fine;
        Ok(())
    }

    /// The connection, for the next statement.
    #[expect(
        clippy::expect_used,
        reason = "a turn has an open connection until it is dropped"
    )]
    pub fn conn(&mut self) -> &mut SqliteConnection {
        let reader = self.reader.as_mut().expect("a reader");
        reader.conn.as_mut().expect("a connection")
    }

    /// Lets the next statement take the whole limit.
    pub fn statement_begins(&mut self) {
        self.state = State::Uncertain;
        if let Some(reader) = &self.reader {
            reader.timer.start();
        }
    }

    /// Notes that nothing runs any more, if the statement has ended well.
    pub fn statement_ended(&mut self, well: bool) {
        if well {
            self.state = State::Fine;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let (Some(mut reader), place) = (self.reader.take(), self.place.take()) else {
            return;
        };
        let free = self.free.clone();
        let is_view = self.is_view;
        if reader.conn.is_none() || (self.state == State::Fine && !is_view) {
            free.give_back(reader, Instant::now());
            return;
        }
        // A statement that is still running has lost its reader, because the client disconnected.
        if self.state == State::Uncertain {
            reader.timer.end();
        }
        // Without a runtime the server ends, and its connections with it.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                reader.settle(is_view).await;
                free.give_back(reader, Instant::now());
                drop(place);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_readers() -> Readers {
        let options = DbOptions {
            connections: 2,
            ..DbOptions::new("sqlite::memory:")
        };
        Readers::new(&SqliteConnectOptions::new().in_memory(true), &options)
    }

    /// Attack 44: one broken reader costs one request, not all of them.
    #[tokio::test]
    async fn a_broken_reader_does_not_hold_up_the_others() {
        let readers = two_readers();
        let missing = SqliteConnectOptions::new().filename("/missing/atrium.db");
        readers.free.all().last_mut().unwrap().connect = Arc::new(missing);
        assert!(readers.acquire().await.is_err());
        for _ in 0..3 {
            assert!(readers.acquire().await.is_ok());
        }
    }

    /// A view is over when its reader is lent again.
    #[tokio::test]
    async fn a_view_ends_with_its_turn() {
        let readers = two_readers();
        for _ in 0..5 {
            let mut turn = readers.begin().await.unwrap();
            assert!(sqlx::raw_sql("BEGIN").execute(turn.conn()).await.is_err());
        }
        let mut turn = readers.acquire().await.unwrap();
        let begun = sqlx::raw_sql("BEGIN").execute(turn.conn()).await;
        assert!(begun.is_ok());
    }

    /// A reader that nobody needed for a long time gives its memory back.
    #[tokio::test]
    async fn an_unused_connection_is_closed() {
        let readers = two_readers();
        let both = (
            readers.acquire().await.unwrap(),
            readers.acquire().await.unwrap(),
        );
        drop(both);
        let open = || {
            readers
                .free
                .all()
                .iter()
                .filter(|one| one.conn.is_some())
                .count()
        };
        assert_eq!(open(), 2);
        let used = readers.free.all().pop().unwrap();
        readers.free.give_back(used, Instant::now() + 2 * UNUSED);
        assert_eq!(open(), 1);
    }
}
