//! Access rights, for administrators and for the administrators of a product: list, details, options and changes.

mod bodies;
mod edit;
mod export;

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(super) use bodies::ProductStatusNumber;
pub use bodies::{AccessDetails, AccessInfo, AssignmentDraft, ModuleAccess};
pub use edit::*;
pub use export::*;

use crate::access::{Object, Rule, SSO};
use crate::calls::{Caller, operation};
use crate::catalogue::access_rights;
use crate::catalogue::access_rights::{SelectedFor, rights_of_product};
use crate::catalogue::{AccessListRow, AccessRightFilter, RightDetails, effective, right_words};
use crate::days::date_time;
use crate::groups::{GroupOption, group_options};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::http::paging::{OptionQuery, OptionsOf, Page, Paged, PagingQuery};
use crate::state::AppState;

/// Access right list
///
/// The newest access rights come first. `sort` can be `created`, `accessName` or `accessCode`; a `-` before it reverses
/// the order. Administrators of a product get the access rights of their products.
#[operation(tag = "access rights", params(AccessRightFilter, PagingQuery))]
pub async fn access_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<AccessRightFilter>,
) -> Answered<Page<AccessListRow>> {
    let administrator = only_own(&caller);
    let filter = AccessRightFilter {
        administrator,
        ..filter
    };
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: AccessListRow| {
        let written = (row.access_name, row.desc);
        let (access_name, desc) = right_words(row.built_in, &row.access_code, written, language);
        AccessListRow {
            access_name,
            desc,
            c_time: date_time(row.created_at, &state.zone),
            project_name: language.of_two(row.project_name, row.project_name_zh.clone()),
            ..row
        }
    })))
}

/// The account id of a caller who sees only what belongs to the products that they administer.
pub(super) fn only_own(caller: &Caller) -> Option<String> {
    let is_theirs = caller.decision().rule == Rule::AdministersProduct;
    (is_theirs && *caller.object() == Object::None).then(|| caller.account().id.clone())
}

/// The access right to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccessQuery {
    /// The access right's id.
    pub access_id: String,
}

async fn found(caller: &mut Caller, id: &str) -> Result<RightDetails, ApiError> {
    let found = access_rights::details(caller.view(), id).await?;
    found.ok_or_else(|| ApiError::illegal("accessId"))
}

/// Read an access right
///
/// The access right as it will be once it is confirmed.
#[operation(tag = "access rights", params(AccessQuery))]
pub async fn access_info(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AccessQuery>,
) -> Answered<AccessInfo> {
    let details = found(&mut caller, &query.access_id).await?;
    Ok(Answer(AccessInfo::of(
        &details,
        &state.zone,
        caller.language,
    )))
}

/// Read an access right and its assignments
///
/// The access right as it will be once it is confirmed, its published fields, and the groups, roles, clients, divisions
/// and brands that it is assigned to, with drafts.
#[operation(tag = "access rights", params(AccessQuery))]
pub async fn access_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AccessQuery>,
) -> Answered<AccessDetails> {
    let details = found(&mut caller, &query.access_id).await?;
    Ok(Answer(AccessDetails::of(
        details,
        &state.zone,
        caller.language,
    )))
}

/// The access codes to read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OwnAccessQuery {
    /// The code of a product; if missing, `SSO`.
    pub app_name: Option<String>,
    /// Only codes of modules with this name.
    pub module_name: Option<String>,
}

/// An access code, such as `area.page.item.view`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
pub struct OwnAccessCode(pub String);

/// Own access codes
///
/// The access codes that the caller holds in a product, or in one module of it.
#[operation(tag = "access rights", params(OwnAccessQuery))]
pub async fn own_access_list(
    mut caller: Caller,
    Fields(query): Fields<OwnAccessQuery>,
) -> Answered<Vec<OwnAccessCode>> {
    let account = caller.account();
    let app_name = filled(query.app_name).unwrap_or_else(|| SSO.to_owned());
    let module = filled(query.module_name);
    let codes = effective::own_codes(caller.view(), &account, &app_name, module.as_deref()).await?;
    Ok(Answer(codes.into_iter().map(OwnAccessCode).collect()))
}

/// A group as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessGroupOption {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// True if the group will give the access right once it is confirmed.
    pub selected: bool,
}

/// Group options of an access right
///
/// The enabled groups, sorted by name.
#[operation(tag = "access rights", params(AccessQuery, OptionQuery))]
pub async fn access_group_options(
    mut caller: Caller,
    OptionsOf(query, wanted): OptionsOf<AccessQuery>,
) -> Answered<Vec<AccessGroupOption>> {
    let details = found(&mut caller, &query.access_id).await?;
    let is_selected = |id: &str| {
        details
            .groups
            .iter()
            .any(|group| group.id == id && group.state.is_selected())
    };
    let groups = group_options(caller.view(), &wanted).await?;
    let option = |group: GroupOption| AccessGroupOption {
        selected: is_selected(&group.group_id),
        group_id: group.group_id,
        group_name: group.group_name,
    };
    Ok(Answer(groups.into_iter().map(option).collect()))
}

/// The product whose access rights to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProductAccessQuery {
    /// The product's id.
    #[serde(deserialize_with = "crate::http::fields::integer")]
    pub project_id: i64,
    /// The group whose access rights are selected.
    pub user_group_id: Option<String>,
    /// A part of the name or the code.
    pub keyword: Option<String>,
}

/// Access rights of a product
///
/// Every access right of a product by its module; the rights that a group gives are selected.
#[operation(tag = "access rights", params(ProductAccessQuery))]
pub async fn access_by_product(
    mut caller: Caller,
    Fields(query): Fields<ProductAccessQuery>,
) -> Answered<Vec<ModuleAccess>> {
    if *caller.object() == Object::Unknown {
        return Err(ApiError::illegal("projectId"));
    }
    let group = filled(query.user_group_id);
    let selected = group
        .as_deref()
        .map_or(SelectedFor::Nobody, SelectedFor::Group);
    let keyword = query.keyword.unwrap_or_default();
    let rights = rights_of_product(caller.view(), query.project_id, selected, &keyword).await?;
    Ok(Answer(bodies::tree(rights, caller.language)))
}

/// The role whose access rights to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleAccessBody {
    /// The product's id.
    #[serde(deserialize_with = "crate::http::fields::integer")]
    pub project_id: i64,
    /// The role whose access rights are selected; missing for a new role.
    pub role_id: Option<String>,
}

/// Access right options of a role
///
/// Every access right of a product by its module; the rights that a role gives are selected.
#[operation(tag = "roles", request_body = RoleAccessBody)]
pub async fn access_by_role(
    mut caller: Caller,
    Fields(body): Fields<RoleAccessBody>,
) -> Answered<Vec<ModuleAccess>> {
    if *caller.object() == Object::Unknown {
        return Err(ApiError::illegal("projectId"));
    }
    let role = filled(body.role_id);
    if let Some(id) = &role {
        let found = crate::catalogue::roles::details(caller.view(), id).await?;
        if found.is_none_or(|found| found.role.product_id != body.project_id) {
            return Err(ApiError::illegal("roleId"));
        }
    }
    let selected = role
        .as_deref()
        .map_or(SelectedFor::Nobody, SelectedFor::Role);
    let rights = rights_of_product(caller.view(), body.project_id, selected, "").await?;
    Ok(Answer(bodies::tree(rights, caller.language)))
}
