//! What a person reads (contract C-106, C-107, C-119).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::ReadAnnouncement;
use crate::announcements::{self, AnnouncementError, HistoryQuery, Reader};
use crate::calls::{Caller, WritingCaller, operation};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::state::AppState;
use crate::surveys::{self, SurveyError};

/// Announcements on a page (contract K-27).
const USUAL: i64 = 1;
/// Most announcements on a page (contract F-44).
const MOST: i64 = 100;
/// Page numbers that a pager offers (contract F-44).
const NAVIGATED: i64 = 8;

/// Where the pop-up is shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PopUpQuery {
    /// The code of a product: only announcements for all, or for this one.
    pub app_name: Option<String>,
}

/// Announcement pop-up
///
/// The newest announcement for the caller that is on, has begun, has not ended and is not read, or null; announcements that
/// people confirm come first. This call only reads: closing the pop-up calls `message/read`.
#[operation(tag = "announcements", params(PopUpQuery))]
pub async fn announcement_pop_up(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<PopUpQuery>,
) -> Answered<Option<ReadAnnouncement>> {
    let (account, now, language) = (caller.account(), caller.now, caller.language);
    let reader = Reader {
        account: &account,
        clients: &state.clients,
    };
    let app_name = filled(query.app_name);
    let due = announcements::due(caller.view(), reader, app_name.as_deref(), now).await?;
    let due = due.map(|shown| ReadAnnouncement::of(shown, language, &state));
    Ok(Answer(due))
}

/// Which part of the history to return. Every field is optional.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AnnouncementHistoryQuery {
    /// The code of a product: only announcements for all, or for this one.
    pub app_name: Option<String>,
    /// A client's id: only announcements for all, or for this one.
    pub client_id: Option<String>,
    /// Words in title or content. Each must occur somewhere in them.
    pub search: Option<String>,
    /// The page, from 1. A number beyond the last page returns the last.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Announcements on a page, 1 to 100; the default is 1.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
    /// How many page numbers the pager offers; the default is 8.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub navigate_page: Option<i64>,
}

/// A page of the history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementHistory {
    /// The announcements of this page, newest first.
    pub list: Vec<ReadAnnouncement>,
    /// How many there are in all.
    pub total: i64,
    /// How many pages there are, at least 1.
    pub pages: i64,
    /// The number of this page.
    pub page_num: i64,
    /// Announcements on a page.
    pub page_size: i64,
    /// How many page numbers the pager offers, at most `pages`.
    pub navigate_page: i64,
    /// The number of the last page.
    pub navigate_last_page: i64,
    /// How many announcements that have not ended the caller has not read, whatever the search.
    pub unread: i64,
}

/// Announcement history
///
/// The announcements that were made for the caller, the newest first, also those that have ended.
#[operation(tag = "announcements", params(AnnouncementHistoryQuery))]
pub async fn announcement_history(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AnnouncementHistoryQuery>,
) -> Answered<AnnouncementHistory> {
    let page_num = query.page_num.unwrap_or(1);
    let page_size = query.page_size.unwrap_or(USUAL);
    let navigate_page = query.navigate_page.unwrap_or(NAVIGATED);
    for (field, value, most) in [
        ("pageNum", page_num, i64::MAX),
        ("pageSize", page_size, MOST),
        ("navigatePage", navigate_page, i64::MAX),
    ] {
        if !(1..=most).contains(&value) {
            return Err(ApiError::illegal(field));
        }
    }
    let wanted = HistoryQuery {
        app_name: filled(query.app_name),
        company_id: filled(query.client_id),
        search: filled(query.search),
        page_num: usize::try_from(page_num).unwrap_or(usize::MAX),
        page_size: usize::try_from(page_size).unwrap_or(usize::MAX),
    };
    let (account, now, language) = (caller.account(), caller.now, caller.language);
    let reader = Reader {
        account: &account,
        clients: &state.clients,
    };
    let found = announcements::history(caller.view(), reader, &wanted, now).await?;
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let pages = whole(found.pages);
    let read = |shown| ReadAnnouncement::of(shown, language, &state);
    Ok(Answer(AnnouncementHistory {
        list: found.list.into_iter().map(read).collect(),
        total: whole(found.total),
        pages,
        page_num: whole(found.page_num),
        page_size,
        navigate_page: navigate_page.min(pages),
        navigate_last_page: pages,
        unread: whole(found.unread),
    }))
}

/// A message that was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadMessageBody {
    /// The `messageId` of the announcement or survey.
    pub message_id: String,
}

/// Mark a message read
///
/// For the caller alone. The second time changes nothing. A survey with a link is not offered again; one with questions is
/// from tomorrow on, until it is answered.
#[operation(tag = "announcements", request_body = ReadMessageBody)]
pub async fn message_read(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ReadMessageBody>,
) -> Answered<Empty> {
    let account = caller.account();
    let marked = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let reader = Reader {
                account: &account,
                clients: &state.clients,
            };
            let id = body.message_id.as_str();
            match announcements::mark_read(tx, reader, id, audit.now).await {
                Err(AnnouncementError::Unknown) => {
                    let opened = surveys::opened(tx, reader, id, (audit.now, &state.zone)).await;
                    opened.map_err(|error| match error {
                        SurveyError::Unknown => ApiError::illegal("messageId"),
                        error => error.into(),
                    })
                }
                marked => Ok(marked?),
            }
        })
    });
    marked.await?;
    Ok(Answer(Empty))
}
