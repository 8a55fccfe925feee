//! The list of roles as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::access::{RoleFilter, RoleListRow};
use crate::api::WritingCaller;
use crate::api::access_rights::only_own;
use crate::api::download::{File, ListRows, download, filled_fields, time};
use crate::audit::Event;
use crate::db::list::{Paging, WholeList};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: &[&str] = &[
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
];

/// Download the roles
///
/// The same rows as in the list with these filters, all of them, newest first, as CSV for spreadsheets. The
/// download is recorded in the audit log. A person can run one download at a time; a second one gets 429. Administrators of a
/// product get what belongs to their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/role/export",
    tag = "roles",
    params(RoleFilter),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn role_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<RoleFilter>,
) -> Result<Response, ApiError> {
    let filter = filled_fields(&query);
    let administrator = only_own(&caller);
    let query = RoleFilter {
        administrator,
        ..query
    };
    let query = query.query(&Paging::default())?;
    let file = File {
        disposition: "attachment; filename=\"roles.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "roles",
            filter,
        },
    };
    let list = WholeList::of(query);
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
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
        time(row.created_at),
    ]
}
