//! Announcements: for administrators (list, details, file, readers, changes) and for everybody (pop-up, history).

mod bodies;
mod edit;
mod export;
mod reading;

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

pub use bodies::*;
pub use edit::*;
pub use export::*;
pub use reading::*;

use crate::announcements::{
    self, AnnouncementFilter, AnnouncementListRow, AnnouncementReaderRow, ReaderFilter,
};
use crate::calls::{Caller, operation};
use crate::days::{date_time, minute};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Announcement list
///
/// The latest start comes first. `sort` can be `launch`, `created` or `title`; a `-` before it reverses the order.
#[operation(tag = "announcements", params(AnnouncementFilter, PagingQuery))]
pub async fn announcement_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<AnnouncementFilter>,
) -> Answered<Page<AnnouncementListRow>> {
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: AnnouncementListRow| {
        AnnouncementListRow {
            launch_time: minute(row.launch_at, &state.zone),
            end_time: row
                .ends_at
                .map_or_else(String::new, |at| minute(at, &state.zone)),
            c_time: date_time(row.created_at, &state.zone),
            title: language.of_two(row.title, row.title_zh.clone()),
            ..row
        }
    })))
}

/// The announcement to describe.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AnnouncementQuery {
    /// The announcement's id.
    pub id: String,
}

/// Announcement details
///
/// Both languages, the audience with its names, and the times in the server's time zone, which is named. Groups that the
/// caller may not see are only counted.
#[operation(tag = "announcements", params(AnnouncementQuery))]
pub async fn announcement_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AnnouncementQuery>,
) -> Answered<AnnouncementDetails> {
    let found = announcements::announcement(caller.view(), &query.id).await?;
    let found = found.ok_or(ApiError::illegal("id"))?;
    let sight = caller.group_sight().await?;
    let details = AnnouncementDetails::read(caller.view(), found, &sight, &state);
    Ok(Answer(details.await?))
}

/// Readers of an announcement
///
/// Who has read it, the last first. `sort` can be `read`; a `-` before it reverses the order.
#[operation(tag = "announcements", params(ReaderFilter, PagingQuery))]
pub async fn announcement_readers(
    mut caller: Caller,
    Paged(filter, paging): Paged<ReaderFilter>,
) -> Answered<Page<AnnouncementReaderRow>> {
    if filter.id.is_none() {
        return Err(ApiError::illegal("id"));
    }
    let page = filter.query(&paging)?.page(caller.view()).await?;
    Ok(Answer(page.into()))
}
