//! Changes a role: add, change, delete.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{Action, Object};
use crate::api::access_rights::ProductStatusNumber;
use crate::calls::{Creation, WritingCaller, operation};
use crate::catalogue::roles::{add_role, delete_role, update_role};
use crate::catalogue::{AccessError, AccountType, RoleForm};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, integer, optional_integer};
use crate::http::number::Number;

/// A new role.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddRoleBody {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
    /// The name, unique in the product, at most 100 characters.
    pub role_name: String,
    /// Whom it is for: 1 internal, 2 corporate identity, 3 client; 0 or missing for everybody.
    #[serde(default, deserialize_with = "optional_integer")]
    pub account_type: Option<i64>,
    /// The agency (types 1 and 2) or client (type 3) that it is for; missing for all.
    pub org_id: Option<String>,
    /// A description, at most 1,000 characters.
    pub desc: Option<String>,
    /// Whether it is on.
    pub status: Option<ProductStatusNumber>,
    /// True if everybody who has it needs a second factor.
    pub requires_factor: Option<bool>,
    /// The access rights of the product that it gives, at most 1,000.
    pub access_ids: Option<BTreeSet<String>>,
}

/// The new role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedRole {
    /// The role's id.
    pub role_id: String,
}

impl Creation for AddedRole {}

/// An account type; 0 stands for everybody.
pub(in crate::api) fn account_type(code: i64) -> Result<Option<AccountType>, ApiError> {
    match code {
        0 => Ok(None),
        code => match AccountType::from_code(code) {
            Some(known) => Ok(Some(known)),
            None => Err(ApiError::illegal("accountType")),
        },
    }
}

/// Add a role
///
/// Its access rights are drafts; it gives them once they are confirmed. Only super administrators give access rights of
/// Atrium itself to a role.
#[operation(tag = "roles", request_body = AddRoleBody)]
pub async fn role_add(
    mut caller: WritingCaller,
    Fields(body): Fields<AddRoleBody>,
) -> Answered<AddedRole> {
    let form = RoleForm {
        name: Some(body.role_name),
        account_type: body.account_type.map(account_type).transpose()?,
        org_id: body.org_id,
        description: body.desc,
        status: body.status.map(|Number(status)| status),
        requires_factor: body.requires_factor,
        right_ids: body.access_ids,
    };
    let may_attach = caller.may(Action::AttachSsoRight, &Object::None).await?;
    let product_id = body.project_id;
    let added = caller.create::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move {
            let role_id = add_role(tx, product_id, form, may_attach, audit).await?;
            Ok(AddedRole { role_id })
        })
    });
    Ok(Answer(added.await?))
}

/// The changes to a role. A missing field stays unchanged; an empty text removes the value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateRoleBody {
    /// The role's id.
    pub role_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The name, unique in the product, at most 100 characters.
    pub role_name: Option<String>,
    /// Whom it is for: 1 internal, 2 corporate identity, 3 client; 0 for everybody. A new type removes the organisation.
    #[serde(default, deserialize_with = "optional_integer")]
    pub account_type: Option<i64>,
    /// The agency (types 1 and 2) or client (type 3) that it is for; empty for all.
    pub org_id: Option<String>,
    /// A description, at most 1,000 characters.
    pub desc: Option<String>,
    /// Whether it is on.
    pub status: Option<ProductStatusNumber>,
    /// True if everybody who has it needs a second factor.
    pub requires_factor: Option<bool>,
    /// All access rights of the product that it gives, at most 1,000.
    pub access_ids: Option<BTreeSet<String>>,
}

/// The changed role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedRole {
    /// The role's id.
    pub role_id: String,
    /// Its new version.
    pub version: i64,
}

/// Change a role
///
/// Changed access rights are drafts; everything else takes effect at once. Only super administrators give access rights
/// of Atrium itself to a role.
#[operation(tag = "roles", request_body = UpdateRoleBody)]
pub async fn role_update(
    mut caller: WritingCaller,
    Fields(body): Fields<UpdateRoleBody>,
) -> Answered<ChangedRole> {
    let form = RoleForm {
        name: body.role_name,
        account_type: body.account_type.map(account_type).transpose()?,
        org_id: body.org_id,
        description: body.desc,
        status: body.status.map(|Number(status)| status),
        requires_factor: body.requires_factor,
        right_ids: body.access_ids,
    };
    let may_attach = caller.may(Action::AttachSsoRight, &Object::None).await?;
    let (id, version) = (body.role_id.clone(), body.version);
    let changed = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move { update_role(tx, (&id, version), form, may_attach, audit).await })
    });
    Ok(Answer(ChangedRole {
        version: changed.await?,
        role_id: body.role_id,
    }))
}

/// The role to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteRoleBody {
    /// The role's id.
    pub role_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Delete a role
///
/// Only a role that nobody has.
#[operation(tag = "roles", request_body = DeleteRoleBody)]
pub async fn role_delete(
    caller: WritingCaller,
    Fields(body): Fields<DeleteRoleBody>,
) -> Answered<Empty> {
    let deleted = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move { delete_role(tx, (&body.role_id, body.version), audit).await })
    });
    deleted.await?;
    Ok(Answer(Empty))
}
