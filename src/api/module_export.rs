//! The list of modules as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::WritingCaller;
use super::access_rights::only_own;
use super::download::{File, ListRows, download, filled_fields, time};
use crate::access::{ModuleFilter, ModuleListRow};
use crate::audit::Event;
use crate::db::list::{Paging, WholeList};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: &[&str] = &[
    "moduleId",
    "moduleName",
    "moduleCode",
    "projectId",
    "projectName",
    "sort",
    "status",
    "desc",
    "numbersOfRights",
    "createdAt",
];

/// Download the modules
///
/// The same rows as in the list with these filters, all of them, newest first, as CSV for spreadsheets. The
/// download is recorded in the audit log. A person can run one download at a time; a second one gets 429. Administrators of a
/// product get what belongs to their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/module/export",
    tag = "modules",
    params(ModuleFilter),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn module_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ModuleFilter>,
) -> Result<Response, ApiError> {
    let filter = filled_fields(&query);
    let administrator = only_own(&caller);
    let query = ModuleFilter {
        administrator,
        ..query
    };
    let query = query.query(&Paging::default())?;
    let file = File {
        disposition: "attachment; filename=\"modules.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "modules",
            filter,
        },
    };
    let list = WholeList::of(query);
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
fn cells(row: ModuleListRow, _: &AppState) -> Vec<String> {
    vec![
        row.module_id,
        row.module_name,
        row.module_code,
        row.project_id.to_string(),
        row.project_name,
        row.sort.to_string(),
        row.status.0.code().to_string(),
        row.desc,
        row.numbers_of_rights.to_string(),
        time(row.created_at),
    ]
}
