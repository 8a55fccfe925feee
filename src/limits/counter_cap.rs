//! The cap of all counters: strangers create them with every invented name and every address.
//!
//! A process counts the counters that it creates, and from time to time all counters. Above the cap the least used ones
//! are deleted. A counter that delays attempts is used up, so a flood would first have to use up its own counters as
//! far. The choice does not depend on whether an account has the name (attack 14).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::store;
use crate::db::{Db, DbError};

/// New counters of this process after which all are counted.
const CHECKED_AFTER: u32 = 256;
/// The part of the cap that is deleted in addition, so that the search for the least used ones is rare.
const SPARE: i64 = 32;

/// The cap; cheap to clone, one for the whole process.
#[derive(Clone, Debug)]
pub(super) struct CounterCap {
    most: i64,
    new: Arc<AtomicU32>,
}

impl CounterCap {
    pub fn new(most: u32) -> Self {
        Self {
            most: i64::from(most),
            new: Arc::default(),
        }
    }

    /// Notes that a write makes `new` counters.
    pub fn add(&self, new: u32) {
        self.new.fetch_add(new, Ordering::Relaxed);
    }

    /// Deletes some counters if there are too many. Looks only after enough new ones.
    pub async fn check(&self, db: &Db) {
        // Only one of several simultaneous checks continues.
        if self.new.load(Ordering::Relaxed) < CHECKED_AFTER
            || self.new.swap(0, Ordering::Relaxed) < CHECKED_AFTER
        {
            return;
        }
        if let Err(error) = self.keep(db).await {
            tracing::warn!(%error, "cannot delete counters of failures that are too many");
        }
    }

    async fn keep(&self, db: &Db) -> Result<(), DbError> {
        let found = {
            let mut tx = db.read().await?;
            store::count(&mut tx).await?
        };
        if found <= self.most {
            return Ok(());
        }
        let many = found - self.most + self.most / SPARE;
        let deleted = db
            .write_with_retry::<_, DbError, _>(move |tx| Box::pin(store::give_up(tx, many)))
            .await?;
        metrics::counter!("atrium_limits_given_up_total").increment(deleted);
        Ok(())
    }
}
