//! The rule itself, without a database: may one more attempt be made?

use crate::clock::{MINUTE, Millis, SECOND};
use crate::db::from_row;

/// An attempt pending in a row that has not been settled for this long (its client disconnected, its process was killed)
/// is a failure: no password check takes longer.
const TRY_LASTS: Millis = 20 * SECOND;
/// Greatest clock difference between machines.
const SKEW: Millis = MINUTE;

/// How many failures within what time delay further attempts, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// At least 1.
    pub failures: i64,
    /// How long failures count, from the first.
    pub window: Millis,
    /// How long further attempts wait after each further failure. If shorter than the window, one more attempt is admitted
    /// after each delay. `None`: until the window is over.
    pub delay: Option<Millis>,
}

/// The state of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// When the failures expire.
    pub window_ends: Millis,
    pub failures: i64,
    /// Pending attempts, whose result is not known yet.
    pub pending: i64,
    /// When the last of them began.
    pub reserved_at: Millis,
    pub delayed_until: Millis,
}

from_row!(State {
    window_ends,
    failures,
    pending,
    reserved_at,
    delayed_until
});

/// The rule's decision about one more attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Admitted.
    Enter,
    /// Not before this moment.
    Delayed(Millis),
    /// The pending attempts reach the number that may still fail: wait for one of them to end.
    Busy,
}

impl State {
    /// True for the previous state of a counter that did not exist.
    pub fn was_missing(&self) -> bool {
        self.reserved_at == 0
    }

    /// The state at `now`: expired parts are removed, and attempts that never ended count as failures.
    pub fn at(self, rule: &Rule, now: Millis) -> Self {
        self.with_lost_tries(rule, now).without_past(rule, now)
    }

    /// The state with further `pending` attempts.
    pub fn with_pending(self, pending: i64) -> Self {
        Self {
            pending: self.pending + pending,
            ..self
        }
    }

    /// Decides whether one more attempt may be made at `now`. Take the state by [`State::at`].
    pub fn judge(self, rule: &Rule, now: Millis) -> Verdict {
        if now < self.delayed_until {
            return Verdict::Delayed(self.delayed_until);
        }
        if rule.delay.is_none() && self.failures >= rule.failures {
            return Verdict::Delayed(self.window_ends);
        }
        if self.pending >= (rule.failures - self.failures).max(1) {
            return Verdict::Busy;
        }
        Verdict::Enter
    }

    fn with_lost_tries(self, rule: &Rule, now: Millis) -> Self {
        if self.pending == 0 || now - self.reserved_at < TRY_LASTS {
            return self;
        }
        let failures = self.failures + self.pending;
        let delayed_until = match rule.delay {
            Some(delay) if failures >= rule.failures => {
                self.delayed_until.max(self.reserved_at + delay)
            }
            _ => self.delayed_until,
        };
        Self {
            failures,
            pending: 0,
            delayed_until,
            ..self
        }
    }

