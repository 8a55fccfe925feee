//! Accounts by pages.

use super::account::Status;
use super::store::list::{self, AccountChoice, AccountFilter, AccountRow, ShownNames};
use crate::db::fit::best;
use crate::db::list::{FoundPage, ListError, OptionPaging, Paging, Query};
use crate::db::{DbError, Reads};

/// How many people whose names have a text inside them are compared. A short text fits many thousand people (decision 0083).
const COMPARED: i64 = 300;

/// The accounts that pass `filter`, newest first by default (contract C-038, G-51).
/// Sorts: `created`, `username`, `fullName`, `email`, `lastLogin`.
///
/// # Errors
/// An unknown sort, an invalid cursor, or a context without a word of two characters.
pub fn accounts_query(filter: &AccountFilter, paging: &Paging) -> Result<Query, ListError> {
    filter.query(&list::ACCOUNTS, paging)
}

/// One page of [`accounts_query`].
///
/// # Errors
/// Those of [`accounts_query`], or an error of the database.
pub async fn accounts_page(
    view: &mut dyn Reads,
    filter: &AccountFilter,
    paging: &Paging,
) -> Result<FoundPage<AccountRow>, ListError> {
    accounts_query(filter, paging)?.page(view).await
}

/// These people by account name, for readers who see only account names (contract C-054, C-079). The context searches
/// only account names. Sorts: `username`, `fullName`, `email`. Reads nothing yet.
///
/// # Errors
/// Those of [`accounts_query`].
pub fn people_query(
    filter: &AccountFilter,
    paging: &Paging,
    shown: ShownNames,
) -> Result<Query, ListError> {
    Ok(filter.query(&list::PEOPLE, paging)?.showing(shown.sql()))
}

/// True if there is at least one account.
pub async fn any_account(view: &mut dyn Reads) -> Result<bool, DbError> {
    list::any(view).await
}

/// The enabled accounts by display name, as choices of a form.
///
/// # Errors
/// The database failed.
pub async fn account_options(
    view: &mut dyn Reads,
    wanted: &OptionPaging,
    shown: ShownNames,
) -> Result<Vec<AccountChoice>, ListError> {
    let query = list::PEOPLE.options_by("fullName")?.showing(shown.sql());
    let on = Some(Status::Enabled.code());
    query.only(&list::STATUS, on).options(view, wanted).await
}

/// The people whose account name, display name or email address fits `text` best, at most `most`: names that begin with it,
/// then the best of 300 others. Without `every` only enabled accounts are found. Nobody is found by a name that is not shown.
///
/// # Errors
/// The database failed.
pub async fn people_found(
    view: &mut dyn Reads,
    text: &str,
    every: bool,
    most: usize,
) -> Result<Vec<AccountRow>, ListError> {
    let status = (!every).then(|| Status::Enabled.code());
    let people = |sort| {
        let query = list::PEOPLE.options_by(sort)?;
        let query = query.showing(ShownNames::All.sql());
        Ok::<Query, ListError>(query.only(&list::STATUS, status))
    };
    let at_most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut found: Vec<AccountRow> = Vec::new();
    for sort in ["fullName", "username"] {
        let begin = people(sort)?;
        found.extend(begin.beginning(view, text, at_most).await?);
    }
    found.extend(people("username")?.some(view, text, COMPARED).await?);
    Ok(best(found, text, most, |row| row.id.clone(), shown_names))
}

fn shown_names(row: &AccountRow) -> Vec<&str> {
    let email = row.email.as_deref().unwrap_or_default();
    vec![&row.full_name, &row.username, email]
}
