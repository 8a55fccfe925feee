//! Inserts and reads rows with its own SQL, so that a test does not depend on the store that it
//! tests.

use std::collections::BTreeMap;

use atrium::db::{Db, DbError, Engine, Reads, SqlQuery, SqlValue, WriteTx};
use atrium::directory::{self, Status};
use atrium::random::Random;
use atrium::sessions::sso::SsoSession;
use serde_json::{Value, json};

/// Inserts a row. Each member of `row` is a column with a text or an integer.
pub async fn insert(tx: &mut WriteTx, table: &str, row: &Value) -> Result<(), DbError> {
    let columns: Vec<(&String, &Value)> = row.as_object().unwrap().iter().collect();
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let places: Vec<String> = (1..=columns.len()).map(|at| format!("${at}")).collect();
    let (names, places) = (names.join(", "), places.join(", "));
    let sql = format!("INSERT INTO {table} ({names}) VALUES ({places})");
    let values = columns.into_iter().map(|(_, value)| argument(value));
    let query = SqlQuery::composed(sql).bind_all(values);
    query.execute(tx).await.map(drop)
}

fn argument(value: &Value) -> SqlValue {
    match value {
        Value::String(text) => text.into(),
        number => number.as_i64().unwrap().into(),
    }
}

/// The integer that `sql` returns for `id`; `None` for NULL.
pub async fn number(tx: &mut dyn Reads, sql: &'static str, id: &str) -> Option<i64> {
    let query = SqlQuery::kept(sql).bind(id);
    let (number,) = query.fetch_one(tx).await.unwrap();
    number
}

/// Runs `sql`, which sets a column of the row `id` ($1) to `value` ($2), a text or an integer.
pub async fn set(
    tx: &mut WriteTx,
    sql: &'static str,
    id: &str,
    value: impl Into<Value>,
) -> Result<(), DbError> {
    let value = argument(&value.into());
    let query = SqlQuery::kept(sql).bind(id).bind(value);
    query.execute(tx).await.map(drop)
}

/// Runs `sql`, which has no parameters.
pub async fn run(tx: &mut WriteTx, sql: String) -> Result<(), DbError> {
    SqlQuery::composed(sql).execute(tx).await.map(drop)
}

/// Sets only the status of an account. Its sessions and tokens stay, even if it is disabled.
pub async fn status(tx: &mut WriteTx, id: &str, status: Status) -> Result<(), DbError> {
    let sql = "UPDATE accounts SET status = $2 WHERE id = $1";
    set(tx, sql, id, status.code()).await?;
    tx.changed(directory::TOPIC);
    Ok(())
}

/// Deletes the audit entries about an account.
pub async fn forget_entries(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    for sql in [
        "DELETE FROM audit_entries WHERE account_id = $1",
        "DELETE FROM audit_arrivals WHERE account_id = $1",
    ] {
        let query = SqlQuery::kept(sql).bind(account_id);
        query.execute(tx).await?;
    }
    Ok(())
}

/// Deletes all audit entries.
pub async fn forget_all_entries(tx: &mut WriteTx) -> Result<(), DbError> {
    for table in ["audit_entries", "audit_arrivals"] {
        run(tx, format!("DELETE FROM {table}")).await?;
    }
    Ok(())
}

/// Inserts an SSO session without a sign-in.
pub async fn session(tx: &mut WriteTx, session: &SsoSession) -> Result<(), DbError> {
    let row = json!({
        "id": session.id,
        "account_id": session.account_id,
        "auth_time": session.auth_time,
        "acr": session.acr,
        "amr": session.amr.join(" "),
        "created_at": session.created_at,
        "last_seen_at": session.last_seen_at,
        "code_key": Random::system().token(),
    });
    insert(tx, "sso_sessions", &row).await
}

/// Every table with its number of rows.
pub async fn in_each_table(db: &Db) -> BTreeMap<String, i64> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        }
        Engine::Postgres => "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public'",
    };
    let mut view = db.read().await.unwrap();
    let names: Vec<(String,)> = SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap();
    let mut rows = BTreeMap::new();
    for (name,) in names {
        let sql = SqlQuery::composed(format!("SELECT COUNT(*) FROM {name}"));
        let (many,) = sql.fetch_one(&mut view).await.unwrap();
        rows.insert(name, many);
    }
    // A task moves entries at any time.
    let arrived = rows.remove("audit_arrivals").unwrap_or_default();
    *rows.entry("audit_entries".to_owned()).or_default() += arrived;
    rows
}
