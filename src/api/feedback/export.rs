//! The feedback as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::feedback::{FeedbackFilter, FeedbackListRow};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "feedback",
    disposition: "attachment; filename=\"feedback.csv\"",
    headings: &[
        "id",
        "appName",
        "projectName",
        "categoryId",
        "feedback",
        "username",
        "fullName",
        "status",
        "assignee",
        "answered",
        "mergedInto",
        "createdAt",
    ],
};

/// Download the feedback
///
/// The same rows as in the list with these filters, all of them, the last first.
#[operation(tag = "feedback", params(FeedbackFilter))]
pub async fn feedback_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<FeedbackFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: FeedbackListRow, state: &AppState) -> Vec<String> {
    let product = match row.project_id {
        0 => state.config.branding.product_name.clone(),
        _ => row.project_name,
    };
    vec![
        row.id,
        row.app_name,
        product,
        row.category_id.0.code().to_string(),
        row.feedback,
        row.username,
        row.full_name,
        row.status.0.code().to_string(),
        row.assignee,
        row.answered.to_string(),
        row.merged_into.unwrap_or_default(),
        utc(row.created_at),
    ]
}
