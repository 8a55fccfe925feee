//! Requests and members by pages.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::request::RequestState;
use super::store::member_list::{self, MemberRow, OF_GROUP, OF_STATUS};
use super::store::my_groups;
use super::store::request_list::{
    ACCOUNT, ADMINISTRATOR, GROUP, ID, PRODUCT, REQUESTS, RequestRow, STATE, WAITS_FOR,
};
use crate::clock::Millis;
use crate::days::today;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{FoundPage, List, ListError, Paging, Query};
use crate::db::{DbError, Reads, SqlValue};
use crate::directory::Status;

/// Filters of requests. An absent one does not filter.
#[derive(Clone, Debug, Default)]
pub struct RequestFilter {
    /// Words in the account name, the email address, the group's or the product's name.
    pub context: Option<String>,
    pub state: Option<RequestState>,
    /// Only requests of this account.
    pub account_id: Option<String>,
    pub group_id: Option<String>,
    pub product_id: Option<i64>,
    /// Only requests for products that this account administers.
    pub administrator: Option<String>,
    /// Only requests that this person decides about.
    pub waits_for: Option<WaitsFor>,
    /// Only the request with this id.
    pub id: Option<String>,
}

/// A person who decides.
#[derive(Clone, Debug)]
pub struct WaitsFor {
    pub account_id: String,
    /// True for administrators of product SSO.
    pub administers: bool,
    /// The present day, as yyyy-MM-dd.
    pub today: String,
}

impl WaitsFor {
    pub fn new(account_id: &str, administers: bool, zone: &TimeZone, now: Millis) -> Self {
        Self {
            account_id: account_id.to_owned(),
            administers,
            today: today(now, zone).to_string(),
        }
    }

    fn binds(&self) -> Vec<SqlValue> {
        let id = || SqlValue::from(self.account_id.as_str());
        let administers = SqlValue::from(self.administers);
        vec![id(), id(), id(), administers, self.today.as_str().into()]
    }
}

/// The requests that pass `filter`, oldest first. Sort: `created`.
///
/// # Errors
/// [`ListError`]: an unknown sort, a foreign cursor, a context without a word of two characters.
pub fn requests_query(filter: &RequestFilter, paging: &Paging) -> Result<Query, ListError> {
    let mut query = REQUESTS
        .query(paging)?
        .only(&STATE, filter.state.map(RequestState::code))
        .only(&ACCOUNT, filter.account_id.as_deref())
        .only(&GROUP, filter.group_id.as_deref())
        .only(&PRODUCT, filter.product_id)
        .only(&ADMINISTRATOR, filter.administrator.as_deref())
        .only(&ID, filter.id.as_deref());
    if let Some(waits_for) = &filter.waits_for {
        query = query.only_all(&WAITS_FOR, waits_for.binds());
    }
    query.search(filter.context.as_deref())
}

/// One page of [`requests_query`].
///
/// # Errors
/// Those of [`requests_query`], or an error of the database.
pub async fn requests_page(
    view: &mut dyn Reads,
    filter: &RequestFilter,
    paging: &Paging,
) -> Result<FoundPage<RequestRow>, ListError> {
    requests_query(filter, paging)?.page(view).await
}

/// Like [`requests_page`], but only requests of the account `id`, each with the names of those who decide about it.
///
/// # Errors
/// As [`requests_page`].
pub async fn own_requests_page(
    view: &mut dyn Reads,
    id: &str,
    filter: RequestFilter,
    paging: &Paging,
) -> Result<FoundPage<RequestRow>, ListError> {
    let filter = RequestFilter {
        account_id: Some(id.to_owned()),
        ..filter
    };
    let mut page = requests_page(view, &filter, paging).await?;
    let groups: BTreeSet<String> = page.rows.iter().map(|row| row.group_id.clone()).collect();
    let managers = my_groups::managers_of(view, groups.iter().map(String::as_str)).await?;
    for (group_id, name) in managers {
        for row in page.rows.iter_mut().filter(|row| row.group_id == group_id) {
            row.managers.push(name.clone());
        }
    }
    Ok(page)
}

/// Filters of the members of a group.
#[derive(Clone, Debug, Default)]
pub struct MemberFilter {
    /// Words in the account name, the display name or the email address.
    pub context: Option<String>,
    pub status: Option<Status>,
}

/// The people with a place in the group (contract C-078). Sorts: `username`, `fullName`. Their rows lack these places, which
/// [`add_places`] adds.
///
/// # Errors
/// As [`requests_query`].
pub fn members_query(
    (list, group_id): (&'static List, &str),
    filter: &MemberFilter,
    paging: &Paging,
) -> Result<Query, ListError> {
    let query = list.query(paging)?;
    let query = match filter.status {
        Some(status) => query.only_all(&OF_STATUS, vec![group_id.into(), status.code().into()]),
        None => query.only(&OF_GROUP, Some(group_id)),
    };
    query.search(filter.context.as_deref())
}

/// One page of [`members_query`], with the places.
///
/// # Errors
/// Those of [`members_query`], or an error of the database.
pub async fn members_page(
    view: &mut dyn Reads,
    (list, group_id): (&'static List, &str),
    filter: &MemberFilter,
    paging: &Paging,
) -> Result<FoundPage<MemberRow>, ListError> {
    let mut page = members_query((list, group_id), filter, paging)?
        .page(view)
        .await?;
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
