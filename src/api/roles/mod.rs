//! Roles of products, for administrators and for the administrators of a product.

mod change;
mod users;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use change::*;
pub use users::*;

use super::Caller;
use super::access_rights::{AssignmentDraft, ProductStatusNumber, only_own};
use crate::access::roles::{self, RoleFilter, role_options, roles_page};
use crate::access::{AccountType, Assigned, Object, RoleChoice, RoleDetails, RoleRow};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, integer, integer_or_empty};
use crate::http::number::{Number, or_empty};
use crate::http::paging::{OptionQuery, OptionsOf, Page, Paged, PagingQuery};

/// Filters of the list of roles. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct RoleListQuery {
    /// Words in the name. Each must occur somewhere in it and have two characters or more.
    pub context: Option<String>,
    /// Only roles of this product.
    #[serde(deserialize_with = "integer_or_empty")]
    pub project_id: Option<i64>,
    /// Only roles of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<ProductStatusNumber>,
}

/// A role in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleListRow {
    /// The role's id.
    pub role_id: String,
    /// Its name.
    pub role_name: String,
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub project_name: String,
    /// Whom it is for: 1 internal, 2 corporate identity, 3 client; null for everybody.
    pub account_type: Option<i64>,
    /// The agency (types 1 and 2) or client (type 3) that it is for; empty for all.
    pub org_id: String,
    /// The name of that agency or client, or empty.
    pub org_name: String,
    /// A description, or empty.
    pub desc: String,
    /// Whether it is on.
    pub status: ProductStatusNumber,
    /// How many access rights it will give once they are confirmed.
    pub numbers_of_access: i64,
    /// How many people have it.
    pub numbers_of_users: i64,
    /// When it was added, in milliseconds since 1970.
    pub created_at: i64,
    /// Its version. Send it back with a change, so that you do not overwrite someone else's change.
    pub version: i64,
}

impl From<RoleRow> for RoleListRow {
    fn from(row: RoleRow) -> Self {
        Self {
            role_id: row.id,
            role_name: row.name,
            project_id: row.product_id,
            project_name: row.product_name,
            account_type: row.account_type.map(AccountType::code),
            org_id: row.org_id.unwrap_or_default(),
            org_name: row.org_name.unwrap_or_default(),
            desc: row.description,
            status: Number(row.status),
            numbers_of_access: row.rights,
            numbers_of_users: row.users,
            created_at: row.created_at,
            version: row.version,
        }
    }
}

/// Role list
///
/// The newest roles come first. `sort` can be `created` or `roleName`; a `-` before it reverses the order.
/// Administrators of a product get the roles of their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/role/list",
    tag = "roles",
    params(RoleListQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<RoleListRow>>)),
)]
pub async fn role_list(
    mut caller: Caller,
    Paged(query, paging): Paged<RoleListQuery>,
) -> Answered<Page<RoleListRow>> {
    let filter = RoleFilter {
        context: query.context,
        product_id: query.project_id,
        status: query.status.map(|Number(status)| status),
        administrator: only_own(&caller),
    };
    let page = roles_page(caller.view(), &filter, &paging).await?;
    Ok(Answer(Page::of(page, RoleListRow::from)))
}

/// The role to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RoleQuery {
    /// The role's id.
    pub role_id: String,
}

/// An access right of a role.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleAccess {
    /// The access right's id.
    pub access_id: String,
    /// Its code.
    pub access_code: String,
    /// Whether the role gives it now.
    pub state: AssignmentDraft,
}

/// A role with its access rights.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleInfo {
    /// The role.
    #[serde(flatten)]
    pub role: RoleListRow,
    /// The access rights that it will give once they are confirmed.
    pub access_ids: Vec<String>,
    /// Its access rights, with drafts.
    pub access: Vec<RoleAccess>,
}

impl From<RoleDetails> for RoleInfo {
    fn from(details: RoleDetails) -> Self {
        let RoleDetails {
            role,
            rights,
            users,
        } = details;
        let selected = rights.iter().filter(|right| right.state.is_selected());
        let access_ids: Vec<String> = selected.map(|right| right.id.clone()).collect();
        let access = |Assigned { id, name, state }| RoleAccess {
            access_id: id,
            access_code: name,
            state: state.into(),
        };
        Self {
            role: RoleListRow {
                role_id: role.id,
                role_name: role.fields.name,
                project_id: role.product_id,
                project_name: role.product_name,
                account_type: role.fields.account_type.map(AccountType::code),
                org_id: role.fields.org_id.unwrap_or_default(),
                org_name: role.fields.org_name.unwrap_or_default(),
                desc: role.fields.description,
                status: Number(role.fields.status),
                numbers_of_access: i64::try_from(access_ids.len()).unwrap_or(i64::MAX),
                numbers_of_users: users,
                created_at: role.created_at,
                version: role.version,
            },
            access_ids,
            access: rights.into_iter().map(access).collect(),
        }
    }
}

/// Read a role
#[utoipa::path(
    get,
    path = "/api/security/admin/role/info",
    tag = "roles",
    params(RoleQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<RoleInfo>)),
)]
pub async fn role_info(mut caller: Caller, Fields(query): Fields<RoleQuery>) -> Answered<RoleInfo> {
    let found = roles::details(caller.view(), &query.role_id).await?;
    let details = found.ok_or_else(|| ApiError::illegal("roleId"))?;
    Ok(Answer(details.into()))
}

/// The product whose roles are options.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RoleOptionQuery {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
}

/// A role as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleOption {
    /// The role's id.
    pub role_id: String,
    /// The role's name.
    pub role_name: String,
}

/// Role options of a product
///
/// The roles of a product that are on, sorted by name.
#[utoipa::path(
    get,
    path = "/api/security/admin/role/option-list-by-project",
    tag = "roles",
    params(RoleOptionQuery, OptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<RoleOption>>)),
)]
pub async fn role_options_of_product(
    mut caller: Caller,
    OptionsOf(query, wanted): OptionsOf<RoleOptionQuery>,
) -> Answered<Vec<RoleOption>> {
    if *caller.object() == Object::Unknown {
        return Err(ApiError::illegal("projectId"));
    }
    let found = role_options(caller.view(), query.project_id, &wanted).await?;
    let option = |RoleChoice { id, name }| RoleOption {
        role_id: id,
        role_name: name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}
