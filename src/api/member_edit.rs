//! What managers do with the members of their groups: approve, reject, delete, add, extend.

use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people_search::count_search_and_open_view;
use crate::access::{Action, Object};
use crate::calls::{WritingCaller, operation};
use crate::directory::{Status, find_by_name};
use crate::groups::members::{self, NewEnd};
use crate::groups::{GroupError, MemberStatus, group_members};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::http::number::Number;
use crate::state::AppState;

/// A person in a group.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MemberBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// The account's id.
    #[schema(required = true)]
    pub user_id: String,
}

/// A person whose request is refused.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RejectBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// The account's id.
    #[schema(required = true)]
    pub user_id: String,
    /// Why; at most 500 characters. The person gets it by email.
    pub reason: Option<String>,
}

/// Approve a member
///
/// Approves the person's pending request, or enables a membership that has ended. The person gets an
/// email. If somebody has decided before, `conflict` says who and when.
#[operation(tag = "groups", request_body = MemberBody)]
pub async fn approve_member(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<MemberBody>,
) -> Answered<Empty> {
    let named = (&*body.user_id, &*body.group_id);
    let actions = [Action::DecideRequest, Action::GiveMembership];
    let member = require(&mut caller, actions, named).await?;
    let (zone, limits) = (state.zone.clone(), state.limits);
    let approved = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(
            async move { Ok(members::approve(tx, member.ids(), (&zone, &limits), audit).await?) },
        )
    });
    approved.await?;
    Ok(Answer(Empty))
}

/// Reject a member
///
/// Refuses the person's pending request. The person gets an email with the reason. If somebody has
/// decided before, `conflict` says who and when.
#[operation(tag = "groups", request_body = RejectBody)]
pub async fn reject_member(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<RejectBody>,
) -> Answered<Empty> {
    let named = (&*body.user_id, &*body.group_id);
    let member = require(&mut caller, [Action::DecideRequest], named).await?;
    let zone = state.zone.clone();
    let reason = body.reason.unwrap_or_default().trim().to_owned();
    let rejected = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(members::reject(tx, member.ids(), reason, &zone, audit).await?) })
    });
    rejected.await?;
    Ok(Answer(Empty))
}

/// A person in a group, or a whole group.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DeleteBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// The account's id. Without it the group itself is deleted.
    pub user_id: Option<String>,
    /// True to delete the group.
    pub confirm: Option<bool>,
    /// The version of the group that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Delete a member or a group
///
/// Takes a person out of the group; a manager then no longer manages it. Nobody can take out
/// themselves or the last manager. Without `userId` and with `confirm`, administrators delete the group
/// itself: it gives nobody access and is in no list.
#[operation(tag = "groups", request_body = DeleteBody)]
pub async fn delete_member(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<DeleteBody>,
) -> Answered<Empty> {
    let zone = state.zone.clone();
    let Some(user_id) = body.user_id else {
        let object = caller.object().clone();
        caller.require(Action::DeleteGroup, &object).await?;
        if body.confirm != Some(true) {
            return Err(ApiError::illegal("confirm"));
        }
        let deleted = caller.write_with_retry::<_, GroupError, _>(move |tx, audit| {
            Box::pin(async move {
                group_members::delete(tx, &body.group_id, body.version, &zone, audit).await
            })
        });
        deleted.await?;
        return Ok(Answer(Empty));
    };
    let named = (&*user_id, &*body.group_id);
    let member = require(&mut caller, [Action::ChangeMembership], named).await?;
    let deleted = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(members::remove(tx, member.ids(), &zone, audit).await?) })
    });
    deleted.await?;
    Ok(Answer(Empty))
}

/// A person and a group about which was decided that the caller may do something. A write takes both from here alone,
/// never from the request.
#[derive(Clone)]
struct Member {
    account_id: String,
    group_id: String,
}

impl Member {
    /// The ids of the account and of the group.
    fn ids(&self) -> (&str, &str) {
        (&self.account_id, &self.group_id)
    }
}

/// What adding a person and extending a membership need.
const GIVE: [Action; 2] = [Action::ChangeMembership, Action::GiveMembership];

/// Refuses unless the caller may do each of `actions` with the place of this person, named first, in the group that the
/// guard has read.
async fn require<const N: usize>(
    caller: &mut WritingCaller,
    actions: [Action; N],
    named: (&str, &str),
) -> Result<Member, ApiError> {
    if named.0.is_empty() {
        return Err(ApiError::illegal("userId"));
    }
    let (account, group) = (caller.account(), caller.named_group(named.1)?);
    let member = (named.0, group);
    let object = crate::groups::facts::member(caller.view(), &account, member).await?;
    for action in actions {
        caller.require(action, &object).await?;
    }
    match object {
        Object::Membership {
            group, account_id, ..
        } => Ok(Member {
            account_id,
            group_id: group.id,
        }),
        _ => Err(ApiError::NotAuthorized),
    }
}

