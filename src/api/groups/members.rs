//! Changes the members of a group, and deletes a group, for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::change::{ChangedGroup, change};
use crate::access::{GroupError, group_members};
use crate::api::WritingCaller;
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, optional_integer};
use crate::state::AppState;

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
#[utoipa::path(
    post,
    path = "/api/security/admin/user-group/upd-member",
    tag = "groups",
    request_body = GroupMembersBody,
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<ChangedGroup>)),
)]
pub async fn group_update_members(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<GroupMembersBody>,
) -> Answered<ChangedGroup> {
    let (all, add, remove) = (body.user_ids, body.add_user_ids, body.remove_user_ids);
    let change = change("userIds", all, add, remove)?;
    let change = change.ok_or(ApiError::illegal("userIds"))?;
    let zone = state.zone.clone();
    let changed = caller.write::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move {
            let wanted = (body.version, &change);
            group_members::change(tx, &body.group_id, wanted, &zone, audit).await
        })
    });
    Ok(Answer(changed.await?.into()))
}
