//! What is used of the assistant: figures by person, agency and day, never words.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::quota_bodies::{AssistantMonth, AssistantMonthQuery};
use crate::assistant::{
    AssistantUseFilter, AssistantUseRow, MonthOfUse, of_millionths, version_names,
};
use crate::calls::download::{Lines, ListFile, download};
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::today;
use crate::db::list::{Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Use of the assistant
///
/// What each person used of each version on each day, the last day first. `sort` can be `day`, `words` or `cost`; a `-`
/// before it reverses the order. What an erased account used stays, without the person.
#[operation(tag = "assistant", params(AssistantUseFilter, PagingQuery))]
pub async fn assistant_use_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<AssistantUseFilter>,
) -> Answered<Page<AssistantUseRow>> {
    let filter = filter.in_zone(&state.zone).map_err(ApiError::illegal)?;
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let names = version_names(caller.view(), state.assistant.of_file()).await?;
    Ok(Answer(Page::of(page, |row: AssistantUseRow| {
        filled_in(row, &names, &state)
    })))
}

/// The row with its day and the name of its version.
fn filled_in(
    row: AssistantUseRow,
    names: &BTreeMap<i64, String>,
    state: &AppState,
) -> AssistantUseRow {
    AssistantUseRow {
        day: today(row.day_at, &state.zone).to_string(),
        version_name: names.get(&row.version_id).cloned().unwrap_or_default(),
        ..row
    }
}

/// A month of the assistant
///
/// All use of the month: in all, by day, of the agencies and of the people with the most words.
#[operation(tag = "assistant", params(AssistantMonthQuery))]
pub async fn assistant_use_month(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AssistantMonthQuery>,
) -> Answered<AssistantMonth> {
    let present = today(caller.now, &state.zone).strftime("%Y-%m").to_string();
    let month = filled(query.month).unwrap_or(present);
    let found = MonthOfUse::of(caller.view(), &month, &state.zone).await?;
    let found = found.ok_or(ApiError::illegal("month"))?;
    let currency = state.config.assistant.currency.clone();
    let mut answer = AssistantMonth::of(month, currency, found);
    for day in &mut answer.days {
        let at = day.id.parse().unwrap_or_default();
        day.name = today(at, &state.zone).to_string();
    }
    Ok(Answer(answer))
}

const FILE: ListFile = ListFile {
    list: "assistant_use",
    disposition: "attachment; filename=\"assistant-use.csv\"",
    headings: &[
        "id",
        "day",
        "userId",
        "username",
        "fullName",
        "agencyId",
        "agencyName",
        "versionId",
        "versionName",
        "answers",
        "words",
        "tokensIn",
        "tokensOut",
        "cost",
        "currency",
    ],
};

/// Download the use of the assistant
///
/// The same rows as in the list with these filters, all of them, the last day first. Costs are in the currency.
#[operation(tag = "assistant", params(AssistantUseFilter))]
pub async fn assistant_use_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<AssistantUseFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let filter = filter.in_zone(&state.zone).map_err(ApiError::illegal)?;
    let list = WholeList::of(filter.query(&Paging::default())?);
    download(state, caller, file, (list, UseLines)).await
}

struct UseLines;

impl Lines for UseLines {
    type Row = AssistantUseRow;

    async fn cells(
        &self,
        view: &mut ReadTx,
        state: &AppState,
        rows: Vec<AssistantUseRow>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        let names = version_names(view, state.assistant.of_file()).await?;
        let rows = rows.into_iter().map(|row| filled_in(row, &names, state));
        let currency = &state.config.assistant.currency;
        Ok(rows.map(|row| cells(row, currency)).collect())
    }
}

/// In the order of the headings.
fn cells(row: AssistantUseRow, currency: &str) -> Vec<String> {
    vec![
        row.id,
        row.day,
        row.user_id,
        row.username,
        row.full_name,
        row.agency_id,
        row.agency_name,
        row.version_id.to_string(),
        row.version_name,
        row.answers.to_string(),
        row.words.to_string(),
        row.tokens_in.to_string(),
        row.tokens_out.to_string(),
        of_millionths(row.cost).to_string(),
        currency.to_owned(),
    ]
}
