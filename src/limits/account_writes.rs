//! How often one account may do what writes on each request and costs its owner nothing: open a product, let an
//! application sign in without a page, sign in again (attack 44). Nobody fills the disk with an account of their own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::LimitError;
use crate::clock::{MINUTE, Millis};

/// The time in which an account may do so much.
const WINDOW: Millis = 10 * MINUTE;
/// Microseconds in a millisecond: the time of one write may be shorter than a millisecond.
const MICROS: i64 = 1_000;
/// Number of accounts at which the rested ones are first forgotten.
const ACCOUNTS: usize = 1_024;

/// What each account of one process has used of its limit; cheap to clone. It is kept in memory, because a row would be
/// another write.
#[derive(Clone, Debug)]
pub struct AccountWrites {
    /// How long one write counts, in microseconds.
    each: i64,
    accounts: Arc<Mutex<Accounts>>,
}

#[derive(Debug)]
struct Accounts {
    /// When each account will have rested, in microseconds since the Unix epoch.
    rested_at: HashMap<String, i64>,
    /// The number of accounts at which the rested ones are forgotten next.
    sweep_at: usize,
}

impl AccountWrites {
    /// Every account may write `most` times at once, and as often again in each ten minutes.
    pub fn new(most: u32) -> Self {
        Self {
            each: WINDOW * MICROS / i64::from(most.max(1)),
            accounts: Arc::new(Mutex::new(Accounts {
                rested_at: HashMap::new(),
                sweep_at: ACCOUNTS,
            })),
        }
    }

    /// Counts a write of the account.
    ///
    /// # Errors
    /// [`LimitError::Delayed`]: it has written as often as it may, and this one is not counted.
    pub fn spend(&self, account_id: &str, now: Millis) -> Result<(), LimitError> {
        let now = now.saturating_mul(MICROS);
        let mut accounts = self.lock();
        // A time further ahead than the window is from a clock that was set back, and locks nobody out.
        let before = accounts.rested_at.get(account_id).copied();
        let before = before.map_or(now, |at| at.clamp(now, now + WINDOW * MICROS));
        let rested_at = before + self.each;
        let until = rested_at - WINDOW * MICROS;
        if until > now {
            drop(accounts);
            metrics::counter!("atrium_limits_delayed_total", "counter" => "account_writes")
                .increment(1);
            let until = until.div_euclid(MICROS) + 1;
            return Err(LimitError::Delayed { until });
        }
        accounts.rested_at.insert(account_id.to_owned(), rested_at);
        if accounts.rested_at.len() >= accounts.sweep_at {
            accounts.rested_at.retain(|_, at| *at > now);
            accounts.sweep_at = ACCOUNTS.max(2 * accounts.rested_at.len());
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_795_260_000_000;

    fn delayed(writes: &AccountWrites, account: &str, now: Millis) -> Option<Millis> {
        match writes.spend(account, now) {
            Ok(()) => None,
            Err(LimitError::Delayed { until }) => Some(until - now),
            Err(other) => panic!("{other:?}"),
        }
    }

    /// Attack 44: so many at once, then one by one as the ten minutes pass; other accounts are not affected.
    #[test]
    fn an_account_writes_so_often_in_ten_minutes() {
        let writes = AccountWrites::new(10);
        for n in 0..10 {
            assert_eq!(delayed(&writes, "ada", NOW), None, "{n}");
        }
        assert_eq!(delayed(&writes, "ada", NOW), Some(MINUTE + 1));
        assert_eq!(delayed(&writes, "ben", NOW), None);
        assert_eq!(delayed(&writes, "ada", NOW + MINUTE), None);
        assert_eq!(delayed(&writes, "ada", NOW + MINUTE), Some(MINUTE + 1));
        let later = NOW + MINUTE + WINDOW;
        for n in 0..10 {
            assert_eq!(delayed(&writes, "ada", later), None, "{n}");
        }
        assert!(delayed(&writes, "ada", later).is_some());
    }

    #[test]
    fn a_clock_put_back_locks_nobody_out() {
        let writes = AccountWrites::new(10);
        for _ in 0..10 {
            assert_eq!(delayed(&writes, "ada", NOW + 365 * 24 * WINDOW), None);
        }
        assert_eq!(delayed(&writes, "ada", NOW), Some(MINUTE + 1));
    }

    /// Attack 44: accounts that have rested take no memory.
    #[test]
    fn rested_accounts_are_forgotten() {
        let writes = AccountWrites::new(1_000_000);
        for n in 0..10_000 {
            assert_eq!(delayed(&writes, &n.to_string(), NOW + n), None);
        }
        assert!(writes.lock().rested_at.len() <= ACCOUNTS);
    }
}
