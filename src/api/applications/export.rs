//! The list of applications as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{ApplicationListQuery, used};
use crate::api::WritingCaller;
use crate::api::download::{File, ListRows, download, filled_fields, time};
use crate::audit::Event;
use crate::clients::{ListedApplication, applications_query};
use crate::db::list::{Paging, WholeList};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: &[&str] = &[
    "client_id",
    "name",
    "kind",
    "source",
    "enabled",
    "createdAt",
    "lastUsedAt",
];

/// Download the applications
///
/// The same rows as in the list with these filters, all of them, newest first, as CSV for spreadsheets. The
/// download is recorded in the audit log. A person can run one download at a time; a second one gets 429.
#[utoipa::path(
    get,
    path = "/api/security/admin/application/export",
    tag = "applications",
    params(ApplicationListQuery),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn application_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ApplicationListQuery>,
) -> Result<Response, ApiError> {
    let filter = filled_fields(&query);
    let query = applications_query(&query.filter()?, &Paging::default())?;
    let file = File {
        disposition: "attachment; filename=\"applications.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "applications",
            filter,
        },
    };
    let list = WholeList::of(query);
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
fn cells(row: ListedApplication, _: &AppState) -> Vec<String> {
    vec![
        row.client_id,
        row.name,
        row.kind,
        row.source,
        row.enabled.0.to_string(),
        time(row.created_at),
        used(row.last_used_at).map(time).unwrap_or_default(),
    ]
}
