//! The places for pictures that everybody may upload: fewer than uploads have, so that these keep nobody who writes from it.
//! Once all are taken, the sender that has had one for longest gives way to the next person (attack 44).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// How many of the uploads that arrive at once.
const AT_ONCE: usize = 4;
/// How long a sender keeps a place that somebody else wants.
pub(super) const KEPT: Duration = Duration::from_secs(20);

/// Since when each place is taken, the earliest first, and what tells its sender that it is wanted.
type Taken = VecDeque<(Instant, Arc<Notify>)>;

/// The places of a process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnPlaces(Arc<Mutex<Taken>>);

/// A place, cheap to clone. It is free again when all copies are dropped.
#[derive(Clone, Debug)]
pub struct OwnPlace(Arc<TakenPlace>);

#[derive(Debug)]
struct TakenPlace {
    of: OwnPlaces,
    wanted: Arc<Notify>,
}

impl OwnPlaces {
    /// A place from `now` on; `None` if all are taken by senders that still have time.
    pub fn begin(&self, now: Instant) -> Option<OwnPlace> {
        let mut taken = self.taken();
        if !has_room(&taken, now) {
            return None;
        }
        if taken.len() >= AT_ONCE
            && let Some((_, earliest)) = taken.pop_front()
        {
            earliest.notify_one();
        }
        let wanted = Arc::new(Notify::new());
        taken.push_back((now, Arc::clone(&wanted)));
        drop(taken);
        let of = self.clone();
        Some(OwnPlace(Arc::new(TakenPlace { of, wanted })))
    }

    /// True if [`Self::begin`] gives a place at `now`.
    pub fn may_begin(&self, now: Instant) -> bool {
        has_room(&self.taken(), now)
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn has_room(taken: &Taken, now: Instant) -> bool {
    let is_late = |(since, _): &(Instant, _)| now.saturating_duration_since(*since) >= KEPT;
    taken.len() < AT_ONCE || taken.front().is_some_and(is_late)
}

impl Drop for TakenPlace {
    fn drop(&mut self) {
        let mut taken = self.of.taken();
        taken.retain(|(_, wanted)| !Arc::ptr_eq(wanted, &self.wanted));
    }
}

/// Ends when another person gets the place; never without one.
pub(super) async fn wanted(place: Option<&OwnPlace>) {
    match place {
        Some(place) => place.0.wanted.notified().await,
        None => std::future::pending().await,
    }
}
