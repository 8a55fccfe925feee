//! Transactions as values.

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Postgres, Transaction};

use super::commits::Announcements;
use super::readers::Turn;
use super::{DbError, Engine};

/// A connection for reads only, from [`super::Db::read`] or [`super::Db::view`].
pub struct ReadTx(pub(super) Reading);

/// The connection of a read.
pub(super) enum Reading {
    /// A read-only connection to SQLite, or a snapshot on one.
    Sqlite(Turn),
    /// A connection to PostgreSQL.
    Postgres(PoolConnection<Postgres>),
    /// A snapshot on a connection to PostgreSQL.
    PostgresView(Transaction<'static, Postgres>),
}

/// A running write. It is rolled back unless its job succeeds.
pub struct WriteTx {
    pub(super) writing: Writing,
    pub(super) announcements: Announcements,
    /// Runs after the commit and before the caller gets an answer; dropped after a rollback.
    pub(super) after_commit: Vec<Box<dyn FnOnce() + Send>>,
    /// True if the database rolled it back because of another transaction ([`DbError::is_deadlock`]).
    pub(super) deadlocked: bool,
}

/// The connection of a write.
pub(super) enum Writing {
    /// The connection of SQLite's writer, inside the transaction of its group.
    Sqlite(rusqlite::Connection),
    /// A transaction.
    Postgres(Transaction<'static, Postgres>),
}

/// The connection of a read.
pub enum Conn<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// The connection of a write.
pub enum WriteConn<'c> {
    /// The writer of SQLite. Its statements run on the thread that asks for them.
    Sqlite(&'c mut rusqlite::Connection),
    Postgres(&'c mut PgConnection),
}

/// The connection that the next statement runs on.
pub enum AnyConn<'c> {
    Read(Conn<'c>),
    Write(WriteConn<'c>),
}

/// Both kinds of transaction, for store functions that only read.
pub trait Reads: Send {
    /// The connection for the next statement.
    fn any_conn(&mut self) -> AnyConn<'_>;

    fn engine(&self) -> Engine;

    /// Notes that the last statement has ended, and whether it succeeded. A reader of SQLite is free sooner then.
    fn ended(&mut self, _well: bool) {}

    /// The error of a statement. A write notes what it says about the transaction.
    fn failed(&mut self, error: sqlx::Error) -> DbError {
        error.into()
    }
}

impl ReadTx {
    /// The connection for the next statement.
    pub fn conn(&mut self) -> Conn<'_> {
        match &mut self.0 {
            Reading::Sqlite(turn) => {
                turn.statement_begins();
                Conn::Sqlite(turn.conn())
            }
            Reading::Postgres(conn) => Conn::Postgres(conn),
            Reading::PostgresView(view) => Conn::Postgres(view),
        }
    }
}

impl WriteTx {
    /// The connection for the next statement.
    pub fn conn(&mut self) -> WriteConn<'_> {
        match &mut self.writing {
            Writing::Sqlite(conn) => WriteConn::Sqlite(conn),
            Writing::Postgres(tx) => WriteConn::Postgres(tx),
        }
    }

    /// Calls `then` after the commit, before [`super::Db::write`] returns. If nothing is committed, `then` is dropped after the
    /// rollback without a call.
    pub fn after_commit(&mut self, then: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(then));
    }
}

impl Reads for ReadTx {
    fn any_conn(&mut self) -> AnyConn<'_> {
        AnyConn::Read(self.conn())
    }

    fn engine(&self) -> Engine {
        match &self.0 {
            Reading::Sqlite(_) => Engine::Sqlite,
            Reading::Postgres(_) | Reading::PostgresView(_) => Engine::Postgres,
        }
    }

    fn ended(&mut self, well: bool) {
        if let Reading::Sqlite(turn) = &mut self.0 {
            turn.statement_ended(well);
        }
    }
}

impl Reads for WriteTx {
    fn any_conn(&mut self) -> AnyConn<'_> {
        AnyConn::Write(self.conn())
    }

    fn engine(&self) -> Engine {
        match &self.writing {
            Writing::Sqlite(_) => Engine::Sqlite,
            Writing::Postgres(_) => Engine::Postgres,
        }
    }

    fn failed(&mut self, error: sqlx::Error) -> DbError {
        let error = DbError::from(error);
        self.deadlocked |= error.is_deadlock();
        error
    }
}
