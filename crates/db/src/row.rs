//! Reads the rows of both engines. Atrium stores whole numbers and texts, so a column has nothing else.

use std::sync::Arc;

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgRow, PgValueRef, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow, SqliteValueRef};
use sqlx::{ColumnIndex, Decode, Row as _, TypeInfo as _, ValueRef as _};

use super::{DbError, SqlValue};

/// A row as its engine gave it.
pub enum SqlRow {
    Sqlite(SqliteRow),
    /// A row that SQLite's writer read. No column of Atrium has a value of another type, which is `None`.
    FromWriter(Columns, Vec<Option<SqlValue>>),
    Postgres(PgRow),
}

/// The names of the columns of a statement.
pub(super) type Columns = Arc<[Box<str>]>;

/// What a row is asked for.
#[derive(Clone, Copy)]
enum Column<'c> {
    Name(&'c str),
    Place(usize),
}

/// What a column can be read as.
pub trait FromColumn: Sized {
    /// # Errors
    /// The value is nothing that Atrium writes into such a column.
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError>;
}

/// What a row can be read as. [`from_row!`] implements it for a struct.
pub trait FromRow: Sized + Send {
    /// # Errors
    /// A column is missing, or its value cannot be read: [`DbError::damaged_column`] names it.
    fn from_row(row: &SqlRow) -> Result<Self, DbError>;
}

impl SqlRow {
    /// The column with this name.
    ///
    /// # Errors
    /// There is none, or its value cannot be read.
    pub fn get<T: FromColumn>(&self, name: &str) -> Result<T, DbError> {
        Ok(self.read(Column::Name(name))?)
    }

    /// The column at this place; the first is 0.
    ///
    /// # Errors
    /// There is none, or its value cannot be read.
    pub fn at<T: FromColumn>(&self, place: usize) -> Result<T, DbError> {
        Ok(self.read(Column::Place(place))?)
    }

    /// The column with this name, or `None` if the row has no such column.
    ///
    /// # Errors
    /// Its value cannot be read.
    pub fn find<T: FromColumn>(&self, name: &str) -> Result<Option<T>, DbError> {
        match self.read(Column::Name(name)) {
            Err(sqlx::Error::ColumnNotFound(_)) => Ok(None),
            read => Ok(Some(read?)),
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        match self {
            Self::Sqlite(row) => row.len(),
            Self::FromWriter(_, values) => values.len(),
            Self::Postgres(row) => row.len(),
        }
    }

    /// The names of the columns, in their order.
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Sqlite(row) => names(row.columns()),
            Self::FromWriter(names, _) => names.iter().map(ToString::to_string).collect(),
            Self::Postgres(row) => names(row.columns()),
        }
    }

    fn read<T: FromColumn>(&self, column: Column<'_>) -> Result<T, sqlx::Error> {
        let value = match self {
            Self::Sqlite(row) => of_sqlite(column.raw(row)?),
            Self::FromWriter(names, values) => {
                let value = column.of(names, values)?.clone();
                value.ok_or_else(|| OTHER.into())
            }
            Self::Postgres(row) => of_postgres(column.raw(row)?),
        };
        let read = value.and_then(T::from_value);
        read.map_err(|source| sqlx::Error::ColumnDecode {
            index: match column {
                Column::Name(name) => name.to_owned(),
                Column::Place(place) => place.to_string(),
            },
            source,
        })
    }
}

impl Column<'_> {
    fn raw<R: sqlx::Row>(
        self,
        row: &R,
    ) -> Result<<R::Database as sqlx::Database>::ValueRef<'_>, sqlx::Error>
    where
        for<'n> &'n str: ColumnIndex<R>,
        usize: ColumnIndex<R>,
    {
        match self {
            Self::Name(name) => row.try_get_raw(name),
            Self::Place(place) => row.try_get_raw(place),
        }
    }

    fn of<'v>(
        self,
        names: &[Box<str>],
        values: &'v [Option<SqlValue>],
    ) -> Result<&'v Option<SqlValue>, sqlx::Error> {
        let place = match self {
            Self::Place(place) => Some(place),
            // The last one of a name counts, as it does for a reader.
            Self::Name(name) => names.iter().rposition(|one| **one == *name),
        };
        let value = place.and_then(|place| values.get(place));
        value.ok_or_else(|| match self {
            Self::Name(name) => sqlx::Error::ColumnNotFound(name.to_owned()),
            Self::Place(index) => sqlx::Error::ColumnIndexOutOfBounds {
                index,
                len: values.len(),
            },
        })
    }
}

const OTHER: &str = "a value of another type";

fn of_sqlite(value: SqliteValueRef<'_>) -> Result<SqlValue, BoxDynError> {
    let info = value.type_info();
    match info.name() {
        _ if value.is_null() => Ok(SqlValue::Null),
        "INTEGER" => Decode::<Sqlite>::decode(value).map(SqlValue::Number),
        "TEXT" => Decode::<Sqlite>::decode(value).map(SqlValue::Text),
        _ => Err(OTHER.into()),
    }
}

fn of_postgres(value: PgValueRef<'_>) -> Result<SqlValue, BoxDynError> {
    let info = value.type_info();
    match info.name() {
        _ if value.is_null() => Ok(SqlValue::Null),
        "INT8" => Decode::<Postgres>::decode(value).map(SqlValue::Number),
        "TEXT" | "VARCHAR" | "CHAR" | "NAME" | "UNKNOWN" => {
            Decode::<Postgres>::decode(value).map(SqlValue::Text)
        }
        _ => Err(OTHER.into()),
    }
}

fn names(columns: &[impl sqlx::Column]) -> Vec<String> {
    columns
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

impl FromColumn for SqlValue {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        Ok(value)
    }
}

impl FromColumn for i64 {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        match value {
            SqlValue::Number(number) => Ok(number),
            other => Err(format!("{} instead of a whole number", other.kind()).into()),
        }
    }
}

impl FromColumn for String {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        match value {
            SqlValue::Text(text) => Ok(text),
            other => Err(format!("{} instead of a text", other.kind()).into()),
        }
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        match value {
            SqlValue::Null => Ok(None),
            value => T::from_value(value).map(Some),
        }
    }
}

macro_rules! tuple {
    ($($type:ident $place:literal),+) => {
        impl<$($type: FromColumn + Send),+> FromRow for ($($type,)+) {
            fn from_row(row: &SqlRow) -> Result<Self, DbError> {
                Ok(($(row.at::<$type>($place)?,)+))
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);

/// Lets a struct be read from a row: `from_row!(Session { id, ended_at })` reads each field from the column with its
/// name, `ended_at = "end"` from another. After the fields, `flatten context` reads a field from the columns of its own
/// struct, and `default places` leaves fields to be filled in afterwards.
#[macro_export]
macro_rules! from_row {
    (
        $row:ident {
            $($field:ident $(= $column:literal)?),+
            $(; flatten $($flat:ident),+)?
            $(; default $($filled:ident),+)?
        }
    ) => {
        impl $crate::FromRow for $row {
            fn from_row(row: &$crate::SqlRow) -> Result<Self, $crate::DbError> {
                Ok(Self {
                    $($field: row.get($crate::from_row!(@column $field $($column)?))?,)+
                    $($($flat: $crate::FromRow::from_row(row)?,)+)?
                    $($($filled: Default::default(),)+)?
                })
            }
        }
    };
    (@column $field:ident) => {
        stringify!($field)
    };
    (@column $field:ident $column:literal) => {
        $column
    };
}
