//! Accounts by pages.

use super::account::Status;
use super::store::list::{self, AccountChoice, AccountRow, ShownNames};
use crate::db::list::{FoundPage, List, ListError, OptionPaging, Paging, Query};
use crate::db::{DbError, Reads};

/// Selects accounts; a `None` selects all.
#[derive(Clone, Debug, Default)]
pub struct AccountFilter {
    /// Words that the account name, full name, email address or corporate id must contain, each in
    /// any of them; each has at least two characters.
    pub context: Option<String>,
    pub status: Option<Status>,
    pub agency_id: Option<String>,
    /// Only accounts of this company (`clientId`).
    pub company_id: Option<String>,
    /// Only super administrators, or only others.
    pub sup_admin: Option<bool>,
    /// Only people who have this role of a product.
    pub role_id: Option<String>,
    /// Only accounts that must choose a new password, or only others.
    pub must_change_password: Option<bool>,
}

/// The accounts that pass `filter`, newest first by default (contract C-038, G-51).
/// Sorts: `created`, `username`, `fullName`, `email`, `lastLogin`.
///
/// # Errors
/// An unknown sort, an invalid cursor, or a context without a word of two characters.
pub fn accounts_query(filter: &AccountFilter, paging: &Paging) -> Result<Query, ListError> {
    query(&list::ACCOUNTS, filter, paging)
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

/// The same people by account name, for readers who see these names alone (contract C-054, C-079). The context finds nobody
/// by others. Sorts: `username`, `fullName`, `email`. Reads nothing yet.
///
/// # Errors
/// Those of [`accounts_query`].
pub fn people_query(
    filter: &AccountFilter,
    paging: &Paging,
    shown: ShownNames,
) -> Result<Query, ListError> {
    Ok(query(&list::PEOPLE, filter, paging)?.showing(shown.sql()))
}

fn query(list: &'static List, filter: &AccountFilter, paging: &Paging) -> Result<Query, ListError> {
    list.query(paging)?
        .only(&list::STATUS, filter.status.map(Status::code))
        .only(&list::AGENCY, filter.agency_id.as_deref())
        .only(&list::COMPANY, filter.company_id.as_deref())
        .only(&list::SUPER_ADMINISTRATOR, filter.sup_admin)
        .only(&list::MUST_CHANGE_PASSWORD, filter.must_change_password)
        .only(&list::ROLE, filter.role_id.as_deref())
        .search(filter.context.as_deref())
}

/// True if there is at least one account.
pub async fn any_account(view: &mut dyn Reads) -> Result<bool, DbError> {
    list::any(view).await
}

/// The enabled accounts, by display name, to be chosen in a form that shows these names of them.
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
