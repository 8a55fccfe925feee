//! One statement with its arguments, run on the engine of a transaction, and macros that write it.
//!
//! Only [`FromRow`] is generic. Everything else is compiled once instead of once for each of some 400 statements.

use futures_util::future::BoxFuture;
use sqlx::database::HasStatementCache;
use sqlx::query::Query;
use sqlx::{Database, Encode, IntoArguments, SqlSafeStr, SqlStr, Type};

use super::row::{FromRow, SqlRow};
use super::sql_value::Null;
use super::sqlite_statement::Written;
use super::{Conn, DbError, Reads, SqlValue};

/// Runs a statement on the connection of its transaction, with one expression for each kind of connection.
macro_rules! run {
    ($tx:ident, $sqlite:ident => $read:expr, $writer:ident => $written:expr, $postgres:ident => $asked:expr) => {{
        let done = match $tx.conn() {
            Conn::Sqlite($sqlite) => $read,
            Conn::SqliteWriter($writer) => $written,
            Conn::Postgres($postgres) => $asked,
        };
        $tx.ended(done.is_ok());
        done.map_err(|error| $tx.failed(error))
    }};
}

/// A statement and its arguments.
pub struct SqlQuery {
    sql: SqlStr,
    arguments: Vec<SqlValue>,
    is_kept: bool,
}

impl SqlQuery {
    /// A statement that each connection keeps prepared.
    pub fn kept(sql: impl SqlSafeStr) -> Self {
        Self {
            sql: sql.into_sql_str(),
            arguments: Vec::new(),
            is_kept: true,
        }
    }

    /// A composed statement, prepared for this use alone. PostgreSQL then plans it for its arguments.
    ///
    /// `sql` is made of texts of the program itself; what a caller sends is an argument.
    pub fn composed(sql: String) -> Self {
        Self {
            sql: sqlx::AssertSqlSafe(sql).into_sql_str(),
            arguments: Vec::new(),
            is_kept: false,
        }
    }

    /// Binds the next argument.
    #[must_use]
    pub fn bind(mut self, argument: impl Into<SqlValue>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Binds further arguments.
    #[must_use]
    pub fn bind_all(mut self, arguments: impl IntoIterator<Item = impl Into<SqlValue>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// All rows. The statement itself limits how many.
    ///
    /// # Errors
    /// The database failed, or a row cannot be read.
    pub async fn fetch_all<R: FromRow>(self, tx: &mut dyn Reads) -> Result<Vec<R>, DbError> {
        self.rows(tx).await?.iter().map(R::from_row).collect()
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// The database failed, or the row cannot be read.
    pub async fn fetch_optional<R: FromRow>(
        self,
        tx: &mut dyn Reads,
    ) -> Result<Option<R>, DbError> {
        self.row(tx).await?.as_ref().map(R::from_row).transpose()
    }

    /// The first row.
    ///
    /// # Errors
    /// The database failed, there is no row, or it cannot be read.
    pub async fn fetch_one<R: FromRow>(self, tx: &mut dyn Reads) -> Result<R, DbError> {
        let row = self.fetch_optional(tx).await?;
        row.ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    /// Runs a statement without rows; gives the number of rows that it changed.
    ///
    /// # Errors
    /// The database failed.
    pub fn execute(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<u64, DbError>> {
        Box::pin(async move {
            run!(
                tx,
                conn => self.typed().execute(conn).await.map(|done| done.rows_affected()),
                conn => self.written().execute(conn),
                conn => self.typed().execute(conn).await.map(|done| done.rows_affected())
            )
        })
    }

    fn typed<DB>(self) -> Query<'static, DB, DB::Arguments>
    where
        DB: Database<Arguments: IntoArguments<DB>> + HasStatementCache,
        i64: for<'q> Encode<'q, DB> + Type<DB>,
        String: for<'q> Encode<'q, DB> + Type<DB>,
        Null: Type<DB>,
    {
        let mut query = sqlx::query(self.sql).persistent(self.is_kept);
        for argument in self.arguments {
            query = match argument {
                SqlValue::Null => query.bind(Null),
                SqlValue::Number(number) => query.bind(number),
                SqlValue::Text(text) => query.bind(text),
            };
        }
        query
    }

    fn rows(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<Vec<SqlRow>, DbError>> {
        Box::pin(async move {
            run!(
                tx,
                conn => {
                    let rows = self.typed().fetch_all(conn).await;
                    rows.map(|rows| rows.into_iter().map(SqlRow::Sqlite).collect())
                },
                conn => self.written().fetch(conn, usize::MAX),
                conn => {
                    let rows = self.typed().fetch_all(conn).await;
                    rows.map(|rows| rows.into_iter().map(SqlRow::Postgres).collect())
                }
            )
        })
    }

    fn row(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<Option<SqlRow>, DbError>> {
        Box::pin(async move {
            run!(
                tx,
                conn => {
                    let row = self.typed().fetch_optional(conn).await;
                    row.map(|row| row.map(SqlRow::Sqlite))
                },
                conn => self.written().fetch(conn, 1).map(|mut rows| rows.pop()),
                conn => {
                    let row = self.typed().fetch_optional(conn).await;
                    row.map(|row| row.map(SqlRow::Postgres))
                }
            )
        })
    }

    fn written(&self) -> Written<'_> {
        Written {
            sql: self.sql.as_str(),
            arguments: &self.arguments,
            is_kept: self.is_kept,
        }
    }
}

/// A statement with its arguments: `query!(SQL, arg, …)`.
#[macro_export]
macro_rules! query {
    ($sql:expr $(, $arg:expr)*) => {
        $crate::SqlQuery::kept($sql)$(.bind($arg))*
    };
}

/// Fetches one row or none: `fetch_optional!(tx, Row, SQL, arg, …)`.
#[macro_export]
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::query!($sql $(, $arg)*).fetch_optional::<$row>($tx).await
    };
}

/// Fetches exactly one row: `fetch_one!(tx, Row, SQL, arg, …)`.
#[macro_export]
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::query!($sql $(, $arg)*).fetch_one::<$row>($tx).await
    };
}

/// Fetches all rows: `fetch_all!(tx, Row, SQL, arg, …)`. The statement itself limits how many.
#[macro_export]
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::query!($sql $(, $arg)*).fetch_all::<$row>($tx).await
    };
}

/// Runs a statement without rows: `execute!(tx, SQL, arg, …)` returns the number of affected rows.
#[macro_export]
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::query!($sql $(, $arg)*).execute($tx).await
    };
}
