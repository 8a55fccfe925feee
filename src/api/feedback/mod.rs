//! Feedback: for its author (sending, own list) and for the people who handle it (contract C-014, C-120 to C-122).

mod bodies;
mod export;
mod handle;
mod own;

use std::sync::Arc;

use axum::extract::State;

pub use bodies::*;
pub use export::*;
pub use handle::*;
pub use own::*;

use crate::calls::{Caller, operation};
use crate::days::date_time;
use crate::feedback::{self, FEEDBACK, FeedbackFilter, FeedbackListRow, MOST_WEEKS};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::language::Language;
use crate::state::AppState;

/// Weeks of the figures, if the request names no number.
const USUAL_WEEKS: i64 = 12;

/// Feedback list
///
/// The last comes first. `sort` can be `created`; a `-` before it reverses the order. Duplicates are in the list too and say
/// what they were merged into.
#[operation(tag = "feedback", params(FeedbackFilter, PagingQuery))]
pub async fn feedback_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<FeedbackFilter>,
) -> Answered<Page<FeedbackListRow>> {
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: FeedbackListRow| {
        shown(row, language, &state)
    })))
}

/// The row for a reader of `language`.
fn shown(row: FeedbackListRow, language: Language, state: &AppState) -> FeedbackListRow {
    let names = (row.project_name, row.project_name_zh.clone());
    FeedbackListRow {
        project_name: product_name(row.project_id, names, language, state),
        c_time: date_time(row.created_at, &state.zone),
        ..row
    }
}

/// The name of the product `id`, of these two names; that of Atrium itself for 0.
fn product_name(
    id: i64,
    (name, chinese): (String, String),
    language: Language,
    state: &AppState,
) -> String {
    match id {
        0 => state.config.branding.product_name.clone(),
        _ => language.of_two(name, chinese),
    }
}

/// Feedback details
///
/// The whole text, the pictures, the answer and the duplicates. The addresses of the pictures work for a minute, for the
/// caller.
#[operation(tag = "feedback", params(FeedbackQuery))]
pub async fn feedback_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<FeedbackQuery>,
) -> Answered<FeedbackDetails> {
    let found = feedback::feedback(caller.view(), &query.id).await?;
    let found = found.ok_or(ApiError::illegal("id"))?;
    let row: Option<FeedbackListRow> = FEEDBACK.find(caller.view(), found.id.clone()).await?;
    let row = shown(row.ok_or(ApiError::illegal("id"))?, caller.language, &state);
    let pictures = pictures(&found, (&caller.account.id, caller.now), &state)?;
    let details = FeedbackDetails::read(caller.view(), (found, row), pictures, &state);
    Ok(Answer(details.await?))
}

/// Feedback by category and week
///
/// How much arrived in each of the last weeks, the earliest first, duplicates included. A week begins on Monday in the
/// server's time zone.
#[operation(tag = "feedback", params(WeeksQuery))]
pub async fn feedback_weeks(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<WeeksQuery>,
) -> Answered<Vec<FeedbackWeek>> {
    let many = query.weeks.unwrap_or(USUAL_WEEKS);
    if !(1..=MOST_WEEKS).contains(&many) {
        return Err(ApiError::illegal("weeks"));
    }
    let now = caller.now;
    let weeks = feedback::weeks(caller.view(), many, now, &state.zone).await?;
    Ok(Answer(weeks.into_iter().map(FeedbackWeek::from).collect()))
}
