//! PostgreSQL: a pool with timeouts, and one transaction per write.

use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::commits::Commits;
use super::tx::Writing;
use super::{DbError, DbOptions, Engine, WriteTx, migrations};

/// Begins a write that waits for the disk.
const BEGIN: &str = "BEGIN";
/// Begins a write that does not wait for the disk (asynchronous commit).
const BEGIN_UNSYNCED: &str = "BEGIN; SET LOCAL synchronous_commit = off";
/// Begins a read view: one snapshot for all its statements.
pub(super) const VIEW: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// A pool that opens its first connection on first use, so that the server can start before its
/// database and recover by itself.
pub(super) fn pool(connect: PgConnectOptions, options: &DbOptions) -> PgPool {
    let statement_timeout = options.statement_timeout.as_millis().max(1).to_string();
    let connect = connect.options([
        ("statement_timeout", statement_timeout.as_str()),
        ("lock_timeout", "5000"),
        ("idle_in_transaction_session_timeout", "15000"),
        // It would compile statements for longer than they run: a count of 10,000 groups took 30 ms with it, 4 without.
        ("jit", "off"),
    ]);
    PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.acquire_timeout)
        .connect_lazy_with(connect)
}

/// Migrates on a separate connection without the time limits of requests: an index on a large table
/// takes long, and if several processes start, all but one wait.
pub(super) async fn migrate(pool: &PgPool) -> Result<(), DbError> {
    let options = (*pool.connect_options()).clone().options([
        ("statement_timeout", "0"),
        ("lock_timeout", "0"),
        ("idle_in_transaction_session_timeout", "0"),
    ]);
    let mut conn = options.connect().await?;
    migrations(Engine::Postgres)
        .run_direct(None, &mut conn, false)
        .await?;
    conn.close().await?;
    Ok(())
}

/// How often a write runs at most that gives way to others.
const TRIES: usize = 4;

/// Runs `job` in a transaction. `commits` learns of its changes before the caller gets the answer.
pub(super) async fn write<T, E, F>(pool: &PgPool, commits: &Commits, job: F) -> Result<T, E>
where
    E: From<DbError>,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>>,
{
    // On the heap: every future that writes would contain it.
    Box::pin(attempt(pool, commits, BEGIN, job)).await.1
}

/// Runs `job` in a transaction whose commit does not wait for the disk.
pub(super) async fn write_unsynced<T, E, F>(
    pool: &PgPool,
    commits: &Commits,
    job: F,
) -> Result<T, E>
where
    E: From<DbError>,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>>,
{
    Box::pin(attempt(pool, commits, BEGIN_UNSYNCED, job))
        .await
        .1
}

/// Runs `job` like [`write`], and anew if PostgreSQL rolled it back because of another transaction. The other one has
/// then gone on, so it rarely happens twice.
pub(super) async fn write_with_retry<T, E, F>(
    pool: &PgPool,
    commits: &Commits,
    job: F,
) -> Result<T, E>
where
    E: From<DbError>,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Clone,
{
    for _ in 1..TRIES {
        let this = job.clone();
        let (deadlocked, done) = Box::pin(attempt(pool, commits, BEGIN, this)).await;
        if done.is_ok() || !deadlocked {
            return done;
        }
        tracing::info!("a write gave way to another one and runs again");
    }
    write(pool, commits, job).await
}

/// Runs `job` once, in a transaction that the statement `begin` opens. The first value is true if PostgreSQL rolled it back
/// because of another transaction.
async fn attempt<T, E, F>(
    pool: &PgPool,
    commits: &Commits,
    begin: &'static str,
    job: F,
) -> (bool, Result<T, E>)
where
    E: From<DbError>,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>>,
{
    let begun = match pool.begin_with(begin).await {
        Ok(begun) => begun,
        Err(error) => return (false, Err(DbError::from(error).into())),
    };
    let mut tx = WriteTx {
        writing: Writing::Postgres(begun),
        announcements: commits.announcements(),
        after_commit: Vec::new(),
        deadlocked: false,
    };
    let value = match job(&mut tx).await {
        Ok(value) => value,
        Err(error) => return (tx.deadlocked, Err(error)),
    };
    if let Err(error) = tx.write_down_changes().await {
        return (error.is_deadlock(), Err(error.into()));
    }
    let WriteTx {
        writing,
        announcements,
        after_commit,
        ..
    } = tx;
    if let Writing::Postgres(begun) = writing
        && let Err(error) = begun.commit().await
    {
        let error = DbError::from(error);
        return (error.is_deadlock(), Err(error.into()));
    }
    drop(announcements);
    for then in after_commit {
        then();
    }
    (false, Ok(value))
}
