//! The groups that a person sees, what waits for the person, and the groups that grant a product.

use jiff::tz::TimeZone;

use super::request::RequestError;
use super::requests::agency;
use super::store::my_groups::{self, ENABLED, MyGroupFilter, Viewer, VisibleGroup};
use super::store::{clicks, deciders, memberships, requests};
use crate::clock::Millis;
use crate::days::today;
use crate::db::list::{FoundPage, ListError, Paging};
use crate::db::{DbError, Reads, SqlValue, WriteTx};
use crate::directory::Account;

/// One page of the enabled groups that `account` sees, each with the person's place in it (contract
/// C-094). Hidden groups are left out. Sorts: `groupName`, `created`.
///
/// # Errors
/// [`ListError`]: an unknown sort, an invalid cursor, a context without a word of two characters;
/// an error of the database.
pub async fn my_groups_page(
    view: &mut dyn Reads,
    account: &Account,
    mut filter: MyGroupFilter,
    paging: &Paging,
) -> Result<FoundPage<VisibleGroup>, ListError> {
    filter.viewer = Some(Viewer {
        id: account.id.clone(),
        agency_id: agency(account).to_owned(),
    });
    let mut query = filter.query(paging)?.only(&ENABLED, Some(0));
    if let Some(context) = filter.context {
        let managers = my_groups::managers_named(view, context).await?;
        if !managers.is_empty() {
            let mut ids: Vec<SqlValue> = managers.into_iter().map(SqlValue::from).collect();
            ids.resize(my_groups::SEARCHED_MANAGERS, SqlValue::from(""));
            query = query.besides(ids);
        }
    }
    let mut page = query.page(view).await?;
    my_groups::add_places(view, &account.id, &mut page.rows).await?;
    Ok(page)
}

/// What the home page says about a person's groups (contract E-28, G-17, G-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// True if the person is in no group, manages none and has asked for none.
    pub is_first_login: bool,
    /// How many requests wait for the person, at most 1000.
    pub waiting: i64,
    /// True if the person has seen the hint today (contract G-19).
    pub clicked: bool,
}

/// What the home page says to `account`. `administers` is true for administrators of product SSO, who decide about
/// groups without an active manager.
///
/// # Errors
/// The database failed.
pub async fn notice(
    view: &mut dyn Reads,
    account_id: &str,
    administers: bool,
    (zone, now): (&TimeZone, Millis),
) -> Result<Notice, DbError> {
    let today = today(now, zone).to_string();
    let belongs = memberships::belongs(view, account_id).await?
        || requests::has_asked(view, account_id).await?;
    Ok(Notice {
        is_first_login: !belongs,
        waiting: requests::waiting(view, account_id, administers, &today).await?,
        clicked: clicks::has_clicked(view, account_id, &today).await?,
    })
}

/// Notes whether the person has seen the hint today (contract C-096, G-19).
///
/// # Errors
/// The database failed.
pub async fn click(
    tx: &mut WriteTx,
    account_id: &str,
    seen: bool,
    (zone, now): (&TimeZone, Millis),
) -> Result<(), DbError> {
    clicks::put(tx, account_id, &today(now, zone).to_string(), seen).await
}

/// A group that grants a product: its id and name.
pub type Grants = (String, String);

/// The groups that grant the product and that `account` may see, at most 50 (contract C-059).
///
/// # Errors
/// The database failed.
async fn granting(
    view: &mut dyn Reads,
    account: &Account,
    product_id: i64,
) -> Result<Vec<Grants>, DbError> {
    deciders::granting(view, product_id, (&account.id, agency(account))).await
}

/// The group to ask for when a person asks for a product: the named one, or the only one that grants
/// it.
///
/// # Errors
/// [`RequestError::NoSingleGroup`]; [`RequestError::UnknownGroup`] if the named one does not grant the
/// product or is not visible.
pub async fn single_grant(
    view: &mut dyn Reads,
    account: &Account,
    product_id: i64,
    group_id: Option<&str>,
) -> Result<String, RequestError> {
    let groups = granting(view, account, product_id).await?;
    match group_id {
        Some(wanted) => {
            let found = groups.into_iter().find(|(id, _)| id == wanted);
            found.map(|(id, _)| id).ok_or(RequestError::UnknownGroup)
        }
        None => match <[Grants; 1]>::try_from(groups) {
            Ok([(id, _)]) => Ok(id),
            Err(_) => Err(RequestError::NoSingleGroup),
        },
    }
}
