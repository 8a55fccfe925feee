//! Reads have a time limit, so that a few slow ones cannot block all others (attack 44).

use std::time::Duration;

use atrium::db::{Db, DbError, DbOptions, ReadTx, SqlQuery};

use crate::support::database::{self, TestDatabase};

/// A statement that runs for hours.
const ENDLESS: &str = "WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
    SELECT n + 1 FROM numbers WHERE n < 1000000000000) SELECT CAST(COUNT(*) AS BIGINT) FROM numbers";

/// A handle with one connection for reading and this time limit.
async fn limited(database: &TestDatabase, limit: Duration) -> Db {
    let options = DbOptions {
        connections: 1,
        statement_timeout: limit,
        acquire_timeout: Duration::from_secs(60),
        ..DbOptions::new(&database.url)
    };
    Db::connect(&options).await.unwrap()
}

async fn number(tx: &mut ReadTx, sql: &str) -> Result<i64, DbError> {
    let (number,) = SqlQuery::composed(sql.to_owned()).fetch_one(tx).await?;
    Ok(number)
}

#[tokio::test]
async fn attack_44_a_slow_read_is_ended_and_its_connection_serves_the_next() {
    for database in database::each_engine().await {
        let db = limited(&database, Duration::from_millis(100)).await;
        for _ in 0..2 {
            let mut tx = db.read().await.unwrap();
            let ended = number(&mut tx, ENDLESS).await;
            assert!(matches!(ended, Err(DbError::TooSlow(_))), "{ended:?}");
            assert!(ended.unwrap_err().is_unavailable(), "each door answers 503");
        }
        let mut view = db.view().await.unwrap();
        assert!(matches!(
            number(&mut view, ENDLESS).await,
            Err(DbError::TooSlow(_))
        ));
        drop(view);
        let mut tx = db.read().await.unwrap();
        assert_eq!(
            number(&mut tx, "SELECT CAST(7 AS BIGINT)").await.unwrap(),
            7
        );
        drop(tx);
        db.close().await;
    }
}

/// The limit applies to each statement, not to a whole view.
#[tokio::test]
async fn each_statement_has_the_whole_limit() {
    let database = database::sqlite().await;
    let db = limited(&database, Duration::from_millis(300)).await;
    let work = ENDLESS.replace("1000000000000", "20000");
    let mut view = db.view().await.unwrap();
    let begun = std::time::Instant::now();
    while begun.elapsed() < Duration::from_millis(900) {
        assert_eq!(number(&mut view, &work).await.unwrap(), 20_000);
    }
}

/// If nobody waits for a request any more, it returns its connection at once.
#[tokio::test]
async fn attack_44_an_abandoned_read_is_ended() {
    let database = database::sqlite().await;
    let db = limited(&database, Duration::from_secs(3_600)).await;
    for _ in 0..2 {
        let mut tx = db.read().await.unwrap();
        let read = number(&mut tx, ENDLESS);
        let gone = tokio::time::timeout(Duration::from_millis(50), read).await;
        assert!(gone.is_err());
        drop(tx);
        let mut next = db.read().await.unwrap();
        assert_eq!(
            number(&mut next, "SELECT CAST(7 AS BIGINT)").await.unwrap(),
            7
        );
    }
}

/// Our statements are short, so PostgreSQL does not compile them to machine code, even if its own setting says so.
#[tokio::test]
async fn postgresql_compiles_no_statement() {
    if let Some(database) = database::postgres_if_available().await {
        let mut tx = database.db.read().await.unwrap();
        let sql = "SELECT COUNT(*) FROM pg_settings WHERE name = 'jit' AND setting = 'off' AND source = 'client'";
        assert_eq!(number(&mut tx, sql).await.unwrap(), 1);
    }
}
