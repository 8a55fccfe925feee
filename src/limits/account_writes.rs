//! Limits how often one account may cause writes at no cost: open a product, let an application sign in without a page
//! or renew its tokens, sign in again (attack 44). So nobody fills the disk with their own account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::LimitError;
use crate::clock::{MINUTE, Millis};

/// The time over which the limit counts.
const WINDOW: Millis = 10 * MINUTE;
/// Microseconds in a millisecond: the time of one write may be shorter than a millisecond.
const MICROS: i64 = 1_000;
/// Number of accounts at which rested ones are first removed.
const ACCOUNTS: usize = 1_024;

/// The used part of the limit of each account, and of each application for it, in one process; cheap to clone. It is
/// kept in memory, because a row would be another write.
#[derive(Clone, Debug)]
pub struct AccountWrites {
    /// How long one write counts, in microseconds.
    each: i64,
    accounts: Arc<Mutex<Accounts>>,
}

#[derive(Debug)]
struct Accounts {
    /// When each account, application or refused request will have rested, in microseconds since the Unix epoch.
    rested_at: HashMap<String, i64>,
    /// The number of accounts at which rested ones are removed next.
    sweep_at: usize,
}

impl AccountWrites {
    /// Every account may write `most` times at once, and `most` times more in each ten minutes.
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
    /// [`LimitError::Delayed`]: its limit is reached, and this write is not counted.
    pub fn spend(&self, account_id: &str, now: Millis) -> Result<(), LimitError> {
        self.spend_of(account_id, 1, now)
    }

    fn spend_of(&self, account_id: &str, times: u32, now: Millis) -> Result<(), LimitError> {
        let now = now.saturating_mul(MICROS);
        let mut accounts = self.lock();
        // A time further ahead than the window comes from a clock that was set back; it must not lock anybody out.
        let before = accounts.rested_at.get(account_id).copied();
        let before = before.map_or(now, |at| at.clamp(now, now + WINDOW * MICROS));
        let rested_at = before + self.each.saturating_mul(i64::from(times));
        let until = rested_at - WINDOW * MICROS;
        if until > now {
            drop(accounts);
            metrics::counter!("atrium_limits_delayed_total", "counter" => "account_writes")
                .increment(1);
            let until = until.div_euclid(MICROS) + 1;
            return Err(LimitError::Delayed { until });
        }
        accounts.insert(account_id.to_owned(), rested_at, now);
        Ok(())
    }

    /// Remembers that the request named `key` is refused until `until`, so that it is refused again before it costs anything.
    pub fn hold_off(&self, key: String, until: Millis, now: Millis) {
        let (until, now) = (until.saturating_mul(MICROS), now.saturating_mul(MICROS));
        self.lock().insert(key, until, now);
    }

    /// # Errors
    /// [`LimitError::Delayed`] while the request named `key` is held off.
    pub fn held_off(&self, key: &str, now: Millis) -> Result<(), LimitError> {
        let until = self.lock().rested_at.get(key).copied();
        let until = until.map_or(now, |until| until.div_euclid(MICROS));
        if until > now && until <= now + WINDOW {
            return Err(LimitError::Delayed { until });
        }
        Ok(())
    }

    /// Counts a write that an application makes for the account. Each application has its own limit, so that none uses
    /// up the limit of the person or of other applications.
    ///
    /// # Errors
    /// Those of [`Self::spend`].
    pub fn spend_by(
        &self,
        client_id: &str,
        account_id: &str,
        now: Millis,
    ) -> Result<(), LimitError> {
        // No account id has a space.
        self.spend(&format!("{account_id} {client_id}"), now)
    }

    /// Counts something that costs `times` writes, at most a whole limit. Its limit is separate, by its name, which no
    /// application has.
    ///
    /// # Errors
    /// Those of [`Self::spend`].
    pub fn spend_times(
        &self,
        (name, account_id): (&str, &str),
        times: u32,
        now: Millis,
    ) -> Result<(), LimitError> {
        let most = u32::try_from(WINDOW * MICROS / self.each).unwrap_or(u32::MAX);
        self.spend_of(&format!("{account_id} {name}"), times.min(most), now)
    }

    fn lock(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts {
    fn insert(&mut self, key: String, rested_at: i64, now: i64) {
        self.rested_at.insert(key, rested_at);
        if self.rested_at.len() >= self.sweep_at {
            self.rested_at.retain(|_, at| *at > now);
            self.sweep_at = ACCOUNTS.max(2 * self.rested_at.len());
        }
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

    /// Attack 44: a burst up to the limit, then single writes as the ten minutes pass; other accounts are not affected.
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

    #[test]
    fn a_refused_request_is_held_off_until_its_time() {
        let writes = AccountWrites::new(10);
        writes.hold_off("app token".to_owned(), 5_000, 1_000);
        assert!(writes.held_off("app other", 1_000).is_ok());
        let refused = writes.held_off("app token", 4_999);
        assert!(matches!(refused, Err(LimitError::Delayed { until: 5_000 })));
        assert!(writes.held_off("app token", 5_000).is_ok());
        // A clock that was set back locks nobody out.
        assert!(writes.held_off("app token", 5_000 - WINDOW - 1).is_ok());
    }

    #[test]
    fn an_application_has_a_limit_of_its_own() {
        let writes = AccountWrites::new(1);
        for client in ["app", "bot"] {
            assert!(writes.spend_by(client, "ada", NOW).is_ok());
            assert!(writes.spend_by(client, "ada", NOW).is_err());
        }
        assert_eq!(delayed(&writes, "ada", NOW), None);
    }
}
