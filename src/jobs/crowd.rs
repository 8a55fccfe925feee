//! How many jobs of one kind, and of one lane within it, run at once, so that whoever answers
//! slowly holds up nobody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Job, SLOTS};

/// How many jobs may run at once in one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Of one kind.
    pub kind: usize,
    /// Of one kind and one lane.
    pub lane: usize,
}

/// The jobs under way, by kind and lane.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd(Arc<Mutex<HashMap<Place, usize>>>);

/// A kind, and a lane of it or the kind as a whole.
type Place = (String, Option<String>);

/// The seat of one job, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    crowd: Crowd,
    places: [Place; 2],
}

/// Kinds and lanes that have no room, as the texts that the claim compares with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Full {
    /// `|kind|kind|`.
    pub kinds: String,
    /// `|kind lane|kind lane|`.
    pub lanes: String,
    /// A job is under way that not all slots may serve: claim one at a time, so that few come in
    /// vain, and look again as soon as one ends.
    pub careful: bool,
}

impl Crowd {
    /// A seat for `job`, if both its kind and its lane have room.
    pub fn seat(&self, job: &Job, room: Room) -> Option<Seat> {
        let places = [
            (job.kind.clone(), None),
            (job.kind.clone(), Some(job.lane.clone())),
        ];
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = |place: &Place| taken.get(place).copied().unwrap_or_default();
        if at(&places[0]) >= room.kind || at(&places[1]) >= room.lane {
            return None;
        }
        for place in &places {
            *taken.entry(place.clone()).or_default() += 1;
        }
        Some(Seat {
            crowd: self.clone(),
            places,
        })
    }

    /// What has no room now.
    pub fn full(&self, room: impl Fn(&str) -> Room) -> Full {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut full = Full::default();
        for ((kind, lane), count) in taken.iter() {
            full.careful |= room(kind).kind < SLOTS;
            match lane {
                None if *count >= room(kind).kind => add(&mut full.kinds, kind),
                Some(lane) if *count >= room(kind).lane => {
                    add(&mut full.lanes, &format!("{kind} {lane}"));
                }
                _ => {}
            }
        }
        full
    }
}

fn add(list: &mut String, name: &str) {
    if list.is_empty() {
        list.push('|');
    }
    list.push_str(name);
    list.push('|');
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        for place in &self.places {
            if let Some(count) = taken.get_mut(place) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(place);
                }
            }
        }
    }
}
