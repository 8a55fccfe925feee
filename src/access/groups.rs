//! Groups: the products they grant, their managers, their members, and the list of them.

pub use super::store::groups::{appoint, grant, save, set_membership, set_status};

use jiff::tz::TimeZone;

use super::memberships;
use super::request::RequestError;
use super::store::group_list::{self, GroupFilter, GroupListRow, KEPT};
use crate::audit::AuditContext;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{FoundPage, ListError, Paging, Query};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, AccountError, AccountField, AccountRule, AddedAccount, NewAccount};
use crate::i18n::language::Language;
use crate::limits::Limits;

/// The groups that pass `filter`, newest first unless `paging` has another sort (contract C-073, G-51). Sorts:
/// `created`, `groupName`. Their rows lack the names of managers and products, which [`add_names`] adds.
///
/// # Errors
/// [`ListError`]: an unknown sort, an invalid cursor, a context without a word of two characters.
pub fn groups_query(filter: &GroupFilter, paging: &Paging) -> Result<Query, ListError> {
    Ok(filter.query(paging)?.only(&KEPT, Some(0)))
}

/// One page of [`groups_query`], with the names of managers and products.
///
/// # Errors
/// Those of [`groups_query`], or an error of the database.
pub async fn groups_page(
    view: &mut dyn Reads,
    filter: &GroupFilter,
    paging: &Paging,
) -> Result<FoundPage<GroupListRow>, ListError> {
    let mut page = groups_query(filter, paging)?.page(view).await?;
    add_names(view, &mut page.rows).await?;
    Ok(page)
}

/// Adds the names of managers and products to `groups`.
///
/// # Errors
/// The database failed.
pub async fn add_names(view: &mut dyn Reads, groups: &mut [GroupListRow]) -> Result<(), DbError> {
    for groups in groups.chunks_mut(IDS_AT_ONCE) {
        group_list::add_names(view, groups).await?;
    }
    Ok(())
}

/// Adds an account, makes it a member of the group `group_id` if there is one, and queues the email
/// to its owner (contract C-043). Writes an audit entry for each.
///
/// # Errors
///
/// Those of [`directory::add_and_welcome`]; an unknown group is a fault of its field.
pub async fn add_account(
    tx: &mut WriteTx,
    new: NewAccount,
    group_id: Option<&str>,
    language: Language,
    (limits, zone): (&Limits, &TimeZone),
    audit: &AuditContext,
) -> Result<AddedAccount, AccountError> {
    let added = directory::add_and_welcome(tx, new, language, limits, audit).await?;
    let Some(group_id) = group_id else {
        return Ok(added);
    };
    let rules = memberships::rules(tx, group_id).await;
    let rules = rules.map_err(|error| match error {
        RequestError::Db(error) => AccountError::Db(error),
        _ => AccountField::Group.breaks(AccountRule::Known).into(),
    })?;
    let ends_on = memberships::last_day(&rules, None, zone, audit);
    let member = (added.account.id.as_str(), group_id);
    memberships::grant(tx, member, ends_on, zone, audit).await?;
    Ok(added)
}
