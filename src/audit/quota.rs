//! Limits the refusals that are written singly, over all addresses, because strangers can use any number of addresses.
//!
//! Each kind has a share that refills slowly, and within it each region has a smaller share. So a flood uses up its own
//! region's share first, and its entries are bounded in any case. Refusals of known accounts have shares of their own.

use std::collections::HashMap;

use crate::clock::{MINUTE, Millis, SECOND};

/// The key of a quota: the kind of the refusal, and true if it is about a known account.
pub(super) type Sort = (&'static str, bool);

/// A number at once, and one more after each span.
struct Share {
    most: u32,
    every: Millis,
}

/// The share of all refusals of a sort: 14,400 a day at most, about 7 MB.
const ALL: Share = Share {
    most: 500,
    every: 6 * SECOND,
};
/// The share of one region.
const REGION: Share = Share {
    most: 100,
    every: 30 * SECOND,
};
/// Regions whose use is remembered. Further ones share one.
const REGIONS: usize = 1_000;

/// The number of recent entries.
#[derive(Default)]
pub(super) struct Quota {
    all: HashMap<Sort, Used>,
    regions: HashMap<(Sort, String), Used>,
}

#[derive(Clone, Copy, Default)]
struct Used {
    many: u32,
    /// The time up to which refills are counted.
    at: Millis,
}

impl Quota {
    /// True if one more refusal from `region` may be written singly.
    pub fn take(&mut self, sort: Sort, region: String, now: Millis) -> bool {
        let mut place = (sort, region);
        if self.regions.len() >= REGIONS && !self.regions.contains_key(&place) {
            place.1 = String::new();
        }
        let all = self.all.entry(sort).or_default();
        all.refill(&ALL, now);
        if all.many >= ALL.most {
            return false;
        }
        let region = self.regions.entry(place).or_default();
        region.refill(&REGION, now);
        let has_room = region.many < REGION.most;
        if has_room {
            all.many += 1;
            region.many += 1;
        }
        has_room
    }

    /// Removes regions that have their whole share again.
    pub fn forget(&mut self, now: Millis) {
        self.regions.retain(|_, used| {
            used.refill(&REGION, now);
            used.many > 0
        });
    }
}

impl Used {
    fn refill(&mut self, share: &Share, now: Millis) {
        if self.many == 0 || self.at > now + MINUTE {
            // Nothing to refill, or the clock was set back.
            self.at = now;
            return;
        }
        let spans = (now - self.at).max(0) / share.every;
        self.at += spans * share.every;
        let refilled = u32::try_from(spans).unwrap_or(u32::MAX);
        self.many = self.many.saturating_sub(refilled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_000_000_000;
    const SORT: Sort = ("request.refused", false);

    fn written(quota: &mut Quota, sort: Sort, regions: u32, each: u32, now: Millis) -> u32 {
        let mut many = 0;
        for region in 0..regions {
            for _ in 0..each {
                many += u32::from(quota.take(sort, region.to_string(), now));
            }
        }
        many
    }

    /// Attack 44: a region has its share, all regions have theirs, and other sorts are not affected.
    #[test]
    fn a_flood_uses_up_its_own_share() {
        let mut quota = Quota::default();
        assert_eq!(written(&mut quota, SORT, 1, 1_000, NOW), REGION.most);
        assert!(quota.take(SORT, "another".to_owned(), NOW));
        let rest = ALL.most - REGION.most - 1;
        assert_eq!(written(&mut quota, SORT, 5_000, 3, NOW), rest);
        let used = quota.regions.len();
        assert_eq!(written(&mut quota, SORT, 5_000, 1, NOW), 0);
        assert_eq!(
            quota.regions.len(),
            used,
            "who wrote nothing is not remembered"
        );
        for other in [("request.refused", true), ("sign_in.refused", false)] {
            assert!(quota.take(other, "0".to_owned(), NOW));
        }
    }

    /// The shares come back slowly, and not at once when the clock was set back.
    #[test]
    fn a_share_refills() {
        let mut quota = Quota::default();
        written(&mut quota, SORT, 1_000, 1, NOW);
        assert_eq!(written(&mut quota, SORT, 1_000, 1, NOW + MINUTE - 1), 9);
        assert_eq!(written(&mut quota, SORT, 1_000, 1, NOW + MINUTE), 1);
        assert_eq!(written(&mut quota, SORT, 1_000, 1, 0), 0);
        assert_eq!(written(&mut quota, SORT, 1_000, 1, MINUTE), 10);
        quota.forget(NOW + 2 * MINUTE + 60 * REGION.every);
        assert!(quota.regions.is_empty());
    }
}
