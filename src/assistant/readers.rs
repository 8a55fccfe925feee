//! How many people read answers at a time: each reader holds a connection, and is checked again and again (attack 44).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most readers of one person: a few tabs and devices.
const MOST_OF_ONE: usize = 8;
/// The most readers of this process.
const MOST: usize = 2_000;

/// The readers of this process by account. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Readers(Arc<Mutex<HashMap<String, usize>>>);

/// The place of a reader; it is free again when this is dropped.
#[derive(Debug)]
pub struct ReaderPlace {
    readers: Readers,
    account_id: String,
}

impl Readers {
    /// A place for one more reader of the account; `None` if there is none.
    pub fn begin(&self, account_id: &str) -> Option<ReaderPlace> {
        let mut readers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = readers.values().sum();
        let own = readers.get(account_id).copied().unwrap_or_default();
        if own >= MOST_OF_ONE || all >= MOST {
            return None;
        }
        readers.insert(account_id.to_owned(), own + 1);
        Some(ReaderPlace {
            readers: self.clone(),
            account_id: account_id.to_owned(),
        })
    }
}

impl ReaderPlace {
    /// Whose place it is.
    pub fn account_id(&self) -> &str {
        &self.account_id
    }
}

impl Drop for ReaderPlace {
    fn drop(&mut self) {
        let mut readers = self
            .readers
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = readers.get_mut(&self.account_id) {
            *own -= 1;
            if *own == 0 {
                readers.remove(&self.account_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 44: one person takes no more than a few places, and gives them back.
    #[test]
    fn attack_44_a_person_has_eight_readers() {
        let readers = Readers::default();
        let mut own: Vec<_> = (0..8).map(|_| readers.begin("dan").unwrap()).collect();
        assert!(readers.begin("dan").is_none());
        assert!(readers.begin("eve").is_some());
        own.pop();
        assert!(readers.begin("dan").is_some());
        drop(own);
        assert!(readers.0.lock().unwrap().is_empty());
    }
}
