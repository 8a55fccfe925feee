//! The list of requests for groups as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::access_rights::only_own;
use super::request_bodies::RequestListRow;
use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::groups::{Opened, RequestFilter, RequestRow};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "requests",
    disposition: "attachment; filename=\"permission-requests.csv\"",
    headings: &[
        "id",
        "kind",
        "userId",
        "username",
        "fullName",
        "email",
        "projectId",
        "projectName",
        "groupId",
        "groupName",
        "reason",
        "wantedDays",
        "state",
        "createdAt",
        "dueOn",
        "refuseOn",
        "decidedAt",
        "decidedBy",
        "comment",
    ],
};

/// Download the permission requests
///
/// The same rows as in the list with these filters, all of them, oldest first. Administrators of a product
/// get what belongs to their products.
#[operation(tag = "requests", params(RequestFilter))]
pub async fn request_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(mut filter): Fields<RequestFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    filter = filter.in_zone(&state.zone).map_err(ApiError::illegal)?;
    filter.administrator = only_own(&caller);
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: RequestRow, state: &AppState) -> Vec<String> {
    let at = (state, state.clock.now(), Language::default());
    let row = RequestListRow::of(row, false, &Opened::default(), at);
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    vec![
        row.id,
        row.kind,
        row.user_id,
        row.username,
        row.full_name,
        row.email.unwrap_or_default(),
        number(row.project_id),
        row.project_name.unwrap_or_default(),
        row.group_id,
        row.group_name,
        row.reason,
        number(row.wanted_days),
        row.state,
        utc(row.created_at),
        row.due_on,
        row.refuse_on,
        row.decided_at.map(utc).unwrap_or_default(),
        row.decided_by.unwrap_or_default(),
        row.comment,
    ]
}
