//! Limits how many refusals are written, so that bad requests cannot fill the disk.
//!
//! Per kind and address network, [`KEPT`] entries a minute are written, and no more in all than
//! [`super::quota`] allows. The rest are counted, and one entry has their number when the minute is
//! over ([`super::suppressed`]). If too many networks are counted, further ones share the count of a
//! larger network, so that a flood only hides refusals from its own neighbourhood.

use std::collections::HashMap;
use std::net::IpAddr;

use atrium_listener::network::network;
use ipnet::IpNet;

use super::Entry;
use super::quota::{Quota, Sort};
use super::suppressed::Suppressed;
use super::window::Window;
use crate::clock::Millis;
use crate::random::Random;

/// Entries per kind and network that are written within [`SPAN`].
pub const KEPT: u64 = 20;
/// The networks that share a quota.
const REGION: Width = Width::Prefix { v4: 16, v6: 32 };
/// The sizes of networks that are counted together, and how many counts of each size there may be.
/// An address without a free count uses the next larger size; the largest is one count for all. So
/// memory is limited too.
const WIDTHS: [(Width, usize); 4] = [
    (Width::Visitor, 2_000),
    (Width::Prefix { v4: 24, v6: 48 }, 1_000),
    (REGION, 1_000),
    (Width::World, usize::MAX),
];

#[derive(Clone, Copy)]
enum Width {
    /// An address as everywhere else ([`network`]).
    Visitor,
    /// The first bits of an address.
    Prefix {
        v4: u8,
        v6: u8,
    },
    World,
}

/// The sort and the network of refusals that are counted together. Refusals of known accounts are counted separately,
/// so that invented names do not hide them.
type Key = (Sort, String);

type Windows = HashMap<Key, Window>;

#[derive(Default)]
pub(super) struct Throttle {
    /// The open counts, for each of [`WIDTHS`].
    open: [Windows; WIDTHS.len()],
    quota: Quota,
    suppressed: Suppressed,
}

impl Throttle {
    /// The entries to write after `entry` arrives: the entry itself, unless there were too many
    /// before.
    pub fn take(&mut self, entry: Entry, random: &Random) -> Vec<Entry> {
        let mut due = Vec::new();
        let now = entry.at;
        let (at, key) = self.place(&entry);
        if self.open[at].get(&key).is_some_and(|old| old.is_over(now)) {
            let over = self.open[at].remove(&key);
            self.count(over);
            due.extend(self.suppressed.report(Some(now), random));
        }
        let sort = sort_of(&entry);
        let address = entry.origin.address;
        let region = address.map(|at| REGION.of(at)).unwrap_or_default();
        let window = self.open[at].entry(key).or_insert_with(|| Window::at(now));
        if window.written < KEPT && self.quota.take(sort, region, now) {
            window.written += 1;
            due.push(entry);
        } else {
            metrics::counter!("atrium_audit_suppressed_total", "kind" => sort.0).increment(1);
            window.suppressed += 1;
            window.last = Some(entry);
        }
        due
    }

    /// Closes the counts that have ended by `now`, or all if it is `None`; returns their entries.
    pub fn close(&mut self, now: Option<Millis>, random: &Random) -> Vec<Entry> {
        let over = |_: &Key, window: &mut Window| now.is_none_or(|now| window.is_over(now));
        let closed = self.open.iter_mut().flat_map(|open| open.extract_if(over));
        let closed: Vec<Window> = closed.map(|(_, window)| window).collect();
        self.count(closed);
        if let Some(now) = now {
            self.quota.forget(now);
        }
        self.suppressed.report(now, random)
    }

    /// Notes what was suppressed in counts that are over.
    fn count(&mut self, over: impl IntoIterator<Item = Window>) {
        for window in over {
            if let Some(last) = window.last {
                self.suppressed.add(window.suppressed, last);
            }
        }
    }

    /// The count for `entry`, by its size and its key: the smallest network's that has a count or room for one.
    fn place(&self, entry: &Entry) -> (usize, Key) {
        let (sort, address) = (sort_of(entry), entry.origin.address);
        let key = |width: Width| (sort, address.map(|at| width.of(at)).unwrap_or_default());
        let has_room = |(open, (width, most)): (&Windows, (Width, usize))| {
            open.len() < most || open.contains_key(&key(width))
        };
        let found = self.open.iter().zip(WIDTHS).position(has_room);
        let at = found.unwrap_or(WIDTHS.len() - 1);
        (at, key(WIDTHS[at].0))
    }
}

fn sort_of(entry: &Entry) -> Sort {
    (entry.event.kind(), entry.account.is_some())
}

