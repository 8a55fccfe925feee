//! Adds, changes and switches groups.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::{GroupActions, GroupInfo};
use crate::access::{Action, Object};
use crate::calls::{Caller, Creation, WritingCaller, operation};
use crate::groups::{
    Group, GroupError, GroupSet, GroupStatusNumber, GroupUpdate, SetChange, Visibility,
    group_details, group_members,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::state::AppState;

/// The group to read.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GroupQuery {
    /// The group's id.
    pub group_id: String,
}

/// Read a group
///
/// All that administrators may see of a group, and what the caller may do with it. Send `version`
/// back with a change, so that you do not overwrite someone else's change.
#[operation(tag = "groups", params(GroupQuery))]
pub async fn group_info(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<GroupQuery>,
) -> Answered<GroupInfo> {
    let id = query.group_id;
    let found = group_details::find(caller.view(), &id).await?;
    let details = found.ok_or(GroupError::Unknown)?;
    let members = group_details::count_members(caller.view(), &id).await?;
    let last = group_details::last_change(caller.view(), &details.group).await?;
    let object = caller.object().clone();
    let rights = actions_on(&mut caller, &object).await?;
    let info = GroupInfo::of(
        &details,
        members,
        last,
        rights,
        caller.language,
        &state.zone,
    );
    Ok(Answer(info))
}

async fn actions_on(caller: &mut Caller, object: &Object) -> Result<GroupActions, ApiError> {
    let edit = caller.may(Action::EditGroup, object).await?;
    let grant_atrium_rights = caller.may(Action::GrantAtriumRights, object).await?;
    let gives_atrium_rights = matches!(object, Object::Group(group) if !group.codes.is_empty());
    Ok(GroupActions {
        edit,
        appoint_managers: edit && (grant_atrium_rights || !gives_atrium_rights),
        status: caller.may(Action::SetGroupStatus, object).await?,
        delete: caller.may(Action::DeleteGroup, object).await?,
        grant_atrium_rights,
    })
}

/// The data of a group. In a change, a missing field stays unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupForm {
    /// The id of the group to change. A new group has none yet.
    pub group_id: Option<String>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The name. No other group may have it.
    pub group_name: Option<String>,
    /// The description.
    pub desc: Option<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: Option<String>,
    /// The account ids of its managers.
    pub group_admin: Option<Vec<String>>,
    /// Managers to add, instead of `groupAdmin`.
    pub add_group_admin: Option<Vec<String>>,
    /// Managers to remove, instead of `groupAdmin`.
    pub remove_group_admin: Option<Vec<String>>,
    /// The account ids of those who decide about its overdue requests.
    pub stand_in_ids: Option<Vec<String>>,
    /// The products that its members may open.
    pub app_ids: Option<Vec<i64>>,
    /// Products to add, instead of `appIds`.
    pub add_app_ids: Option<Vec<i64>>,
    /// Products to remove, instead of `appIds`.
    pub remove_app_ids: Option<Vec<i64>>,
    /// Who sees the group; `partial` needs `agencyIds` or `userIds`.
    pub visible: Option<Visibility>,
    /// The agencies that see it.
    pub agency_ids: Option<Vec<String>>,
    /// The account ids of the people who see it.
    pub user_ids: Option<Vec<String>>,
    /// The clients that it is limited to; empty for all.
    pub client_ids: Option<Vec<String>>,
    /// The brands that it is limited to; empty for all.
    pub brand_ids: Option<Vec<String>>,
    /// Its divisions. They decide nothing.
    pub division_ids: Option<Vec<String>>,
    /// The industries whose data it is given. They decide nothing.
    pub industry_ids: Option<Vec<String>>,
    /// Calendar days after which a request is due.
    #[serde(deserialize_with = "optional_integer")]
    pub due_days: Option<i64>,
    /// Calendar days after which a request is refused.
    #[serde(deserialize_with = "optional_integer")]
    pub refuse_days: Option<i64>,
    /// The most days of a membership; 0 for no end.
    #[serde(deserialize_with = "optional_integer")]
    pub max_days: Option<i64>,
}

impl GroupForm {
    fn update(self) -> Result<GroupUpdate, ApiError> {
        let managers = change(
            "groupAdmin",
            self.group_admin,
            self.add_group_admin,
            self.remove_group_admin,
        )?;
        let products = change(
            "appIds",
            texts(self.app_ids),
            texts(self.add_app_ids),
            texts(self.remove_app_ids),
        )?;
        let whole = |ids: Option<Vec<String>>| ids.map(SetChange::Whole);
        let sets = [
            (GroupSet::Managers, managers),
            (GroupSet::StandIns, whole(self.stand_in_ids)),
            (GroupSet::Products, products),
            (GroupSet::Agencies, whole(self.agency_ids)),
            (GroupSet::People, whole(self.user_ids)),
            (GroupSet::Companies, whole(self.client_ids)),
            (GroupSet::Brands, whole(self.brand_ids)),
            (GroupSet::Divisions, whole(self.division_ids)),
            (GroupSet::Industries, whole(self.industry_ids)),
        ];
        let sets = sets.into_iter();
        Ok(GroupUpdate {
            version: self.version,
            name: self.group_name,
            description: self.desc,
            admin_msg: self.admin_msg,
            status: None,
            visibility: self.visible,
            due_days: self.due_days,
            refuse_days: self.refuse_days,
            max_days: self.max_days,
            sets: sets
                .filter_map(|(set, change)| Some((set, change?)))
                .collect(),
        })
    }
}

fn texts(ids: Option<Vec<i64>>) -> Option<Vec<String>> {
    Some(ids?.iter().map(i64::to_string).collect())
}

