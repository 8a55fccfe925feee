//! Deletes files that nothing uses, and what is left of uploads that did not end.

use std::time::Duration;

use async_trait::async_trait;

use super::file_store::Size;
use super::shelf::Shelf;
use super::store;
use crate::clock::{DAY, MINUTE, Millis};
use crate::db::{Db, DbError};
use crate::jobs::Routine;

/// How long a file is kept that nothing uses: an upload and the form that uses it are two requests.
pub const KEPT_UNUSED: Millis = DAY;
/// How long an upload may take at most, with its drawing; later, what is left of it is deleted.
const ARRIVES_WITHIN: Millis = 15 * MINUTE;
/// How often.
const EVERY: Duration = Duration::from_secs(300);
/// Files that are retired by one write.
const AT_ONCE: i64 = 100;

/// The routine.
#[derive(Clone, Debug)]
pub struct FileSweep(pub Shelf);

impl FileSweep {
    /// Deletes every file that nothing uses since `before`.
    async fn retire_all(&self, db: &Db, before: Millis) -> Result<(), DbError> {
        while self.retire(db, before).await? {}
        Ok(())
    }

    /// Deletes the files of one write; true if there may be more. A file whose bytes cannot be deleted is tried again in the
    /// next round.
    async fn retire(&self, db: &Db, before: Millis) -> Result<bool, DbError> {
        let retired = db
            .write::<_, DbError, _>(move |tx| Box::pin(store::retire(tx, before, AT_ONCE)))
            .await?;
        let is_full = i64::try_from(retired.len()).unwrap_or(i64::MAX) == AT_ONCE;
        let mut all_gone = true;
        for place in retired {
            let mut gone = Ok(());
            for size in [Size::Large, Size::Small] {
                gone = gone.and(self.0.delete(&size.place(&place)).await);
            }
            if let Err(error) = gone {
                tracing::warn!(%error, "a file that nothing uses was not deleted");
                all_gone = false;
                continue;
            }
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { store::forget(tx, &place).await })
            })
            .await?;
        }
        Ok(is_full && all_gone)
    }
}

/// Counts the bytes of all files again, if the kept number is not their sum: a process of an earlier version keeps none.
async fn count_again(db: &Db) -> Result<(), DbError> {
    let is_counted = store::is_counted(&mut db.read().await?).await?;
    if is_counted {
        return Ok(());
    }
    tracing::info!("counted the bytes of all files again");
    db.write::<_, DbError, _>(|tx| Box::pin(store::count_space(tx)))
        .await
}

#[async_trait]
impl Routine for FileSweep {
    fn name(&self) -> &'static str {
        "unused_files"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let retired = self.retire_all(db, now - KEPT_UNUSED).await;
        // The shelf counts by the clock of its own machine.
        match self.0.clean(now - ARRIVES_WITHIN).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "deleted what was left of uploads"),
            Err(error) => tracing::warn!(%error, "what is left of uploads was not deleted"),
        }
        retired?;
        count_again(db).await
    }
}
