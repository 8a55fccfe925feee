//! Requests and members by pages.

use std::collections::BTreeSet;

use super::store::member_list::{self, MemberFilter, MemberRow};
use super::store::my_groups;
use super::store::request_list::{OwnRequestFilter, RequestRow};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{FoundPage, List, ListError, Paging};
use crate::db::{DbError, Reads};

/// One page of a person's own requests, each with the names of those who decide about it.
///
/// # Errors
/// [`ListError`]: an unknown sort, a foreign cursor, a context without a word of two characters; an error of the
/// database.
pub async fn own_requests_page(
    view: &mut dyn Reads,
    filter: &OwnRequestFilter,
    paging: &Paging,
) -> Result<FoundPage<RequestRow>, ListError> {
    let mut page: FoundPage<RequestRow> = filter.query(paging)?.page(view).await?;
    let groups: BTreeSet<String> = page.rows.iter().map(|row| row.group_id.clone()).collect();
    let managers = my_groups::managers_of(view, groups.iter().map(String::as_str)).await?;
    for (group_id, name) in managers {
        for row in page.rows.iter_mut().filter(|row| row.group_id == group_id) {
            row.managers.push(name.clone());
        }
    }
    Ok(page)
}

/// One page of the people with a place in the group (contract C-078), with these places. Sorts: `username`, `fullName`.
///
/// # Errors
/// As [`own_requests_page`].
pub async fn members_page(
    view: &mut dyn Reads,
    list: &'static List,
    (group_id, filter): (&str, &MemberFilter),
    paging: &Paging,
) -> Result<FoundPage<MemberRow>, ListError> {
    let mut page = filter.query(list, paging)?.page(view).await?;
    add_places(view, group_id, &mut page.rows).await?;
    Ok(page)
}

/// Adds their places in the group to `members`.
///
/// # Errors
/// The database failed.
pub async fn add_places(
    view: &mut dyn Reads,
    group_id: &str,
    members: &mut [MemberRow],
) -> Result<(), DbError> {
    for members in members.chunks_mut(IDS_AT_ONCE) {
        member_list::add_places(view, group_id, members).await?;
    }
    Ok(())
}
