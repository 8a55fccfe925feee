//! The counts of similar entries within a minute.

use super::Entry;
use super::suppressed::SPAN;
use crate::clock::Millis;

pub(super) struct Window {
    pub began: Millis,
    /// How many were written singly.
    pub written: u64,
    /// How many were not written, and the last of them. Its address represents the network.
    pub suppressed: u64,
    pub last: Option<Entry>,
}

impl Window {
    pub fn at(began: Millis) -> Self {
        Self {
            began,
            written: 0,
            suppressed: 0,
            last: None,
        }
    }

    /// A count also ends if the clock was set back far. Parallel requests may arrive slightly out
    /// of order.
    pub fn is_over(&self, now: Millis) -> bool {
        (now - self.began).abs() >= SPAN
    }
}
