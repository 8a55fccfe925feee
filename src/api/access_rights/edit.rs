//! Changes an access right: add, change, assign, confirm, delete.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{Action, Object};
use crate::api::access_rights::ProductStatusNumber;
use crate::calls::{Creation, WritingCaller, operation};
use crate::catalogue::access_rights::{
    add_access_right, assign_groups, confirm_access_right, delete_access_right, update_access_right,
};
use crate::catalogue::{AccessError, RightForm, RightKind};
use crate::db::ids::IDS_AT_ONCE;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, integer, optional_integer};
use crate::http::number::Number;
use crate::state::AppState;

/// A new access right.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddAccessBody {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
    /// A module of the product.
    pub module_id: Option<String>,
    /// The name, at most 100 characters.
    pub access_name: String,
    /// The code, unique in the product: letters, digits, `.`, `_`, `-` and `:`.
    pub access_code: String,
    /// What it opens.
    #[serde(rename = "type")]
    pub kind: RightKind,
    /// A description, at most 1,000 characters.
    pub desc: Option<String>,
    /// Whether it is on.
    pub status: Option<ProductStatusNumber>,
    /// The groups that give it to their members. This needs the right to assign access rights.
    pub group_ids: Option<BTreeSet<String>>,
    /// The clients that it is for.
    pub client_ids: Option<BTreeSet<String>>,
    /// The divisions that it is for.
    pub division_ids: Option<BTreeSet<String>>,
    /// The brands that it is for.
    pub brand_ids: Option<BTreeSet<String>>,
}

/// The new access right.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedAccess {
    /// The access right's id.
    pub access_id: String,
}

impl Creation for AddedAccess {}

/// Add an access right
///
/// It decides nothing until it is confirmed.
#[operation(tag = "access rights", request_body = AddAccessBody)]
pub async fn access_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AddAccessBody>,
) -> Answered<AddedAccess> {
    let form = RightForm {
        module_id: body.module_id,
        code: Some(body.access_code),
        name: Some(body.access_name),
        kind: Some(body.kind),
        description: body.desc,
        status: body.status.map(|Number(status)| status),
        company_ids: body.client_ids,
        division_ids: body.division_ids,
        brand_ids: body.brand_ids,
    };
    let product_id = body.project_id;
    let groups = body.group_ids.filter(|ids| !ids.is_empty());
    let mut may_attach = false;
    if groups.is_some() {
        let product = caller.object().clone();
        caller.require(Action::AssignRight, &product).await?;
        may_attach = caller.may(Action::AttachSsoRight, &Object::None).await?;
    }
    let given = state.providers.given_groups();
    let added = caller.create::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move {
            let id = add_access_right(tx, product_id, form, audit).await?;
            if let Some(groups) = groups {
                assign_groups(tx, (&id, None), &groups, (may_attach, &given), audit).await?;
            }
            Ok(AddedAccess { access_id: id })
        })
    });
    Ok(Answer(added.await?))
}

/// The changes to an access right. A missing field stays unchanged; an empty text removes the value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateAccessBody {
    /// The access right's id.
    pub access_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// A module of the product; empty for none.
    pub module_id: Option<String>,
    /// The name, at most 100 characters.
    pub access_name: Option<String>,
    /// The code, unique in the product: letters, digits, `.`, `_`, `-` and `:`.
    pub access_code: Option<String>,
    /// What it opens.
    #[serde(rename = "type")]
    pub kind: Option<RightKind>,
    /// A description, at most 1,000 characters.
    pub desc: Option<String>,
    /// Whether it is on.
    pub status: Option<ProductStatusNumber>,
    /// All clients that it is for.
    pub client_ids: Option<BTreeSet<String>>,
    /// All divisions that it is for.
    pub division_ids: Option<BTreeSet<String>>,
    /// All brands that it is for.
    pub brand_ids: Option<BTreeSet<String>>,
}

/// The changed access right.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedAccess {
    /// The access right's id.
    pub access_id: String,
    /// Its new version.
    pub version: i64,
}

