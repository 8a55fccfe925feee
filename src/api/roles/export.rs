//! The list of roles as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::api::access_rights::only_own;
use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::catalogue::{RoleFilter, RoleListRow};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "roles",
    disposition: "attachment; filename=\"roles.csv\"",
    headings: &[
        "roleId",
        "roleName",
        "projectId",
        "projectName",
        "accountType",
        "orgId",
        "orgName",
        "desc",
        "status",
        "numbersOfAccess",
        "numbersOfUsers",
        "createdAt",
    ],
};

/// Download the roles
///
/// The same rows as in the list with these filters, all of them, newest first. Administrators of a product
/// get what belongs to their products.
#[operation(tag = "roles", params(RoleFilter))]
pub async fn role_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<RoleFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let administrator = only_own(&caller);
    let filter = RoleFilter {
        administrator,
        ..query
    };
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: RoleListRow, _: &AppState) -> Vec<String> {
    let account_type = row.account_type.map(|kind| kind.0.code().to_string());
    vec![
        row.role_id,
        row.role_name,
        row.project_id.to_string(),
        row.project_name,
        account_type.unwrap_or_default(),
        row.org_id,
        row.org_name,
        row.desc,
        row.status.0.code().to_string(),
        row.numbers_of_access.to_string(),
        row.numbers_of_users.to_string(),
        utc(row.created_at),
    ]
}
