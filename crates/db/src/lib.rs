//! Access to the database: one SQL text for SQLite and PostgreSQL, and transactions as values.
//!
//! A store function takes a [`ReadTx`] or [`WriteTx`] and runs texts listed by [`statements!`]; a
//! test prepares every listed text on both engines. Do not hash passwords, sign or call the network
//! inside a write.
//!
//! Both engines take `TEXT`, `BIGINT`, `$1` and times in milliseconds. `COLLATE "C"` orders text by code points on both; a
//! column of the type `sorted_text` does so by itself. A number that stands for something is an enum (`coded!`), in JSON a
//! [`Number`] of it; an unknown number is an error. `from_row!` says which columns a struct reads. Rows are read as `Keyed`
//! where a damaged row must not hide the others.
//!
//! A statement of a read ends after 10 seconds, on both engines.
//!
//! # How to add a table or a store
//!
//! 1. Take the next free number of the three folders `migrations/`, `migrations/sqlite/` and `migrations/postgres/`
//!    together. The last two have what differs between the engines.
//! 2. Write `store/<noun>.rs` with `statements!`, and add it to `STATEMENTS` of its room.
//! 3. Add a line to `BEHAVIOUR` in `tests/it/stores/mod.rs`: the tests that hold what it does on both engines. A file
//!    that only declares lists needs none.
//! 4. A function that may end a token, or change what it gives, calls `tx.changed_rows(TOPIC, …)`. A function that
//!    opens or closes an application calls `changed_product` or `changed_account` of `access/subjects.rs`. A test checks
//!    both.
//! 5. If a column names a person, erase it in `store/erasure.rs` of its room, add it to the table in `docs/operating.md`
//!    ("What stays of an erased account"), and give it out in `directory/store/own_data.rs`. Tests check all three.

// `filters!` names a function by the crate's own name.
#[cfg(test)]
extern crate self as atrium_db;

pub mod bulk;
mod coded;
mod commits;
mod damaged;
mod error;
pub mod feed;
pub mod fit;
pub mod ids;
pub mod installation;
mod json;
pub mod kept;
pub mod list;
mod migrations;
mod number;
mod options;
mod postgres;
mod readers;
mod readings;
mod row;
pub mod schema;
pub mod search;
mod sql_query;
mod sql_value;
mod sqlite;
mod sqlite_statement;
mod sqlite_writer;
mod statements;
pub mod subjects;
pub mod tallies;
mod tx;
mod write_job;

use std::str::FromStr as _;
use std::sync::Arc;

use commits::Commits;
use futures_util::future::BoxFuture;
use sqlx::postgres::PgPool;
use tokio::sync::watch;

pub use coded::{Coded, Day};
pub use damaged::{Damaged, Keyed, readable};
pub use error::DbError;
pub use json::{Json, json_list};
pub use migrations::migrations;
pub use number::{Number, whole};
pub use options::{DbOptions, Engine, sqlite_file};
pub use row::{FromColumn, FromRow, SqlRow};
pub use sql_query::SqlQuery;
pub use sql_value::SqlValue;
use tx::Lent;
pub use tx::{Conn, ReadTx, Reads, WriteTx};
use write_job::{JobResult, WriteJob};

/// A handle on the database. It is cheap to clone.
#[derive(Clone)]
pub enum Db {
    /// A SQLite file: one writer with group commit, and a pool of read-only connections.
    Sqlite(Arc<sqlite::Sqlite>),
    /// A pool of connections to a PostgreSQL server.
    Postgres(PgPool, Commits),
}

impl Db {
    /// Opens the database, and creates a missing SQLite file with its folder. Does not change the
    /// schema: see [`Db::migrate`].
    pub async fn connect(options: &DbOptions) -> Result<Self, DbError> {
        if let Some(file) = sqlite_file(&options.url) {
            return sqlite::Sqlite::open(&file, options)
                .await
                .map(|sqlite| Self::Sqlite(Arc::new(sqlite)));
        }
        let parsed = sqlx::postgres::PgConnectOptions::from_str(&options.url)?;
        let pool = postgres::pool(parsed, options);
        Ok(Self::Postgres(pool, Commits::default()))
    }

