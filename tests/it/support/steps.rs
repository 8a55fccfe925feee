//! Counts the steps of SQLite, which are the same on a busy machine. PostgreSQL counts none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use atrium::db::{Conn, Db, DbError, Reads as _, WriteTx};
use futures_util::future::BoxFuture;

const ROUNDED_TO: u32 = 100;

/// The result of `read`, and the steps that SQLite took for it, to the hundred.
pub async fn counted<T, F>(db: &Db, read: F) -> (T, u64)
where
    T: Send + 'static,
    F: for<'t> FnOnce(&'t mut WriteTx) -> BoxFuture<'t, Result<T, DbError>> + Send + 'static,
{
    let calls = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&calls);
    let done = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            if let Conn::SqliteWriter(conn) = tx.conn() {
                let count = move || {
                    counter.fetch_add(1, Ordering::Relaxed);
                    false
                };
                let every = ROUNDED_TO.cast_signed();
                conn.progress_handler(every, Some(count)).unwrap();
            }
            let done = read(tx).await?;
            if let Conn::SqliteWriter(conn) = tx.conn() {
                conn.progress_handler(0, None::<fn() -> bool>).unwrap();
            }
            Ok(done)
        })
    });
    let done = done.await.unwrap();
    let steps = calls.load(Ordering::Relaxed) * u64::from(ROUNDED_TO);
    (done, steps)
}
