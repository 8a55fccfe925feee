//! What an access right is assigned to, with drafts: groups, roles, and the organisations it is for (contract G-54).

use std::collections::{BTreeMap, BTreeSet};

use crate::db::coded;

/// The state of an assignment. Published and removed entries decide now; published and added entries decide once the
/// right is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentState {
    Published,
    /// New, not confirmed yet.
    Added,
    /// Removed by a draft that is not confirmed yet.
    Removed,
}

coded!(AssignmentState { Published = 0, Added = 1, Removed = 2 });

impl AssignmentState {
    /// True if it will decide once the right is confirmed.
    pub const fn is_selected(self) -> bool {
        matches!(self, Self::Published | Self::Added)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    pub id: String,
    pub name: String,
    pub state: AssignmentState,
}

/// A change of one assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The assignment gets this state.
    Put(String, AssignmentState),
    /// Deletes a draft that was never published.
    Drop(String),
}

/// The changes after which exactly the ids in `wanted` are selected. Published assignments are only marked as removed
/// until the right is confirmed.
pub fn redraft<'a>(
    current: impl IntoIterator<Item = (&'a str, AssignmentState)>,
    wanted: &BTreeSet<String>,
) -> Vec<Step> {
    use AssignmentState::{Added, Published, Removed};
    let current: BTreeMap<&str, AssignmentState> = current.into_iter().collect();
    let mut steps = Vec::new();
    for id in wanted {
        match current.get(id.as_str()) {
            None => steps.push(Step::Put(id.clone(), Added)),
            Some(Removed) => steps.push(Step::Put(id.clone(), Published)),
            Some(Published | Added) => {}
        }
    }
    for (id, state) in current {
        match state {
            _ if wanted.contains(id) => {}
            Added => steps.push(Step::Drop(id.to_owned())),
            Published => steps.push(Step::Put(id.to_owned(), Removed)),
            Removed => {}
        }
    }
    steps
}

/// The ids that `steps` newly select.
pub fn newly_selected(steps: &[Step]) -> impl Iterator<Item = &str> {
    steps.iter().filter_map(|step| match step {
        Step::Put(id, state) if state.is_selected() => Some(id.as_str()),
        Step::Put(..) | Step::Drop(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::AssignmentState::{Added, Published, Removed};
    use super::*;

    /// Contract G-54: a published assignment stays until the right is confirmed; a draft that was never published is
    /// deleted.
    #[test]
    fn a_set_is_replaced_as_a_draft() {
        let current = [
            ("a", Published),
            ("b", Published),
            ("c", Added),
            ("d", Added),
            ("e", Removed),
            ("f", Removed),
        ];
        let wanted = ["a", "c", "e", "g"].map(str::to_owned).into();
        let steps = redraft(current, &wanted);
        assert_eq!(
            steps,
            [
                Step::Put("e".into(), Published),
                Step::Put("g".into(), Added),
                Step::Put("b".into(), Removed),
                Step::Drop("d".into()),
            ]
        );
        assert_eq!(newly_selected(&steps).collect::<Vec<_>>(), ["e", "g"]);
        assert!(redraft([("a", Published), ("b", Removed)], &["a".to_owned()].into()).is_empty());
    }
}
