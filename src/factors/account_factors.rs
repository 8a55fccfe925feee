//! What an account has besides its password, and whether it must have more.

use super::acr::Acr;
use super::store::{self, RememberedBrowser};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::random::hashed;

/// The second factors of an account, in one browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountFactors {
    /// True with an authenticator app.
    pub has_authenticator: bool,
    /// Passkeys, and keys that are second factors only.
    pub keys: i64,
    /// Those that can sign in by themselves.
    pub passkeys: i64,
    /// Recovery codes that are not used.
    pub recovery_codes: i64,
    /// Since when this browser is not asked again.
    pub remembered_at: Option<Millis>,
    /// True with a temporary code that works.
    pub has_temporary_code: bool,
    /// The usual date until which the account may put off its second factor. `None` before one was required.
    pub due_at: Option<Millis>,
    /// True if one of its roles requires a second factor.
    pub required_by_role: bool,
    /// Set if an administrator requires one of this account; the date, if there is one.
    pub required_by_account: Option<Option<Millis>>,
}

impl AccountFactors {
    /// The standing of an account in the browser with the id `browser`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        view: &mut dyn Reads,
        account_id: &str,
        browser: Option<&str>,
        now: Millis,
    ) -> Result<Self, DbError> {
        let browser = browser.map(hashed).unwrap_or_default();
        let row = store::standing(view, account_id, &browser, now).await?;
        Ok(Self {
            has_authenticator: row.authenticators > 0,
            keys: row.keys,
            passkeys: row.passkeys,
            recovery_codes: row.recovery_codes,
            remembered_at: row.remembered_at,
            has_temporary_code: row.temporary_codes > 0,
            due_at: row.due_at,
            required_by_role: row.roles > 0,
            required_by_account: (row.requirements > 0).then_some(row.required_at),
        })
    }

    /// True if the account can prove a second factor. Recovery codes alone are none: they only replace a lost one.
    pub fn has_factor(&self) -> bool {
        self.has_authenticator || self.keys > 0
    }

    /// The strongest class of a proof that the account can give.
    pub fn reachable(&self) -> Acr {
        if self.passkeys > 0 {
            Acr::PhishingResistant
        } else if self.has_factor() {
            Acr::Mfa
        } else {
            Acr::Password
        }
    }
}

/// What is required of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Nothing more.
    Met,
    /// A second factor, which can be put off until `due_at`.
    Until {
        due_at: Millis,
        /// The usual date, if it begins to count now: [`begin_grace`] stores it. The date of an account's own requirement is
        /// stored there and is nobody else's.
        begins: Option<Millis>,
    },
    /// A second factor at once.
    Due,
}

impl Demand {
    /// A second factor that can be put off until `due_at`; `begins` is the usual date, if it begins to count now.
    pub fn at(due_at: Millis, begins: Option<Millis>, now: Millis) -> Self {
        if due_at <= now {
            Self::Due
        } else {
            Self::Until { due_at, begins }
        }
    }
}

/// Sets the usual date until which an account may put off its second factor, unless it is set.
///
/// # Errors
/// The database failed.
pub async fn begin_grace(
    tx: &mut WriteTx,
    account_id: &str,
    due_at: Millis,
) -> Result<(), DbError> {
    store::set_deadline(tx, account_id, due_at).await?;
    store::note_factor(tx, account_id).await
}

/// Notes for lists which second factor the account has, after a change of its passkeys.
///
/// # Errors
/// The database failed.
pub async fn note_factor(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    store::note_factor(tx, account_id).await
}

/// When the authenticator app of the account was added and last used, if there is one.
///
/// # Errors
/// The database failed.
pub async fn authenticator(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<(Millis, Millis)>, DbError> {
    let app = store::authenticator(view, account_id).await?;
    Ok(app.map(|app| (app.added_at, app.used_at)))
}

/// The browsers in which the account is not asked for its second factor, newest first.
///
/// # Errors
/// The database failed.
pub async fn remembered_browsers(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Vec<RememberedBrowser>, DbError> {
    store::remembered(view, account_id, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An account is asked for what it has; a key that is a second factor only signs nobody in.
    #[test]
    fn keys_count_as_factors() {
        let app = AccountFactors {
            has_authenticator: true,
            ..AccountFactors::default()
        };
        let with = |keys, passkeys| AccountFactors {
            keys,
            passkeys,
            ..app
        };
        assert_eq!(AccountFactors::default().reachable(), Acr::Password);
        assert_eq!(app.reachable(), Acr::Mfa);
        assert_eq!(with(1, 0).reachable(), Acr::Mfa);
        assert_eq!(with(2, 1).reachable(), Acr::PhishingResistant);
    }

    /// A requirement has a date: until then it can be put off.
    #[test]
    fn a_second_factor_can_be_put_off_until_its_date() {
        let (due_at, begins) = (11, Some(20));
        assert_eq!(
            Demand::at(due_at, begins, 10),
            Demand::Until { due_at, begins }
        );
        assert_eq!(Demand::at(10, begins, 10), Demand::Due);
        let codes = AccountFactors {
            recovery_codes: 10,
            ..AccountFactors::default()
        };
        assert!(!codes.has_factor(), "codes are no factor");
    }
}
