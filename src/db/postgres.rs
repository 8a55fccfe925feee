//! PostgreSQL: a pool with timeouts, and one transaction per write.

use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::commits::Commits;
use super::tx::Writing;
use super::{DbError, DbOptions, Engine, WriteTx, migrations};

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

/// Runs `job` in a transaction. `commits` learns of its changes before the caller gets the answer.
pub(super) async fn write<T, E, F>(pool: &PgPool, commits: &Commits, job: F) -> Result<T, E>
where
    E: From<DbError>,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>>,
{
    let begun = pool
        .begin()
        .await
        .map_err(|error| E::from(DbError::from(error)))?;
    let mut tx = WriteTx {
        writing: Writing::Postgres(begun),
        announcements: commits.announcements(),
    };
    let value = job(&mut tx).await?;
    tx.write_down_changes().await?;
    let WriteTx {
        writing,
        announcements,
    } = tx;
    if let Writing::Postgres(begun) = writing {
        begun
            .commit()
            .await
            .map_err(|error| E::from(DbError::from(error)))?;
    }
    drop(announcements);
    Ok(value)
}
