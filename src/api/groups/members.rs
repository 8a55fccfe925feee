//! Lists and changes the members of a group, for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::{ChangedGroup, change};
use crate::api::members::member_rights;
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::today;
use crate::directory::Status;
use crate::federation::Providers;
use crate::groups::{
    GROUP_USERS, GroupError, MemberActions, MemberFilter, MemberRow, PersonRights, group_members,
    members_page,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::http::number::Number;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

type GroupUserStatus = Number<Status>;

/// A person in a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupUserRow {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The email address.
    pub email: Option<String>,
    /// Enabled: a member. Processing: waits for a decision. Disabled: neither.
    pub status: GroupUserStatus,
    /// True if the person manages the group.
    pub is_manager: bool,
    /// The last day of the membership, as `yyyy-MM-dd`.
    pub ends_on: Option<String>,
    /// The corporate provider whose claim gives the membership; null if people gave it.
    pub source: Option<String>,
    /// True if nobody else manages the group. Then the person cannot be removed.
    pub is_only_manager: bool,
    /// What the caller may change.
    pub rights: GroupUserRights,
}

/// What the caller may change about a person in a group.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupUserRights {
    /// Remove the person.
    pub remove: bool,
    /// Appoint the person as a manager, or end that.
    pub appoint: bool,
    /// Set the last day of the membership.
    pub last_day: bool,
}

impl GroupUserRow {
    fn of(row: MemberRow, rights: &MemberActions, providers: &Providers) -> Self {
        let PersonRights {
            remove,
            appoint,
            last_day,
        } = rights.person(&row);
        let place = row.place.as_ref();
        Self {
            is_only_manager: rights.is_only_manager(&row),
            rights: GroupUserRights {
                remove,
                appoint,
                last_day,
            },
            status: Number(place.map_or(Status::Disabled, |place| place.status)),
            is_manager: place.is_some_and(|place| place.manages),
            ends_on: place
                .and_then(|place| place.ends_on)
                .map(|day| day.to_string()),
            source: place
                .and_then(|place| place.source.as_deref())
                .map(|source| providers.name_of_source(source)),
            user_id: row.id,
            username: row.username,
            full_name: row.full_name,
            email: row.email,
        }
    }
}

/// Users of a group
///
/// Everybody with a place in the group. `sort` can be `username` or `fullName`; a `-` before it reverses
/// the order.
#[operation(tag = "groups", params(MemberFilter, PagingQuery))]
pub async fn group_user_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<MemberFilter>,
) -> Answered<Page<GroupUserRow>> {
    let (id, now) = (filter.group_id.as_deref().unwrap_or_default(), caller.now);
    let rights = member_rights(&mut caller, id, (&state.zone, now)).await?;
    let paged = (&paging, today(now, &state.zone));
    let page = members_page(caller.view(), &GROUP_USERS, (id, &filter), paged).await?;
    let rights = rights.about(caller.view(), &page.rows).await?;
    Ok(Answer(Page::of(page, |row| {
        GroupUserRow::of(row, &rights, &state.providers)
    })))
}

/// The members of a group.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupMembersBody {
    /// The group's id.
    #[schema(required = true)]
    pub group_id: String,
    /// The version that you read. `userIds` needs it; otherwise, if it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The account ids of all members, 1 to 1,000.
    pub user_ids: Option<Vec<String>>,
    /// The account ids of people to add, instead of `userIds`.
    pub add_user_ids: Option<Vec<String>>,
    /// The account ids of people to remove, instead of `userIds`.
    pub remove_user_ids: Option<Vec<String>>,
}

/// Change the members of a group
///
/// Changes all or nothing. New members get an email, and their pending requests are approved. The
/// caller and the last manager cannot be added or removed.
#[operation(tag = "groups", request_body = GroupMembersBody)]
pub async fn group_update_members(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<GroupMembersBody>,
) -> Answered<ChangedGroup> {
    let (all, add, remove) = (body.user_ids, body.add_user_ids, body.remove_user_ids);
    let change = change("userIds", all, add, remove)?;
    let change = change.ok_or(ApiError::illegal("userIds"))?;
    let (zone, limits) = (state.zone.clone(), state.limits);
    let changed = caller.write_with_retry::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move {
            let wanted = (body.version, &change);
            group_members::change(tx, &body.group_id, wanted, (&zone, &limits), audit).await
        })
    });
    Ok(Answer(changed.await?.into()))
}