    /// Clears a delay or window that is over, or so far ahead that only a clock set back or a shortened setting
    /// explains it; these must not lock anybody out.
    fn without_past(mut self, rule: &Rule, now: Millis) -> Self {
        if self.delayed_until > now + rule.delay.unwrap_or_default() + SKEW {
            self.delayed_until = 0;
        }
        let in_window = now < self.window_ends && self.window_ends <= now + rule.window + SKEW;
        if in_window || now < self.delayed_until {
            return self;
        }
        Self {
            window_ends: now + rule.window,
            failures: 0,
            pending: 0,
            delayed_until: 0,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule {
        failures: 5,
        window: 15 * MINUTE,
        delay: Some(15 * MINUTE),
    };
    const NOW: Millis = 1_000_000_000;

    fn state(failures: i64, pending: i64) -> State {
        State {
            window_ends: NOW + 10 * MINUTE,
            failures,
            pending,
            reserved_at: NOW - SECOND,
            delayed_until: 0,
        }
    }

    impl State {
        fn verdict(self, rule: &Rule, now: Millis) -> Verdict {
            self.at(rule, now).judge(rule, now)
        }
    }

    #[test]
    fn failures_and_pending_attempts_share_the_limit() {
        assert_eq!(state(0, 0).verdict(&RULE, NOW), Verdict::Enter);
        assert_eq!(state(3, 1).verdict(&RULE, NOW), Verdict::Enter);
        assert_eq!(state(3, 2).verdict(&RULE, NOW), Verdict::Busy);
        assert_eq!(state(0, 5).verdict(&RULE, NOW), Verdict::Busy);
    }

    #[test]
    fn after_a_short_delay_attempts_are_admitted_one_by_one() {
        let short = Rule {
            delay: Some(30 * SECOND),
            ..RULE
        };
        let delayed = State {
            delayed_until: NOW + SECOND,
            ..state(5, 0)
        };
        assert_eq!(delayed.verdict(&short, NOW), Verdict::Delayed(NOW + SECOND));
        let over = State {
            delayed_until: NOW,
            ..state(5, 0)
        };
        assert_eq!(over.verdict(&short, NOW), Verdict::Enter);
        assert_eq!(
            State { pending: 1, ..over }.verdict(&short, NOW),
            Verdict::Busy
        );
    }

    #[test]
    fn without_a_delay_attempts_wait_for_the_end_of_the_window() {
        let rest = Rule {
            delay: None,
            ..RULE
        };
        let full = state(5, 0);
        assert_eq!(full.verdict(&rest, NOW), Verdict::Delayed(full.window_ends));
        assert_eq!(state(4, 1).verdict(&rest, NOW), Verdict::Busy);
        let lost = State {
            reserved_at: NOW - TRY_LASTS,
            ..state(3, 2)
        };
        assert_eq!(lost.verdict(&rest, NOW), Verdict::Delayed(lost.window_ends));
        let over = full.window_ends;
        assert_eq!(full.verdict(&rest, over), Verdict::Enter);
        assert_eq!(full.at(&rest, over).failures, 0);
    }

    #[test]
    fn a_window_that_is_over_begins_anew() {
        let over = State {
            window_ends: NOW,
            ..state(4, 0)
        };
        assert_eq!(over.verdict(&RULE, NOW), Verdict::Enter);
        let fresh = over.at(&RULE, NOW);
        assert_eq!((fresh.failures, fresh.window_ends), (0, NOW + RULE.window));
    }

    #[test]
    fn a_delay_outlasts_its_window() {
        let delayed = State {
            window_ends: NOW,
            delayed_until: NOW + MINUTE,
            ..state(5, 0)
        };
        assert_eq!(delayed.verdict(&RULE, NOW), Verdict::Delayed(NOW + MINUTE));
    }

    #[test]
    fn attempts_that_never_ended_count_as_failures() {
        let lost = State {
            reserved_at: NOW - TRY_LASTS,
            ..state(2, 3)
        };
        let until = NOW - TRY_LASTS + 15 * MINUTE;
        assert_eq!(lost.verdict(&RULE, NOW), Verdict::Delayed(until));
        let few = State {
            reserved_at: NOW - TRY_LASTS,
            ..state(0, 3)
        };
        assert_eq!(few.verdict(&RULE, NOW), Verdict::Enter);
        let counted = State {
            failures: 3,
            pending: 0,
            ..few
        };
        assert_eq!(few.at(&RULE, NOW), counted);
    }

    #[test]
    fn a_clock_put_back_locks_nobody_out() {
        let ahead = State {
            delayed_until: NOW + 365 * 24 * 60 * MINUTE,
            window_ends: NOW + 365 * 24 * 60 * MINUTE,
            ..state(5, 0)
        };
        assert_eq!(ahead.verdict(&RULE, NOW), Verdict::Enter);
        assert_eq!(ahead.at(&RULE, NOW).failures, 0);
    }
}
