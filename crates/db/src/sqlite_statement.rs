//! Statements on the connection of SQLite's writer.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, Statement, ToSql};
use sqlx::error::{DatabaseError, ErrorKind};

use super::SqlValue;
use super::row::{Columns, SqlRow};

/// Runs a statement without arguments that stays prepared.
pub(super) fn run(conn: &Connection, sql: &'static str) -> Result<(), sqlx::Error> {
    let done = conn.prepare_cached(sql).and_then(|mut it| it.raw_execute());
    done.map(drop).map_err(into_sqlx_error)
}

/// A statement for the writer.
pub(super) struct Written<'s> {
    pub sql: &'s str,
    pub arguments: &'s [SqlValue],
    /// True if the connection keeps it prepared.
    pub is_kept: bool,
}

impl Written<'_> {
    /// Runs the statement and gives at most `most` of its rows.
    pub fn fetch(&self, conn: &Connection, most: usize) -> Result<Vec<SqlRow>, sqlx::Error> {
        self.run(conn, |statement| {
            let mut rows = statement.raw_query();
            let mut fetched = Vec::new();
            let mut columns: Option<Columns> = None;
            while fetched.len() < most
                && let Some(row) = rows.next()?
            {
                // Only now do they describe the rows, because SQLite prepares the statement again if the schema has
                // changed.
                let columns = columns.get_or_insert_with(|| {
                    let names = row.as_ref().column_names();
                    names.into_iter().map(Box::from).collect()
                });
                fetched.push(read(row, columns)?);
            }
            Ok(fetched)
        })
    }

    /// Runs the statement to its end; gives the number of rows that it changed.
    pub fn execute(&self, conn: &Connection) -> Result<u64, sqlx::Error> {
        self.run(conn, |statement| {
            let mut rows = statement.raw_query();
            while rows.next()?.is_some() {}
            Ok(())
        })?;
        Ok(conn.changes())
    }

    /// Calls `work` with the prepared statement, whose arguments are bound.
    fn run<T>(
        &self,
        conn: &Connection,
        work: impl FnOnce(&mut Statement<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, sqlx::Error> {
        let done = if self.is_kept {
            conn.prepare_cached(self.sql).and_then(|mut statement| {
                bind(&mut statement, self.arguments)?;
                work(&mut statement)
            })
        } else {
            conn.prepare(self.sql).and_then(|mut statement| {
                bind(&mut statement, self.arguments)?;
                work(&mut statement)
            })
        };
        done.map_err(into_sqlx_error)
    }
}

/// Binds `$n` to the n-th argument, and places without a name to arguments in their order. For SQLite `$n` is a name,
/// and places are numbered in the order in which the names occur.
fn bind(statement: &mut Statement<'_>, arguments: &[SqlValue]) -> rusqlite::Result<()> {
    for place in 1..=statement.parameter_count() {
        let name = statement.parameter_name(place);
        let number = match name.and_then(|name| name.strip_prefix('$')) {
            Some(number) => number.parse().ok(),
            None => Some(place),
        };
        let argument = number.and_then(|number: usize| arguments.get(number.checked_sub(1)?));
        let argument = argument.ok_or_else(|| {
            rusqlite::Error::InvalidParameterName(format!("place {place} has no argument"))
        })?;
        statement.raw_bind_parameter(place, argument)?;
    }
    Ok(())
}

impl ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Number(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

fn read(row: &Row<'_>, columns: &Columns) -> rusqlite::Result<SqlRow> {
    let values = (0..columns.len()).map(|place| {
        Ok(match row.get_ref(place)? {
            ValueRef::Null => Some(SqlValue::Null),
            ValueRef::Integer(number) => Some(SqlValue::Number(number)),
            ValueRef::Text(text) => str::from_utf8(text).ok().map(SqlValue::from),
            ValueRef::Real(_) | ValueRef::Blob(_) => None,
        })
    });
    let values = values.collect::<rusqlite::Result<_>>()?;
    Ok(SqlRow::FromWriter(columns.clone(), values))
}

/// An error of SQLite, with its extended result code.
#[derive(Debug)]
struct SqliteFailure {
    code: i32,
    message: String,
}

impl fmt::Display for SqliteFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(code: {}) {}", self.code, self.message)
    }
}

impl Error for SqliteFailure {}

impl DatabaseError for SqliteFailure {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.to_string().into())
    }

    fn kind(&self) -> ErrorKind {
        match self.code {
            rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
            | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => ErrorKind::UniqueViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_NOTNULL => ErrorKind::NotNullViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_CHECK => ErrorKind::CheckViolation,
            _ => ErrorKind::Other,
        }
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }
}

/// Converts an error of the writer to the error that a reader would have.
pub(super) fn into_sqlx_error(error: rusqlite::Error) -> sqlx::Error {
    let Some(code) = error.sqlite_error().map(|error| error.extended_code) else {
        return sqlx::Error::Decode(error.into());
    };
    let message = match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message,
        error => error.to_string(),
    };
    sqlx::Error::Database(Box::new(SqliteFailure { code, message }))
}
