//! Entries of before objects were kept: gives them the object that their columns name.

use std::time::Duration;

use async_trait::async_trait;

use super::store::objects;
use crate::clock::{DAY, Millis};
use crate::db::{Db, DbError, installation};
use crate::jobs::Routine;

/// Entries that one write goes through: bounds how long others wait for the writer.
const AT_ONCE: i64 = 500;
/// How often it is looked for what older processes wrote since.
const EVERY: Duration = Duration::from_secs(600);
/// For so long after an upgrade older processes may still write entries without an object.
const MIXED: Millis = DAY;
/// The fact that tells how far it has come.
const FACT: &str = "audit_objects";
/// What the fact says when nothing is left to do, ever.
const DONE: &str = "done";

/// Gives older entries their object, piece by piece from the oldest, so that neither an upgrade waits
/// for it nor anybody else. It goes on where it stopped, and ends for good a day after the upgrade.
#[derive(Clone, Copy, Debug)]
pub struct OlderEntries;

/// How far it has come: behind this entry, and up to this moment.
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

/// Goes through one piece; false when nothing is left now.
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
            let told = if over {
                DONE.to_owned()
            } else {
                progress.written()
            };
            installation::save(tx, FACT, &told).await?;
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