impl Width {
    /// The network of this size with `address`.
    fn of(self, address: IpAddr) -> String {
        let address = address.to_canonical();
        let bits = match (self, address) {
            (Self::Visitor, _) => return network(address),
            (Self::World, _) => 0,
            (Self::Prefix { v4, .. }, IpAddr::V4(_)) => v4,
            (Self::Prefix { v6, .. }, IpAddr::V6(_)) => v6,
        };
        IpNet::new_assert(address, bits).trunc().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::suppressed::SPAN;
    use super::*;
    use crate::audit::{Event, Origin, SignInRefusal};

    const NOW: Millis = 1_000_000_000;

    fn refusal(address: impl Into<IpAddr>, at: Millis) -> Entry {
        let event = Event::SignInRefused {
            reason: SignInRefusal::Delayed,
        };
        Entry::new(event, &Random::seeded(1), at).origin(&Origin {
            address: Some(address.into()),
            ..Origin::default()
        })
    }

    /// For a thousand refusals from one address, [`KEPT`] entries are written, and one with the number of the rest.
    /// Other addresses are not affected.
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
        let summary = Event::RefusalsSuppressed {
            of: "sign_in.refused",
            count: 1_000 - KEPT,
        };
        assert_eq!((next.len(), &next[0].event), (2, &summary));
    }

    /// Parallel requests arrive out of order, which opens no second count.
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
    fn suppressed_refusals_are_reported_at_the_stop_too() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        for _ in 0..=KEPT {
            throttle.take(refusal([192, 0, 2, 7], NOW), &random);
        }
        let summary = throttle.close(None, &random);
        assert_eq!(summary.len(), 1);
        assert!(throttle.close(None, &random).is_empty());
    }

    fn floods(throttle: &mut Throttle, addresses: impl Iterator<Item = IpAddr>) {
        for address in addresses {
            throttle.take(refusal(address, NOW), &Random::seeded(1));
        }
    }

    /// An attacker who fills the counts from one region hides no refusals from other regions.
    #[test]
    fn a_flood_from_one_region_hides_no_other() {
        let v4 = (0..20_000_u32).map(|n| IpAddr::from((0x0a00_0000 + n).to_be_bytes()));
        let prefix = 0x2001_0db8_u128 << 96;
        let v6 = (0..20_000_u128).map(|n| IpAddr::from((prefix + (n << 64)).to_be_bytes()));
        let mut throttle = Throttle::default();
        floods(&mut throttle, v4.chain(v6));
        for other in ["192.0.2.7", "198.51.100.7", "2001:db9::7", "2001:dba::7"] {
            let entry = refusal(other.parse::<IpAddr>().unwrap(), NOW);
            let kept = throttle.take(entry, &Random::seeded(1)).len();
            assert_eq!(kept, 1, "the refusal of {other} is hidden");
        }
    }

    /// Even a flood from everywhere uses limited memory and disk.
    #[test]
    fn memory_is_bounded() {
        let mut throttle = Throttle::default();
        let most: usize = WIDTHS.iter().rev().skip(1).map(|(_, most)| most).sum();
        let v4 = (0..20_000_u32).map(|n| IpAddr::from((n * 200_000).to_be_bytes()));
        let v6 = (0..20_000_u128).map(|n| IpAddr::from((n << 80).to_be_bytes()));
        floods(&mut throttle, v4.chain(v6));
        let open: usize = throttle.open.iter().map(HashMap::len).sum();
        assert!((most..=most + 2).contains(&open), "{open}");
    }

    /// Attack 44: even a flood from many addresses writes few refusals, and few entries with the number of the rest.
    #[test]
    fn a_flood_from_everywhere_writes_little() {
        let (mut throttle, random) = (Throttle::default(), Random::seeded(1));
        let (mut singly, mut counted, mut reports) = (0, 0, 0);
        let mut count = |entries: Vec<Entry>| {
            for entry in entries {
                match entry.event {
                    Event::RefusalsSuppressed { count, .. } => {
                        (counted, reports) = (counted + count, reports + 1);
                    }
                    _ => singly += 1,
                }
            }
        };
        for n in 0..20_000_u32 {
            let now = NOW + Millis::from(n) * 15;
            let entry = refusal((n * 200_003).to_be_bytes(), now);
            count(throttle.take(entry, &random));
            if n % 20 == 0 {
                count(throttle.close(Some(now), &random));
            }
        }
        count(throttle.close(None, &random));
        assert_eq!(singly + counted, 20_000, "each is written or counted");
        assert!((500..=560).contains(&singly), "{singly} in five minutes");
        assert!(reports <= 6 * 6, "{reports}");
    }
}
