//! How a person arranges home: what is pinned, in which order, and what is hidden.

use crate::db::DbError;
use crate::faults::{Faults, Rule};

/// The most products that a person pins, and the most that a person hides.
pub const MOST_CHOSEN: usize = 200;

/// The ids of the products that a person has chosen on home. None is pinned and hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The pinned products, in the person's order.
    pub pins: Vec<i64>,
    /// The hidden products, in the order in which they were hidden.
    pub hidden: Vec<i64>,
    /// Increases with each change of the pins.
    pub version: i64,
    /// True if the person has left the welcome for newcomers for good.
    pub has_left_welcome: bool,
}

/// A product that a person has opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    pub product_id: i64,
    /// The newest minute since the epoch in which the person opened it; `None` if that is no longer kept.
    pub minute: Option<i64>,
}

/// Why home was not arranged.
#[derive(Debug, thiserror::Error)]
pub enum ArrangementError {
    /// The field names a product that the person may not know of, or one that is not pinned.
    #[error("there is no such product")]
    Unknown(&'static str),
    /// Too many products are chosen.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Arrangement {
    /// Pins the product behind the others, or takes its pin away. What is pinned is not hidden.
    ///
    /// # Errors
    /// [`ArrangementError::Invalid`]: [`MOST_CHOSEN`] are pinned.
    pub fn pin(&mut self, id: i64, on: bool) -> Result<(), ArrangementError> {
        if self.pins.contains(&id) == on {
            return Ok(());
        }
        if on {
            add(&mut self.pins, id)?;
            self.hidden.retain(|hidden| *hidden != id);
        } else {
            self.pins.retain(|pinned| *pinned != id);
        }
        self.version += 1;
        Ok(())
    }

    /// Hides the product, or shows it again. What is hidden is not pinned.
    ///
    /// # Errors
    /// [`ArrangementError::Invalid`]: [`MOST_CHOSEN`] are hidden.
    pub fn hide(&mut self, id: i64, on: bool) -> Result<(), ArrangementError> {
        if self.hidden.contains(&id) == on {
            return Ok(());
        }
        if on {
            add(&mut self.hidden, id)?;
            self.pin(id, false)
        } else {
            self.hidden.retain(|hidden| *hidden != id);
            Ok(())
        }
    }

    /// Puts the pins into the order of `ids`, which are the same ones. False if the pins have another version, and then
    /// nothing changes.
    ///
    /// # Errors
    /// [`ArrangementError::Unknown`]: `ids` are not the pins.
    pub fn order(&mut self, ids: Vec<i64>, version: i64) -> Result<bool, ArrangementError> {
        if version != self.version {
            return Ok(false);
        }
        let sorted = |ids: &[i64]| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            ids
        };
        if sorted(&ids) != sorted(&self.pins) {
            return Err(ArrangementError::Unknown("ids"));
        }
        if ids != self.pins {
            self.pins = ids;
            self.version += 1;
        }
        Ok(true)
    }
}

fn add(chosen: &mut Vec<i64>, id: i64) -> Result<(), ArrangementError> {
    if chosen.len() >= MOST_CHOSEN {
        return Err(Faults::of("id", Rule::Most(MOST_CHOSEN)).into());
    }
    chosen.push(id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pinned(ids: &[i64]) -> Arrangement {
        let mut arrangement = Arrangement::default();
        for id in ids {
            arrangement.pin(*id, true).unwrap();
        }
        arrangement
    }

    #[test]
    fn what_is_pinned_is_not_hidden() {
        let mut home = pinned(&[1, 2]);
        assert_eq!(home.version, 2);
        home.hide(1, true).unwrap();
        home.hide(1, true).unwrap();
        assert_eq!(
            (&home.pins, &home.hidden, home.version),
            (&vec![2], &vec![1], 3)
        );
        home.pin(1, true).unwrap();
        assert_eq!((home.pins, home.hidden), (vec![2, 1], vec![]));
    }

    #[test]
    fn an_order_is_of_the_pins_that_were_read() {
        let mut home = pinned(&[1, 2, 3]);
        assert!(!home.order(vec![3, 2, 1], 2).unwrap());
        assert_eq!(home.pins, [1, 2, 3]);
        for wrong in [vec![1, 2], vec![1, 2, 4], vec![1, 2, 3, 3], vec![]] {
            let refused = home.order(wrong, 3);
            assert!(matches!(refused, Err(ArrangementError::Unknown("ids"))));
        }
        assert!(home.order(vec![3, 2, 1], 3).unwrap());
        assert_eq!((home.pins, home.version), (vec![3, 2, 1], 4));
    }

    #[test]
    fn at_most_200_are_chosen() {
        let ids: Vec<i64> = (1..=200).collect();
        let mut home = pinned(&ids);
        assert!(matches!(
            home.pin(201, true),
            Err(ArrangementError::Invalid(_))
        ));
        for id in 1..=200 {
            home.hide(id, true).unwrap();
        }
        assert!(home.pins.is_empty());
        assert!(matches!(
            home.hide(201, true),
            Err(ArrangementError::Invalid(_))
        ));
    }
}
