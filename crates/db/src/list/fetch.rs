//! Runs the statements of a list.

use super::List;
use super::compose::{PLACES, Statement, TOTAL};
use crate::{DbError, FromRow, Reads, SqlQuery, SqlRow, SqlValue};

/// A row and the values of its place in the order. A row that cannot be read still has its place, so that the rows
/// after it are found.
pub(super) struct Placed<R> {
    pub row: Result<R, DbError>,
    pub place: Vec<String>,
    /// The number of rows of the whole list, if the statement counts them.
    pub total: Option<i64>,
}

/// A place without its row.
pub(super) struct Alone;

impl<R: FromRow> FromRow for Placed<R> {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        let mut place = Vec::new();
        for name in PLACES {
            match row.find(name)? {
                Some(value) => place.push(value),
                None => break,
            }
        }
        Ok(Self {
            row: R::from_row(row),
            place,
            total: row.find(TOTAL)?,
        })
    }
}

impl FromRow for Alone {
    fn from_row(_: &SqlRow) -> Result<Self, DbError> {
        Ok(Self)
    }
}

/// All rows of `statement`.
///
/// It is not kept as a prepared statement: there are too many combinations, and PostgreSQL then
/// plans it for its values.
pub(super) async fn fetch_all<R: FromRow>(
    view: &mut dyn Reads,
    statement: Statement,
) -> Result<Vec<R>, DbError> {
    let (text, binds) = statement.into_parts();
    SqlQuery::composed(text)
        .bind_all(binds)
        .fetch_all(view)
        .await
}

impl List {
    /// The row with this key, as the list shows it.
    ///
    /// # Errors
    /// The database failed, or the row cannot be read.
    pub async fn find<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        key: impl Into<SqlValue>,
    ) -> Result<Option<R>, DbError> {
        let key = key.into();
        // PostgreSQL cannot compare with this character, and no key has it.
        if matches!(&key, SqlValue::Text(text) if text.contains('\0')) {
            return Ok(None);
        }
        Ok(fetch_all(view, self.one(key)).await?.pop())
    }
}

/// Runs `statement`, which counts rows.
pub(super) async fn count(view: &mut dyn Reads, statement: Statement) -> Result<i64, DbError> {
    let rows: Vec<(i64,)> = fetch_all(view, statement).await?;
    Ok(rows.first().map_or(0, |(count,)| *count))
}
