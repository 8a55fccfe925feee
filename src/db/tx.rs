//! Transactions as values, and the four ways to run a statement on either engine.

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Postgres, Sqlite, Transaction};

use super::commits::Announcements;

/// A connection that may only read, from [`super::Db::read`] or [`super::Db::view`].
pub struct ReadTx(pub(super) Reading);

/// What a read is read from.
pub(super) enum Reading {
    /// One of SQLite's read-only connections.
    Sqlite(PoolConnection<Sqlite>),
    /// One of PostgreSQL's connections.
    Postgres(PoolConnection<Postgres>),
    /// A snapshot on one of SQLite's read-only connections.
    SqliteView(Transaction<'static, Sqlite>),
    /// A snapshot on one of PostgreSQL's connections.
    PostgresView(Transaction<'static, Postgres>),
}

/// A write under way: what it does is undone unless its job succeeds.
pub struct WriteTx {
    pub(super) writing: Writing,
    pub(super) announcements: Announcements,
}

/// What a write is written to.
pub(super) enum Writing {
    /// The writer's connection, inside a savepoint.
    Sqlite(SqliteConnection),
    /// A transaction of its own.
    Postgres(Transaction<'static, Postgres>),
}

/// The engine's own connection, to run one statement on.
pub enum Conn<'c> {
    /// SQLite.
    Sqlite(&'c mut SqliteConnection),
    /// PostgreSQL.
    Postgres(&'c mut PgConnection),
}

/// What a store function that only reads asks for: either kind of transaction.
pub trait Reads: Send {
    /// The connection to run the next statement on.
    fn conn(&mut self) -> Conn<'_>;
}

impl Reads for ReadTx {
    fn conn(&mut self) -> Conn<'_> {
        match &mut self.0 {
            Reading::Sqlite(conn) => Conn::Sqlite(conn),
            Reading::SqliteView(view) => Conn::Sqlite(view),
            Reading::Postgres(conn) => Conn::Postgres(conn),
            Reading::PostgresView(view) => Conn::Postgres(view),
        }
    }
}

impl Reads for WriteTx {
    fn conn(&mut self) -> Conn<'_> {
        match &mut self.writing {
            Writing::Sqlite(conn) => Conn::Sqlite(conn),
            Writing::Postgres(tx) => Conn::Postgres(tx),
        }
    }
}

/// Runs one statement on whichever engine the transaction has.
macro_rules! on_db {
    ($tx:expr, $query:expr, $method:ident $(, $arg:expr)*) => {
        match $crate::db::Reads::conn($tx) {
            $crate::db::Conn::Sqlite(conn) => $query$(.bind($arg))*.$method(&mut *conn).await,
            $crate::db::Conn::Postgres(conn) => $query$(.bind($arg))*.$method(&mut *conn).await,
        }
        .map_err($crate::db::DbError::from)
    };
}

/// One row or none: `fetch_optional!(tx, Row, SQL, arg, …)`.
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::on_db!($tx, sqlx::query_as::<_, $row>($sql), fetch_optional $(, $arg)*)
    };
}

/// Exactly one row: `fetch_one!(tx, Row, SQL, arg, …)`.
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::on_db!($tx, sqlx::query_as::<_, $row>($sql), fetch_one $(, $arg)*)
    };
}

/// Every row: `fetch_all!(tx, Row, SQL, arg, …)`; the text itself bounds how many.
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::on_db!($tx, sqlx::query_as::<_, $row>($sql), fetch_all $(, $arg)*)
    };
}

/// No rows: `execute!(tx, SQL, arg, …)` answers how many rows were touched.
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        match $crate::db::Reads::conn($tx) {
            $crate::db::Conn::Sqlite(conn) => sqlx::query($sql)$(.bind($arg))*
                .execute(&mut *conn).await.map(|done| done.rows_affected()),
            $crate::db::Conn::Postgres(conn) => sqlx::query($sql)$(.bind($arg))*
                .execute(&mut *conn).await.map(|done| done.rows_affected()),
        }
        .map_err($crate::db::DbError::from)
    };
}

pub(crate) use {execute, fetch_all, fetch_one, fetch_optional, on_db};
