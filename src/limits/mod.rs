//! Limits: database counters of failed attempts, correct under concurrent attempts on every node.
//!
//! An attempt is counted before its password is checked ([`reserve`]) and settled afterwards ([`failed`], [`succeeded`]).
//! Pending attempts count against the limit. So of any number of concurrent wrong attempts, no more than the limit are
//! hashed, while concurrent right ones only wait for each other ([`Gate::admit`]). Counter names are stored as SHA-256
//! of what they count, and rows are deleted soon after their window.
//!
//! A window begins with its first failure; later failures do not move it.
//!
//! A counter may be unseen: when it is used up, the response is the same as for a wrong password
//! ([`Reservation::is_barred`]). This allows a limit for an account over all its names without disclosing which names
//! belong to one account (attack 14).

mod account_writes;
mod concurrent_calls;
mod counter_cap;
mod fair_queue;
mod gate;
mod one_at_a_time;
mod queues;
mod sign_in;
mod state;
mod store;

pub use account_writes::AccountWrites;
pub use concurrent_calls::{ConcurrentCalls, RunningCall};
pub use fair_queue::{Asker, FairQueue};
pub use gate::{Gate, Turn};
pub use one_at_a_time::{OneAtATime, RunningWork};
pub use sign_in::{Attempt, ByNetwork, Limits};
pub use state::Rule;
pub use store::STATEMENTS;

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random;
use state::Verdict;
use tokio::sync::OwnedSemaphorePermit;

/// A counter that an attempt must pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    kind: &'static str,
    name: String,
    rule: Rule,
    cleared_by_success: bool,
    unseen: bool,
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
        }
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
}

/// An admitted attempt. Settle it with [`failed`], [`succeeded`] or [`release`]; otherwise it counts as a failure after a
/// while.
#[must_use = "an attempt that is not settled counts as a failure"]
#[derive(Debug)]
pub struct Reservation {
    counters: Vec<Counter>,
    barred: bool,
    /// The counters that it made.
    new: u32,
    /// Its places in this process's queues; dropping them releases the places.
    _places: Vec<OwnedSemaphorePermit>,
}

impl Reservation {
    /// True when an unseen counter is used up. Whatever the password, the attempt must then fail with the same time and
    /// response as a wrong password. Settle it with [`failed`].
    pub fn is_barred(&self) -> bool {
        self.barred
    }
}

/// Why an attempt was not admitted.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    /// Too many failures.
    #[error("too many failures")]
    Delayed {
        /// When the next attempt is admitted, in milliseconds since the Unix epoch.
        until: Millis,
    },
    /// As many attempts are pending as may still fail; one may be admitted shortly.
    #[error("too many attempts at once")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Counts an attempt in each of `counters` before it is made. If several counters delay it, returns the longest delay.
///
/// When this fails, the caller's transaction must fail too, which undoes the counts.
pub async fn reserve(
    tx: &mut WriteTx,
    counters: &[Counter],
    now: Millis,
) -> Result<Reservation, LimitError> {
    let mut reservation = Reservation {
        counters: Vec::with_capacity(counters.len()),
        barred: false,
        new: 0,
        _places: Vec::new(),
    };
    let (mut delayed, mut busy) = (None, false);
    for counter in in_order(counters) {
        if counter.unseen && (busy || delayed.is_some()) {
            // A refused attempt ends before the unseen counters are read. An attempt under another name may have locked their
            // rows, and a wait would show that both names belong to one account (attack 14).
            break;
        }
        let Counter {
            kind, name, rule, ..
        } = &counter;
        let before = store::add(tx, name, rule.failures, now + rule.window, now).await?;
        reservation.new += u32::from(before.was_missing());
        let verdict = before.judge(rule, now);
        if matches!(verdict, Verdict::Delayed(_)) {
            metrics::counter!("atrium_limits_delayed_total", "counter" => *kind).increment(1);
        }
        match verdict {
            Verdict::Delayed(_) | Verdict::Busy if counter.unseen => {
                store::take_back(tx, name, before.reserved_at).await?;
                reservation.barred = true;
                continue;
            }
            Verdict::Enter => {}
            Verdict::EnterFrom(state) => store::restart(tx, name, &state).await?,
            Verdict::Delayed(until) => delayed = delayed.max(Some(until)),
            Verdict::Busy => busy = true,
        }
        reservation.counters.push(counter);
    }
    match delayed {
        Some(until) => Err(LimitError::Delayed { until }),
        None if busy => Err(LimitError::Busy),
        None => Ok(reservation),
    }
}

/// The same order everywhere prevents deadlocks between two attempts. Unseen counters come last.
fn in_order(counters: &[Counter]) -> Vec<Counter> {
    let mut counters = counters.to_vec();
    counters.sort_by(|a, b| (a.unseen, &a.name).cmp(&(b.unseen, &b.name)));
    counters
}

/// Counts the attempt as a failure.
pub async fn failed(tx: &mut WriteTx, attempt: &Reservation, now: Millis) -> Result<(), DbError> {
    for Counter { name, rule, .. } in &attempt.counters {
        let until = rule.delay.map_or(0, |delay| now + delay);
        store::fail(tx, name, rule.failures, until).await?;
    }
    Ok(())
}

/// Takes the attempt back: a success is not counted. Resets the counters that a success clears.
pub async fn succeeded(tx: &mut WriteTx, attempt: &Reservation) -> Result<(), DbError> {
    for counter in &attempt.counters {
        if counter.cleared_by_success {
            store::clear(tx, &counter.name).await?;
        } else {
            store::release(tx, &counter.name).await?;
        }
    }
    Ok(())
}

/// Takes the attempt back because it was never made, for example because the password hash queue was full.
pub async fn release(tx: &mut WriteTx, attempt: &Reservation) -> Result<(), DbError> {
    for counter in &attempt.counters {
        store::release(tx, &counter.name).await?;
    }
    Ok(())
}

/// Counts one use of something that is limited whatever its result, for example requesting an email or registering an
/// account. When this fails, the caller's transaction must fail too.
pub async fn spend(tx: &mut WriteTx, counters: &[Counter], now: Millis) -> Result<(), LimitError> {
    spend_unnamed(tx, counters, now).await.map(drop)
}

/// The same for a use by anybody, without an account. Returns how many counters it made, for [`Gate::note_new`].
pub async fn spend_unnamed(
    tx: &mut WriteTx,
    counters: &[Counter],
    now: Millis,
) -> Result<u32, LimitError> {
    let attempt = reserve(tx, counters, now).await?;
    failed(tx, &attempt, now).await?;
    Ok(attempt.new)
}

/// Deletes at most `most` counters whose window and delay are over; returns how many.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, now, most).await
}
