//! Writes the counts of a process: every ten seconds and at its end, one row for each count. A killed process loses the
//! counts of the last ten seconds (decision 0093).

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;

use super::figure::Figure;
use super::store::{active_days, event_counts};
use crate::clock::{MINUTE, Millis, SECOND};
use crate::days::{day_began, today};
use crate::db::tallies::Tally;
use crate::db::{Db, DbError, WriteTx};

/// How often counts are written.
const EVERY: Duration = Duration::from_secs(10);
/// Counts and people in one write: limits how long other writes wait.
const WRITE: usize = 256;

/// Writes the counts of one process. It is cheap to clone.
#[derive(Clone)]
pub struct Counters {
    db: Db,
    zone: TimeZone,
    seen: Arc<Mutex<Seen>>,
}

/// The people whom this process has already counted on a day, as hashes. Two people with one hash count as one.
#[derive(Default)]
struct Seen {
    day_at: Millis,
    people: HashSet<u64>,
}

/// Counts of one write: their kind, span, subject, time and part.
type Rows = BTreeMap<(&'static str, i64, String, Millis, &'static str), i64>;

impl Counters {
    /// Counters of this process; `zone` is where its days begin.
    pub fn new(db: &Db, zone: &TimeZone) -> Self {
        Self {
            db: db.clone(),
            zone: zone.clone(),
            seen: Arc::default(),
        }
    }

    /// Writes every ten seconds, and at `stop`.
    pub async fn keep(&self, stop: CancellationToken) {
        loop {
            let stopped = stop.run_until_cancelled(tokio::time::sleep(EVERY)).await;
            if let Err(error) = self.flush().await {
                tracing::warn!(%error, "figures wait for the database");
            }
            if stopped.is_none() {
                return;
            }
        }
    }

    /// Writes what was counted since the last time.
    ///
    /// # Errors
    /// The database failed. What is unwritten is written the next time.
    pub async fn flush(&self) -> Result<(), DbError> {
        let taken = self.db.tallies().take();
        let mut parts = taken.chunks(WRITE);
        while let Some(part) = parts.next() {
            if let Err(error) = self.write(part).await {
                let unwritten = part.iter().chain(parts.flatten());
                for (tally, many) in unwritten {
                    self.db.tallies().add(tally.clone(), *many);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    async fn write(&self, part: &[(Tally, i64)]) -> Result<(), DbError> {
        let (people, rows) = self.sorted(part);
        let hashes: Vec<_> = people
            .iter()
            .map(|(id, times)| (hash(id), times.day))
            .collect();
        let written = self
            .db
            .write::<_, DbError, _>(move |tx| Box::pin(async move { put(tx, people, rows).await }));
        written.await?;
        let mut seen = self.seen();
        for (person, day_at) in hashes {
            if day_at > seen.day_at {
                *seen = Seen {
                    day_at,
                    people: HashSet::new(),
                };
            }
            if day_at == seen.day_at {
                seen.people.insert(person);
            }
        }
        Ok(())
    }

    /// The people to count, unless they were, and the rows of all other counts.
    fn sorted(&self, part: &[(Tally, i64)]) -> (BTreeMap<String, Times>, Rows) {
        let (mut people, mut rows) = (BTreeMap::new(), Rows::new());
        let seen = self.seen();
        for (tally, many) in part {
            let times = self.times(tally.at);
            if tally.kind == Figure::Active.as_str() {
                let known = times.day < seen.day_at
                    || times.day == seen.day_at && seen.people.contains(&hash(&tally.subject));
                if !known {
                    people.entry(tally.subject.clone()).or_insert(times);
                }
                continue;
            }
            add(&mut rows, (tally, times), *many);
        }
        (people, rows)
    }

    fn times(&self, at: Millis) -> Times {
        Times {
            hour: hour_began(at, &self.zone),
            day: self.day(at),
        }
    }

    fn day(&self, at: Millis) -> Millis {
        day_began(today(at, &self.zone), &self.zone)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the hour and the day of a count began.
#[derive(Clone, Copy)]
struct Times {
    hour: Millis,
    day: Millis,
}

fn add(rows: &mut Rows, (tally, times): (&Tally, Times), many: i64) {
    let mut add = |span, at| {
        let row = (tally.kind, span, tally.subject.clone(), at, tally.part);
        *rows.entry(row).or_default() += many;
    };
    add(event_counts::DAY, times.day);
    if Figure::has_hours(tally.kind) {
        add(event_counts::HOUR, times.hour);
    }
}

/// Writes in one order, so that two processes do not deadlock.
async fn put(
    tx: &mut WriteTx,
    people: BTreeMap<String, Times>,
    mut rows: Rows,
) -> Result<(), DbError> {
    for (id, times) in people {
        if active_days::note(tx, &id, times.day).await? {
            let tally = Tally {
                kind: Figure::Active.as_str(),
                subject: String::new(),
                at: times.hour,
                part: "",
            };
            add(&mut rows, (&tally, times), 1);
        }
    }
    for ((kind, span, subject, at, part), many) in rows {
        event_counts::add(tx, (kind, span, &subject), at, (part, many)).await?;
    }
    Ok(())
}

/// When the hour of `at` began in `zone`, where it may begin at a half.
fn hour_began(at: Millis, zone: &TimeZone) -> Millis {
    Timestamp::from_millisecond(at).map_or(at, |time| {
        let there = time.to_zoned(zone.clone());
        let within = Millis::from(there.minute()) * MINUTE + Millis::from(there.second()) * SECOND;
        at - within - Millis::from(there.millisecond())
    })
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

impl std::fmt::Debug for Counters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Counters")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_begins_where_the_zone_says() {
        let kolkata = TimeZone::fixed(jiff::tz::Offset::from_seconds(19_800).unwrap());
        // 2027-03-26 at 23:40:05.007 UTC is 05:10:05.007 the next day there.
        let at = 1_806_104_405_007;
        assert_eq!(hour_began(at, &TimeZone::UTC), 1_806_102_000_000);
        assert_eq!(hour_began(at, &kolkata), 1_806_103_800_000);
    }
}
