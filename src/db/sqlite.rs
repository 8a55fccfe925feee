//! SQLite: one writer that commits in groups, and a pool of read-only connections.
//!
//! A commit waits for the disk (`synchronous=FULL`), unless none of its jobs needs that (`NORMAL`). Jobs that arrive during
//! a commit share the next one, which is as durable as one commit each and several times as fast. Every job has its own
//! savepoint, so a failed job rolls back only its own writes.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::commits::Commits;
use super::readers::Readers;
use super::tx::{Reading, Writing};
use super::{DbError, DbOptions, Engine, ReadTx, WriteTx, migrations};

/// The most jobs in one commit: limits how long the first of them waits.
const GROUP: usize = 128;
/// The most jobs that wait for the writer; further callers wait for room.
const QUEUE: usize = 4_096;
/// How long to wait before the writer reopens a failed connection.
const REOPEN_AFTER: Duration = Duration::from_millis(100);

/// A SQLite file: a pool of readers, and the queue of its writer.
pub struct Sqlite {
    readers: Readers,
    jobs: mpsc::Sender<Box<dyn Job>>,
    connect: SqliteConnectOptions,
    commits: Commits,
    writer: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    pub(super) async fn open(file: &Path, options: &DbOptions) -> Result<Self, DbError> {
        if let Some(folder) = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(sqlx::Error::Io)?;
        }
        let connect = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .statement_cache_capacity(256)
            .pragma("temp_store", "memory")
            // PostgreSQL has it too: an order that both share says so (`ORDER BY name COLLATE "C"`).
            .collation("C", str::cmp)
            .disable_statement_logging();
        // The writer opens first, because it creates the file that the readers need.
        let conn = connect.connect().await?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let commits = Commits::default();
        let tx = WriteTx {
            writing: Writing::Sqlite(conn),
            announcements: commits.announcements(),
            deadlocked: false,
        };
        let writer = tokio::spawn(write_in_groups(connect.clone(), tx, queue));
        let read_only = connect.clone().create_if_missing(false).read_only(true);
        let readers = Readers::new(&read_only, options);
        let writer = tokio::sync::Mutex::new(Some(writer));
        Ok(Self {
            readers,
            jobs,
            connect,
            commits,
            writer,
        })
    }

    pub(super) fn commits(&self) -> &Commits {
        &self.commits
    }

    pub(super) async fn migrate(&self) -> Result<(), DbError> {
        let mut conn: SqliteConnection = self.connect.connect().await?;
        migrations(Engine::Sqlite)
            .run_direct(None, &mut conn, false)
            .await?;
        conn.close().await?;
        Ok(())
    }

    pub(super) async fn read(&self) -> Result<ReadTx, DbError> {
        Ok(ReadTx(Reading::Sqlite(self.readers.acquire().await?)))
    }

    pub(super) async fn view(&self) -> Result<ReadTx, DbError> {
        Ok(ReadTx(Reading::Sqlite(self.readers.begin().await?)))
    }

    pub(super) async fn write<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.run(job, true).await
    }

    pub(super) async fn write_unsynced<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.run(job, false).await
    }

    async fn run<T, E, F>(&self, job: F, synced: bool) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Box<dyn Job> = Box::new(QueuedJob { job, synced, reply });
        if self.jobs.send(job).await.is_err() {
            return Err(DbError::WriterGone.into());
        }
        answer
            .await
            .unwrap_or_else(|_| Err(DbError::WriterGone.into()))
    }

    pub(super) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Box::new(Stop { reply })).await.is_ok() {
            drop(answer.await);
        }
        self.readers.close().await;
        let writer = self.writer.lock().await.take();
        if let Some(writer) = writer {
            drop(writer.await);
        }
    }
}

/// A write in the queue, whatever its result type.
trait Job: Send {
    /// Runs the job. The writer rolls it back if [`Done::keep`] is false.
    fn run(self: Box<Self>, tx: &mut WriteTx) -> BoxFuture<'_, Done>;

    /// True when its caller waits until the disk has it.
    fn is_synced(&self) -> bool {
        true
    }

    /// True for the job that stops the writer.
    fn stops(&self) -> bool {
        false
    }
}

/// The result of a job: whether to keep its writes, and how to answer its caller after the commit.
struct Done {
    keep: bool,
    answer: Box<dyn FnOnce(Result<(), DbError>) + Send>,
}

struct QueuedJob<F, T, E> {
    job: F,
    synced: bool,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Job for QueuedJob<F, T, E>
where
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
{
    fn run(self: Box<Self>, tx: &mut WriteTx) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            let Self { job, reply, .. } = *self;
            let ran = AssertUnwindSafe(async { job(tx).await })
                .catch_unwind()
                .await;
            let result = ran.unwrap_or_else(|_| Err(DbError::WriterGone.into()));
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
        })
    }

    fn is_synced(&self) -> bool {
        self.synced
    }
}

struct Stop {
    reply: oneshot::Sender<()>,
}

