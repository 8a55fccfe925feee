//! The access rights that groups give to their members.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::edit::{ChangedGroup, change};
use crate::access::{Action, GroupFacts, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::{is_built_in, right_words};
use crate::groups::group_access::{self, GroupRight, ProductRights};
use crate::groups::{GroupError, RightState, group_details};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::state::AppState;

/// The groups to read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct GroupAccessQuery {
    /// Only this group. If missing, all groups that you are in or manage.
    pub group_id: Option<String>,
}

/// A group with its products and their access rights.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupAccess {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// The products that its members may open or have rights in.
    pub products: Vec<GroupProductAccess>,
}

/// A product of a group with the rights that the group gives in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupProductAccess {
    /// The product's id.
    pub app_id: i64,
    /// The product's name.
    pub name: String,
    /// The rights, by code.
    pub accesses: Vec<GroupAccessRight>,
}

/// An access right in a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupAccessRight {
    /// The right's id.
    pub access_id: String,
    /// The right's name.
    pub access_name: String,
    /// The right's code.
    pub access_code: String,
    /// Whether it waits to be confirmed.
    pub state: RightState,
}

impl From<GroupRight> for GroupAccessRight {
    fn from(right: GroupRight) -> Self {
        Self {
            access_id: right.id,
            access_name: right.name,
            access_code: right.code,
            state: right.state,
        }
    }
}

/// Access of groups
///
/// What groups open: a tree of group, product and access right. Members and managers see their own
/// groups; people who may see all groups see any, with the rights that wait to be confirmed.
#[operation(tag = "groups", params(GroupAccessQuery))]
pub async fn group_access_info(
    mut caller: Caller,
    Fields(query): Fields<GroupAccessQuery>,
) -> Answered<Vec<GroupAccess>> {
    let id = caller.account().id.clone();
    let own = group_access::own_groups(caller.view(), &id).await?;
    let Some(wanted) = filled(query.group_id) else {
        let mut groups = Vec::new();
        for group in own {
            groups.push(tree(&mut caller, group, false).await?);
        }
        return Ok(Answer(groups));
    };
    let object = Object::Group(GroupFacts {
        id: wanted.clone(),
        ..GroupFacts::default()
    });
    let refusal = caller.refusal(Action::ViewGroup, &object).await?;
    let Some(refusal) = refusal else {
        let found = group_details::find(caller.view(), &wanted).await?;
        let group = found.ok_or(GroupError::Unknown)?.group;
        let tree = tree(&mut caller, (group.id, group.name), true).await?;
        return Ok(Answer(vec![tree]));
    };
    let group = own.into_iter().find(|(id, _)| *id == wanted);
    let tree = tree(&mut caller, group.ok_or(refusal)?, false).await?;
    Ok(Answer(vec![tree]))
}

/// The group with its products and rights; with drafts for those who may change them.
async fn tree(
    caller: &mut Caller,
    (group_id, group_name): (String, String),
    with_drafts: bool,
) -> Result<GroupAccess, ApiError> {
    let products = group_access::of_group(caller.view(), &group_id).await?;
    let language = caller.language;
    let product = |product: ProductRights| {
        let rights = product.rights.into_iter();
        let seen = rights.filter(|right| with_drafts || right.decides);
        let published = |right: GroupRight| GroupRight {
            state: if with_drafts {
                right.state
            } else {
                RightState::Published
            },
            ..right
        };
        GroupProductAccess {
            app_id: product.id,
            name: language.of_two(product.name, product.name_zh),
            accesses: seen
                .map(published)
                .map(|right| {
                    let built_in = is_built_in(product.id, &right.id, &right.code);
                    let written = (right.name, String::new());
                    let (name, _) = right_words(built_in, &right.code, written, language);
                    GroupAccessRight::from(GroupRight { name, ..right })
                })
                .collect(),
        }
    };
    Ok(GroupAccess {
        group_id,
        group_name,
        products: products.into_iter().map(product).collect(),
    })
}

/// The rights that a group gives to its members.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupAccessBody {
    /// The group's id.
    #[schema(required = true)]
    pub group_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// All rights of the group, 1 to 1,000.
    pub access_ids: Option<Vec<String>>,
    /// Rights to add, instead of `accessIds`.
    pub add_access_ids: Option<Vec<String>>,
    /// Rights to remove, instead of `accessIds`.
    pub remove_access_ids: Option<Vec<String>>,
}

/// Change the access of a group
///
/// The change is a draft: it decides when each right is confirmed. Only super administrators attach
/// rights of product SSO. If someone else changed the group after `version`, nothing is changed and
/// `conflict` says who changed it and when.
#[operation(tag = "groups", request_body = GroupAccessBody)]
pub async fn group_update_access(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<GroupAccessBody>,
) -> Answered<ChangedGroup> {
    let change = change(
        "accessIds",
        body.access_ids,
        body.add_access_ids,
        body.remove_access_ids,
    )?;
    let change = change.ok_or(ApiError::illegal("accessIds"))?;
    let object = caller.object().clone();
    let may_grant = caller.may(Action::GrantAtriumRights, &object).await?;
    let given = state.providers.given_groups();
    let changed = caller.write::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move {
            let wanted = (body.version, &change);
            let may = (may_grant, &given);
            group_access::change(tx, &body.group_id, wanted, may, audit).await
        })
    });
    Ok(Answer(changed.await?.into()))
}
