//! Limits the audit entries of tokens that a client gets for itself or renews.
//!
//! Per client, grant type and address network, [`KEPT`] entries a minute are written. The rest are counted, and one entry
//! has their number each time that entries are written. So every token is in the trail, singly or counted, and a killed
//! process loses at most the counts of the entries that it loses.

use std::collections::HashMap;

use atrium_listener::network::network;

use super::throttle::KEPT;
use super::window::Window;
use super::{Entry, Event};
use crate::clock::Millis;
use crate::random::Random;

/// The most counts at once. Beyond that, all networks of a client and grant type share one.
const COUNTS: usize = 10_000;

/// The grant type, the client and the network of tokens that are counted together.
type Key = (&'static str, Option<String>, String);

#[derive(Default)]
pub(super) struct Frequent {
    counts: HashMap<Key, Window>,
}

impl Frequent {
    /// Returns `entry` if it is to be written, else counts it.
    pub fn take(&mut self, entry: Entry) -> Option<Entry> {
        let key = self.place(&entry);
        let count = self.counts.entry(key);
        let count = count.or_insert_with(|| Window::at(entry.at));
        if count.is_over(entry.at) {
            count.began = entry.at;
            count.written = 0;
        }
        if count.written < KEPT {
            count.written += 1;
            return Some(entry);
        }
        count.suppressed += 1;
        count.last = Some(entry);
        None
    }

    /// The entries with the numbers of those that were counted since the last time.
    pub fn numbers(&mut self, now: Millis, random: &Random) -> Vec<Entry> {
        let number = |((grant_type, ..), window): (&Key, &mut Window)| {
            let count = std::mem::take(&mut window.suppressed);
            let last = window.last.take()?;
            let event = Event::TokensGranted { grant_type, count };
            let mut entry = Entry::new(event, random, last.at).origin(&last.origin);
            // The actor of a renewed token is a person, and the number is about many.
            entry.actor.clone_from(&last.client);
            entry.client = last.client;
            entry.origin.request_id = None;
            Some(entry)
        };
        let numbers = self.counts.iter_mut().filter_map(number).collect();
        self.counts.retain(|_, window| !window.is_over(now));
        numbers
    }

    fn place(&self, entry: &Entry) -> Key {
        let address = entry.origin.address;
        let of = |network: String| (entry.event.grant_type(), entry.client.clone(), network);
        let key = of(address.map(network).unwrap_or_default());
        if self.counts.len() < COUNTS || self.counts.contains_key(&key) {
            return key;
        }
        of(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::super::suppressed::SPAN;
    use super::*;
    use crate::audit::Origin;

    const NOW: Millis = 1_000_000_000;

    fn grant(grant_type: &'static str, client: &str, address: [u8; 4], at: Millis) -> Entry {
        let event = Event::TokenGranted {
            grant_type,
            scope: "reports".to_owned(),
            format: "opaque",
            refresh_token: false,
        };
        let origin = Origin {
            address: Some(address.into()),
            ..Origin::default()
        };
        let entry = Entry::new(event, &Random::seeded(1), at).origin(&origin);
        entry.account("dan").client(client)
    }

    fn counted(entries: &[Entry]) -> Vec<u64> {
        let number = |entry: &Entry| match entry.event {
            Event::TokensGranted { count, .. } => Some(count),
            _ => None,
        };
        entries.iter().filter_map(number).collect()
    }

    /// The first twenty of a client, network and minute singly, then their number. Nothing is lost.
    #[test]
    fn what_a_client_does_all_the_time_is_counted() {
        let (mut frequent, random) = (Frequent::default(), Random::seeded(1));
        let take = |frequent: &mut Frequent, grant_type, client, address, at| {
            frequent
                .take(grant(grant_type, client, address, at))
                .is_some()
        };
        let kept = (0..1_000)
            .filter(|_| {
                take(
                    &mut frequent,
                    "client_credentials",
                    "one",
                    [192, 0, 2, 7],
                    NOW,
                )
            })
            .count();
        assert_eq!(kept as u64, KEPT);
        for (grant_type, client, address) in [
            ("refresh_token", "one", [192, 0, 2, 7]),
            ("client_credentials", "two", [192, 0, 2, 7]),
            ("client_credentials", "one", [192, 0, 2, 8]),
        ] {
            assert!(take(&mut frequent, grant_type, client, address, NOW));
        }
        let numbers = frequent.numbers(NOW, &random);
        assert_eq!(counted(&numbers), [1_000 - KEPT]);
        let number = &numbers[0];
        assert_eq!(number.client.as_deref(), Some("one"));
        assert_eq!(number.actor.as_deref(), Some("one"));
        assert_eq!(number.account, None, "it tells of many people");
        assert_eq!(number.origin.address, Some([192, 0, 2, 7].into()));
        assert!(frequent.numbers(NOW, &random).is_empty(), "told once");

        let (last, next) = (NOW + SPAN - 1, NOW + SPAN);
        let of_one = |at| ("client_credentials", "one", [192, 0, 2, 7], at);
        let (kind, client, address, at) = of_one(last);
        assert!(!take(&mut frequent, kind, client, address, at));
        assert_eq!(counted(&frequent.numbers(last, &random)), [1]);
        let (kind, client, address, at) = of_one(next);
        assert!(
            take(&mut frequent, kind, client, address, at),
            "the next minute"
        );
        assert!(frequent.numbers(next + SPAN, &random).is_empty());
        assert!(frequent.counts.is_empty(), "forgotten when it is over");
    }

    /// Requests from any number of networks use limited memory, and are counted.
    #[test]
    fn memory_is_bounded() {
        let (mut frequent, random) = (Frequent::default(), Random::seeded(1));
        let mut told = 0;
        for number in 0..2 * u32::try_from(COUNTS).unwrap() {
            let entry = grant("refresh_token", "one", number.to_be_bytes(), NOW);
            told += u64::from(frequent.take(entry).is_some());
        }
        assert_eq!(frequent.counts.len(), COUNTS + 1);
        assert_eq!(told, COUNTS as u64 + KEPT);
        let rest = COUNTS as u64 - KEPT;
        assert_eq!(counted(&frequent.numbers(NOW, &random)), [rest]);
    }
}
