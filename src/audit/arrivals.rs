//! Entries are written to a table without indexes, with what they tell of, and sorted into the log shortly after, many at
//! a time: each index of the log would otherwise cost a page of its own at each commit (decision 0098).
//!
//! Readers sort what waits before they open their view, so an entry is there from its commit on. A move is one
//! transaction; any number of processes may move side by side.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::store::arrivals;
use crate::db::{Db, DbError, WriteTx};

/// How often entries are moved. The longer, the more entries share a page, and the longer the next reader waits.
const EVERY: Duration = Duration::from_secs(5);
/// Entries per write: limits how long other writes wait.
const WRITE: i64 = 256;

/// Moves entries until `stop`. What is left then is moved after the next start.
pub async fn settle_often(db: Db, stop: CancellationToken) {
    let pause = || stop.run_until_cancelled(tokio::time::sleep(EVERY));
    while pause().await.is_some() {
        if let Err(error) = settle(&db).await {
            tracing::warn!(%error, "audit entries wait to be sorted");
        }
    }
}

/// Moves all entries that were committed before, a few per write. Readers of the log call this before they open a view.
///
/// # Errors
/// The database failed. What is not moved yet is moved by the next call.
pub async fn settle(db: &Db) -> Result<(), DbError> {
    let Some(last) = arrivals::last(&mut db.read().await?).await? else {
        return Ok(());
    };
    loop {
        let last = last.clone();
        let moved =
            db.write(move |tx| Box::pin(async move { arrivals::settle(tx, &last, WRITE).await }));
        if !moved.await? {
            return Ok(());
        }
    }
}

/// Moves all entries in this transaction, which then changes some of them.
pub(super) async fn settle_all(tx: &mut WriteTx) -> Result<(), DbError> {
    match arrivals::last(tx).await? {
        Some(last) => arrivals::settle(tx, &last, i64::MAX).await.map(drop),
        None => Ok(()),
    }
}
