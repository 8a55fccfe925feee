//! The queue of background jobs, with its emails, and the routines, for administrators.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{Action, Object};
use crate::audit::{self, Event};
use crate::calls::{Caller, WritingCaller, operation};
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::groups::{TimerSubject, timer_subjects};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::jobs::{self, JobFilter, ListedJob, QueuedKind, RoutineRound};
use crate::mail::QueuedMail;

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum JobState {
    /// It waits for its first or next attempt.
    Waiting,
    /// A process works on it.
    Running,
    /// All attempts failed, or no attempt can succeed.
    GivenUp,
}

/// A job in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobRow {
    /// Its id.
    pub job_id: String,
    /// Its kind, such as `mail.send`.
    pub kind: String,
    /// The state of the job.
    pub state: JobState,
    /// For an email: its recipient.
    pub recipient: Option<String>,
    /// For an email: the name of its message, such as `welcome`.
    pub message: Option<String>,
    /// For a job of a request or a membership: the display name of the person.
    pub person: Option<String>,
    /// For such a job: the name of the group. Empty if it is deleted, or if only some people see it and the caller may not
    /// list groups.
    pub group_name: Option<String>,
    /// The lane, such as the application that it notifies. Jobs in one lane wait for each other. Empty for none.
    pub lane: String,
    /// How many attempts have begun.
    pub attempts: i64,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was queued, in milliseconds since 1970.
    pub queued_at: i64,
    /// When its next attempt is due, in milliseconds since 1970; null if it was given up.
    pub due_at: Option<i64>,
    /// When it was given up, in milliseconds since 1970.
    pub given_up_at: Option<i64>,
}

impl JobRow {
    pub(super) fn of(job: ListedJob, subject: Option<TimerSubject>, now: Millis) -> Self {
        let mail = QueuedMail::of(&job.kind, &job.payload);
        let (recipient, message) = mail.map(|mail| (mail.to, mail.message.to_owned())).unzip();
        let subject = subject.map(|subject| (subject.person, subject.group));
        let (person, group_name) = subject.unzip();
        let state = match job.given_up {
            true => JobState::GivenUp,
            false if job.lease_until > now => JobState::Running,
            false => JobState::Waiting,
        };
        Self {
            job_id: job.id,
            kind: job.kind,
            state,
            recipient,
            message,
            person,
            group_name,
            lane: job.lane,
            attempts: job.attempts,
            last_error: job.last_error,
            queued_at: job.queued_at,
            due_at: (state != JobState::GivenUp).then_some(job.run_at),
            given_up_at: job.given_up_at,
        }
    }
}

/// List jobs
///
/// Jobs that are not done, newest first. Of an email it shows the recipient and the name of the message, never its
/// text or link; of a request or a membership the person and the group. `sort` can be `queued`; a `-` before it reverses
/// the order.
#[operation(tag = "jobs", params(JobFilter, PagingQuery))]
pub async fn job_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<JobFilter>,
) -> Answered<Page<JobRow>> {
    let now = caller.now;
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let sees_groups = caller.may(Action::ListGroups, &Object::None).await?;
    let subjects = subjects(caller.view(), &page.rows, sees_groups).await?;
    let mut subjects = subjects.into_iter();
    Ok(Answer(Page::of(page, |job| {
        JobRow::of(job, subjects.next().flatten(), now)
    })))
}

/// Whom and which group each of `jobs` is about.
///
/// # Errors
/// The database failed.
pub(super) async fn subjects(
    view: &mut dyn Reads,
    jobs: &[ListedJob],
    sees_groups: bool,
) -> Result<Vec<Option<TimerSubject>>, DbError> {
    let queued = jobs.iter();
    let queued: Vec<(&str, &str)> = queued
        .map(|job| (job.kind.as_str(), job.payload.as_str()))
        .collect();
    timer_subjects(view, &queued, sees_groups).await
}

/// The jobs of one kind, counted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobKind {
    /// Such as `mail.send`.
    pub kind: String,
    /// How many wait or run, counted to 10,000.
    pub waiting: i64,
    /// How many were given up, counted to 10,000.
    pub given_up: i64,
    /// When the first of those that wait is due, in milliseconds since 1970.
    pub due_at: Option<i64>,
}

impl From<QueuedKind> for JobKind {
    fn from(queued: QueuedKind) -> Self {
        let QueuedKind {
            kind,
            waiting,
            given_up,
            due_at,
        } = queued;
        Self {
            kind,
            waiting,
            given_up,
            due_at,
        }
    }
}

/// The last round of a routine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoutineRow {
    /// Its name, such as `expired_sessions`.
    pub name: String,
    /// The interval between two rounds, in seconds.
    pub every_seconds: i64,
    /// When its last round began, in milliseconds since 1970.
    pub began_at: i64,
    /// How long that took, in milliseconds.
    pub took_ms: i64,
    /// True if its last round failed.
    pub failing: bool,
    /// When its last failure was, in milliseconds since 1970.
    pub failed_at: Option<i64>,
    /// The reason for its last failure.
    pub error: Option<String>,
}

impl From<RoutineRound> for RoutineRow {
    fn from(round: RoutineRound) -> Self {
        Self {
            failing: round.failed_at == Some(round.began_at),
            name: round.name,
            every_seconds: round.every_ms / 1000,
            began_at: round.began_at,
            took_ms: round.took_ms,
            failed_at: round.failed_at,
            error: round.error,
        }
    }
}

/// The queue and the routines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobOverview {
    /// The kinds that have jobs now.
    pub kinds: Vec<JobKind>,
    /// The routines that have run.
    pub routines: Vec<RoutineRow>,
}

/// The queue and the routines
///
/// How many jobs of each kind wait or were given up, and how the last round of each routine went.
#[operation(tag = "jobs")]
pub async fn job_overview(mut caller: Caller) -> Answered<JobOverview> {
    let kinds = jobs::kinds(caller.view()).await?;
    let routines = jobs::routines(caller.view()).await?;
    Ok(Answer(JobOverview {
        kinds: kinds.into_iter().map(JobKind::from).collect(),
        routines: routines.into_iter().map(RoutineRow::from).collect(),
    }))
}

/// The job to try again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetryJobBody {
    /// Its id.
    pub job_id: String,
}

/// A job that is tried again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetriedJob {
    /// When its next attempt is due, in milliseconds since 1970.
    pub due_at: i64,
}

/// Try a job again
///
/// Puts a job that was given up back into the queue with all its attempts. An email with a one-time link gets a new
/// link. The call fails if the job was not given up.
#[operation(tag = "jobs", request_body = RetryJobBody)]
pub async fn job_retry(
    caller: WritingCaller,
    Fields(body): Fields<RetryJobBody>,
) -> Answered<RetriedJob> {
    let due_at = caller.now;
    caller
        .write::<_, ApiError, _>(move |tx, audit| {
            Box::pin(async move {
                let job = body.job_id;
                let of = jobs::retry(tx, &job, due_at).await?;
                let of = of.ok_or(ApiError::illegal("jobId"))?;
                audit::record(tx, &audit.entry(Event::JobRetried { job, of })).await?;
                Ok(())
            })
        })
        .await?;
    Ok(Answer(RetriedJob { due_at }))
}
