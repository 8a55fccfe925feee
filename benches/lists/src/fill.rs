//! Runs statements that write very many rows.

use atrium::db::{Conn, Db, DbError, Engine, Reads as _, SqlQuery, bulk};

use super::Fault;

/// Runs these statements on PostgreSQL, where autovacuum would do so by itself.
pub async fn analyse(db: &Db, statements: &[&'static str]) -> Result<(), Fault> {
    let mut view = db.read().await?;
    if let Conn::Postgres(conn) = view.conn() {
        for sql in [&["SET statement_timeout = 0", "COMMIT"], statements].concat() {
            drop(sqlx::query(sql).execute(&mut *conn).await);
        }
    }
    Ok(())
}

/// The indexes of `table` that a statement created: the name and the statement of each.
pub async fn indexes(db: &Db, table: &'static str) -> Result<Vec<(String, String)>, Fault> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL"
        }
        Engine::Postgres => {
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef NOT LIKE '%UNIQUE%'"
        }
    };
    let mut view = db.read().await?;
    Ok(SqlQuery::kept(sql).bind(table).fetch_all(&mut view).await?)
}

pub async fn run(db: &Db, statements: Vec<String>) -> Result<(), DbError> {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for sql in statements {
                bulk::take_time(tx).await?;
                SqlQuery::composed(sql).execute(tx).await?;
            }
            Ok(())
        })
    })
    .await
}
