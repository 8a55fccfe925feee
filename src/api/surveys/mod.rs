//! Surveys: for administrators (list, details, changes, results, file) and for everybody (pop-up, answering).

mod answering;
mod bodies;
mod edit;
mod export;
mod results;

use std::sync::Arc;

use axum::extract::State;

pub use answering::*;
pub use bodies::*;
pub use edit::*;
pub use export::*;
pub use results::*;

use crate::calls::{Caller, operation};
use crate::days::{date_time, minute};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;
use crate::surveys::{self, SurveyFilter, SurveyListRow};

/// Survey list
///
/// The latest start comes first. `sort` can be `start`, `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "surveys", params(SurveyFilter, PagingQuery))]
pub async fn survey_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<SurveyFilter>,
) -> Answered<Page<SurveyListRow>> {
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row: SurveyListRow| SurveyListRow {
        start_time: minute(row.begins_at, &state.zone),
        end_time: minute(row.ends_at, &state.zone),
        c_time: date_time(row.created_at, &state.zone),
        survey_name: language.of_two(row.survey_name, row.name_zh.clone()),
        description: language.of_two(row.description, row.description_zh.clone()),
        ..row
    })))
}

/// Survey details
///
/// Both languages, the questions, the audience with its names, and the times in the server's time zone, which is named. Groups
/// that the caller may not see are only counted.
#[operation(tag = "surveys", params(SurveyQuery))]
pub async fn survey_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<SurveyQuery>,
) -> Answered<SurveyDetails> {
    let found = surveys::survey(caller.view(), &query.id).await?;
    let found = found.ok_or(ApiError::illegal("id"))?;
    let sight = caller.group_sight().await?;
    let details = SurveyDetails::read(caller.view(), found, &sight, &state);
    Ok(Answer(details.await?))
}
