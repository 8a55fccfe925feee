//! Writes very many rows in one transaction, for `atrium seed --scale`: many rows in each statement, and indexes last.

use sqlx::AssertSqlSafe;

use super::search::{Entry, Noun};
use super::{Conn, Db, DbError, Engine, Reads as _, SqlQuery, SqlValue, WriteTx};

/// The most values that one statement binds. SQLite takes 32,766, PostgreSQL 65,535.
const MOST_VALUES: usize = 30_000;

/// A row: a value for each column.
pub type BulkRow = Vec<SqlValue>;

fn composed(text: String, values: Vec<SqlValue>) -> SqlQuery {
    SqlQuery::composed(text).bind_all(values)
}

/// Inserts rows into `table`.
///
/// # Errors
/// The database failed.
pub async fn insert(
    tx: &mut WriteTx,
    table: &'static str,
    columns: &[&'static str],
    rows: Vec<BulkRow>,
) -> Result<(), DbError> {
    let start = format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "));
    let at_once = MOST_VALUES / columns.len().max(1);
    let is_sqlite = tx.engine() == Engine::Sqlite;
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let (mut text, mut values) = (start.clone(), Vec::new());
        for row in rows.by_ref().take(at_once) {
            text.push_str(if values.is_empty() { "(" } else { ", (" });
            place(&mut text, &mut values, row, is_sqlite);
            text.push(')');
        }
        composed(text, values).execute(tx).await?;
    }
    Ok(())
}

/// Writes a place for each value and a NULL for each missing one.
///
/// SQLite compares each new named place with all earlier ones, so thousands of them take minutes. Its places have no
/// names here.
fn place(text: &mut String, values: &mut Vec<SqlValue>, row: BulkRow, is_sqlite: bool) {
    for (at, value) in row.into_iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        match value {
            SqlValue::Null => text.push_str("NULL"),
            value => {
                values.push(value);
                if is_sqlite {
                    text.push('?');
                } else {
                    text.push('$');
                    text.push_str(&values.len().to_string());
                }
            }
        }
    }
}

/// Puts entries into the search index; returns the number of each, for its row.
///
/// # Errors
/// The database failed.
pub async fn index(tx: &mut WriteTx, noun: Noun, entries: &[Entry]) -> Result<Vec<i64>, DbError> {
    let mut numbers = Vec::with_capacity(entries.len());
    for entries in entries.chunks(1_000) {
        let nouns = vec!["($1)"; entries.len()].join(", ");
        let text = format!("INSERT INTO search_numbers (noun) VALUES {nouns} RETURNING number");
        let added: Vec<(i64,)> = composed(text, vec![noun.stored().into()])
            .fetch_all(tx)
            .await?;
        numbers.extend(added.into_iter().map(|(number,)| number));
    }
    let mut columns = vec!["rowid", "grams"];
    let has_text = tx.engine() == Engine::Postgres;
    columns.extend(has_text.then_some("text"));
    let rows = numbers.iter().zip(entries).map(|(number, entry)| {
        let mut row = vec![SqlValue::from(*number), entry.grams().into()];
        row.extend(has_text.then(|| entry.text().into()));
        row
    });
    insert(tx, "search_grams", &columns, rows.collect()).await?;
    Ok(numbers)
}

/// The dropped indexes of a table.
#[must_use = "the table has no indexes until they are created again"]
pub struct DroppedIndexes(Vec<String>);

/// Drops the indexes of `table`, except those of its constraints.
///
/// # Errors
/// The database failed.
pub async fn drop_indexes(
    tx: &mut WriteTx,
    table: &'static str,
) -> Result<DroppedIndexes, DbError> {
    let sql = match tx.engine() {
        Engine::Sqlite => {
            "SELECT name, sql FROM sqlite_master \
                WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL"
        }
        Engine::Postgres => {
            "SELECT indexname, indexdef FROM pg_indexes \
                WHERE schemaname = current_schema() AND tablename = $1 AND NOT EXISTS \
                (SELECT 1 FROM pg_constraint c WHERE c.conname = indexname)"
        }
    };
    let found: Vec<(String, String)> = SqlQuery::kept(sql).bind(table).fetch_all(tx).await?;
    let mut texts = Vec::new();
    for (name, text) in found {
        composed(format!("DROP INDEX {name}"), Vec::new())
            .execute(tx)
            .await?;
        texts.push(text);
    }
    Ok(DroppedIndexes(texts))
}

impl DroppedIndexes {
    /// Creates them again.
    ///
    /// # Errors
    /// The database failed.
    pub async fn create(self, tx: &mut WriteTx) -> Result<(), DbError> {
        for text in self.0 {
            composed(text, Vec::new()).execute(tx).await?;
        }
        Ok(())
    }
}

/// Removes the time limit of this transaction's statements: one creates an index of a million rows.
///
/// # Errors
/// The database failed.
pub async fn take_time(tx: &mut WriteTx) -> Result<(), DbError> {
    if let Conn::Postgres(conn) = tx.conn() {
        let free = "SET LOCAL statement_timeout = 0";
        sqlx::query(free).execute(conn).await?;
    }
    Ok(())
}

/// Makes PostgreSQL collect statistics of `tables` and mark their pages as visible, which autovacuum would do later;
/// SQLite needs neither.
///
/// # Errors
/// The database failed.
pub async fn vacuum(db: &Db, tables: &[&'static str]) -> Result<(), DbError> {
    if let Conn::Postgres(conn) = db.read().await?.conn() {
        let free = "SET statement_timeout = 0";
        sqlx::query(free).execute(&mut *conn).await?;
        for table in tables {
            let text = format!("VACUUM ANALYZE {table}");
            sqlx::query(AssertSqlSafe(text)).execute(&mut *conn).await?;
        }
        let limited = "RESET statement_timeout";
        sqlx::query(limited).execute(&mut *conn).await?;
    }
    Ok(())
}
