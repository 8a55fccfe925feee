//! The list of jobs as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::jobs::{JobRow, subjects};
use crate::access::{Action, Object};
use crate::calls::download::{Lines, ListFile, download, word};
use crate::calls::{WritingCaller, operation};
use crate::clock::Millis;
use crate::days::utc;
use crate::db::list::{Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::jobs::{JobFilter, ListedJob};
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "jobs",
    disposition: "attachment; filename=\"jobs.csv\"",
    headings: &[
        "jobId",
        "kind",
        "state",
        "recipient",
        "message",
        "person",
        "groupName",
        "lane",
        "attempts",
        "lastError",
        "queuedAt",
        "dueAt",
        "givenUpAt",
    ],
};

/// Download the jobs
///
/// The same rows as in the list with these filters, all of them, newest first.
#[operation(tag = "jobs", params(JobFilter))]
pub async fn job_export(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(filter): Fields<JobFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let found = filter.query(&Paging::default())?;
    let lines = JobLines {
        sees_groups: caller.may(Action::ListGroups, &Object::None).await?,
        now: caller.now,
    };
    download(state, caller, file, (WholeList::of(found), lines)).await
}

/// Jobs with the names of the people and groups that they are about.
struct JobLines {
    sees_groups: bool,
    now: Millis,
}

impl Lines for JobLines {
    type Row = ListedJob;

    async fn cells(
        &self,
        view: &mut ReadTx,
        _: &AppState,
        jobs: Vec<ListedJob>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        let subjects = subjects(view, &jobs, self.sees_groups).await?;
        let rows = jobs.into_iter().zip(subjects);
        let row = |(job, subject)| cells(JobRow::of(job, subject, self.now));
        Ok(rows.map(row).collect())
    }
}

/// In the order of the headings.
fn cells(row: JobRow) -> Vec<String> {
    let text = Option::unwrap_or_default;
    vec![
        row.job_id,
        row.kind,
        word(&row.state),
        text(row.recipient),
        text(row.message),
        text(row.person),
        text(row.group_name),
        row.lane,
        row.attempts.to_string(),
        text(row.last_error),
        utc(row.queued_at),
        text(row.due_at.map(utc)),
        text(row.given_up_at.map(utc)),
    ]
}
