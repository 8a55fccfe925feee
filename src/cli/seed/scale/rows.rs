//! Rows of tables and of the search index.

use crate::db::bulk::{self, BulkRow};
use crate::db::list::List;
use crate::db::search::{Entry, folded};
use crate::db::{DbError, SqlValue, WriteTx};

/// Rows that are made and written at once.
pub const AT_ONCE: i64 = 10_000;

/// Writes rows into `table` that were made for `numbers`, in pieces, and creates its indexes last.
pub async fn fill_table(
    tx: &mut WriteTx,
    (table, columns): (&'static str, &[&'static str]),
    all: i64,
    mut rows: impl FnMut(std::ops::Range<i64>) -> Vec<BulkRow>,
) -> Result<(), DbError> {
    let indexes = bulk::drop_indexes(tx, table).await?;
    let mut begin = 0;
    while begin < all {
        let end = (begin + AT_ONCE).min(all);
        bulk::insert(tx, table, columns, rows(begin..end)).await?;
        begin = end;
    }
    indexes.create(tx).await
}

/// The values of `search_number`, `search_text` and the folded first name, for rows of a searched list
/// with these names.
pub async fn indexed(
    tx: &mut WriteTx,
    list: &'static List,
    names: &[Vec<String>],
) -> Result<Vec<[SqlValue; 3]>, DbError> {
    let Some(search) = list.search else {
        return Err(DbError::damaged("search"));
    };
    let noun = search.noun;
    let entries = names
        .iter()
        .map(|names| Entry::of(noun, names.iter().map(String::as_str)));
    let entries: Vec<Entry> = entries.collect();
    let numbers = bulk::index(tx, noun, &entries).await?;
    let rows = numbers.into_iter().zip(&entries).zip(names);
    let rows = rows.map(|((number, entry), names)| {
        let first = names.first().map(|name| folded(name)).unwrap_or_default();
        [number.into(), entry.text().into(), first.into()]
    });
    Ok(rows.collect())
}

/// A text as a value.
pub fn text(text: impl Into<String>) -> SqlValue {
    SqlValue::Text(text.into())
}

/// A number as a value.
pub fn number(number: i64) -> SqlValue {
    SqlValue::Number(number)
}
