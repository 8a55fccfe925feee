//! Keeps the names of a searched list in the search index and its sort columns folded.

use sqlx::AssertSqlSafe;

use super::{Kind, List, Search};
use crate::search::{Entry, folded, note_read, put, read_text, unread};
use crate::{DbError, FromRow, SqlQuery, SqlRow, SqlValue, WriteTx};

/// Names of one row, and its number in the search index.
struct Names {
    names: Vec<String>,
    number: Option<i64>,
}

impl List {
    /// Updates the search index and the folded sort columns of the row `id` from its names. Every
    /// function that writes a name of a searched list must call this. Does nothing if there is no
    /// such row.
    ///
    /// # Errors
    /// The database failed.
    pub async fn index_names(
        &'static self,
        tx: &mut WriteTx,
        id: impl Into<SqlValue>,
    ) -> Result<(), DbError> {
        let Some(search) = &self.search else {
            return Ok(());
        };
        let id = id.into();
        let (table, key) = self.table_and_key();
        // Locks the row on PostgreSQL, so that a second writer reads what the first wrote.
        let lock = format!("UPDATE {table} SET search_number = search_number WHERE {key} = $1");
        run(tx, lock, vec![id.clone()]).await?;
        let Some(read) = read(tx, search, table, key, &id).await? else {
            return Ok(());
        };
        let entry = Entry::of(search.noun, read.names.iter().map(String::as_str));
        let number = put(tx, read.number, &entry).await?;
        let sorted = |column: &str| {
            let at = search.names.iter().position(|name| *name == column);
            at.map(|at| folded(&read.names[at])).unwrap_or_default()
        };
        let keys: Vec<String> = search.sorted.iter().map(|(_, name)| sorted(name)).collect();
        let read_aloud = search.read.map(|(_, name)| {
            let at = search.names.iter().position(|other| *other == name);
            at.map(|at| read_text(&read.names[at])).unwrap_or_default()
        });
        let mut values = vec![id, entry.text().into()];
        values.extend(keys.into_iter().chain(read_aloud).map(SqlValue::from));
        let columns = search.sorted.iter().map(|(column, _)| *column);
        let read_column = search.read.map(|(column, _)| column);
        let columns = ["search_text"]
            .into_iter()
            .chain(columns)
            .chain(read_column);
        let sets: Vec<String> = columns
            .zip(2..)
            .map(|(column, at)| format!("{column} = ${at}"))
            .collect();
        let (sets, last) = (sets.join(", "), values.len() + 1);
        let text = format!("UPDATE {table} SET {sets}, search_number = ${last} WHERE {key} = $1");
        values.push(number.into());
        run(tx, text, values).await
    }

    /// Indexes at most `most` rows that are not in the search index, such as rows that a migration or a bulk load wrote, or
    /// whose names were never read aloud. Returns how many it found.
    ///
    /// # Errors
    /// The database failed.
    pub async fn index_missing_names(
        &'static self,
        tx: &mut WriteTx,
        most: i64,
    ) -> Result<u64, DbError> {
        let (table, key) = self.table_and_key();
        let without_number = format!("SELECT {key} FROM {table} WHERE search_number IS NULL");
        let missing = self.some_keys(tx, without_number, most).await?;
        let found = u64::try_from(missing.len()).unwrap_or(u64::MAX);
        for id in missing {
            self.index_names(tx, id).await?;
        }
        let left = most.saturating_sub(i64::try_from(found).unwrap_or(i64::MAX));
        Ok(found + self.read_names(tx, left).await?)
    }

    /// Reads the names of at most `most` rows whose entry is older than readings. Returns how many there were.
    async fn read_names(&'static self, tx: &mut WriteTx, most: i64) -> Result<u64, DbError> {
        let Some(noun) = self.search.map(|search| search.noun) else {
            return Ok(0);
        };
        let (table, key) = self.table_and_key();
        let mut read = 0;
        for number in unread(tx, noun, most).await? {
            let of_number = format!("SELECT {key} FROM {table} WHERE search_number = {number}");
            for id in self.some_keys(tx, of_number, 1).await? {
                self.index_names(tx, id).await?;
            }
            note_read(tx, noun, number).await?;
            read += 1;
        }
        Ok(read)
    }

    /// At most `most` of the keys that `text` selects.
    async fn some_keys(
        &self,
        tx: &mut WriteTx,
        text: String,
        most: i64,
    ) -> Result<Vec<SqlValue>, DbError> {
        let query = SqlQuery::composed(text + " LIMIT $1").bind(most);
        Ok(match self.key.kind {
            Kind::Number => keys(query.fetch_all::<(i64,)>(tx).await?),
            Kind::Text => keys(query.fetch_all::<(String,)>(tx).await?),
        })
    }

    /// The names of the table and of its key, without the alias.
    fn table_and_key(&self) -> (&'static str, &'static str) {
        let table = self.table.split(' ').next().unwrap_or_default();
        let key = self.key.sql.rsplit('.').next().unwrap_or_default();
        (table, key)
    }
}

fn keys<K: Into<SqlValue>>(rows: Vec<(K,)>) -> Vec<SqlValue> {
    rows.into_iter().map(|(key,)| key.into()).collect()
}

async fn read(
    tx: &mut WriteTx,
    search: &Search,
    table: &str,
    key: &str,
    id: &SqlValue,
) -> Result<Option<Names>, DbError> {
    let columns = search.names.join(", ");
    let text = format!("SELECT search_number, {columns} FROM {table} WHERE {key} = $1");
    let query = SqlQuery::kept(AssertSqlSafe(text)).bind(id.clone());
    query.fetch_optional(tx).await
}

/// Reads the number, then a name from each further column.
impl FromRow for Names {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        let names = (1..row.width()).map(|place| row.at::<Option<String>>(place));
        let names = names.map(|name| name.map(Option::unwrap_or_default));
        Ok(Self {
            number: row.at(0)?,
            names: names.collect::<Result<_, _>>()?,
        })
    }
}

async fn run(tx: &mut WriteTx, text: String, values: Vec<SqlValue>) -> Result<(), DbError> {
    let query = SqlQuery::kept(AssertSqlSafe(text)).bind_all(values);
    query.execute(tx).await.map(drop)
}
