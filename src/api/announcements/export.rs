//! The list of announcements as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::announcements::{AnnouncementFilter, AnnouncementListRow};
use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "announcements",
    disposition: "attachment; filename=\"announcements.csv\"",
    headings: &[
        "id",
        "title",
        "titleZh",
        "launchAt",
        "endsAt",
        "status",
        "mustRead",
        "appName",
        "targeted",
        "signInLine",
        "readers",
        "createdAt",
    ],
};

/// Download the announcements
///
/// The same rows as in the list with these filters, all of them, the latest start first.
#[operation(tag = "announcements", params(AnnouncementFilter))]
pub async fn announcement_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<AnnouncementFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: AnnouncementListRow, _: &AppState) -> Vec<String> {
    vec![
        row.id,
        row.title,
        row.title_zh,
        utc(row.launch_at),
        row.ends_at.map(utc).unwrap_or_default(),
        row.status.0.code().to_string(),
        row.must_read.to_string(),
        row.app_name,
        row.targeted.to_string(),
        row.sign_in_line,
        row.readers.to_string(),
        utc(row.created_at),
    ]
}
