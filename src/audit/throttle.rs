//! How many refusals are written: whoever sends bad requests all day must not fill the disk.
//!
//! Of each kind and address network, [`KEPT`] entries of a minute are written. The rest are counted,
//! and one entry tells the number when the minute is over.

use std::collections::HashMap;

use super::{Entry, Event};
use crate::clock::{MINUTE, Millis};
use crate::http::peer::network;
use crate::random::Random;

/// Entries of one kind and network that are written within [`SPAN`].
pub const KEPT: u64 = 20;
/// How long refusals are counted together.
pub const SPAN: Millis = MINUTE;
/// Networks that are counted apart; all others share one count, so that memory is bounded too.
const NETWORKS: usize = 2_000;

/// Whose refusals are counted together.
type Key = (&'static str, String);

#[derive(Default)]
pub(super) struct Throttle {
    open: HashMap<Key, Window>,
}

struct Window {
    began: Millis,
    count: u64,
    /// The last that was not written: its address stands for the network.
    last: Option<Entry>,
}

impl Throttle {
    /// The entries to write now that `entry` has come: itself, unless too many came before it.
    pub fn take(&mut self, entry: Entry, random: &Random) -> Vec<Entry> {
        let mut due = Vec::new();
        let key = self.key(&entry);
        if self.open.get(&key).is_some_and(|old| old.is_over(entry.at)) {
            due.extend(self.open.remove(&key).and_then(|old| old.told(random)));
        }
        let window = self.open.entry(key).or_insert_with(|| Window {
            began: entry.at,
            count: 0,
            last: None,
        });
        window.count += 1;
        if window.count <= KEPT {
            due.push(entry);
        } else {
            let kind = entry.event.kind();
            metrics::counter!("atrium_audit_suppressed_total", "kind" => kind).increment(1);
            window.last = Some(entry);
        }
        due
    }

    /// Closes the counts that are over at `now`, or all without a moment; answers what they tell.
    pub fn close(&mut self, now: Option<Millis>, random: &Random) -> Vec<Entry> {
        let over = |_: &Key, window: &mut Window| now.is_none_or(|now| window.is_over(now));
        let closed = self.open.extract_if(over);
        closed
            .filter_map(|(_, window)| window.told(random))
            .collect()
    }

    fn key(&self, entry: &Entry) -> Key {
        let network = entry.origin.address.map(network).unwrap_or_default();
        let key = (entry.event.kind(), network);
        if self.open.len() < NETWORKS || self.open.contains_key(&key) {
            return key;
        }
        (key.0, "elsewhere".to_owned())
    }
}

impl Window {
    /// A clock put back opens no window for long; requests at once may come a little out of order.
    fn is_over(&self, now: Millis) -> bool {
        (now - self.began).abs() >= SPAN
    }

    /// What was left out, as an entry.
    fn told(self, random: &Random) -> Option<Entry> {
        let last = self.last?;
        let event = Event::RefusalsSuppressed {
            of: last.event.kind(),
            count: self.count - KEPT,
        };
        let mut entry = Entry::new(event, random, last.at);
        entry.origin.address = last.origin.address;
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Origin, SignInRefusal};

    const NOW: Millis = 1_000_000_000;

    fn refusal(address: [u8; 4], at: Millis) -> Entry {
        let event = Event::SignInRefused {
            reason: SignInRefusal::Delayed,
        };
        Entry::new(event, &Random::seeded(1), at).origin(&Origin {
            address: Some(address.into()),
            request_id: None,
        })
    }

    /// A thousand of one address leave [`KEPT`] and one that tells the rest; others are untouched.
    #[test]
    fn a_flood_is_counted_and_not_kept() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        let mut kept = 0;
        for _ in 0..1_000 {
            kept += throttle.take(refusal([192, 0, 2, 7], NOW), &random).len() as u64;
        }
        assert_eq!(kept, KEPT);
        assert_eq!(
            throttle.take(refusal([192, 0, 2, 8], NOW), &random).len(),
            1
        );
        assert!(throttle.close(Some(NOW + SPAN - 1), &random).is_empty());
        let next = throttle.take(refusal([192, 0, 2, 7], NOW + SPAN), &random);
        let told = Event::RefusalsSuppressed {
            of: "sign_in.refused",
            count: 1_000 - KEPT,
        };
        assert_eq!((next.len(), &next[0].event), (2, &told));
    }

    /// Requests at once are not in the order of their times: that opens no second count.
    #[test]
    fn a_flood_out_of_order_is_counted_too() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        let kept = (0..1_000).map(|n| {
            let entry = refusal([192, 0, 2, 7], NOW - n % 3);
            throttle.take(entry, &random).len() as u64
        });
        assert_eq!(kept.sum::<u64>(), KEPT);
    }

    #[test]
    fn what_was_left_out_is_told_at_the_stop_too() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        for _ in 0..=KEPT {
            throttle.take(refusal([192, 0, 2, 7], NOW), &random);
        }
        let told = throttle.close(None, &random);
        assert_eq!(told.len(), 1);
        assert!(throttle.close(None, &random).is_empty());
    }

    /// More networks than are counted apart share one count.
    #[test]
    fn memory_is_bounded() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        for n in 0..10_000_u32 {
            throttle.take(refusal(n.to_be_bytes(), NOW), &random);
        }
        assert!(throttle.open.len() <= NETWORKS + 1);
    }
}
