//! The writer of a SQLite file: a thread of its own that runs jobs one after the other and commits them in groups.
//!
//! A commit waits for the disk (`synchronous=FULL`). Jobs that arrive during a commit share the next one, which is as durable
//! as one commit each and several times as fast. A failed job rolls back only its own writes.
//!
//! The statements of a job run on this thread, so its future is ready at the first poll. A job that waits for something
//! else fails at once: it would hold up every other write.

use std::mem;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rusqlite::{Connection, OpenFlags};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use super::commits::Announcements;
use super::sqlite_statement::{into_sqlx_error, run};
use super::tx::Writing;
use super::{DbError, WriteTx};

/// The most jobs in one commit: limits how long the first of them waits.
const GROUP: usize = 128;
/// The most jobs that wait for the writer; further callers wait for room.
const QUEUE: usize = 4_096;
/// The most statements that a connection keeps prepared.
pub(super) const STATEMENTS: usize = 256;
/// How long to wait for another process that writes to the file.
pub(super) const BUSY: Duration = Duration::from_secs(5);
/// How long to wait before the writer reopens a failed connection.
const REOPEN_AFTER: Duration = Duration::from_millis(100);

/// Sends jobs to the writer.
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Job>>,
    /// The end of the writer, until somebody waits for it.
    end: Mutex<Option<End>>,
}

/// How to end the writer once it has stopped.
struct End {
    /// The writer closes its connection when this is dropped.
    closes: oneshot::Sender<()>,
    /// Resolves when the connection is closed.
    closed: oneshot::Receiver<()>,
}

impl Writer {
    /// Starts the writer of `file`, which it creates if it is missing.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub async fn start(file: PathBuf, announcements: Announcements) -> Result<Self, DbError> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (opened, is_open) = oneshot::channel();
        let (closes, may_close) = oneshot::channel::<()>();
        let (closing, closed) = oneshot::channel();
        let runtime = Handle::current();
        let work = move || {
            // A job may use what belongs to the runtime, such as a timer that it starts and does not wait for.
            let _entered = runtime.enter();
            match open(&file, OpenFlags::SQLITE_OPEN_CREATE) {
                Ok(conn) => {
                    drop(opened.send(Ok(())));
                    let tx = write_in_groups(&file, conn, announcements, queue);
                    // An error says that the sender is gone, which is what this waits for.
                    drop(may_close.blocking_recv());
                    drop(tx);
                }
                Err(error) => drop(opened.send(Err(error))),
            }
            drop(closing);
        };
        let thread = thread::Builder::new().name("sqlite-writer".to_owned());
        thread.spawn(work).map_err(sqlx::Error::Io)?;
        is_open.await.unwrap_or(Err(DbError::WriterGone))?;
        let end = Mutex::new(Some(End { closes, closed }));
        Ok(Self { jobs, end })
    }

    /// Runs `job` and returns after its commit.
    pub async fn write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Box<dyn Job> = Box::new(QueuedJob { job, reply });
        if self.jobs.send(job).await.is_err() {
            return Err(DbError::WriterGone.into());
        }
        answer
            .await
            .unwrap_or_else(|_| Err(DbError::WriterGone.into()))
    }

    /// The jobs that wait in the queue.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Runs the waiting jobs and refuses later ones.
    pub async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Box::new(Stop { reply })).await.is_ok() {
            drop(answer.await);
        }
    }

    /// Closes the connection of a writer that has stopped. SQLite moves what the log file has into the database file if
    /// this connection is the last.
    pub async fn close(&self) {
        let end = self
            .end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(End { closes, closed }) = end {
            drop(closes);
            // An error says that the sender is gone, which is what this waits for.
            drop(closed.await);
        }
    }
}

/// A write in the queue, whatever its result type.
trait Job: Send {
    /// Runs the job. The writer rolls it back if [`Done::keep`] is false.
    fn run(self: Box<Self>, tx: &mut WriteTx) -> Done;

    /// True for the job that stops the writer.
    fn stops(&self) -> bool {
        false
    }
}

/// The result of a job: whether to keep its writes, and how to answer its caller after the commit.
struct Done {
    keep: bool,
    answer: AnswerJob,
}

/// Answers the caller of a job, with the result of the commit.
type AnswerJob = Box<dyn FnOnce(Result<(), DbError>) + Send>;

struct QueuedJob<F, T, E> {
    job: F,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Job for QueuedJob<F, T, E>
where
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
{
    fn run(self: Box<Self>, tx: &mut WriteTx) -> Done {
        let Self { job, reply } = *self;
        let ran = AssertUnwindSafe(async { job(tx).await })
            .catch_unwind()
            .now_or_never();
        let result = match ran {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(DbError::WriterGone.into()),
            None => {
                let job = std::any::type_name::<F>();
                tracing::error!(
                    job,
                    "a write waited for something other than its statements"
                );
                Err(DbError::Waited.into())
            }
        };
        Done {
            keep: result.is_ok(),
            answer: Box::new(move |committed| {
                // The caller may no longer wait.
                drop(reply.send(match committed {
                    Ok(()) => result,
                    Err(error) => result.and(Err(error.into())),
                }));
            }),
        }
    }
}

struct Stop {
    reply: oneshot::Sender<()>,
}

impl Job for Stop {
    fn run(self: Box<Self>, _: &mut WriteTx) -> Done {
        Done {
            keep: true,
            answer: Box::new(move |_| {
                let _gone = self.reply.send(());
            }),
        }
    }

