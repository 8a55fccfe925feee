//! The list of modules as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::access_rights::only_own;
use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::catalogue::{ModuleFilter, ModuleListRow};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "modules",
    disposition: "attachment; filename=\"modules.csv\"",
    headings: &[
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
    ],
};

/// Download the modules
///
/// The same rows as in the list with these filters, all of them, newest first. Administrators of a product
/// get what belongs to their products.
#[operation(tag = "modules", params(ModuleFilter))]
pub async fn module_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ModuleFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let administrator = only_own(&caller);
    let filter = ModuleFilter {
        administrator,
        ..query
    };
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
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
        utc(row.created_at),
    ]
}
