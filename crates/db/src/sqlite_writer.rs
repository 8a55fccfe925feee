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
use rusqlite::{Connection, OpenFlags};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use super::commits::Announcements;
use super::sqlite_statement::{into_sqlx_error, run};
use super::tx::Lent;
use super::write_job::WriteJob;
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
    jobs: mpsc::Sender<Queued>,
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
                    // This waits until the sender is gone, which is an error.
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
    pub async fn write(&self, job: WriteJob) -> Result<(), DbError> {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Queued::Write(job, reply)).await.is_err() {
            return Err(DbError::WriterGone);
        }
        answer.await.unwrap_or(Err(DbError::WriterGone))
    }

    /// The jobs that wait in the queue.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Runs the waiting jobs and refuses later ones.
    pub async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Queued::Stop(reply)).await.is_ok() {
            drop(answer.await);
        }
    }

    /// Closes the connection of a writer that has stopped. If this connection is the last, SQLite moves the contents of
    /// the log file into the database file.
    pub async fn close(&self) {
        let end = self
            .end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(End { closes, closed }) = end {
            drop(closes);
            // This waits until the sender is gone, which is an error.
            drop(closed.await);
        }
    }
}

type Reply = oneshot::Sender<Result<(), DbError>>;

/// What waits in the queue.
enum Queued {
    Write(WriteJob, Reply),
    /// Stops the writer, which then answers.
    Stop(oneshot::Sender<()>),
}

/// The answer of a job to its caller after the commit.
struct Answer {
    reply: Reply,
    /// Why the job did not end.
    failed: Option<DbError>,
}

/// Runs `job` to its end. True if its writes are to be kept.
fn run_to_end(job: WriteJob, tx: &mut WriteTx) -> Result<bool, DbError> {
    let name = job.name;
    let run = AssertUnwindSafe(async { job.run(tx).await });
    let Some(ran) = run.catch_unwind().now_or_never() else {
        tracing::error!(
            job = name,
            "a write waited for something other than its statements"
        );
        return Err(DbError::Waited);
    };
    ran.map_err(|_| DbError::WriterGone)
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
fn reopen(file: &PathBuf, queue: &mpsc::Receiver<Queued>) -> Option<Connection> {
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
    mut queue: mpsc::Receiver<Queued>,
) -> WriteTx {
    let mut tx = WriteTx {
        lent: Lent::Writer(conn),
        announcements,
        after_commit: Vec::new(),
        deadlocked: false,
    };
    while let Some(first) = queue.blocking_recv() {
        let mut group = Group::new(&mut tx);
        group.run(first, &mut queue);
        let (stop, healthy) = (group.stop.take(), group.failed.is_none());
        group.end();
        if let Some(stop) = stop {
            queue.close();
            let _gone = stop.send(());
            break;
        }
        if !healthy {
            let Some(conn) = reopen(file, &queue) else {
                break;
            };
            tx.lent = Lent::Writer(conn);
        }
    }
    tx
}

/// Jobs that share a commit.
struct Group<'t> {
    tx: &'t mut WriteTx,
    /// True once a job was kept, so that a later one that fails must not roll back everything.
    has_writes: bool,
    answers: Vec<Answer>,
    /// Why the connection is lost.
    failed: Option<DbError>,
    /// The writer shall stop, and then answer here.
    stop: Option<oneshot::Sender<()>>,
}

impl<'t> Group<'t> {
    fn new(tx: &'t mut WriteTx) -> Self {
        Self {
            tx,
            has_writes: false,
            answers: Vec::new(),
            failed: None,
            stop: None,
        }
    }

    /// Runs the waiting jobs and commits.
    fn run(&mut self, first: Queued, queue: &mut mpsc::Receiver<Queued>) {
        self.failed = self.raw("BEGIN IMMEDIATE").err();
        let mut next = Some(first);
        while let Some(queued) = next.take() {
            match queued {
                Queued::Stop(stop) => self.stop = Some(stop),
                // The connection is lost. This closes the reply of the job, and its caller gets an error.
                Queued::Write(..) if self.failed.is_some() => {}
                Queued::Write(job, reply) => self.failed = self.run_one(job, reply).err(),
            }
            if self.failed.is_some() || self.stop.is_some() || self.answers.len() >= GROUP {
                break;
            }
            next = queue.try_recv().ok();
        }
        if self.failed.is_none() {
            self.failed = self.commit().err();
        }
    }

    /// Runs a job and keeps its writes or rolls them back.
    fn run_one(&mut self, job: WriteJob, reply: Reply) -> Result<(), DbError> {
        let has_savepoint = self.has_writes;
        if has_savepoint {
            self.raw("SAVEPOINT job")?;
        }
        let before = self.tx.announcements.mark();
        let committed_before = self.tx.after_commit.len();
        let ran = run_to_end(job, self.tx);
        let keep = matches!(ran, Ok(true));
        let failed = ran.err();
        self.answers.push(Answer { reply, failed });
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
        for Answer { reply, failed } in self.answers {
            let lost = self.failed.as_ref().map(|_| DbError::WriterGone);
            // The caller may no longer wait.
            drop(reply.send(failed.or(lost).map_or(Ok(()), Err)));
        }
    }

    fn conn(&self) -> Result<&Connection, DbError> {
        match &self.tx.lent {
            Lent::Writer(conn) => Ok(conn),
            _ => Err(DbError::WriterGone),
        }
    }

    /// Runs a statement without arguments.
    fn raw(&self, sql: &'static str) -> Result<(), DbError> {
        Ok(run(self.conn()?, sql)?)
    }
}