/// A person to add, by account name or email address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddUserBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// The account name.
    pub username: Option<String>,
    /// The email address. If both are given, they must belong to the same account.
    pub email: Option<String>,
}

/// The person who was added.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedUser {
    /// The account's id.
    pub user_id: String,
    /// Enabled: a member.
    pub status: MemberStatus,
}

/// Add a user to a group
///
/// Makes the owner of an enabled account a member, or approves their pending request. The person gets an
/// email.
#[operation(tag = "groups", request_body = AddUserBody)]
pub async fn add_user(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AddUserBody>,
) -> Answered<AddedUser> {
    let mut found = None;
    for (field, name) in [("username", body.username), ("email", body.email)] {
        let Some(name) = filled(name) else {
            continue;
        };
        let Some(account) = find_by_name(caller.view(), &name).await? else {
            // The answer says that nobody has this name, as a search does (attack 14).
            count_search_and_open_view(&state, caller).await?;
            return Err(ApiError::illegal(field));
        };
        let id = account.id;
        if found.as_ref().is_some_and(|found| *found != id) {
            return Err(ApiError::illegal(field));
        }
        found = Some(id);
    }
    let user_id = found.ok_or(ApiError::illegal("username"))?;
    let named = (&*user_id, &*body.group_id);
    let member = require(&mut caller, GIVE, named).await?;
    let (zone, limits) = (state.zone.clone(), state.limits);
    let added = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(members::add(tx, member.ids(), (&zone, &limits), audit).await?) })
    });
    added.await?;
    Ok(Answer(AddedUser {
        user_id,
        status: Number(Status::Enabled),
    }))
}

/// A new last day of a membership.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExtendBody {
    /// The group.
    #[schema(required = true)]
    pub group_id: String,
    /// The account's id.
    #[schema(required = true)]
    pub user_id: String,
    /// The last day as `yyyy-MM-dd`, after today. Missing or empty: no end, if the group allows that.
    pub ends_on: Option<String>,
    /// The last day that you read, as `yyyy-MM-dd`; empty for none. If the membership has another one by now, nothing
    /// changes and `conflict` says who changed it. If it is missing, the last change wins.
    pub read_ends_on: Option<String>,
    /// If given: true appoints the member as a manager, false ends that. This needs the right to change the group.
    pub manages: Option<bool>,
    /// With `manages`: the version of the group that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// The extended membership.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ExtendedMember {
    /// The group's new version, if `manages` was given.
    pub version: Option<i64>,
}

/// Extend a membership
///
/// Gives a member another last day, and approves their request for more time. Nobody can extend their own membership.
/// With `manages` it also says whether they manage the group; the call changes both or nothing.
#[operation(tag = "groups", request_body = ExtendBody)]
pub async fn extend_member(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ExtendBody>,
) -> Answered<ExtendedMember> {
    let named = (&*body.user_id, &*body.group_id);
    let member = require(&mut caller, GIVE, named).await?;
    let end = NewEnd {
        ends_on: day("endsOn", body.ends_on)?,
        read: match body.read_ends_on {
            None => None,
            read => Some(day("readEndsOn", read)?),
        },
    };
    let mut may_appoint_above = false;
    if body.manages.is_some() {
        let group = caller.object().clone();
        caller.require(Action::EditGroup, &group).await?;
        may_appoint_above = caller.may(Action::GrantAtriumRights, &group).await?;
    }
    let zone = state.zone.clone();
    let extended = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let member = member.ids();
            let mut version = None;
            if let Some(manages) = body.manages {
                let change = (body.version, manages, may_appoint_above);
                let group = group_members::appoint(tx, member, change, &zone, audit).await?;
                version = Some(group.version);
            }
            members::extend(tx, member, end, &zone, audit).await?;
            Ok(ExtendedMember { version })
        })
    });
    Ok(Answer(extended.await?))
}

/// The day in a field; `None` if it is missing or empty.
fn day(field: &'static str, sent: Option<String>) -> Result<Option<Date>, ApiError> {
    let day = filled(sent).map(|day| day.parse::<Date>());
    day.transpose().map_err(|_| ApiError::illegal(field))
}