/// Change an access right
///
/// The change is a draft; it decides nothing until it is confirmed. Access rights that Atrium itself checks cannot
/// change.
#[operation(tag = "access rights", request_body = UpdateAccessBody)]
pub async fn access_update(
    caller: WritingCaller,
    Fields(body): Fields<UpdateAccessBody>,
) -> Answered<ChangedAccess> {
    let form = RightForm {
        module_id: body.module_id,
        code: body.access_code,
        name: body.access_name,
        kind: body.kind,
        description: body.desc,
        status: body.status.map(|Number(status)| status),
        company_ids: body.client_ids,
        division_ids: body.division_ids,
        brand_ids: body.brand_ids,
    };
    let (id, version) = (body.access_id.clone(), body.version);
    let changed = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move { update_access_right(tx, (&id, version), form, audit).await })
    });
    Ok(Answer(ChangedAccess {
        version: changed.await?,
        access_id: body.access_id,
    }))
}

/// The access right and its groups.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignGroupBody {
    /// The access right's id.
    pub access_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// All groups that give it to their members, at most 1,000; an empty array for none.
    pub group_ids: BTreeSet<String>,
}

/// Assign an access right to groups
///
/// Replaces the groups. The change is a draft; it decides nothing until the access right is confirmed. Only super
/// administrators assign access rights of Atrium itself.
#[operation(tag = "access rights", request_body = AssignGroupBody)]
pub async fn access_assign_group(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssignGroupBody>,
) -> Answered<ChangedAccess> {
    let may_attach = caller.may(Action::AttachSsoRight, &Object::None).await?;
    let (id, version, groups) = (body.access_id.clone(), body.version, body.group_ids);
    let given = state.providers.given_groups();
    let changed = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move {
            assign_groups(tx, (&id, version), &groups, (may_attach, &given), audit).await
        })
    });
    Ok(Answer(ChangedAccess {
        version: changed.await?,
        access_id: body.access_id,
    }))
}

/// The access rights to confirm: one or several.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ConfirmAccessBody {
    /// The id of one access right.
    pub access_id: Option<String>,
    /// The version of it that you read. If it is missing, the newest one is confirmed.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The ids of several access rights, at most 100.
    pub access_ids: Option<BTreeSet<String>>,
}

/// The confirmed access rights.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmedAccess {
    /// How many access rights were sent; all of them are published.
    pub confirmed: usize,
}

/// Confirm access rights
///
/// Publishes all changes of the access rights and of their groups and roles, which decide from then on. All are
/// published, or none.
#[operation(tag = "access rights", request_body = ConfirmAccessBody)]
pub async fn access_confirm(
    mut caller: WritingCaller,
    Fields(body): Fields<ConfirmAccessBody>,
) -> Answered<ConfirmedAccess> {
    let several = body.access_ids.unwrap_or_default();
    if !several.is_empty() && body.version.is_some() {
        return Err(ApiError::illegal("version"));
    }
    let ids: BTreeSet<String> = several.into_iter().chain(body.access_id).collect();
    if ids.is_empty() {
        return Err(ApiError::illegal("accessIds"));
    }
    if ids.len() > IDS_AT_ONCE {
        return Err(ApiError::too_many("accessIds", IDS_AT_ONCE));
    }
    for id in &ids {
        let right = match caller.object() {
            named @ Object::AccessRight { id: known, .. } if known == id => named.clone(),
            _ => crate::catalogue::facts::access_right(caller.view(), id).await?,
        };
        caller.require(Action::ConfirmRight, &right).await?;
        if right == Object::Unknown {
            return Err(ApiError::illegal("accessIds"));
        }
    }
    let (confirmed, version) = (ids.len(), body.version);
    let done = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move {
            for id in &ids {
                confirm_access_right(tx, (id, version), audit).await?;
            }
            Ok(())
        })
    });
    done.await?;
    Ok(Answer(ConfirmedAccess { confirmed }))
}

/// The access right to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteAccessBody {
    /// The access right's id.
    pub access_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// True to delete it even if groups or roles give it.
    #[serde(default)]
    pub force: bool,
}

/// Delete an access right
///
/// It is deleted at once, and nobody holds it any more. If groups or roles give it, this needs `force`.
#[operation(tag = "access rights", request_body = DeleteAccessBody)]
pub async fn access_delete(
    caller: WritingCaller,
    Fields(body): Fields<DeleteAccessBody>,
) -> Answered<Empty> {
    let deleted = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move {
            let of = (body.access_id.as_str(), body.version);
            delete_access_right(tx, of, body.force, audit).await
        })
    });
    deleted.await?;
    Ok(Answer(Empty))
}