    /// Migrates the schema to this version of the program. Several processes may call it at once.
    pub async fn migrate(&self) -> Result<(), DbError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.migrate().await,
            Self::Postgres(pool, _) => postgres::migrate(pool).await,
        }
    }

    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(..) => Engine::Postgres,
        }
    }

    /// A connection for reads. Each statement sees what was committed before it began.
    pub async fn read(&self) -> Result<ReadTx, DbError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.read().await,
            Self::Postgres(pool, _) => Ok(ReadTx(Lent::Postgres(pool.acquire().await?))),
        }
    }

    /// A read view: all its statements see the same snapshot of the database. It costs one
    /// statement more than [`Db::read`], so use it for requests that read several things that must
    /// be consistent. Drop it before you wait for a write, another connection or another server.
    pub async fn view(&self) -> Result<ReadTx, DbError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.view().await,
            Self::Postgres(pool, _) => {
                let view = pool.begin_with(postgres::VIEW).await?;
                Ok(ReadTx(Lent::PostgresTx(view)))
            }
        }
    }

    /// Runs `job` in a transaction and returns only after its commit.
    ///
    /// If the job returns an `Err`, its writes are rolled back. On SQLite the job shares a commit
    /// with others that are waiting; on PostgreSQL it has its own transaction.
    pub fn write<T, E, F>(&self, job: F) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.run(WriteJob::new(job), postgres::BEGIN)
    }

    /// Runs a job. PostgreSQL opens its transaction with `begin`.
    fn run<T, E>(
        &self,
        (job, result): (WriteJob, JobResult<T, E>),
        begin: &'static str,
    ) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        // On the heap: every future that writes would contain it.
        Box::pin(async move {
            let committed = match self {
                Self::Sqlite(sqlite) => sqlite.write(job).await,
                Self::Postgres(pool, commits) => {
                    postgres::write(pool, commits, begin, job).await.committed
                }
            };
            result.after(committed)
        })
    }

    /// The writes that wait for SQLite's writer; none on PostgreSQL, where each write has its own connection.
    pub fn waiting_writes(&self) -> usize {
        match self {
            Self::Sqlite(sqlite) => sqlite.waiting_writes(),
            Self::Postgres(..) => 0,
        }
    }

    /// Runs `job` like [`Db::write`], but PostgreSQL answers before the commit is on its disk. A crash of the database or
    /// its
    /// machine may lose it; the end of this process does not. A later [`Db::write`] takes it to the disk too.
    pub fn write_unsynced<T, E, F>(&self, job: F) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Send + 'static,
    {
        self.run(WriteJob::new(job), postgres::BEGIN_UNSYNCED)
    }

    /// Runs `job` like [`Db::write`], and again after a PostgreSQL deadlock: PostgreSQL then rolls one of the writes back.
    /// For writes that lock accounts, groups and jobs in an order that the data decides, such as an import. SQLite runs
    /// one write at a time.
    pub async fn write_with_retry<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, E>> + Clone + Send + 'static,
    {
        if let Self::Postgres(pool, commits) = self {
            for _ in 1..postgres::TRIES {
                let (this, result) = WriteJob::new(job.clone());
                let written = Box::pin(postgres::write(pool, commits, postgres::BEGIN, this)).await;
                let done = result.after(written.committed);
                if done.is_ok() || !written.deadlocked {
                    return done;
                }
                tracing::info!("a write gave way to another one and runs again");
            }
        }
        self.write(job).await
    }

    /// A receiver of this process's commits that name `topic` ([`WriteTx::announce`]). It may receive
    /// several commits as one.
    pub fn subscribe(&self, topic: &'static str) -> watch::Receiver<()> {
        self.commits().subscribe(topic)
    }

    fn commits(&self) -> &Commits {
        match self {
            Self::Sqlite(sqlite) => sqlite.commits(),
            Self::Postgres(_, commits) => commits,
        }
    }

    /// True if the database answers now, for `/readyz`.
    pub async fn answers(&self) -> bool {
        let Ok(mut tx) = self.read().await else {
            return false;
        };
        fetch_one!(&mut tx, (i64,), "SELECT CAST(1 AS BIGINT)").is_ok()
    }

    /// Finishes the waiting writes and closes all connections.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(pool, _) => pool.close().await,
        }
    }
}

impl std::fmt::Debug for Db {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Db({:?})", self.engine())
    }
}
