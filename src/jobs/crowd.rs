//! How many jobs of one kind, and of one lane within it, run at once, so that whoever answers
//! slowly holds up nobody else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Job, Room, SLOTS};

/// The jobs under way, by kind and lane.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd(Arc<Mutex<HashMap<SeatKey, usize>>>);

/// A kind, and a lane of it or the kind as a whole.
type SeatKey = (String, Option<String>);

/// The seat of one job, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    crowd: Crowd,
    places: [SeatKey; 2],
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
        let at = |place: &SeatKey| taken.get(place).copied().unwrap_or_default();
        let (kind, lane) = (at(&places[0]), at(&places[1]));
        if kind >= room.kind || lane >= room.lane || is_last_seat(kind, lane, room) {
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
            let room = room(kind);
            full.careful |= room.kind < SLOTS;
            let of_kind = taken.get(&(kind.clone(), None)).copied();
            match lane {
                None if *count >= room.kind => add(&mut full.kinds, kind),
                Some(lane)
                    if *count >= room.lane
                        || is_last_seat(of_kind.unwrap_or_default(), *count, room) =>
                {
                    add(&mut full.lanes, &format!("{kind} {lane}"));
                }
                _ => {}
            }
        }
        full
    }
}

/// The last seat of a kind is for a lane that has none: a few lanes that hang never take them all.
fn is_last_seat(of_kind: usize, of_lane: usize, room: Room) -> bool {
    of_lane > 0 && room.lane < room.kind && of_kind + 1 >= room.kind
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

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { kind: 4, lane: 2 };

    fn crowd(lanes: &[(&str, usize)]) -> Crowd {
        let mut taken = HashMap::new();
        let of_kind = lanes.iter().map(|(_, count)| count).sum();
        taken.insert(("k".to_owned(), None), of_kind);
        for (lane, count) in lanes {
            taken.insert(("k".to_owned(), Some((*lane).to_owned())), *count);
        }
        Crowd(Arc::new(Mutex::new(taken)))
    }

    /// Two lanes that hang do not take every seat: the last one is for a lane that has none.
    #[test]
    fn the_last_seat_is_for_a_lane_without_one() {
        let full = crowd(&[("a", 1), ("b", 1)]).full(|_| ROOM);
        assert_eq!((full.kinds.as_str(), full.lanes.as_str()), ("", ""));
        let full = crowd(&[("a", 2), ("b", 1)]).full(|_| ROOM);
        assert_eq!(full.kinds, "");
        assert!(full.lanes.contains("|k a|") && full.lanes.contains("|k b|"));
        let full = crowd(&[("a", 2), ("b", 1), ("c", 1)]).full(|_| ROOM);
        assert_eq!(full.kinds, "|k|");
    }
}
