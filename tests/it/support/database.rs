//! Fresh databases.

use std::path::Path;
use std::time::Duration;

use atrium::db::{Conn, Db, DbOptions, Reads as _};
use sqlx::{Connection as _, Executor as _, PgConnection};
use uuid::Uuid;

use super::passed_over;

/// A migrated database that only this test knows.
pub struct TestDatabase {
    pub db: Db,
    pub url: String,
    /// Keeps a SQLite file until the test ends.
    _folder: Option<tempfile::TempDir>,
}

impl TestDatabase {
    /// Another handle on the same database, as a second process would have.
    pub async fn again(&self) -> Db {
        Db::connect(&patient(&self.url)).await.unwrap()
    }
}

/// One fresh database on each engine at hand; SQLite always comes first.
pub async fn each_engine() -> Vec<TestDatabase> {
    let mut databases = vec![sqlite().await];
    match postgres_server() {
        Some(server) => databases.push(postgres(&server).await),
        None => passed_over("PostgreSQL (ATRIUM_TEST_POSTGRES)"),
    }
    databases
}

fn postgres_server() -> Option<String> {
    std::env::var("ATRIUM_TEST_POSTGRES")
        .ok()
        .filter(|url| !url.is_empty())
}

/// A fresh SQLite database.
pub async fn sqlite() -> TestDatabase {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite_url(folder.path());
    migrated(url, Some(folder)).await
}

/// A SQLite database that begins as these files.
pub async fn sqlite_from(files: &[(&str, Vec<u8>)]) -> TestDatabase {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    migrated(sqlite_url(folder.path()), Some(folder)).await
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("atrium.db").display())
}

async fn postgres(server: &str) -> TestDatabase {
    let name = format!("atrium_{}", Uuid::from_bytes(rand_bytes()).simple());
    let mut admin = PgConnection::connect(server).await.unwrap();
    admin
        .execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .await
        .unwrap();
    let mut url = url::Url::parse(server).unwrap();
    url.set_path(&name);
    migrated(url.to_string(), None).await
}

fn rand_bytes() -> [u8; 16] {
    atrium::random::Random::system().bytes()
}

/// A busy machine is no database that is away: only tests of that wait as briefly as the server.
fn patient(url: &str) -> DbOptions {
    DbOptions {
        acquire_timeout: Duration::from_secs(60),
        ..DbOptions::new(url)
    }
}

async fn migrated(url: String, folder: Option<tempfile::TempDir>) -> TestDatabase {
    let db = Db::connect(&patient(&url)).await.unwrap();
    db.migrate().await.unwrap();
    TestDatabase {
        db,
        url,
        _folder: folder,
    }
}

/// How many statements wait for a lock in this database.
pub async fn waiting(db: &Db) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity \
               WHERE datname = current_database() AND wait_event_type = 'Lock'";
    match db.read().await.unwrap().conn() {
        Conn::Postgres(conn) => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap(),
        Conn::Sqlite(_) => unreachable!("SQLite has one writer and no locks"),
    }
}
