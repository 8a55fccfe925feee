//! The list of applications as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{ListFile, download_list, word};
use crate::calls::{WritingCaller, operation};
use crate::clients::{ApplicationFilter, ApplicationListRow};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "applications",
    disposition: "attachment; filename=\"applications.csv\"",
    headings: &[
        "client_id",
        "name",
        "kind",
        "source",
        "enabled",
        "createdAt",
        "lastUsedAt",
    ],
};

/// Download the applications
///
/// The same rows as in the list with these filters, all of them, newest first.
#[operation(tag = "applications", params(ApplicationFilter))]
pub async fn application_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<ApplicationFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: ApplicationListRow, _: &AppState) -> Vec<String> {
    vec![
        row.client_id,
        row.name,
        word(&row.kind),
        word(&row.source),
        row.enabled.to_string(),
        utc(row.created_at),
        row.last_used_at.map(utc).unwrap_or_default(),
    ]
}
