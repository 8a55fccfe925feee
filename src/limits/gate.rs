//! The gate of this process: concurrent attempts of one counter wait in a queue instead of polling the database.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};

use super::counter_cap::CounterCap;
use super::pending::Pending;
use super::queues::Queues;
use super::reservation::InMemory;
use super::{Counter, LimitError, Reservation, Verdicts, in_order, reserve, store};
use crate::clock::{Clock, Millis};
use crate::config::LimitsConfig;
use crate::db::{Db, Engine};

/// Longest total wait of an attempt before it gets [`LimitError::Busy`].
const PATIENCE: Duration = Duration::from_secs(4);
/// Pause before an attempt with a place in the queues asks again: pending attempts of other processes, or stored failures,
/// leave fewer places than the queue has.
const PAUSE: Duration = Duration::from_millis(25);

/// Admits attempts; cheap to clone, one for the whole process.
#[derive(Clone)]
pub struct Gate {
    queues: Queues,
    pending: Pending,
    cap: CounterCap,
}

impl Default for Gate {
    fn default() -> Self {
        Self::keeping(LimitsConfig::default().kept_counters)
    }
}

impl Gate {
    /// A gate that keeps at most about `most` counters.
    pub fn keeping(most: u32) -> Self {
        Self {
            queues: Queues::default(),
            pending: Pending::default(),
            cap: CounterCap::new(most),
        }
    }

    /// Notes that a write outside the gate has made `new` counters ([`super::spend_unnamed`]). Deletes some, if there are
    /// too many.
    pub async fn note_new(&self, db: &Db, new: u32) {
        self.cap.add(new);
        self.cap.check(db).await;
    }

    /// Makes an attempt pending in `counters`, before its password is hashed. While the pending attempts reach the
    /// number that may still fail, it waits for one to end, a few seconds at most.
    pub async fn admit(
        &self,
        db: &Db,
        clock: &Clock,
        counters: &[Counter],
    ) -> Result<Reservation, LimitError> {
        // Only the waiting is cut short, because an abandoned transaction would count as a failure on PostgreSQL.
        let deadline = Instant::now() + PATIENCE;
        let counters = in_order(counters);
        let mut permits = self.permits(&counters, deadline).await?;
        loop {
            let asked = match db.engine() {
                Engine::Sqlite => self.admit_in_memory(db, clock, &counters, deadline).await,
                Engine::Postgres => self.admit_in_rows(db, &counters, clock.now()).await,
            };
            match asked {
                Ok(mut reservation) => {
                    reservation.keep_permits(mem::take(&mut permits));
                    self.cap.check(db).await;
                    return Ok(reservation);
                }
                Err(LimitError::Busy) if Instant::now() < deadline => sleep(PAUSE).await,
                Err(refused) => return Err(refused),
            }
        }
    }

    /// A place for the attempt in the queue of each counter.
    async fn permits(
        &self,
        counters: &[Counter],
        deadline: Instant,
    ) -> Result<Vec<OwnedSemaphorePermit>, LimitError> {
        let mut permits = Vec::with_capacity(counters.len());
        // Unseen counters have no queue, because a wait would show that others try this account.
        for counter in counters.iter().filter(|counter| !counter.unseen) {
            let permit = timeout_at(deadline, self.queue(counter).acquire_owned()).await;
            permits.push(permit.ok().and_then(Result::ok).ok_or(LimitError::Busy)?);
        }
        Ok(permits)
    }

    /// Runs [`reserve`] in its own transaction, which does not wait for the disk. The write that settles the attempt
    /// does, and nothing is answered before it.
    async fn admit_in_rows(
        &self,
        db: &Db,
        counters: &[Counter],
        now: Millis,
    ) -> Result<Reservation, LimitError> {
        let asked = counters.to_vec();
        let reservation = db
            .write_unsynced(move |tx| Box::pin(async move { reserve(tx, &asked, now).await }))
            .await?;
        self.cap.add(reservation.new_rows);
        Ok(reservation)
    }

    /// Decides by the stored failures and the attempts that are pending in this process. Writes nothing.
    async fn admit_in_memory(
        &self,
        db: &Db,
        clock: &Clock,
        counters: &[Counter],
        deadline: Instant,
    ) -> Result<Reservation, LimitError> {
        let names: Vec<_> = counters.iter().map(|one| one.name.clone()).collect();
        // Takes the connection first, so that nobody who holds the admission waits for a connection.
        let mut tx = db.read().await?;
        let admission = timeout_at(deadline, self.pending.admission()).await;
        let _admission = admission.map_err(|_| LimitError::Busy)?;
        let now = clock.now();
        let pending = self.pending.of(&names);
        let stored = store::states(&mut tx, &names).await?;
        let mut verdicts = Verdicts::default();
        for (counter, pending) in counters.iter().zip(pending) {
            if verdicts.end_before(counter) {
                break;
            }
            let state = stored.get(&counter.name).copied().unwrap_or_default();
            let state = state.at(&counter.rule, now).with_pending(pending);
            verdicts.add(counter, state.judge(&counter.rule, now));
        }
        let (entered, barred) = verdicts.end()?;
        let names = entered.iter().map(|counter| counter.name.clone());
        let places = self.pending.enter(names.collect());
        let in_memory = InMemory {
            db: db.clone(),
            clock: clock.clone(),
            cap: self.cap.clone(),
        };
        Ok(Reservation::new(
            entered,
            barred,
            0,
            Some((in_memory, places)),
        ))
    }

    /// Waits until no other work with this name runs in this process, a few seconds at most.
    pub async fn turn(&self, name: &str) -> Result<Turn, LimitError> {
        let deadline = Instant::now() + PATIENCE;
        let place = timeout_at(deadline, self.queues.queue(name, 1).acquire_owned()).await;
        let place = place.ok().and_then(Result::ok);
        let turn = place.map(|place| Turn { _place: place });
        turn.ok_or(LimitError::Busy)
    }

    fn queue(&self, counter: &Counter) -> Arc<Semaphore> {
        let places = usize::try_from(counter.rule.failures)
            .unwrap_or(1)
            .clamp(1, 10_000);
        self.queues.queue(&counter.name, places)
    }
}

/// The turn of some work. It ends when this is dropped.
#[must_use = "the turn ends when this is dropped"]
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}
