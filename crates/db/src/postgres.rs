//! PostgreSQL: a pool with timeouts, and one transaction per write.

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::commits::Commits;
use super::tx::Lent;
use super::write_job::WriteJob;
use super::{DbError, DbOptions, Engine, WriteTx, migrations};

/// Begins a write that waits for the disk.
pub(super) const BEGIN: &str = "BEGIN";
/// Begins a write that does not wait for the disk (asynchronous commit).
pub(super) const BEGIN_UNSYNCED: &str = "BEGIN; SET LOCAL synchronous_commit = off";
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

/// How often a write that gives way to others runs at most. The other write has continued by the time it runs again, so
/// it rarely gives way twice.
pub(super) const TRIES: usize = 4;

/// How a transaction ended. A job that failed rolled it back, which is no error here.
pub(super) struct Written {
    pub committed: Result<(), DbError>,
    /// PostgreSQL rolled the transaction back because of another one.
    pub deadlocked: bool,
}

impl From<DbError> for Written {
    fn from(error: DbError) -> Self {
        let deadlocked = error.is_deadlock();
        Self {
            committed: Err(error),
            deadlocked,
        }
    }
}

/// Runs `job` in a transaction that the statement `begin` opens. `commits` learns of its changes before this returns.
pub(super) async fn write(
    pool: &PgPool,
    commits: &Commits,
    begin: &'static str,
    job: WriteJob,
) -> Written {
    let begun = match pool.begin_with(begin).await {
        Ok(begun) => begun,
        Err(error) => return DbError::from(error).into(),
    };
    let mut tx = WriteTx {
        lent: Lent::PostgresTx(begun),
        announcements: commits.announcements(),
        after_commit: Vec::new(),
        deadlocked: false,
    };
    if !job.run(&mut tx).await {
        return Written {
            committed: Ok(()),
            deadlocked: tx.deadlocked,
        };
    }
    if let Err(error) = tx.write_down_changes().await {
        return error.into();
    }
    let WriteTx {
        lent,
        announcements,
        after_commit,
        ..
    } = tx;
    if let Lent::PostgresTx(begun) = lent
        && let Err(error) = begun.commit().await
    {
        return DbError::from(error).into();
    }
    drop(announcements);
    for then in after_commit {
        then();
    }
    Written {
        committed: Ok(()),
        deadlocked: false,
    }
}
