//! One statement with its arguments, run on the engine of a transaction, and macros that write it.
//!
//! Only [`Row`] is generic. Everything else is compiled once, not once for each of some 400 statements and each engine.

use futures_util::future::BoxFuture;
use sqlx::database::HasStatementCache;
use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{Database, Encode, FromRow, IntoArguments, SqlSafeStr, SqlStr, Type};

use super::{Conn, DbError, Reads};

/// A row that both engines can give.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send {}

impl<R> Row for R where R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send {}

/// An argument of a statement. PostgreSQL wants the type of a NULL too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Number(Option<i64>),
    Text(Option<String>),
}

macro_rules! argument_from {
    ($($from:ty: $value:ident => $argument:expr;)+) => {
        $(impl From<$from> for Argument {
            fn from($value: $from) -> Self {
                $argument
            }
        })+
    };
}

argument_from! {
    i64: number => Self::Number(Some(number));
    Option<i64>: number => Self::Number(number);
    &i64: number => Self::Number(Some(*number));
    &str: text => Self::Text(Some(text.to_owned()));
    &&str: text => Self::Text(Some((*text).to_owned()));
    String: text => Self::Text(Some(text));
    &String: text => Self::Text(Some(text.clone()));
    Option<&str>: text => Self::Text(text.map(str::to_owned));
    Option<String>: text => Self::Text(text);
    &Option<String>: text => Self::Text(text.clone());
    Option<&String>: text => Self::Text(text.cloned());
}

/// A row as its engine gave it.
enum FoundRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl FoundRow {
    fn read<R: Row>(&self) -> Result<R, sqlx::Error> {
        match self {
            Self::Sqlite(row) => R::from_row(row),
            Self::Postgres(row) => R::from_row(row),
        }
    }
}

/// Runs a statement on the engine of its transaction; each engine has a function for what it gives.
macro_rules! run {
    ($query:ident.$method:ident($tx:ident), $sqlite:expr, $postgres:expr) => {{
        let done = match $tx.conn() {
            Conn::Sqlite(conn) => $query.typed().$method(conn).await.map($sqlite),
            Conn::Postgres(conn) => $query.typed().$method(conn).await.map($postgres),
        };
        $tx.ended(done.is_ok());
        done.map_err(|error| $tx.failed(error))
    }};
}

/// A statement and its arguments.
pub struct SqlQuery {
    sql: SqlStr,
    arguments: Vec<Argument>,
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
    pub fn bind(mut self, argument: impl Into<Argument>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Binds further arguments.
    #[must_use]
    pub fn bind_all(mut self, arguments: impl IntoIterator<Item = impl Into<Argument>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// All rows. The statement itself limits how many.
    ///
    /// # Errors
    /// The database failed, or a row cannot be read.
    pub async fn fetch_all<R: Row>(self, tx: &mut dyn Reads) -> Result<Vec<R>, DbError> {
        let rows = self.rows(tx).await?;
        let rows = rows.iter().map(FoundRow::read).collect::<Result<_, _>>();
        rows.map_err(|error| tx.failed(error))
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// The database failed, or the row cannot be read.
    pub async fn fetch_optional<R: Row>(self, tx: &mut dyn Reads) -> Result<Option<R>, DbError> {
        let row = self.row(tx).await?;
        let row = row.as_ref().map(FoundRow::read).transpose();
        row.map_err(|error| tx.failed(error))
    }

    /// The first row.
    ///
    /// # Errors
    /// The database failed, there is no row, or it cannot be read.
    pub async fn fetch_one<R: Row>(self, tx: &mut dyn Reads) -> Result<R, DbError> {
        let row = self.fetch_optional(tx).await?;
        row.ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    /// Runs a statement without rows; gives the number of rows that it changed.
    ///
    /// # Errors
    /// The database failed.
    pub fn execute(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<u64, DbError>> {
        Box::pin(async move {
            run!(self.execute(tx), |done| done.rows_affected(), |done| done
                .rows_affected())
        })
    }

    fn typed<DB>(self) -> Query<'static, DB, DB::Arguments>
    where
        DB: Database<Arguments: IntoArguments<DB>> + HasStatementCache,
        Option<i64>: for<'q> Encode<'q, DB> + Type<DB>,
        Option<String>: for<'q> Encode<'q, DB> + Type<DB>,
    {
        let mut query = sqlx::query(self.sql).persistent(self.is_kept);
        for argument in self.arguments {
            query = match argument {
                Argument::Number(number) => query.bind(number),
                Argument::Text(text) => query.bind(text),
            };
        }
        query
    }

    fn rows(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<Vec<FoundRow>, DbError>> {
        Box::pin(async move {
            run!(
                self.fetch_all(tx),
                |rows| rows.into_iter().map(FoundRow::Sqlite).collect(),
                |rows| rows.into_iter().map(FoundRow::Postgres).collect()
            )
        })
    }

    fn row(self, tx: &mut dyn Reads) -> BoxFuture<'_, Result<Option<FoundRow>, DbError>> {
        Box::pin(async move {
            run!(
                self.fetch_optional(tx),
                |row| row.map(FoundRow::Sqlite),
                |row| row.map(FoundRow::Postgres)
            )
        })
    }
}

/// A statement with its arguments: `query!(SQL, arg, …)`.
macro_rules! query {
    ($sql:expr $(, $arg:expr)*) => {
        $crate::db::SqlQuery::kept($sql)$(.bind($arg))*
    };
}

/// Fetches one row or none: `fetch_optional!(tx, Row, SQL, arg, …)`.
macro_rules! fetch_optional {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::query!($sql $(, $arg)*).fetch_optional::<$row>($tx).await
    };
}

/// Fetches exactly one row: `fetch_one!(tx, Row, SQL, arg, …)`.
macro_rules! fetch_one {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::query!($sql $(, $arg)*).fetch_one::<$row>($tx).await
    };
}

/// Fetches all rows: `fetch_all!(tx, Row, SQL, arg, …)`. The statement itself limits how many.
macro_rules! fetch_all {
    ($tx:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::query!($sql $(, $arg)*).fetch_all::<$row>($tx).await
    };
}

/// Runs a statement without rows: `execute!(tx, SQL, arg, …)` returns the number of affected rows.
macro_rules! execute {
    ($tx:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::db::query!($sql $(, $arg)*).execute($tx).await
    };
}

pub(crate) use {execute, fetch_all, fetch_one, fetch_optional, query};
