//! Transactions as values.

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Postgres, Transaction};

use super::commits::Announcements;
use super::readers::Turn;
use super::{DbError, Engine};

/// What a transaction runs on.
pub(super) enum Lent {
    /// A read-only connection to SQLite, or a snapshot on one.
    Reader(Turn),
    /// The connection of SQLite's writer, inside the transaction of its group.
    Writer(rusqlite::Connection),
    /// A connection to PostgreSQL.
    Postgres(PoolConnection<Postgres>),
    /// A transaction of PostgreSQL: a write, or a snapshot.
    PostgresTx(Transaction<'static, Postgres>),
}

/// A connection for reads only, from [`super::Db::read`] or [`super::Db::view`].
pub struct ReadTx(pub(super) Lent);

/// A running write. It is rolled back unless its job succeeds.
pub struct WriteTx {
    pub(super) lent: Lent,
    pub(super) announcements: Announcements,
    /// Runs after the commit and before the caller gets an answer; dropped after a rollback.
    pub(super) after_commit: Vec<Box<dyn FnOnce() + Send>>,
    /// True if the database rolled it back because of another transaction ([`DbError::is_deadlock`]).
    pub(super) deadlocked: bool,
}

/// The connection that the next statement runs on.
pub enum Conn<'c> {
    Sqlite(&'c mut SqliteConnection),
    /// The writer of SQLite. Its statements run on the thread that asks for them.
    SqliteWriter(&'c mut rusqlite::Connection),
    Postgres(&'c mut PgConnection),
}

/// Both kinds of transaction, for store functions that only read.
pub trait Reads: Send {
    /// The connection for the next statement.
    fn conn(&mut self) -> Conn<'_>;

    fn engine(&self) -> Engine;

    /// Notes that the last statement has ended, and whether it succeeded. A reader of SQLite is free sooner then.
    fn ended(&mut self, _well: bool) {}

    /// The error of a statement. For a write, also notes its effect on the transaction.
    fn failed(&mut self, error: sqlx::Error) -> DbError {
        error.into()
    }
}

impl Lent {
    fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Reader(turn) => {
                turn.statement_begins();
                Conn::Sqlite(turn.conn())
            }
            Self::Writer(conn) => Conn::SqliteWriter(conn),
            Self::Postgres(conn) => Conn::Postgres(conn),
            Self::PostgresTx(tx) => Conn::Postgres(tx),
        }
    }

    fn engine(&self) -> Engine {
        match self {
            Self::Reader(_) | Self::Writer(_) => Engine::Sqlite,
            Self::Postgres(_) | Self::PostgresTx(_) => Engine::Postgres,
        }
    }
}

impl WriteTx {
    /// Calls `then` after the commit, before [`super::Db::write`] returns. If nothing is committed, `then` is dropped after the
    /// rollback without a call.
    pub fn after_commit(&mut self, then: impl FnOnce() + Send + 'static) {
        self.after_commit.push(Box::new(then));
    }
}

impl Reads for ReadTx {
    fn conn(&mut self) -> Conn<'_> {
        self.0.conn()
    }

    fn engine(&self) -> Engine {
        self.0.engine()
    }

    fn ended(&mut self, well: bool) {
        if let Lent::Reader(turn) = &mut self.0 {
            turn.statement_ended(well);
        }
    }
}

impl Reads for WriteTx {
    fn conn(&mut self) -> Conn<'_> {
        self.lent.conn()
    }

    fn engine(&self) -> Engine {
        self.lent.engine()
    }

    fn failed(&mut self, error: sqlx::Error) -> DbError {
        let error = DbError::from(error);
        self.deadlocked |= error.is_deadlock();
        error
    }
}
