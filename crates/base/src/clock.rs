//! The clock: the only place where the program reads the present time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A point in time or a duration, in milliseconds. A point in time counts from the Unix epoch.
pub type Millis = i64;

pub const SECOND: Millis = 1_000;
pub const MINUTE: Millis = 60 * SECOND;
pub const HOUR: Millis = 60 * MINUTE;
pub const DAY: Millis = 24 * HOUR;

/// The source of the time. Doors and background tasks read it and pass the time on as a value.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock for tests: it stays at `start` until [`Clock::advance`] moves it.
    pub fn fixed(start: Millis) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(start))))
    }

    /// The present time, in milliseconds since the Unix epoch.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that asks the machine"
    )]
    pub fn now(&self) -> Millis {
        match &self.0 {
            Source::System => std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |since| {
                    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
                }),
            Source::Fixed(at) => at.load(Ordering::SeqCst),
        }
    }

    /// Moves a test's clock forward by `by`. It has no effect on the machine's clock.
    pub fn advance(&self, by: Millis) {
        if let Source::Fixed(at) = &self.0 {
            at.fetch_add(by, Ordering::SeqCst);
        }
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}

/// The time in whole seconds, for JWT claims (RFC 7519 section 2, `NumericDate`).
pub fn seconds(at: Millis) -> i64 {
    at.div_euclid(SECOND)
}

/// The seconds from `now` to `until`, rounded up and at least one, for `Retry-After` (RFC 9110
/// section 10.2.3).
pub fn seconds_left(until: Millis, now: Millis) -> u64 {
    let left = until.saturating_sub(now).max(1);
    u64::try_from(left).map_or(1, |left| left.div_ceil(SECOND.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9110 section 10.2.3: a client that waits this long does not come back a fraction too
    /// early.
    #[test]
    fn seconds_left_are_never_too_few() {
        for (until, left) in [(1, 1), (999, 1), (1_000, 1), (1_001, 2), (0, 1), (-5, 1)] {
            assert_eq!(seconds_left(until, 0), left, "{until}");
        }
        assert_eq!(
            seconds_left(Millis::MAX, Millis::MIN),
            9_223_372_036_854_776
        );
    }

    #[test]
    fn a_held_clock_moves_only_by_advance() {
        let clock = Clock::fixed(1_500);
        assert_eq!(clock.now(), 1_500);
        clock.advance(SECOND);
        assert_eq!(clock.now(), 2_500);
        assert_eq!(seconds(clock.now()), 2);
    }
}