impl Job for Stop {
    fn run(self: Box<Self>, _: &mut WriteTx) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            Done {
                keep: true,
                answer: Box::new(move |_| {
                    let _gone = self.reply.send(());
                }),
            }
        })
    }

    fn stops(&self) -> bool {
        true
    }
}

async fn write_in_groups(
    connect: SqliteConnectOptions,
    mut tx: WriteTx,
    mut queue: mpsc::Receiver<Box<dyn Job>>,
) {
    let mut left = None;
    loop {
        let first = match left.take() {
            Some(job) => Some(job),
            None => queue.recv().await,
        };
        let Some(first) = first else { break };
        let written = write_group(&mut tx, first, &mut queue).await;
        if written.stop {
            queue.close();
            break;
        }
        if !written.healthy {
            tx.writing = reopen(&connect).await;
        }
        left = written.left;
    }
    if let Writing::Sqlite(conn) = tx.writing {
        drop(conn.close().await);
    }
}

/// What became of a group.
struct Written {
    /// The writer shall stop.
    stop: bool,
    /// The connection still works.
    healthy: bool,
    /// A job that was taken from the queue and belongs to the next group.
    left: Option<Box<dyn Job>>,
}

/// Runs the waiting jobs in one commit. A group that begins with a job that need not wait for the disk ends before the
/// first one that must.
async fn write_group(
    tx: &mut WriteTx,
    first: Box<dyn Job>,
    queue: &mut mpsc::Receiver<Box<dyn Job>>,
) -> Written {
    let mut answers = Vec::new();
    let (mut stop, mut left) = (false, None);
    let synced = first.is_synced();
    let mut failed = raw(tx, begin(synced)).await.map_err(DbError::from).err();
    let mut next = Some(first);
    while let Some(job) = next.take() {
        stop |= job.stops();
        let before = tx.announcements.mark();
        let done = match &failed {
            // The connection is lost: the job does not run, and its caller gets an error.
            Some(_) => skip(job),
            None => job.run(tx).await,
        };
        if failed.is_none() && !stop && answers.len() + 1 < GROUP {
            let following = queue.try_recv().ok();
            (next, left) = match following {
                Some(job) if job.is_synced() && !synced => (None, Some(job)),
                following => (following, None),
            };
        }
        if !done.keep {
            tx.announcements.undo_to(before);
        }
        if failed.is_none() {
            failed = finish_job(tx, done.keep, next.is_some()).await.err();
        }
        answers.push(done.answer);
    }
    metrics::histogram!("atrium_db_write_group", "synced" => if synced { "true" } else { "false" })
        .record(u32::try_from(answers.len()).unwrap_or(0));
    let healthy = failed.is_none();
    if let Some(error) = &failed {
        tracing::error!(%error, "a group of writes was lost; the connection is opened anew");
    }
    tx.announcements.publish();
    for answer in answers {
        answer(if healthy {
            Ok(())
        } else {
            Err(DbError::WriterGone)
        });
    }
    Written {
        stop,
        healthy,
        left,
    }
}

/// The SQL before the first job of a group.
fn begin(synced: bool) -> &'static str {
    if synced {
        "PRAGMA synchronous = FULL; BEGIN IMMEDIATE; SAVEPOINT job"
    } else {
        "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; SAVEPOINT job"
    }
}

/// Keeps a job or rolls it back, then begins the next one or commits all.
async fn finish_job(tx: &mut WriteTx, keep: bool, more: bool) -> Result<(), DbError> {
    if !more && tx.announcements.has_changes() {
        raw(tx, after(keep, true)).await?;
        tx.write_down_changes().await?;
        return Ok(raw(tx, after(true, false)).await?);
    }
    Ok(raw(tx, after(keep, more)).await?)
}

/// The SQL after a job, in one round trip: its rollback if needed, then the next savepoint or the
/// commit.
fn after(keep: bool, more: bool) -> &'static str {
    match (keep, more) {
        (true, true) => "RELEASE job; SAVEPOINT job",
        (true, false) => "RELEASE job; COMMIT",
        (false, true) => "ROLLBACK TO job; RELEASE job; SAVEPOINT job",
        (false, false) => "ROLLBACK TO job; RELEASE job; COMMIT",
    }
}

/// Drops a job that never ran, because the connection was lost. This closes its reply, and its
/// caller gets [`DbError::WriterGone`].
fn skip(job: Box<dyn Job>) -> Done {
    drop(job);
    Done {
        keep: false,
        answer: Box::new(|_| ()),
    }
}

async fn raw(tx: &mut WriteTx, sql: &'static str) -> Result<(), sqlx::Error> {
    match &mut tx.writing {
        Writing::Sqlite(conn) => sqlx::raw_sql(sql).execute(conn).await.map(drop),
        Writing::Postgres(_) => Ok(()),
    }
}

async fn reopen(connect: &SqliteConnectOptions) -> Writing {
    loop {
        match connect.connect().await {
            Ok(conn) => return Writing::Sqlite(conn),
            Err(error) => tracing::error!(%error, "the database file cannot be opened"),
        }
        tokio::time::sleep(REOPEN_AFTER).await;
    }
}
