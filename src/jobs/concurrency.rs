//! Limits how many jobs of one kind, and of one lane, run at once, so that a slow server delays
//! only the jobs that call it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Concurrency, Job, SLOTS};

/// The running jobs, by kind and lane.
#[derive(Clone, Debug, Default)]
pub(super) struct InProgress(Arc<Mutex<HashMap<LimitKey, usize>>>);

/// A kind, with one of its lanes or `None` for all of them.
type LimitKey = (String, Option<String>);

/// Lets one job run. Dropping it makes room for the next.
#[derive(Debug)]
pub(super) struct Permit {
    in_progress: InProgress,
    keys: [LimitKey; 2],
}

/// Kinds and lanes at their limit, as texts for the comparison in the claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saturated {
    /// `|kind|kind|`.
    pub kinds: String,
    /// `|kind lane|kind lane|`.
    pub lanes: String,
    /// True while a job of a limited kind runs: then claim jobs one at a time, so that few are put back, and look again
    /// when one ends.
    pub one_by_one: bool,
}

impl InProgress {
    /// A permit for `job`, unless its kind or its lane is at its limit.
    pub fn permit(&self, job: &Job, limit: Concurrency) -> Option<Permit> {
        let keys = [
            (job.kind.clone(), None),
            (job.kind.clone(), Some(job.lane.clone())),
        ];
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = |key: &LimitKey| taken.get(key).copied().unwrap_or_default();
        let (kind, lane) = (at(&keys[0]), at(&keys[1]));
        if kind >= limit.kind || lane >= limit.lane || is_last_permit(kind, lane, limit) {
            return None;
        }
        for key in &keys {
            *taken.entry(key.clone()).or_default() += 1;
        }
        Some(Permit {
            in_progress: self.clone(),
            keys,
        })
    }

    /// All kinds and lanes at their limit.
    pub fn saturated(&self, limit: impl Fn(&str) -> Concurrency) -> Saturated {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut saturated = Saturated::default();
        for ((kind, lane), count) in taken.iter() {
            let limit = limit(kind);
            saturated.one_by_one |= limit.kind < SLOTS;
            let of_kind = taken.get(&(kind.clone(), None)).copied();
            match lane {
                None if *count >= limit.kind => add(&mut saturated.kinds, kind),
                Some(lane)
                    if *count >= limit.lane
                        || is_last_permit(of_kind.unwrap_or_default(), *count, limit) =>
                {
                    add(&mut saturated.lanes, &format!("{kind} {lane}"));
                }
                _ => {}
            }
        }
        saturated
    }
}

/// True if this is the last permit of a kind and the lane already has one. It goes to a lane
/// without a permit, so that a few hanging lanes never hold them all.
fn is_last_permit(of_kind: usize, of_lane: usize, limit: Concurrency) -> bool {
    of_lane > 0 && limit.lane < limit.kind && of_kind + 1 >= limit.kind
}

fn add(list: &mut String, name: &str) {
    if list.is_empty() {
        list.push('|');
    }
    list.push_str(name);
    list.push('|');
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self
            .in_progress
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = taken.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Concurrency = Concurrency { kind: 4, lane: 2 };

    fn in_progress(lanes: &[(&str, usize)]) -> InProgress {
        let mut taken = HashMap::new();
        let of_kind = lanes.iter().map(|(_, count)| count).sum();
        taken.insert(("k".to_owned(), None), of_kind);
        for (lane, count) in lanes {
            taken.insert(("k".to_owned(), Some((*lane).to_owned())), *count);
        }
        InProgress(Arc::new(Mutex::new(taken)))
    }

    /// Two hanging lanes do not hold every permit: the last one goes to a lane without one.
    #[test]
    fn the_last_permit_is_for_a_lane_without_one() {
        let saturated = in_progress(&[("a", 1), ("b", 1)]).saturated(|_| LIMIT);
        assert_eq!(
            (saturated.kinds.as_str(), saturated.lanes.as_str()),
            ("", "")
        );
        let saturated = in_progress(&[("a", 2), ("b", 1)]).saturated(|_| LIMIT);
        assert_eq!(saturated.kinds, "");
        assert!(saturated.lanes.contains("|k a|") && saturated.lanes.contains("|k b|"));
        let saturated = in_progress(&[("a", 2), ("b", 1), ("c", 1)]).saturated(|_| LIMIT);
        assert_eq!(saturated.kinds, "|k|");
    }
}
