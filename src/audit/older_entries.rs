//! Gives entries from versions without objects the object that their columns name.

use std::time::Duration;

use async_trait::async_trait;

use super::store::objects;
use crate::clock::{DAY, Millis};
use crate::db::{Db, DbError, installation};
use crate::jobs::Routine;

/// Entries per write: limits how long other writes wait.
const AT_ONCE: i64 = 500;
/// How often it looks for entries that older processes have written since.
const EVERY: Duration = Duration::from_secs(600);
/// How long after an upgrade older processes may still write entries without an object.
const MIXED: Millis = DAY;
/// The stored fact with its progress.
const FACT: &str = "audit_objects";
/// The value of the fact when all is done.
const DONE: &str = "done";

/// Gives older entries their object, in small writes from the oldest on, so that neither the
/// upgrade nor other writes wait. It continues after a restart and stops for good a day after the
/// upgrade.
#[derive(Clone, Copy, Debug)]
pub struct OlderEntries;

/// Its progress: the last entry, and the upper limit of the times to process.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Progress {
    until: Millis,
    at: Millis,
    id: String,
}

impl Progress {
    fn begin(now: Millis) -> Self {
        Self {
            until: now + MIXED,
            at: 0,
            id: String::new(),
        }
    }

    fn read(fact: &str) -> Option<Self> {
        let (until, rest) = fact.split_once(' ')?;
        let (at, id) = rest.split_once(' ')?;
        Some(Self {
            until: until.parse().ok()?,
            at: at.parse().ok()?,
            id: id.to_owned(),
        })
    }

    fn written(&self) -> String {
        format!("{} {} {}", self.until, self.at, self.id)
    }
}

#[async_trait]
impl Routine for OlderEntries {
    fn name(&self) -> &'static str {
        "audit_objects"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        while piece(db, now).await? {}
        Ok(())
    }
}

/// Processes the next entries; false if there were none.
async fn piece(db: &Db, now: Millis) -> Result<bool, DbError> {
    db.write(move |tx| {
        Box::pin(async move {
            let fact = installation::find(tx, FACT).await?;
            let fact = fact.as_deref();
            if fact == Some(DONE) {
                return Ok(false);
            }
            let known = fact.and_then(Progress::read);
            let mut progress = known.unwrap_or_else(|| Progress::begin(now));
            let Progress { until, at, id } = &progress;
            let piece = objects::fill(tx, (*at, id), *until, AT_ONCE).await?;
            let more = piece.is_some();
            if let Some((at, id)) = piece {
                (progress.at, progress.id) = (at, id);
            }
            let over = !more && now >= progress.until;
            let stored = if over {
                DONE.to_owned()
            } else {
                progress.written()
            };
            installation::save(tx, FACT, &stored).await?;
            Ok(more)
        })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_read_as_it_was_written() {
        let progress = Progress {
            until: 5,
            at: 3,
            id: "an-id".to_owned(),
        };
        assert_eq!(Progress::read(&progress.written()), Some(progress));
        let begun = Progress::begin(7);
        assert_eq!(Progress::read(&begun.written()), Some(begun));
        assert_eq!(Progress::read("damaged"), None);
    }
}
