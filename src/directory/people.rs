//! People by id or address, for entries that name people, and for emails.

use std::collections::{BTreeSet, HashMap};

use super::account::Account;
use super::earlier_change::EarlierChange;
use super::names::mailbox;
use super::store;
use super::store::people;
use crate::clock::Millis;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

pub use super::store::people::PersonName;

/// The names of all accounts in `ids`, whatever their status.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, PersonName>, DbError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut names = HashMap::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        names.extend(people::names(view, ids).await?);
    }
    Ok(names)
}

/// The accounts that exist among `ids`, each with whether it is a super administrator.
///
/// # Errors
/// The database failed.
pub async fn accounts_among(
    view: &mut dyn Reads,
    ids: &BTreeSet<String>,
) -> Result<Vec<(String, bool)>, DbError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut known = Vec::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        known.extend(people::among(view, ids).await?);
    }
    Ok(known)
}

/// The account with this email address. A name that looks like an address, such as an earlier one, does not count.
///
/// # Errors
/// The database failed.
pub async fn find_by_address(
    view: &mut dyn Reads,
    email: &str,
) -> Result<Option<Account>, DbError> {
    let found = store::find_by_name(view, email).await?;
    Ok(found.filter(|account| has_address(account, email)))
}

/// True if this is the email address of the account.
pub(super) fn has_address(account: &Account, email: &str) -> bool {
    account.email.as_deref().map(mailbox) == Some(mailbox(email))
}

impl EarlierChange {
    /// The change that the account `by` made.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(view: &mut dyn Reads, by: Option<&str>, at: Millis) -> Result<Self, DbError> {
        let ids = by.map(str::to_owned).into_iter().collect();
        let people = names_of(view, &ids).await?.into_values();
        let by = people.map(|person| person.name).next();
        Ok(Self { by, at })
    }
}
