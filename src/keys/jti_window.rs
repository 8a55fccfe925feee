//! Which DPoP proofs this process has seen lately (RFC 9449 section 11.1), in bounded memory.

use std::{
    collections::{BTreeMap, HashSet},
    sync::{Mutex, PoisonError},
};

use ring::digest::{SHA256, digest};

use super::dpop::Proof;
use crate::clock::{MINUTE, Millis};

/// Proofs remembered at most; about 40 bytes each.
const CAPACITY: usize = 1 << 20;

/// What the window says about a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Never before: it is remembered now.
    First,
    /// Before: a replay.
    Again,
    /// The window is full of proofs that are all still fresh: answer 503 rather than believe it.
    Full,
}

/// The proofs seen at the resources of this process, in buckets by the minute they end, so that
/// forgetting is one removal. The token endpoint keeps its `jti` in the database instead.
#[derive(Debug)]
pub struct JtiWindow {
    capacity: usize,
    buckets: Mutex<BTreeMap<Millis, HashSet<[u8; 16]>>>,
}

impl Default for JtiWindow {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl JtiWindow {
    /// A window for `capacity` proofs.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            capacity,
            buckets: Mutex::default(),
        }
    }

    /// Remembers `proof` until it is no longer fresh and says whether it came before.
    pub fn see(&self, proof: &Proof, now: Millis) -> Seen {
        let hash = digest(&SHA256, proof.jti_hash.as_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_ref()[..16]);
        // A poisoned lock means another request panicked; the set itself is still whole.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let past = now.div_euclid(MINUTE);
        while buckets
            .first_key_value()
            .is_some_and(|(end, _)| *end < past)
        {
            buckets.pop_first();
        }
        if buckets.values().any(|bucket| bucket.contains(&short)) {
            return Seen::Again;
        }
        if buckets.values().map(HashSet::len).sum::<usize>() >= self.capacity {
            return Seen::Full;
        }
        let end = proof.keep_until.div_euclid(MINUTE);
        buckets.entry(end).or_default().insert(short);
        Seen::First
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(jti: usize, keep_until: Millis) -> Proof {
        Proof {
            jkt: "k".into(),
            jti_hash: jti.to_string(),
            keep_until,
        }
    }

    /// RFC 9449 section 11.1: a proof works once while it is fresh, and memory stays bounded.
    #[test]
    fn a_proof_is_seen_once() {
        let window = JtiWindow::with_capacity(3);
        let now = 1_700_000_000_000;
        assert_eq!(window.see(&proof(1, now + MINUTE), now), Seen::First);
        assert_eq!(window.see(&proof(1, now + MINUTE), now), Seen::Again);
        assert_eq!(window.see(&proof(1, now + 2 * MINUTE), now), Seen::Again);
        assert_eq!(window.see(&proof(2, now + 2 * MINUTE), now), Seen::First);
        assert_eq!(window.see(&proof(3, now + 2 * MINUTE), now), Seen::First);
        assert_eq!(window.see(&proof(4, now + MINUTE), now), Seen::Full);
        let later = now + 4 * MINUTE;
        assert_eq!(window.see(&proof(4, later + MINUTE), later), Seen::First);
    }
}
