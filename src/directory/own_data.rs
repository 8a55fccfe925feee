//! What Atrium keeps about a person, as the person gets it: no secrets, and of others only the names of those who decided.

use serde_json::{Map, Value};

use super::store::own_data::{self as store, NamedRow};
use crate::days::utc;
use crate::db::{DbError, Reads, SqlValue};

/// The most rows of a part, so that the file fits into memory. The newest are kept.
pub const MOST: usize = 10_000;

/// Each part with its rows, and the names of those that have more rows.
#[derive(Debug, Default)]
pub struct OwnData {
    pub parts: Map<String, Value>,
    pub cut: Vec<String>,
}

impl OwnData {
    /// What the tables keep about the account, but for its history.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(view: &mut dyn Reads, account_id: &str) -> Result<Self, DbError> {
        let mut data = Self::default();
        for (name, sql) in store::STATEMENTS {
            let most = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
            let rows = store::part(view, sql, account_id, most).await?;
            let rows = rows.into_iter().map(object).collect();
            data.add(&name.to_lowercase(), rows);
        }
        Ok(data)
    }

    /// Adds a part with [`MOST`] of its rows.
    pub fn add(&mut self, name: &str, mut rows: Vec<Value>) {
        if rows.len() > MOST {
            rows.truncate(MOST);
            self.cut.push(name.to_owned());
        }
        self.parts.insert(name.to_owned(), rows.into());
    }
}

fn object(row: NamedRow) -> Value {
    let columns = row.0.into_iter();
    let members = columns.map(|(name, value)| {
        let shown = shown(&name, value);
        (name, shown)
    });
    Value::Object(members.collect())
}

/// A value by the rules at the top of the store.
fn shown(name: &str, value: SqlValue) -> Value {
    match value {
        SqlValue::Null => Value::Null,
        SqlValue::Number(at) if name.ends_with("_at") => utc(at).into(),
        SqlValue::Number(flag) if name.starts_with("is_") || name.starts_with("has_") => {
            (flag == 1).into()
        }
        SqlValue::Number(number) => number.into(),
        SqlValue::Text(text) if name == "claims" => serde_json::from_str(&text).unwrap_or_default(),
        SqlValue::Text(text) => text.into(),
    }
}
