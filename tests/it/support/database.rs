//! Fresh databases.

use std::path::Path;
use std::time::Duration;

use atrium::db::{Db, DbError, DbOptions, Engine, SqlQuery};
use futures_util::future::LocalBoxFuture;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{rows, skip};

/// A database with all migrations, used by one test only.
pub struct TestDatabase {
    pub db: Db,
    pub url: String,
    /// Keeps the SQLite file until the test ends.
    _folder: Option<tempfile::TempDir>,
}

impl TestDatabase {
    /// The name of the database in PostgreSQL.
    pub fn name(&self) -> String {
        let url = url::Url::parse(&self.url).unwrap();
        url.path().trim_start_matches('/').to_owned()
    }

    /// Opens the same database again, as a second process would.
    pub async fn again(&self) -> Db {
        Db::connect(&patient(&self.url)).await.unwrap()
    }

    /// Opens the same database with one connection for reads. On PostgreSQL this is the only
    /// connection. A request waits three seconds for it.
    pub async fn narrow(&self) -> Db {
        let options = DbOptions {
            connections: 1,
            ..DbOptions::new(&self.url)
        };
        Db::connect(&options).await.unwrap()
    }
}

/// A fresh database on each available engine; SQLite comes first.
pub async fn each_engine() -> Vec<TestDatabase> {
    let mut databases = vec![sqlite().await];
    databases.extend(postgres_if_available().await);
    databases
}

/// A fresh PostgreSQL database, if there is a server.
pub async fn postgres_if_available() -> Option<TestDatabase> {
    let Some(server) = postgres_server() else {
        skip("PostgreSQL (ATRIUM_TEST_POSTGRES)");
        return None;
    };
    Some(postgres(&server).await)
}

/// The PostgreSQL server, if tests that need only one engine must run on PostgreSQL.
pub fn postgres_alone() -> Option<String> {
    if std::env::var("ATRIUM_TEST_ENGINE").ok()? != "postgres" {
        return None;
    }
    Some(postgres_server().expect("ATRIUM_TEST_POSTGRES names the server"))
}

fn postgres_server() -> Option<String> {
    std::env::var("ATRIUM_TEST_POSTGRES")
        .ok()
        .filter(|url| !url.is_empty())
}

/// A fresh SQLite database, copied from one that this run migrated once.
pub async fn sqlite() -> TestDatabase {
    static MIGRATED: OnceCell<Files> = OnceCell::const_new();
    let made = MIGRATED.get_or_init(|| async {
        let folder = tempfile::tempdir().unwrap();
        let url = sqlite_url(folder.path());
        migrate(&url).await;
        files(&url)
    });
    sqlite_from(made.await).await
}

