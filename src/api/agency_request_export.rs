//! The list of requests for another agency as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::directory::{AgencyRequestFilter, AgencyRequestRow};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "agency_requests",
    disposition: "attachment; filename=\"agency-requests.csv\"",
    headings: &[
        "requestId",
        "userId",
        "username",
        "fullName",
        "fromAgencyId",
        "fromAgencyName",
        "agencyId",
        "agencyName",
        "state",
        "createdAt",
        "decidedAt",
        "decidedBy",
        "reason",
    ],
};

/// Download the requests for another agency
///
/// The same rows as in the list with these filters, all of them, oldest first.
#[operation(tag = "organisations", params(AgencyRequestFilter))]
pub async fn agency_request_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AgencyRequestFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let query = query.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: AgencyRequestRow, _: &AppState) -> Vec<String> {
    vec![
        row.request_id,
        row.user_id,
        row.username,
        row.full_name,
        row.from_agency_id.unwrap_or_default(),
        row.from_agency_name.unwrap_or_default(),
        row.agency_id,
        row.agency_name,
        row.state.0.code().to_string(),
        utc(row.created_at),
        row.decided_at.map(utc).unwrap_or_default(),
        row.decided_by.unwrap_or_default(),
        row.reason,
    ]
}