    fn stops(&self) -> bool {
        true
    }
}

fn open(file: &PathBuf, flags: OpenFlags) -> Result<Connection, DbError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(file, flags).and_then(|conn| {
        conn.busy_timeout(BUSY)?;
        conn.set_prepared_statement_cache_capacity(STATEMENTS);
        // PostgreSQL has it too: an order that both share says so (`ORDER BY name COLLATE "C"`).
        conn.create_collation("C", str::cmp)?;
        conn.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
             PRAGMA temp_store = memory",
        )?;
        Ok(conn)
    });
    opened.map_err(|error| into_sqlx_error(error).into())
}

/// Opens the file again. Returns nothing when nobody sends jobs any more.
fn reopen(file: &PathBuf, queue: &mpsc::Receiver<Box<dyn Job>>) -> Option<Connection> {
    while !queue.is_closed() {
        match open(file, OpenFlags::empty()) {
            Ok(conn) => return Some(conn),
            Err(error) => tracing::error!(%error, "the database file cannot be opened"),
        }
        // No write can run before the file is open, so this thread has nothing else to do. Its callers wait without it.
        thread::sleep(REOPEN_AFTER);
    }
    None
}

/// Runs jobs until one stops the writer, or nobody can send any more. Returns the connection.
fn write_in_groups(
    file: &PathBuf,
    conn: Connection,
    announcements: Announcements,
    mut queue: mpsc::Receiver<Box<dyn Job>>,
) -> WriteTx {
    let mut tx = WriteTx {
        writing: Writing::Sqlite(conn),
        announcements,
        after_commit: Vec::new(),
        deadlocked: false,
    };
    while let Some(first) = queue.blocking_recv() {
        let mut group = Group::new(&mut tx);
        group.run(first, &mut queue);
        let (stop, healthy) = (group.stop, group.failed.is_none());
        group.end();
        if stop {
            queue.close();
            break;
        }
        if !healthy {
            let Some(conn) = reopen(file, &queue) else {
                break;
            };
            tx.writing = Writing::Sqlite(conn);
        }
    }
    tx
}

/// Jobs that share a commit.
struct Group<'t> {
    tx: &'t mut WriteTx,
    /// True once a job was kept, so that a later one that fails must not roll back everything.
    has_writes: bool,
    answers: Vec<AnswerJob>,
    /// Why the connection is lost.
    failed: Option<DbError>,
    /// The writer shall stop.
    stop: bool,
}

impl<'t> Group<'t> {
    fn new(tx: &'t mut WriteTx) -> Self {
        Self {
            tx,
            has_writes: false,
            answers: Vec::new(),
            failed: None,
            stop: false,
        }
    }

    /// Runs the waiting jobs and commits.
    fn run(&mut self, first: Box<dyn Job>, queue: &mut mpsc::Receiver<Box<dyn Job>>) {
        self.failed = self.raw("BEGIN IMMEDIATE").err();
        let mut next = Some(first);
        while let Some(job) = next.take() {
            self.stop |= job.stops();
            if self.failed.is_some() {
                // The connection is lost. This closes the reply of the job, and its caller gets an error.
                drop(job);
                break;
            }
            self.failed = self.run_one(job).err();
            if self.failed.is_some() || self.stop || self.answers.len() >= GROUP {
                break;
            }
            next = queue.try_recv().ok();
        }
        if self.failed.is_none() {
            self.failed = self.commit().err();
        }
    }

    /// Runs a job and keeps its writes or rolls them back.
    fn run_one(&mut self, job: Box<dyn Job>) -> Result<(), DbError> {
        let has_savepoint = self.has_writes;
        if has_savepoint {
            self.raw("SAVEPOINT job")?;
        }
        let before = self.tx.announcements.mark();
        let committed_before = self.tx.after_commit.len();
        let Done { keep, answer } = job.run(self.tx);
        self.answers.push(answer);
        // After some errors SQLite rolls back everything by itself, for example when the disk is full.
        if self.conn()?.is_autocommit() {
            return Err(DbError::WriterGone);
        }
        if keep {
            self.has_writes = true;
        } else {
            self.tx.announcements.undo_to(before);
        }
        let ended = match (keep, has_savepoint) {
            (true, true) => self.raw("RELEASE job"),
            (true, false) => Ok(()),
            (false, true) => {
                self.raw("ROLLBACK TO job")?;
                self.raw("RELEASE job")
            }
            (false, false) => {
                self.raw("ROLLBACK")?;
                self.raw("BEGIN IMMEDIATE")
            }
        };
        if !keep {
            self.tx.after_commit.truncate(committed_before);
        }
        ended
    }

    fn commit(&mut self) -> Result<(), DbError> {
        if self.tx.announcements.has_changes() {
            let written = self.tx.write_down_changes().now_or_never();
            written.unwrap_or(Err(DbError::WriterGone))?;
        }
        self.raw("COMMIT")
    }

    /// Publishes what the jobs announced and answers their callers.
    fn end(self) {
        metrics::histogram!("atrium_db_write_group")
            .record(u32::try_from(self.answers.len()).unwrap_or(0));
        if let Some(error) = &self.failed {
            tracing::error!(%error, "a group of writes was lost; the connection is opened anew");
        }
        self.tx.announcements.publish();
        let after_commit = mem::take(&mut self.tx.after_commit);
        if self.failed.is_none() {
            for then in after_commit {
                then();
            }
        }
        for answer in self.answers {
            answer(if self.failed.is_none() {
                Ok(())
            } else {
                Err(DbError::WriterGone)
            });
        }
    }

    fn conn(&self) -> Result<&Connection, DbError> {
        match &self.tx.writing {
            Writing::Sqlite(conn) => Ok(conn),
            Writing::Postgres(_) => Err(DbError::WriterGone),
        }
    }

    /// Runs a statement without arguments.
    fn raw(&self, sql: &'static str) -> Result<(), DbError> {
        Ok(run(self.conn()?, sql)?)
    }
}