/// The files of a closed SQLite database.
pub type Files = [(&'static str, Vec<u8>); 2];

/// The files of the closed database at `url`.
pub fn files(url: &str) -> Files {
    let file = atrium::db::sqlite_file(url).unwrap();
    let read = |name: &str| std::fs::read(file.with_file_name(name)).unwrap_or_default();
    ["atrium.db", "atrium.db-wal"].map(|name| (name, read(name)))
}

/// A SQLite database with a copy of these files.
pub async fn sqlite_from(files: &Files) -> TestDatabase {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    opened(sqlite_url(folder.path()), Some(folder)).await
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("atrium.db").display())
}

/// A fresh PostgreSQL database, copied from one that this run migrated once.
pub async fn postgres(server: &str) -> TestDatabase {
    static MIGRATED: OnceCell<String> = OnceCell::const_new();
    let template = MIGRATED.get_or_init(|| async {
        let (name, url) = create(server, "template1").await;
        migrate(&url).await;
        name
    });
    postgres_from(server, template.await).await
}

/// The URL of a PostgreSQL database without tables, if there is a server.
pub async fn empty_postgres() -> Option<String> {
    Some(create(&postgres_server()?, "template1").await.1)
}

/// A copy of the PostgreSQL database `template`, which must not be in use.
pub async fn postgres_from(server: &str, template: &str) -> TestDatabase {
    let (_, url) = create(server, template).await;
    opened(url, None).await
}

/// A fresh PostgreSQL database with the collation of `locale`, if PostgreSQL is available.
pub async fn postgres_of_locale(locale: &str) -> Option<TestDatabase> {
    let how = format!("template0 LOCALE_PROVIDER icu ICU_LOCALE '{locale}'");
    let (_, url) = create(&postgres_server()?, &how).await;
    migrate(&url).await;
    Some(opened(url, None).await)
}

/// Creates a copy of the database `template`; returns its name and its URL.
async fn create(server: &str, template: &str) -> (String, String) {
    let name = format!("atrium_{}", Uuid::from_bytes(rand_bytes()).simple());
    let mut admin = PgConnection::connect(server).await.unwrap();
    // Copying the files takes half the time of writing each page into the log, which is what PostgreSQL prefers.
    let sql = format!("CREATE DATABASE {name} STRATEGY FILE_COPY TEMPLATE {template}");
    admin.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
    admin.close().await.unwrap();
    let mut url = url::Url::parse(server).unwrap();
    url.set_path(&name);
    (name, url.to_string())
}

fn rand_bytes() -> [u8; 16] {
    atrium::random::Random::system().bytes()
}

/// Options with a long wait for a connection, because a busy machine is not an outage. Only tests
/// of outages wait as briefly as the server does.
fn patient(url: &str) -> DbOptions {
    DbOptions {
        acquire_timeout: Duration::from_secs(60),
        ..DbOptions::new(url)
    }
}

async fn migrate(url: &str) {
    let db = Db::connect(&patient(url)).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
}

async fn opened(url: String, folder: Option<tempfile::TempDir>) -> TestDatabase {
    TestDatabase {
        db: Db::connect(&patient(&url)).await.unwrap(),
        url,
        _folder: folder,
    }
}

/// Holds up a write until `event`. The thread of SQLite's writer is blocked meanwhile, as it is while the disk is slow.
pub async fn hold<T>(engine: Engine, event: impl Future<Output = T>) -> T {
    match engine {
        Engine::Sqlite => Handle::current().block_on(event),
        Engine::Postgres => event.await,
    }
}

/// The number of statements that wait for a lock in this database.
pub async fn waiting(db: &Db) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity \
               WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let mut view = db.read().await.unwrap();
    let (waiting,) = SqlQuery::kept(sql).fetch_one(&mut view).await.unwrap();
    waiting
}

/// Makes `call` and another write wait for each other. The other write locks what `call` needs (`first`); once `call`
/// waits, it asks for what `call` has locked (`second`).
pub fn crossed<'a, T: 'a>(
    db: &'a Db,
    [first, second]: [String; 2],
    call: impl Future<Output = T> + 'a,
) -> LocalBoxFuture<'a, T> {
    Box::pin(async move {
        let (locks, waits) = (watch::Sender::new(0), CancellationToken::new());
        let (process, is_waited_for) = (locks.subscribe(), waits.clone());
        let other = db.write_with_retry::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                rows::run(tx, first).await?;
                let process = "SELECT CAST(pg_backend_pid() AS BIGINT)";
                let (process,) = SqlQuery::kept(process).fetch_one::<(i64,)>(tx).await?;
                locks.send_replace(process);
                is_waited_for.cancelled().await;
                rows::run(tx, second).await
            })
        });
        let mut begun = process.clone();
        let call = async {
            begun.wait_for(|process| *process != 0).await.unwrap();
            call.await
        };
        let watch = async {
            loop {
                // A condition would keep the value borrowed while the write waits to replace it.
                let process = *process.borrow();
                if is_blocking(db, process).await {
                    break;
                }
                tokio::task::yield_now().await;
            }
            waits.cancel();
        };
        let (other, value, ()) = tokio::join!(other, call, watch);
        other.unwrap();
        value
    })
}

/// True if a statement in this database waits for a lock of this process of PostgreSQL.
async fn is_blocking(db: &Db, process: i64) -> bool {
    let sql = "SELECT CAST(count(*) AS BIGINT) FROM pg_stat_activity \
        WHERE datname = current_database() AND CAST($1 AS BIGINT) = ANY(pg_blocking_pids(pid))";
    let mut view = db.read().await.unwrap();
    let (many,) = SqlQuery::kept(sql)
        .bind(process)
        .fetch_one::<(i64,)>(&mut view)
        .await
        .unwrap();
    many > 0
}
