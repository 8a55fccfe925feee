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
mod counter;
mod counter_cap;
mod deletions;
mod fair_queue;
mod gate;
mod once;
mod one_at_a_time;
mod pending;
mod queues;
mod repeated_calls;
mod reservation;
mod rules;
mod state;
mod store;
mod uploads;

pub use account_writes::AccountWrites;
pub use concurrent_calls::{ConcurrentCalls, RunningCall};
pub use counter::Counter;
pub use fair_queue::{Asker, FairQueue};
pub use gate::{Gate, Turn};
pub use one_at_a_time::{OneAtATime, RunningWork};
pub use repeated_calls::{ANSWERS_KEPT, EarlierCall, RepeatableCall, RepeatedCalls, sweep_answers};
pub use reservation::Reservation;
pub use rules::{Attempt, ByNetwork, Limits};
pub use state::Rule;
pub use store::STATEMENTS;

use std::sync::Arc;

use crate::clock::Millis;
use crate::db::{Db, DbError, Reads, WriteTx};
use state::Verdict;

/// Why an attempt was not admitted.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    /// Too many failures.
    #[error("too many failures")]
    Delayed {
        /// When the next attempt is admitted, in milliseconds since the Unix epoch.
        until: Millis,
    },
    /// The pending attempts reach the number that may still fail; one may be admitted shortly.
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
    let (mut verdicts, mut new_rows) = (Verdicts::default(), 0);
    for counter in in_order(counters) {
        if verdicts.end_before(&counter) {
            break;
        }
        let before = store::add(tx, &counter.name, &counter.rule, now).await?;
        new_rows += u32::from(before.was_missing());
        let state = before.at(&counter.rule, now);
        let verdict = counter.judge(state, now);
        match verdict {
            Verdict::Enter => store::restart(tx, &counter.name, before, state).await?,
            _ if counter.unseen => store::take_back(tx, &counter.name, before.reserved_at).await?,
            _ => {}
        }
        verdicts.add(&counter, verdict);
    }
    let (counters, barred) = verdicts.end()?;
    Ok(Reservation::new(counters, barred, new_rows, None))
}

/// The same order everywhere prevents deadlocks between two attempts. Unseen counters come last.
fn in_order(counters: &[Counter]) -> Vec<Counter> {
    let mut counters = counters.to_vec();
    counters.sort_by(|a, b| (a.unseen, &a.name).cmp(&(b.unseen, &b.name)));
    counters
}

/// Counts the attempt as a failure. It stays pending until the commit, so that others see it there or in the rows. Without a
/// commit it counts later ([`Reservation`]).
pub async fn failed(tx: &mut WriteTx, tried: &Reservation, now: Millis) -> Result<(), DbError> {
    let attempt = Arc::clone(&tried.attempt);
    tx.after_commit(move || attempt.end());
    let cap = tried.attempt.in_memory.as_ref().map(|known| &known.cap);
    for counter in &tried.attempt.counters {
        counter.fail(tx, cap, now).await?;
    }
    Ok(())
}

/// Takes the attempt back: a success is not counted. Resets the counters that a success clears.
pub async fn succeeded(tx: &mut WriteTx, tried: &Reservation) -> Result<(), DbError> {
    tried.attempt.end();
    for counter in &tried.attempt.counters {
        if counter.cleared_by_success {
            store::clear(tx, &counter.name).await?;
        } else if tried.attempt.in_memory.is_none() {
            store::release(tx, &counter.name).await?;
        }
    }
    Ok(())
}

/// Takes the attempt back because it was never made, for example because the password hash queue was full.
pub async fn release(db: &Db, tried: Reservation) -> Result<(), DbError> {
    tried.attempt.end();
    if tried.attempt.in_memory.is_some() {
        return Ok(());
    }
    db.write(move |tx| {
        Box::pin(async move {
            for counter in &tried.attempt.counters {
                store::release(tx, &counter.name).await?;
            }
            Ok(())
        })
    })
    .await
}

/// Counts one use that is limited whatever its result, for example the request for an email. When this fails, the
/// caller's transaction must fail too.
pub async fn spend(tx: &mut WriteTx, counters: &[Counter], now: Millis) -> Result<(), LimitError> {
    spend_unnamed(tx, counters, now).await.map(drop)
}

/// Counts a use by a person without an account. Returns how many counters it made, for [`Gate::note_new`].
pub async fn spend_unnamed(
    tx: &mut WriteTx,
    counters: &[Counter],
    now: Millis,
) -> Result<u32, LimitError> {
    let attempt = reserve(tx, counters, now).await?;
    failed(tx, &attempt, now).await?;
    Ok(attempt.new_rows)
}

/// Refuses `many` further uses if not all of them would be admitted now. Counts nothing.
///
/// # Errors
/// [`LimitError::Delayed`] until the window of a counter is over.
pub async fn has_room(
    view: &mut dyn Reads,
    counters: &[Counter],
    many: usize,
    now: Millis,
) -> Result<(), LimitError> {
    let many = i64::try_from(many).unwrap_or(i64::MAX);
    let names: Vec<_> = counters
        .iter()
        .map(|counter| counter.name.clone())
        .collect();
    let states = store::states(view, &names).await?;
    for Counter { name, rule, .. } in counters {
        let state = states.get(name).copied().unwrap_or_default().at(rule, now);
        if many > 0 && state.failures.saturating_add(many) > rule.failures {
            let until = state.delayed_until.max(state.window_ends);
            return Err(LimitError::Delayed { until });
        }
    }
    Ok(())
}

/// Deletes at most `most` counters whose window and delay are over; returns how many.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, now, most).await
}
