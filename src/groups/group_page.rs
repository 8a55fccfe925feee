//! The list of groups for administrators.

use jiff::civil::Date;

use super::figures::days_within;
use super::store::group_list::{self, ENDS, GroupFilter, GroupListRow, KEPT};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{FoundPage, ListError, Paging, Query};
use crate::db::{DbError, Reads};

/// The groups that pass `filter`, newest first unless `paging` has another sort (contract C-073, G-51). Sorts:
/// `created`, `groupName`. Their rows lack the names of managers and products, which [`add_names`] adds. `today` is a day of
/// the server's zone.
///
/// # Errors
/// [`ListError`]: an unknown sort, an invalid cursor, a context without a word of two characters, too many days.
pub fn groups_query(
    filter: &GroupFilter,
    paging: &Paging,
    today: Date,
) -> Result<Query, ListError> {
    let query = filter.query(paging)?.only(&KEPT, Some(0));
    Ok(match days_within(filter.ends_within, today)? {
        Some(days) => query.only_all(&ENDS, days.map(Into::into).to_vec()),
        None => query,
    })
}

/// One page of [`groups_query`], with the names of managers and products.
///
/// # Errors
/// Those of [`groups_query`], or an error of the database.
pub async fn groups_page(
    view: &mut dyn Reads,
    filter: &GroupFilter,
    paging: &Paging,
    today: Date,
) -> Result<FoundPage<GroupListRow>, ListError> {
    let mut page = groups_query(filter, paging, today)?.page(view).await?;
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
