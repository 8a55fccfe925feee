//! Limits: counters of failed tries in the database, right under parallel tries on every node.
//!
//! A try is counted before its password is checked ([`reserve`]) and settled afterwards
//! ([`failed`], [`succeeded`]). Tries under way count against the limit, so that of any number of
//! parallel wrong ones no more than the limit reach the hash, while parallel right ones only wait
//! for each other ([`Gate::admit`]). Names of counters are stored as SHA-256 of what they count, and
//! rows go soon after their window.
//!
//! A window begins with its first failure and is not moved by later ones.
//!
//! A counter may be unseen: when it is used up, the answer is the same as for a wrong password
//! ([`Reservation::is_barred`]). So an account can have a limit over all its names, and no answer tells
//! which names belong to one account (attack 14).

mod gate;
mod sign_in;
mod state;
mod store;

pub use gate::Gate;
pub use sign_in::{ByNetwork, Limits, Try};
pub use state::Rule;
pub use store::STATEMENTS;

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::random;
use state::Verdict;
use tokio::sync::OwnedSemaphorePermit;

/// One counter that a try must pass.
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
            // The length keeps ("a", "b c") and ("a b", "c") apart.
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

    /// Makes it unseen: when it is used up, the try goes ahead, but is barred.
    #[must_use]
    pub fn unseen(self) -> Self {
        Self {
            unseen: true,
            ..self
        }
    }

    /// A success forgets the failures before it.
    #[must_use]
    pub fn cleared_by_success(self) -> Self {
        Self {
            cleared_by_success: true,
            ..self
        }
    }
}

/// A try that was let in; it must be settled by [`failed`], [`succeeded`] or [`release`], else it
/// counts as a failure after a while.
#[must_use = "a try that is not settled counts as a failure"]
#[derive(Debug)]
pub struct Reservation {
    counters: Vec<Counter>,
    barred: bool,
    /// Its places in this process's lines, given up when it is dropped.
    _places: Vec<OwnedSemaphorePermit>,
}

impl Reservation {
    /// An unseen counter is used up: the try must fail in the same time and with the same answer as one
    /// with a wrong password, whatever the password is. It must be settled by [`failed`].
    pub fn is_barred(&self) -> bool {
        self.barred
    }
}

/// Why a try was not let in.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    /// Too many failures: not before this moment.
    #[error("too many failures")]
    Delayed {
        /// When the next try is let in, in milliseconds since the Unix epoch.
        until: Millis,
    },
    /// As many tries are under way as may still fail; one may be let in shortly.
    #[error("too many tries at once")]
    Busy,
    /// The counters could not be asked.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Counts a try in each of `counters` before it is made. Where several delay it, the longest delay is
/// told.
///
/// The caller's job must fail when this fails: that undoes what was counted.
pub async fn reserve(
    tx: &mut WriteTx,
    counters: &[Counter],
    now: Millis,
) -> Result<Reservation, LimitError> {
    let mut reservation = Reservation {
        counters: Vec::with_capacity(counters.len()),
        barred: false,
        _places: Vec::new(),
    };
    let (mut delayed, mut busy) = (None, false);
    for counter in in_order(counters) {
        if counter.unseen && (busy || delayed.is_some()) {
            // A try that is not let in ends before the unseen counters are read: a try under another name
            // may hold their rows, and a wait would show that both names are one account's (attack 14).
            break;
        }
        let Counter {
            kind, name, rule, ..
        } = &counter;
        let before = store::add(tx, name, now + rule.window, now).await?;
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

/// One order everywhere, so that two tries never wait for each other's rows. Unseen counters come last.
fn in_order(counters: &[Counter]) -> Vec<Counter> {
    let mut counters = counters.to_vec();
    counters.sort_by(|a, b| (a.unseen, &a.name).cmp(&(b.unseen, &b.name)));
    counters
}

/// Counts the try as a failure.
pub async fn failed(tx: &mut WriteTx, tried: &Reservation, now: Millis) -> Result<(), DbError> {
    for Counter { name, rule, .. } in &tried.counters {
        let until = rule.delay.map_or(0, |delay| now + delay);
        store::fail(tx, name, rule.failures, until).await?;
    }
    Ok(())
}

/// Takes the try back, as a success is not counted; a counter that a success clears begins anew.
pub async fn succeeded(tx: &mut WriteTx, tried: &Reservation) -> Result<(), DbError> {
    for counter in &tried.counters {
        if counter.cleared_by_success {
            store::clear(tx, &counter.name).await?;
        } else {
            store::release(tx, &counter.name).await?;
        }
    }
    Ok(())
}

/// Takes the try back because it was never made, as when the hash pool was full.
pub async fn release(tx: &mut WriteTx, tried: &Reservation) -> Result<(), DbError> {
    for counter in &tried.counters {
        store::release(tx, &counter.name).await?;
    }
    Ok(())
}

/// Counts one use of something that may be used only so often, whatever comes of it: an email
/// asked for, an account registered. The caller's job must fail when this fails.
pub async fn spend(tx: &mut WriteTx, counters: &[Counter], now: Millis) -> Result<(), LimitError> {
    let tried = reserve(tx, counters, now).await?;
    Ok(failed(tx, &tried, now).await?)
}

/// Deletes at most `most` counters whose window and delay are over; answers how many.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, now, most).await
}
