//! The DPoP proofs that this process has seen recently (RFC 9449 section 11.1), in bounded memory.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use ring::digest::{SHA256, digest};

use super::dpop::DpopProof;
use crate::clock::{MINUTE, Millis};

/// Most stored proofs; about 40 bytes each.
const CAPACITY: usize = 100_000;
/// Most stored proofs of one owner. A proof is stored for a few minutes, so this is far more than a person's portal
/// sends.
const SHARE: usize = 5_000;

/// The result of looking up a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// New; it is stored now.
    First,
    /// Seen before: a replay.
    Again,
    /// The owner's share or the whole window is full of proofs that are still fresh: respond with 503 instead of
    /// accepting it.
    Full,
}

/// The proofs that the resources of this process have seen, grouped by the minute in which they expire, so that expired
/// ones are removed at once. The token endpoint stores its `jti`s in the database instead.
#[derive(Debug)]
pub struct JtiWindow {
    capacity: usize,
    share: usize,
    buckets: Mutex<BTreeMap<Millis, Bucket>>,
}

/// A truncated hash: nobody can find a collision of 128 bits within a few minutes.
type Short = [u8; 16];

/// The proofs that expire within one minute, and the number of each owner's.
#[derive(Debug, Default)]
struct Bucket {
    proofs: HashSet<Short>,
    owners: HashMap<Short, usize>,
}

impl Default for JtiWindow {
    fn default() -> Self {
        Self::with_capacity(CAPACITY, SHARE)
    }
}

impl JtiWindow {
    /// A window for `capacity` proofs, at most `share` of one owner.
    pub fn with_capacity(capacity: usize, share: usize) -> Self {
        Self {
            capacity,
            share,
            buckets: Mutex::default(),
        }
    }

    /// Stores `proof` until it is no longer fresh, and returns whether it was seen before. `owner` is the token's
    /// subject, who can fill only their own share of the window.
    pub fn see(&self, proof: &DpopProof, owner: &str, now: Millis) -> Seen {
        let (seen, owner) = (short(&proof.jti_hash), short(owner));
        // A poisoned lock means that another request panicked; the data is still consistent.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let past = now.div_euclid(MINUTE);
        while buckets
            .first_key_value()
            .is_some_and(|(end, _)| *end < past)
        {
            buckets.pop_first();
        }
        if buckets.values().any(|bucket| bucket.proofs.contains(&seen)) {
            return Seen::Again;
        }
        let held: usize = buckets.values().map(|bucket| bucket.proofs.len()).sum();
        let of_owner = buckets
            .values()
            .filter_map(|bucket| bucket.owners.get(&owner));
        if held >= self.capacity || of_owner.sum::<usize>() >= self.share {
            return Seen::Full;
        }
        let end = proof.keep_until.div_euclid(MINUTE);
        let bucket = buckets.entry(end).or_default();
        bucket.proofs.insert(seen);
        *bucket.owners.entry(owner).or_default() += 1;
        Seen::First
    }
}

fn short(text: &str) -> Short {
    let mut short = Short::default();
    short.copy_from_slice(&digest(&SHA256, text.as_bytes()).as_ref()[..16]);
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(jti: usize, keep_until: Millis) -> DpopProof {
        DpopProof {
            jkt: "k".into(),
            jti_hash: jti.to_string(),
            keep_until,
        }
    }

    /// RFC 9449 section 11.1: a proof works once while it is fresh, and memory stays bounded.
    #[test]
    fn a_proof_is_seen_once() {
        let window = JtiWindow::with_capacity(3, 3);
        let now = 1_700_000_000_000;
        assert_eq!(window.see(&proof(1, now + MINUTE), "a", now), Seen::First);
        assert_eq!(window.see(&proof(1, now + MINUTE), "a", now), Seen::Again);
        assert_eq!(
            window.see(&proof(1, now + 2 * MINUTE), "a", now),
            Seen::Again
        );
        assert_eq!(
            window.see(&proof(2, now + 2 * MINUTE), "a", now),
            Seen::First
        );
        assert_eq!(
            window.see(&proof(3, now + 2 * MINUTE), "a", now),
            Seen::First
        );
        assert_eq!(window.see(&proof(4, now + MINUTE), "a", now), Seen::Full);
        let later = now + 4 * MINUTE;
        assert_eq!(
            window.see(&proof(4, later + MINUTE), "a", later),
            Seen::First
        );
    }

    /// One signed-in person or client cannot block DPoP for others by filling the window.
    #[test]
    fn an_owner_fills_no_more_than_a_share() {
        let window = JtiWindow::with_capacity(10, 3);
        let now = 1_700_000_000_000;
        for jti in 0..3 {
            let until = now + MINUTE * Millis::try_from(jti % 2).unwrap();
            assert_eq!(window.see(&proof(jti, until), "a", now), Seen::First);
        }
        assert_eq!(window.see(&proof(3, now), "a", now), Seen::Full);
        assert_eq!(window.see(&proof(0, now), "a", now), Seen::Again);
        assert_eq!(window.see(&proof(0, now), "b", now), Seen::Again);
        assert_eq!(window.see(&proof(4, now), "b", now), Seen::First);
        let later = now + 3 * MINUTE;
        assert_eq!(window.see(&proof(5, later), "a", later), Seen::First);
    }
}
