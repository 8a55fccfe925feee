//! The keys of every test server. A test run makes them once, because making an RSA key is slow.

use atrium::app::start::App;
use atrium::clock::{Clock, Millis};
use atrium::config::Secret;
use atrium::db::{Conn, Db, Reads as _};
use atrium::random::Random;
use serde_json::{Value, json};
use sqlx::Row as _;
use tokio::sync::OnceCell;

use super::config::in_folder;
use super::database::TestDatabase;
use super::{database, rows};

/// The master secret of every test server.
pub const MASTER: &str = "a master secret of this test run alone, thirty-two bytes and more";

const TEXTS: [&str; 7] = [
    "kid",
    "purpose",
    "alg",
    "public_key",
    "private_sealed",
    "master_id",
    "state",
];

/// Writes the keys into a database that has none, as if a server had made them at `now`.
pub async fn put(db: &Db, now: Millis) {
    static MADE: OnceCell<Vec<Value>> = OnceCell::const_new();
    let mut tx = db.read().await.unwrap();
    let sql = "SELECT count(*) FROM signing_keys WHERE kid <> $1";
    if rows::number(&mut tx, sql, "").await != Some(0) {
        return;
    }
    drop(tx);
    for mut key in MADE.get_or_init(make).await.clone() {
        key["created_at"] = json!(now);
        key["active_at"] = json!(now);
        db.write(move |tx| Box::pin(async move { rows::insert(tx, "signing_keys", &key).await }))
            .await
            .unwrap();
    }
}

/// Starts a server on a database without keys, so that the server makes them. Dropping the returned
/// database deletes its file.
pub async fn first_start() -> (App, TestDatabase) {
    let database = database::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let mut config = in_folder(folder.path());
    config.keys.master_file = None;
    config.keys.master = Some(Secret::new(MASTER));
    std::fs::write(&config.clients.file, "").unwrap();
    let (db, clock) = (database.db.clone(), Clock::system());
    let app = App::start(config, db, clock, Random::system())
        .await
        .unwrap();
    (app, database)
}

/// The key rows that a new server writes.
async fn make() -> Vec<Value> {
    let (app, database) = first_start().await;
    let mut tx = database.db.read().await.unwrap();
    let Conn::Sqlite(conn) = tx.conn() else {
        unreachable!("a database of SQLite")
    };
    let sql = format!("SELECT {} FROM signing_keys", TEXTS.join(", "));
    let found = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(conn).await;
    let read = |row: sqlx::sqlite::SqliteRow| -> Value {
        TEXTS
            .into_iter()
            .map(|name| (name.to_owned(), json!(row.get::<String, _>(name))))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let keys: Vec<Value> = found.unwrap().into_iter().map(read).collect();
    drop(tx);
    app.stop().await;
    assert!(!keys.is_empty());
    keys
}