/// A change of a set: `all` of it, sent in `field`, or additions and removals, but not both.
pub(super) fn change(
    field: &'static str,
    all: Option<Vec<String>>,
    add: Option<Vec<String>>,
    remove: Option<Vec<String>>,
) -> Result<Option<SetChange>, ApiError> {
    match (all, add, remove) {
        (None, None, None) => Ok(None),
        (Some(all), None, None) => Ok(Some(SetChange::Whole(all))),
        (None, add, remove) => Ok(Some(SetChange::Parts {
            add: add.unwrap_or_default(),
            remove: remove.unwrap_or_default(),
        })),
        (Some(_), ..) => Err(ApiError::illegal(field)),
    }
}

/// The changed group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedGroup {
    /// The group's id.
    pub group_id: String,
    /// The group's new version.
    pub version: i64,
}

impl Creation for ChangedGroup {}

impl From<Group> for ChangedGroup {
    fn from(group: Group) -> Self {
        Self {
            group_id: group.id,
            version: group.version,
        }
    }
}

/// Add a group
///
/// The answer lists all faults. Administrators decide about the requests for a group without managers.
#[operation(tag = "groups", request_body = GroupForm)]
pub async fn group_add(
    caller: WritingCaller,
    Fields(form): Fields<GroupForm>,
) -> Answered<ChangedGroup> {
    if form.group_id.is_some() {
        return Err(ApiError::illegal("groupId"));
    }
    let form = form.update()?;
    let added = caller.create::<ChangedGroup, GroupError, _>(move |tx, audit| {
        Box::pin(async move { Ok(group_details::add(tx, &form, audit).await?.into()) })
    });
    Ok(Answer(added.await?))
}

/// A change of the texts and managers of a group. A missing field stays unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupTextsBody {
    /// The group's id.
    #[schema(required = true)]
    pub group_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The name. No other group may have it.
    pub group_name: Option<String>,
    /// The description.
    pub desc: Option<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: Option<String>,
    /// The account ids of its managers.
    pub group_admin: Option<Vec<String>>,
}

/// Change the texts and managers of a group
///
/// A group that has a manager who can sign in keeps one. If someone else changed the group after
/// `version`, nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "groups", request_body = GroupTextsBody)]
pub async fn group_update_info(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<GroupTextsBody>,
) -> Answered<ChangedGroup> {
    let form = GroupForm {
        version: body.version,
        group_name: body.group_name,
        desc: body.desc,
        admin_msg: body.admin_msg,
        group_admin: body.group_admin,
        ..GroupForm::default()
    };
    changed(caller, body.group_id, form.update()?, &state).await
}

/// Change a group
///
/// The call changes all fields or none. The answer lists all faults. An empty `appIds` or
/// `groupAdmin` is refused. If someone else changed the group after `version`, nothing is changed
/// and `conflict` says who changed it and when.
#[operation(tag = "groups", request_body = GroupForm)]
pub async fn group_update(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(mut form): Fields<GroupForm>,
) -> Answered<ChangedGroup> {
    let id = form.group_id.take().ok_or(ApiError::illegal("groupId"))?;
    changed(caller, id, form.update()?, &state).await
}

/// A group and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupStatusBody {
    /// The group's id.
    pub group_id: String,
    /// The new status.
    pub status: GroupStatusNumber,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Enable or disable a group
///
/// A disabled group gives nobody access. Its members and managers stay; requests that wait for it are
/// refused.
#[operation(tag = "groups", request_body = GroupStatusBody)]
pub async fn group_update_status(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<GroupStatusBody>,
) -> Answered<ChangedGroup> {
    let (wanted, zone) = ((body.version, body.status.0), state.zone.clone());
    let switched = caller.write_with_retry::<_, GroupError, _>(move |tx, audit| {
        Box::pin(
            async move { group_members::switch(tx, &body.group_id, wanted, &zone, audit).await },
        )
    });
    Ok(Answer(switched.await?.into()))
}

/// A group and who sees it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupVisibilityBody {
    /// The group's id.
    #[schema(required = true)]
    pub group_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Who sees the group; `partial` needs `agencyIds` or `userIds`.
    #[schema(required = true)]
    pub visible: Option<Visibility>,
    /// The agencies that see it.
    pub agency_ids: Vec<String>,
    /// The account ids of the people who see it.
    pub user_ids: Vec<String>,
}

/// Change who sees a group
///
/// `partial` needs an agency or a person. Nobody else finds the group in a list, and its id is refused like an unknown
/// one.
#[operation(tag = "groups", request_body = GroupVisibilityBody)]
pub async fn group_update_visible(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<GroupVisibilityBody>,
) -> Answered<ChangedGroup> {
    let visible = body.visible.ok_or(ApiError::illegal("visible"))?;
    let form = GroupForm {
        version: body.version,
        visible: Some(visible),
        agency_ids: Some(body.agency_ids),
        user_ids: Some(body.user_ids),
        ..GroupForm::default()
    };
    changed(caller, body.group_id, form.update()?, &state).await
}

/// Changes the group. Without the right to grant rights of Atrium, nobody is appointed to a group that has some.
async fn changed(
    mut caller: WritingCaller,
    id: String,
    update: GroupUpdate,
    state: &AppState,
) -> Answered<ChangedGroup> {
    let object = caller.object().clone();
    let may_appoint_above = caller.may(Action::GrantAtriumRights, &object).await?;
    let zone = state.zone.clone();
    let changed = caller.write_with_retry::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move {
            group_details::change(tx, &id, &update, (may_appoint_above, &zone), audit).await
        })
    });
    Ok(Answer(changed.await?.into()))
}
