//! Keeps the names of a searched list in the search index and its sort columns folded.

use sqlx::AssertSqlSafe;

use super::{Bind, Kind, List, Search};
use crate::db::search::{Entry, folded, put};
use crate::db::{Conn, DbError, Reads as _, WriteTx};

/// Binds a [`Bind`] to a query of either engine.
macro_rules! bound {
    ($query:expr, $value:expr) => {
        match $value {
            Bind::Number(number) => $query.bind(number),
            Bind::Text(text) => $query.bind(text),
        }
    };
}

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
        id: impl Into<Bind>,
    ) -> Result<(), DbError> {
        let Some(search) = &self.search else {
            return Ok(());
        };
        let id = id.into();
        let (table, key) = self.table_and_key();
        // Locks the row on PostgreSQL: of two writers the second reads what the first wrote.
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
        let mut values = vec![id, entry.text().into()];
        values.extend(keys.into_iter().map(Bind::from));
        let columns = search.sorted.iter().map(|(column, _)| *column);
        let columns = ["search_text"].into_iter().chain(columns);
        let sets: Vec<String> = columns
            .zip(2..)
            .map(|(column, at)| format!("{column} = ${at}"))
            .collect();
        let (sets, last) = (sets.join(", "), values.len() + 1);
        let text = format!("UPDATE {table} SET {sets}, search_number = ${last} WHERE {key} = $1");
        values.push(number.into());
        run(tx, text, values).await
    }

    /// Indexes at most `most` rows that are not in the search index, such as those of a version
    /// without it. Returns how many it found.
    ///
    /// # Errors
    /// The database failed.
    pub async fn index_missing_names(
        &'static self,
        tx: &mut WriteTx,
        most: i64,
    ) -> Result<u64, DbError> {
        let (table, key) = self.table_and_key();
        let text = format!("SELECT {key} FROM {table} WHERE search_number IS NULL LIMIT $1");
        let text = AssertSqlSafe(text);
        macro_rules! keys {
            ($conn:expr) => {
                match self.key.kind {
                    Kind::Number => keys!($conn, i64),
                    Kind::Text => keys!($conn, String),
                }
            };
            ($conn:expr, $key:ty) => {{
                let query = sqlx::query_scalar::<_, $key>(text).bind(most);
                let keys = query.fetch_all($conn).await?;
                keys.into_iter().map(Bind::from).collect()
            }};
        }
        let missing: Vec<Bind> = match tx.conn() {
            Conn::Sqlite(conn) => keys!(conn),
            Conn::Postgres(conn) => keys!(conn),
        };
        let found = u64::try_from(missing.len()).unwrap_or(u64::MAX);
        for id in missing {
            self.index_names(tx, id).await?;
        }
        Ok(found)
    }

    /// The names of the table and of its key, without the alias.
    fn table_and_key(&self) -> (&'static str, &'static str) {
        let table = self.table.split(' ').next().unwrap_or_default();
        let key = self.key.sql.rsplit('.').next().unwrap_or_default();
        (table, key)
    }
}

async fn read(
    tx: &mut WriteTx,
    search: &Search,
    table: &str,
    key: &str,
    id: &Bind,
) -> Result<Option<Names>, DbError> {
    let columns = search.names.join(", ");
    let text = format!("SELECT {columns}, search_number FROM {table} WHERE {key} = $1");
    let text = AssertSqlSafe(text);
    macro_rules! read {
        ($conn:expr) => {{
            use sqlx::Row as _;
            let query = bound!(sqlx::query(text), id.clone());
            let Some(row) = query.fetch_optional($conn).await? else {
                return Ok(None);
            };
            let mut names = Vec::with_capacity(search.names.len());
            for at in 0..search.names.len() {
                let name: Option<String> = row.try_get(at)?;
                names.push(name.unwrap_or_default());
            }
            let number = row.try_get(search.names.len())?;
            Ok(Some(Names { names, number }))
        }};
    }
    match tx.conn() {
        Conn::Sqlite(conn) => read!(conn),
        Conn::Postgres(conn) => read!(conn),
    }
}

async fn run(tx: &mut WriteTx, text: String, values: Vec<Bind>) -> Result<(), DbError> {
    let text = AssertSqlSafe(text);
    macro_rules! run {
        ($conn:expr) => {{
            let mut query = sqlx::query(text);
            for value in values {
                query = bound!(query, value);
            }
            query.execute($conn).await.map(drop)?;
        }};
    }
    match tx.conn() {
        Conn::Sqlite(conn) => run!(conn),
        Conn::Postgres(conn) => run!(conn),
    }
    Ok(())
}
