//! Requests and members by pages.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::figures::days_within;
use super::store::member_list::{self, ENDS, MemberFilter, MemberRow};
use super::store::my_groups;
use super::store::request_list::{OwnRequestFilter, RequestRow};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{FoundPage, List, ListError, Paging, Query};
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

/// The people with a place in the group of `filter` (contract C-078), without these places. Sorts: `username`, `fullName`.
/// `today` is a day of the server's zone.
///
/// # Errors
/// [`ListError`]: an unknown sort, a foreign cursor, a context without a word of two characters, no group, too many days.
pub fn members_query(
    list: &'static List,
    filter: &MemberFilter,
    paging: &Paging,
    today: Date,
) -> Result<Query, ListError> {
    let query = filter.query(list, paging)?;
    let Some([first, last]) = days_within(filter.ends_within, today)? else {
        return Ok(query);
    };
    let group = filter.group_id.clone().unwrap_or_default();
    Ok(query.only_all(&ENDS, [group, first, last].map(Into::into).to_vec()))
}

/// One page of [`members_query`], with the places of its people.
///
/// # Errors
/// As [`members_query`]; an error of the database.
pub async fn members_page(
    view: &mut dyn Reads,
    list: &'static List,
    (group_id, filter): (&str, &MemberFilter),
    (paging, today): (&Paging, Date),
) -> Result<FoundPage<MemberRow>, ListError> {
    let query = members_query(list, filter, paging, today)?;
    let mut page = query.page(view).await?;
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
