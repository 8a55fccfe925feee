//! What a process counts in memory until somebody writes it down. A count of a transaction is added after its commit and
//! before its caller gets an answer, so nothing that was rolled back is counted, and no transaction waits for a counter.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use atrium_base::clock::Millis;

use super::{Db, WriteTx};

/// The most different counts at once, if the database is down for so long. Further ones are lost.
pub const MOST: usize = 100_000;
/// Counts of this long are added up, because each time zone begins its hours at a multiple of it.
const TOGETHER: Millis = 15 * 60_000;

/// What is counted. Only words of the program and ids of stored things belong here, never a text that a stranger sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tally {
    pub kind: &'static str,
    pub subject: String,
    /// When it happened, or shortly before.
    pub at: Millis,
    pub part: &'static str,
}

/// The counts of a process. It is cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Tallies(Arc<Mutex<HashMap<Tally, i64>>>);

impl Tallies {
    /// Adds `many` to a count.
    pub fn add(&self, tally: Tally, many: i64) {
        let at = tally.at - tally.at.rem_euclid(TOGETHER);
        let tally = Tally { at, ..tally };
        let mut counts = self.counts();
        if let Some(count) = counts.get_mut(&tally) {
            *count = count.saturating_add(many);
        } else if counts.len() < MOST {
            counts.insert(tally, many);
        } else {
            metrics::counter!("atrium_figures_dropped_total").increment(1);
        }
    }

    /// Takes all counts, sorted, and begins again.
    pub fn take(&self) -> Vec<(Tally, i64)> {
        let taken = std::mem::take(&mut *self.counts());
        let mut taken: Vec<_> = taken.into_iter().collect();
        taken.sort_unstable();
        taken
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Tally, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Db {
    /// The counts of this process.
    pub fn tallies(&self) -> &Tallies {
        self.commits().tallies()
    }
}

impl WriteTx {
    /// Adds `many` to a count after the commit.
    pub fn tally(&mut self, tally: Tally, many: i64) {
        let tallies = self.announcements.tallies();
        self.after_commit(move || tallies.add(tally, many));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(subject: &str, at: Millis) -> Tally {
        Tally {
            kind: "opened",
            subject: subject.to_owned(),
            at,
            part: "",
        }
    }

    /// Attack 44: a database that is away costs limited memory.
    #[test]
    fn memory_is_bounded() {
        let tallies = Tallies::default();
        for number in 0..MOST + 10 {
            tallies.add(tally(&number.to_string(), 0), 1);
        }
        tallies.add(tally("0", 1), 1);
        let taken = tallies.take();
        assert_eq!(taken.len(), MOST);
        assert!(taken.contains(&(tally("0", 0), 2)), "known counts go on");
        assert!(tallies.take().is_empty());
    }

    #[test]
    fn counts_of_a_quarter_of_an_hour_are_added_up() {
        let tallies = Tallies::default();
        for at in [0, TOGETHER - 1, TOGETHER] {
            tallies.add(tally("7", at), 2);
        }
        let taken = tallies.take();
        assert_eq!(taken, [(tally("7", 0), 4), (tally("7", TOGETHER), 2)]);
    }
}
