//! The list of access rights as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{AccessListQuery, AccessType, only_own};
use crate::access::AccessRightRow;
use crate::access::access_rights::access_rights_query;
use crate::api::WritingCaller;
use crate::api::download::{File, ListRows, download, filled_fields, time};
use crate::audit::Event;
use crate::db::list::{Paging, WholeList};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: &[&str] = &[
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
];

/// Download the access rights
///
/// The same rows as in the list with these filters, all of them, newest first, as CSV for spreadsheets. The
/// download is recorded in the audit log. A person can run one download at a time; a second one gets 429. Administrators of a
/// product get what belongs to their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/access/export",
    tag = "access rights",
    params(AccessListQuery),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn access_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AccessListQuery>,
) -> Result<Response, ApiError> {
    let filter = filled_fields(&query);
    let query = query.filter(only_own(&caller))?;
    let query = access_rights_query(&query, &Paging::default())?;
    let file = File {
        disposition: "attachment; filename=\"access-rights.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "access_rights",
            filter,
        },
    };
    let list = WholeList::of(query);
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
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
