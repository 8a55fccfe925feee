//! The list of access rights as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::only_own;
use crate::calls::download::{ListFile, download_list, word};
use crate::calls::{WritingCaller, operation};
use crate::catalogue::{AccessListRow, AccessRightFilter};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "access_rights",
    disposition: "attachment; filename=\"access-rights.csv\"",
    headings: &[
        "accessId",
        "accessCode",
        "accessName",
        "type",
        "projectId",
        "projectName",
        "moduleId",
        "moduleName",
        "status",
        "desc",
        "draft",
        "published",
        "publishedStatus",
        "createdAt",
    ],
};

/// Download the access rights
///
/// The same rows as in the list with these filters, all of them, newest first. Administrators of a product
/// get what belongs to their products.
#[operation(tag = "access rights", params(AccessRightFilter))]
pub async fn access_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<AccessRightFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let administrator = only_own(&caller);
    let filter = AccessRightFilter {
        administrator,
        ..filter
    };
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: AccessListRow, _: &AppState) -> Vec<String> {
    vec![
        row.access_id,
        row.access_code,
        row.access_name,
        word(&row.kind),
        row.project_id.to_string(),
        row.project_name,
        row.module_id,
        row.module_name,
        row.status.0.code().to_string(),
        row.desc,
        row.draft.to_string(),
        row.published.to_string(),
        row.published_status
            .map_or_else(String::new, |status| status.0.code().to_string()),
        utc(row.created_at),
    ]
}
