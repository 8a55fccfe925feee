//! Limits: database counters of failed attempts, correct under concurrent attempts on every node.
//!
//! An attempt is counted as pending before its password is checked ([`Gate::admit`]) and settled afterwards ([`failed`],
//! [`succeeded`]). Pending attempts count against the limit. So of any number of concurrent wrong attempts, no more than
//! the limit are hashed, while concurrent right ones only wait for each other. PostgreSQL has a pending attempt in the
//! counters' rows, SQLite in memory (decision 0005). Counter names are stored as SHA-256 of what they count, and rows are
//! deleted soon after their window.
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
mod pending;
mod queues;
mod reservation;
mod sign_in;
mod state;
mod store;

pub use account_writes::AccountWrites;
pub use concurrent_calls::{ConcurrentCalls, RunningCall};
pub use fair_queue::{Asker, FairQueue};
pub use gate::{Gate, Turn};
pub use one_at_a_time::{OneAtATime, RunningWork};
pub use reservation::Reservation;
pub use sign_in::{Attempt, ByNetwork, Limits};
pub use state::Rule;
pub use store::STATEMENTS;

use std::sync::Arc;

use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};
use crate::random;
use state::Verdict;

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

/// Collects the verdicts of the counters of an attempt.
#[derive(Default)]
struct Verdicts {
    entered: Vec<Counter>,
    barred: bool,
    delayed: Option<Millis>,
    busy: bool,
}

impl Verdicts {
    /// True if `counter` need not be asked. A refused attempt ends before the unseen counters are read: an attempt under
    /// another name may have locked their rows, and a wait would show that both names belong to one account (attack 14).
    fn end_before(&self, counter: &Counter) -> bool {
        counter.unseen && (self.busy || self.delayed.is_some())
    }

    fn add(&mut self, counter: &Counter, verdict: Verdict) {
        if matches!(verdict, Verdict::Delayed(_)) {
            metrics::counter!("atrium_limits_delayed_total", "counter" => counter.kind)
                .increment(1);
        }
        match verdict {
            Verdict::Enter => self.entered.push(counter.clone()),
            Verdict::Delayed(_) | Verdict::Busy if counter.unseen => self.barred = true,
            Verdict::Delayed(until) => self.delayed = self.delayed.max(Some(until)),
            Verdict::Busy => self.busy = true,
        }
    }

    /// The counters that the attempt is pending in, and whether it is barred. If several counters delay it, returns the
    /// longest delay.
    fn end(self) -> Result<(Vec<Counter>, bool), LimitError> {
        match self.delayed {
            Some(until) => Err(LimitError::Delayed { until }),
            None if self.busy => Err(LimitError::Busy),
            None => Ok((self.entered, self.barred)),
        }
    }
}

/// Counts an attempt in the row of each of `counters` before it is made.
///
/// When this fails, the caller's transaction must fail too, which undoes the counts.
async fn reserve(
    tx: &mut WriteTx,
    counters: &[Counter],
    now: Millis,
) -> Result<Reservation, LimitError> {
    let (mut verdicts, mut new) = (Verdicts::default(), 0);
    for counter in in_order(counters) {
        if verdicts.end_before(&counter) {
            break;
        }
        let before = store::add(tx, &counter.name, &counter.rule, now).await?;
        new += u32::from(before.was_missing());
        let state = before.at(&counter.rule, now);
        let verdict = state.judge(&counter.rule, now);
        match verdict {
            Verdict::Enter => store::restart(tx, &counter.name, before, state).await?,
            _ if counter.unseen => store::take_back(tx, &counter.name, before.reserved_at).await?,
            _ => {}
        }
        verdicts.add(&counter, verdict);
    }
    let (counters, barred) = verdicts.end()?;
    Ok(Reservation {
        counters,
        barred,
        new,
        in_memory: None,
        places: Arc::default(),
    })
}

/// The same order everywhere prevents deadlocks between two attempts. Unseen counters come last.
fn in_order(counters: &[Counter]) -> Vec<Counter> {
    let mut counters = counters.to_vec();
    counters.sort_by(|a, b| (a.unseen, &a.name).cmp(&(b.unseen, &b.name)));
    counters
}

/// Counts the attempt as a failure. It is pending until the end of the transaction.
pub async fn failed(tx: &mut WriteTx, attempt: &Reservation, now: Millis) -> Result<(), DbError> {
    attempt.settle();
    tx.keep_until_end(Arc::clone(&attempt.places));
    for counter in &attempt.counters {
        let Counter { name, rule, .. } = counter;
        if let Some(in_memory) = &attempt.in_memory {
            let before = store::add(tx, name, rule, now).await?;
            in_memory.cap.add(u32::from(before.was_missing()));
            store::restart(tx, name, before, before.at(rule, now)).await?;
        }
        let until = rule.delay.map_or(0, |delay| now + delay);
        store::fail(tx, name, rule.failures, until).await?;
    }
    Ok(())
}

/// Takes the attempt back: a success is not counted. Resets the counters that a success clears.
pub async fn succeeded(tx: &mut WriteTx, attempt: &Reservation) -> Result<(), DbError> {
    attempt.settle();
    for counter in &attempt.counters {
        if counter.cleared_by_success {
            store::clear(tx, &counter.name).await?;
        } else if attempt.in_memory.is_none() {
            store::release(tx, &counter.name).await?;
        }
    }
    Ok(())
}

/// Takes the attempt back because it was never made, for example because the password hash queue was full.
pub async fn release(db: &Db, attempt: Reservation) -> Result<(), DbError> {
    attempt.settle();
    if attempt.in_memory.is_some() {
        return Ok(());
    }
    db.write(move |tx| {
        Box::pin(async move {
            for counter in &attempt.counters {
                store::release(tx, &counter.name).await?;
            }
            Ok(())
        })
    })
    .await
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
