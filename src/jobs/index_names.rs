//! Indexes the names of rows that are not in the search index yet.

use std::time::Duration;

use async_trait::async_trait;

use super::Routine;
use crate::clock::Millis;
use crate::db::list::List;
use crate::db::{Db, DbError};

/// Rows that are indexed per write: limits how long other writes wait.
const INDEXED_AT_ONCE: i64 = 100;
/// How often the routine looks for rows that are not in the index.
const INDEX_EVERY: Duration = Duration::from_secs(60);

/// Indexes the names of these lists, for example after a migration or a bulk load, in small writes, so that other
/// writes do not wait. It continues after a restart.
#[derive(Clone, Copy, Debug)]
pub struct IndexNames(pub &'static [&'static List]);

#[async_trait]
impl Routine for IndexNames {
    fn name(&self) -> &'static str {
        "index_names"
    }

    fn every(&self) -> Duration {
        INDEX_EVERY
    }

    async fn run(&self, db: &Db, _: Millis) -> Result<(), DbError> {
        for list in self.0 {
            index(db, list).await?;
        }
        Ok(())
    }
}

async fn index(db: &Db, list: &'static List) -> Result<(), DbError> {
    let mut all = 0;
    loop {
        let step = db.write::<_, DbError, _>(move |tx| {
            Box::pin(list.index_missing_names(tx, INDEXED_AT_ONCE))
        });
        let indexed = step.await?;
        all += indexed;
        if i64::try_from(indexed).unwrap_or(i64::MAX) < INDEXED_AT_ONCE {
            break;
        }
    }
    if all > 0 {
        tracing::info!(list = list.name, rows = all, "indexed names");
    }
    Ok(())
}
