//! Rows that cannot be read, in lists where one such row must not hide the others.

use std::fmt;

use super::{DbError, FromColumn, FromRow, SqlRow};

/// A row of such a list: its key, which is the first column, and the row itself if it can be read.
pub struct Keyed<K, T> {
    pub key: K,
    pub row: Result<T, DbError>,
}

impl<K: FromColumn + Send, T: FromRow> FromRow for Keyed<K, T> {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        Ok(Self {
            key: row.at(0)?,
            row: T::from_row(row),
        })
    }
}

/// A row with a value that Atrium does not write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Its key.
    pub key: String,
    /// The column of the value.
    pub column: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be read ({})", self.key, self.column)
    }
}

/// The rows that `read` can read, and the others.
///
/// # Errors
/// A row could not be read for another reason than its values.
pub fn readable<K: ToString, T, U>(
    rows: Vec<Keyed<K, T>>,
    read: impl Fn(T) -> Result<U, DbError>,
) -> Result<(Vec<U>, Vec<Damaged>), DbError> {
    let (mut good, mut damaged) = (Vec::with_capacity(rows.len()), Vec::new());
    for Keyed { key, row } in rows {
        match row.and_then(&read) {
            Ok(row) => good.push(row),
            Err(error) => {
                let Some(column) = error.damaged_column() else {
                    return Err(error);
                };
                damaged.push(Damaged {
                    key: key.to_string(),
                    column: column.to_owned(),
                });
            }
        }
    }
    Ok((good, damaged))
}
