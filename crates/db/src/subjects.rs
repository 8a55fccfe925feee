//! Which subjects of a topic, such as single accounts, changed recently. A cache uses it to drop
//! the entries of a changed subject and keep all others.
//!
//! Changes have increasing numbers. A cache notes the latest number before it reads the database,
//! and later asks whether a subject of its entry has changed since. Old changes are forgotten; an
//! entry that was read before the oldest known change counts as changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The most subjects in each of the two maps.
const KNOWN: usize = 4_096;

/// The changes that this process knows of. It is cheap to clone.
#[derive(Clone, Default)]
pub struct Subjects(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The number of the last change.
    position: AtomicU64,
    changed: RwLock<Changed>,
}

#[derive(Default)]
struct Changed {
    /// The number of each subject's last change. A full `newer` becomes `older`, and the old
    /// `older` is dropped.
    newer: HashMap<String, u64>,
    older: HashMap<String, u64>,
    /// All subjects count as changed before this number.
    floor: u64,
    /// The highest number that `older` may contain.
    older_until: u64,
}

impl Subjects {
    /// The number of the last change. A cache asks for it before it reads the database.
    pub fn position(&self) -> u64 {
        self.0.position.load(Ordering::SeqCst)
    }

    /// True if none of `subjects` changed after `position`.
    pub fn unchanged_since(&self, position: u64, subjects: &[String]) -> bool {
        if self.position() == position {
            return true;
        }
        let changed = self.0.changed.read();
        let changed = changed.unwrap_or_else(PoisonError::into_inner);
        let of = |half: &HashMap<String, u64>, subject: &String| half.get(subject).copied();
        let after = |subject: &String| {
            let last = of(&changed.newer, subject).or_else(|| of(&changed.older, subject));
            last.is_some_and(|last| last > position)
        };
        position >= changed.floor && !subjects.iter().any(after)
    }

    /// Records that `subjects` changed.
    pub(super) fn change(&self, subjects: impl IntoIterator<Item = String>) {
        let changed = self.0.changed.write();
        let mut changed = changed.unwrap_or_else(PoisonError::into_inner);
        let position = self.position() + 1;
        for subject in subjects {
            changed.newer.insert(subject, position);
        }
        if changed.newer.len() >= KNOWN {
            changed.floor = changed.older_until;
            changed.older_until = position;
            changed.older = std::mem::take(&mut changed.newer);
        }
        self.0.position.store(position, Ordering::SeqCst);
    }

    /// Records that every subject may have changed.
    pub(super) fn change_all(&self) {
        let changed = self.0.changed.write();
        let mut changed = changed.unwrap_or_else(PoisonError::into_inner);
        let position = self.position() + 1;
        changed.floor = position;
        self.0.position.store(position, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }

    #[test]
    fn a_change_concerns_its_subject_alone() {
        let subjects = Subjects::default();
        let before = subjects.position();
        subjects.change(of("ann"));
        assert!(!subjects.unchanged_since(before, &of("ann")));
        assert!(!subjects.unchanged_since(before, &["bob".to_owned(), "ann".to_owned()]));
        assert!(subjects.unchanged_since(before, &of("bob")));
        assert!(
            subjects.unchanged_since(subjects.position(), &of("ann")),
            "read since"
        );
    }

    #[test]
    fn what_is_too_long_ago_counts_as_changed() {
        let subjects = Subjects::default();
        let before = subjects.position();
        subjects.change(of("ann"));
        for number in 0..2 * KNOWN {
            subjects.change(of(&number.to_string()));
        }
        assert!(!subjects.unchanged_since(before, &of("ann")));
        assert!(
            !subjects.unchanged_since(before, &of("bob")),
            "nobody can tell"
        );
        let changed = subjects.0.changed.read().unwrap();
        assert!(changed.newer.len() + changed.older.len() <= 2 * KNOWN);
        drop(changed);
        let read = subjects.position();
        subjects.change_all();
        assert!(!subjects.unchanged_since(read, &of("bob")));
        assert!(subjects.unchanged_since(subjects.position(), &of("bob")));
    }
}
