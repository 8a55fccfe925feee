//! When each client last got a token. Kept in memory and written every half minute, so that issuing a token writes
//! nothing for it; a crash loses the uses since the last round.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::store;
use crate::clock::Millis;
use crate::db::{Db, DbError};

/// The last use of each client since the last round; cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Uses(Arc<Mutex<HashMap<String, Millis>>>);

impl Uses {
    /// Notes that the client got a token at `now`.
    pub fn note(&self, client_id: &str, now: Millis) {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match uses.get_mut(client_id) {
            Some(last) => *last = now.max(*last),
            None => drop(uses.insert(client_id.to_owned(), now)),
        }
    }

    /// Writes what was noted since the last time.
    ///
    /// # Errors
    /// The database failed. These uses are not written again.
    pub async fn write(&self, db: &Db) -> Result<(), DbError> {
        let uses = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if uses.is_empty() {
            return Ok(());
        }
        // All writers use one order, so that two processes do not deadlock.
        let mut uses: Vec<_> = uses.into_iter().collect();
        uses.sort_unstable();
        db.write(move |tx| {
            Box::pin(async move {
                for (client_id, at) in &uses {
                    store::used(tx, client_id, *at).await?;
                }
                Ok(())
            })
        })
        .await
    }
}
