//! The members of a group, for its managers: the list, and the search for people to add.

use std::sync::Arc;

use axum::extract::State;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::people_search::count_search_and_open_view;
use crate::calls::{Caller, WritingCaller, operation};
use crate::clock::Millis;
use crate::days::{date_time, last_day_before, today};
use crate::db::list::FoundPage;
use crate::directory::{AccountFilter, AccountRow, ShownNames, Status, people_query};
use crate::federation::Providers;
use crate::groups::{
    MEMBERS, MemberAction, MemberActions, MemberFilter, MemberRow, MemberStatus, Outcome,
    members_page,
};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::http::number::Number;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// What the caller can do with a person.
pub type MemberActionNumber = Number<MemberAction>;

/// A person in the list of members.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupMemberRow {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub user_name: String,
    /// The display name.
    pub full_name: String,
    /// The email address.
    pub email: Option<String>,
    /// Enabled: a member. Processing: waits for a decision. Disabled: neither.
    pub status: MemberStatus,
    /// Why the status is 2: `expired`, `refused`, `withdrawn`, `timed_out`, `invited`; otherwise
    /// empty.
    pub status_name: String,
    pub action_id: MemberActionNumber,
    /// The group.
    pub group_id: String,
    /// True if the person manages the group.
    pub is_manager: bool,
    /// The last day of the membership, as `yyyy-MM-dd`.
    pub ends_on: Option<String>,
    /// The corporate provider whose claim gives the membership; null if people gave it.
    pub source: Option<String>,
    /// If the membership ends soon: the last day to offer for an extension by one click, as `yyyy-MM-dd`.
    pub extends_to: Option<String>,
    /// True if the old last day can be set again after that extension.
    pub can_undo: bool,
    /// The pending request.
    pub request: Option<MemberRequest>,
}

/// The pending request of a person in the list of members.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberRequest {
    /// The request's id.
    pub id: String,
    /// `join` or `extend`.
    pub kind: String,
    /// Why the person asks.
    pub reason: String,
    /// For how many days; absent for as long as the group allows.
    pub wanted_days: Option<i64>,
    /// When the person asked, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// The day by which to decide, as `yyyy-MM-dd`.
    pub due_on: String,
    /// True if it waits for longer than it should.
    pub overdue: bool,
}

fn shown(
    row: MemberRow,
    group_id: &str,
    rights: &MemberActions,
    (zone, providers): (&TimeZone, &Providers),
) -> GroupMemberRow {
    let (action, one_click) = (rights.action(&row), rights.one_click(&row));
    let place = row.place;
    let outcome = place.as_ref().map_or(Outcome::None, |place| place.outcome);
    let status = place
        .as_ref()
        .map_or(Status::Disabled, |place| place.status);
    let ends_on = place.as_ref().and_then(|place| place.ends_on);
    let request = place.as_ref().and_then(|place| place.request.clone());
    GroupMemberRow {
        user_id: row.id,
        user_name: row.username,
        full_name: row.full_name,
        email: row.email,
        status: Number(status),
        status_name: outcome.name().to_owned(),
        action_id: Number(action),
        group_id: group_id.to_owned(),
        is_manager: place.as_ref().is_some_and(|place| place.manages),
        ends_on: ends_on.map(|day| day.to_string()),
        source: place
            .as_ref()
            .and_then(|place| place.source.as_deref())
            .map(|source| providers.name_of_source(source)),
        extends_to: one_click.map(|click| click.to.to_string()),
        can_undo: one_click.is_some_and(|click| click.can_undo),
        request: request.map(|request| MemberRequest {
            id: request.id,
            kind: request.kind.name().to_owned(),
            reason: request.reason,
            wanted_days: request.wanted_days,
            c_time: date_time(request.created_at, zone),
            due_on: last_day_before(request.due_at, zone).to_string(),
            overdue: request.is_overdue,
        }),
    }
}

/// Members of a managed group
///
/// The members of a group, people who wait for a decision, and, for 30 days, people who were refused
/// or invited. `sort` can be `username` or `fullName`; a `-` before it reverses the order.
#[operation(tag = "groups", params(MemberFilter, PagingQuery))]
pub async fn member_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<MemberFilter>,
) -> Answered<Page<GroupMemberRow>> {
    let (id, now) = (filter.group_id.as_deref().unwrap_or_default(), caller.now);
    let rights = member_rights(&mut caller, id, (&state.zone, now)).await?;
    let paged = (&paging, today(now, &state.zone));
    let page = members_page(caller.view(), &MEMBERS, (id, &filter), paged).await?;
    let rights = rights.about(caller.view(), &page.rows).await?;
    let row = |row| shown(row, id, &rights, (&state.zone, &state.providers));
    Ok(Answer(Page::of(page, row)))
}

/// What the caller may do with the people of the group.
pub(super) async fn member_rights(
    caller: &mut Caller,
    group_id: &str,
    when: (&TimeZone, Millis),
) -> Result<MemberActions, ApiError> {
    let group = caller.named_group(group_id)?;
    let rights = caller.rights().await?;
    Ok(MemberActions::of(caller.view(), (rights, group), when).await?)
}

/// A search for people to add to a group.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AddUserListQuery {
    /// The group.
    #[param(required = true)]
    pub group_id: String,
    /// Words in the account name, display name or email address. Each must have two characters or more.
    #[param(required = true)]
    pub context: Option<String>,
    /// The page, from 1. Default: 1.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// People on a page, 1 to 100; the default is 10.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// The people who were found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundUsers {
    /// The people on this page, sorted by account name.
    pub list: Vec<AddUserRow>,
    /// How many people were found: exact up to 10,000, and 10,000 if there are more.
    pub total: i64,
    /// True if there are more than `total`.
    pub more: bool,
}

/// A person who can be added to a group.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddUserRow {
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The name of the person's agency.
    pub agency_name: Option<String>,
    /// The email address.
    pub email: Option<String>,
}

/// Search users to add
///
/// Enabled accounts that a manager can add to the group. `context` is required. The error is 429 if the
/// caller has searched too often in a day.
#[operation(tag = "groups", params(AddUserListQuery))]
pub async fn add_user_list(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AddUserListQuery>,
) -> Answered<FoundUsers> {
    let paging = PagingQuery {
        page_num: query.page_num,
        page_size: query.page_size,
        sort: Some("username".to_owned()),
        cursor: None,
    };
    let paging = paging.paging()?;
    let Some(context) = filled(query.context) else {
        let fault = Fault::new("context", Key("please select or enter"));
        return Err(ApiError::Invalid(vec![fault]));
    };
    let filter = AccountFilter {
        context: Some(context),
        account_status: Some(Number(Status::Enabled)),
        ..AccountFilter::default()
    };
    let search = people_query(&filter, &paging, ShownNames::All)?;
    let (mut view, _running) = count_search_and_open_view(&state, caller).await?;
    let page: FoundPage<AccountRow> = search.page(&mut view).await?;
    let user = |row: AccountRow| AddUserRow {
        username: row.username,
        full_name: row.full_name,
        agency_name: row.agency_name,
        email: row.email,
    };
    Ok(Answer(FoundUsers {
        list: page.rows.into_iter().map(user).collect(),
        total: page.total,
        more: page.more,
    }))
}
