//! The report about refusals that were only counted: for each kind the networks with the most, and one entry for all
//! others.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{AuditContext, Entry, Event};
use crate::clock::{MINUTE, Millis};
use crate::random::Random;

/// The call of entries about the trail itself.
pub(super) const TASK: &str = "audit trail";
/// How long refusals are counted together.
pub const SPAN: Millis = MINUTE;

/// Networks of a kind with an entry of their own, within [`SPAN`].
const SINGLY: usize = 5;

/// Counts that are over and wait for their report.
#[derive(Default)]
pub(super) struct Suppressed {
    kinds: HashMap<&'static str, Counts>,
    reported_at: Option<Millis>,
}

#[derive(Default)]
struct Counts {
    /// The largest counts, each with its last refusal, whose address represents the network.
    largest: Vec<(u64, Entry)>,
    /// The number of the others, and the last of these.
    others: Option<(u64, Entry)>,
}

impl Suppressed {
    /// Adds `count` refusals of one network, of which `last` is the last.
    pub fn add(&mut self, count: u64, last: Entry) {
        let counts = self.kinds.entry(last.event.kind()).or_default();
        counts.largest.push((count, last));
        counts.largest.sort_by_key(|(count, _)| Reverse(*count));
        if counts.largest.len() <= SINGLY {
            return;
        }
        if let Some((count, last)) = counts.largest.pop() {
            let before = counts.others.take().map_or(0, |(before, _)| before);
            counts.others = Some((before + count, last));
        }
    }

    /// The entries to write at `now`; none within [`SPAN`] after the previous report. All if it is `None`.
    pub fn report(&mut self, now: Option<Millis>, random: &Random) -> Vec<Entry> {
        let is_early = |now: Millis| {
            let last = self.reported_at;
            last.is_some_and(|last| (now - last).abs() < SPAN)
        };
        if self.kinds.is_empty() || now.is_some_and(is_early) {
            return Vec::new();
        }
        self.reported_at = now;
        let mut entries = Vec::new();
        for counts in std::mem::take(&mut self.kinds).into_values() {
            for (count, last) in counts.largest {
                let address = last.origin.address;
                let mut entry = summary(count, &last, random);
                entry.origin.address = address;
                entries.push(entry);
            }
            // Many networks have no common address.
            entries.extend(
                counts
                    .others
                    .map(|(count, last)| summary(count, &last, random)),
            );
        }
        entries
    }
}

fn summary(count: u64, last: &Entry, random: &Random) -> Entry {
    let of = last.event.kind();
    AuditContext::of_server(last.at, random, TASK).entry(Event::RefusalsSuppressed { of, count })
}
