//! A counter of failures.

use super::counter_cap::CounterCap;
use super::state::{Rule, State, Verdict};
use super::store;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random;

/// A counter that an attempt must pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) rule: Rule,
    pub(super) cleared_by_success: bool,
    pub(super) unseen: bool,
    /// How often a use counts.
    weight: i64,
}

impl Counter {
    /// The counter of `kind` (a stable word, also the metric's label) for what `parts` name.
    pub fn new(kind: &'static str, parts: &[&str], rule: Rule) -> Self {
        let mut whole = kind.to_owned();
        for part in parts {
            // The length distinguishes ("a", "b c") from ("a b", "c").
            whole.extend(["\n", &part.len().to_string(), ":", part]);
        }
        Self {
            kind,
            name: random::hashed(&whole),
            rule,
            cleared_by_success: false,
            unseen: false,
            weight: 1,
        }
    }

    /// A use counts this often, and is refused if less is left. For a rule whose failures delay until the window is over.
    #[must_use]
    pub fn times(self, weight: i64) -> Self {
        Self { weight, ..self }
    }

    /// Decides whether one more use may be made at `now`. Take the state by [`State::at`].
    pub(super) fn judge(&self, state: State, now: Millis) -> Verdict {
        let is_over = state.failures.saturating_add(self.weight) > self.rule.failures;
        if self.weight > 1 && is_over {
            return Verdict::Delayed(state.window_ends);
        }
        state.judge(&self.rule, now)
    }

    /// Makes the counter unseen: when it is used up, the attempt continues, but is barred.
    #[must_use]
    pub fn unseen(self) -> Self {
        Self {
            unseen: true,
            ..self
        }
    }

    /// A success resets the counter's failures.
    #[must_use]
    pub fn cleared_by_success(self) -> Self {
        Self {
            cleared_by_success: true,
            ..self
        }
    }

    /// Counts a failure in the counter's row. With `cap` the row did not have the attempt as pending, and may be new.
    pub(super) async fn fail(
        &self,
        tx: &mut WriteTx,
        cap: Option<&CounterCap>,
        now: Millis,
    ) -> Result<(), DbError> {
        let Self { name, rule, .. } = self;
        if let Some(cap) = cap {
            let before = store::add(tx, name, rule, now).await?;
            cap.add(u32::from(before.was_missing()));
            store::restart(tx, name, before, before.at(rule, now)).await?;
        }
        let until = rule.delay.map_or(0, |delay| now + delay);
        store::fail(tx, name, self.weight, (rule.failures, until)).await
    }
}
