//! The list of access rights as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{AccessListQuery, AccessType, only_own};
use crate::access::AccessRightRow;
use crate::access::access_rights::access_rights_query;
use crate::api::WritingCaller;
use crate::api::download::{ListFile, download_list, time};
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
        "createdAt",
    ],
};

/// Download the access rights
///
/// The same rows as in the list with these filters, all of them, newest first. Administrators of a product
/// get what belongs to their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/access/export",
    tag = "access rights",
    params(AccessListQuery),
    responses((status = 200, content_type = "text/csv", body = String)),
)]
pub async fn access_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AccessListQuery>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let query = query.filter(only_own(&caller))?;
    let query = access_rights_query(&query, &Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: AccessRightRow, _: &AppState) -> Vec<String> {
    vec![
        row.id,
        row.code,
        row.name,
        AccessType::from(row.kind).name().to_owned(),
        row.product_id.to_string(),
        row.product_name,
        row.module_id.unwrap_or_default(),
        row.module_name.unwrap_or_default(),
        row.status.code().to_string(),
        row.description,
        row.draft.0.to_string(),
        row.published.0.to_string(),
        time(row.created_at),
    ]
}
