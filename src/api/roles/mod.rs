//! Roles of products, for administrators and for the administrators of a product.

mod edit;
mod export;
mod user_export;
mod users;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use edit::*;
pub use export::*;
pub use user_export::*;
pub use users::*;

use super::access_rights::{AssignmentDraft, only_own};
use crate::access::Object;
use crate::calls::{Caller, operation};
use crate::catalogue::roles;
use crate::catalogue::roles::role_options;
use crate::catalogue::{Assigned, RoleDetails, RoleFilter, RoleListRow, RoleOption};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::http::number::Number;
use crate::http::paging::{OptionQuery, OptionsOf, Page, Paged, PagingQuery};
use crate::i18n::language::Language;

/// Role list
///
/// The newest roles come first. `sort` can be `created` or `roleName`; a `-` before it reverses the order.
/// Administrators of a product get the roles of their products.
#[operation(tag = "roles", params(RoleFilter, PagingQuery))]
pub async fn role_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<RoleFilter>,
) -> Answered<Page<RoleListRow>> {
    let administrator = only_own(&caller);
    let filter = RoleFilter {
        administrator,
        ..filter
    };
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: RoleListRow| RoleListRow {
        project_name: language.of_two(row.project_name, row.project_name_zh.clone()),
        ..row
    })))
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
    /// True if everybody who has it needs a second factor.
    pub requires_factor: bool,
    /// The access rights that it will give once they are confirmed.
    pub access_ids: Vec<String>,
    /// Its access rights, with drafts.
    pub access: Vec<RoleAccess>,
}

impl RoleInfo {
    fn of(details: RoleDetails, language: Language) -> Self {
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
            requires_factor: role.fields.requires_factor,
            role: RoleListRow {
                role_id: role.id,
                role_name: role.fields.name,
                project_id: role.product_id,
                project_name: language.of_two(role.product_name, role.product_name_zh),
                project_name_zh: String::new(),
                account_type: role.fields.account_type.map(Number),
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
#[operation(tag = "roles", params(RoleQuery))]
pub async fn role_info(mut caller: Caller, Fields(query): Fields<RoleQuery>) -> Answered<RoleInfo> {
    let found = roles::details(caller.view(), &query.role_id).await?;
    let details = found.ok_or_else(|| ApiError::illegal("roleId"))?;
    Ok(Answer(RoleInfo::of(details, caller.language)))
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

/// Role options of a product
///
/// The roles of a product that are on, sorted by name.
#[operation(tag = "roles", params(RoleOptionQuery, OptionQuery))]
pub async fn role_options_of_product(
    mut caller: Caller,
    OptionsOf(query, wanted): OptionsOf<RoleOptionQuery>,
) -> Answered<Vec<RoleOption>> {
    if *caller.object() == Object::Unknown {
        return Err(ApiError::illegal("projectId"));
    }
    Ok(Answer(
        role_options(caller.view(), query.project_id, &wanted).await?,
    ))
}
