//! Requests for groups, for the people who decide about them.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access_rights::only_own;
use super::my_requests::RequestAnswer;
use super::request_bodies::RequestListRow;
use crate::access::{Action, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::today;
use crate::db::list;
use crate::groups::requests::{decide, find};
use crate::groups::{
    GroupRequest, QueueFilter, RequestFilter, RequestRow, RequestState, Verdict, WaitsFor,
    opened_by,
};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::{Fields, optional_integer};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// The most requests of one call.
pub(super) const MOST_AT_ONCE: usize = 100;

/// The status of an approved request.
const APPROVED: &str = "approved";

/// Permission requests
///
/// The requests for all groups, oldest first. Administrators of a product get the requests for their
/// products; they decide about requests for groups that give nothing of other products. `mayDecide` says whether the
/// caller may decide about it. `sort` can be `created` or `due`; a `-` before it reverses the order.
#[operation(tag = "requests", params(RequestFilter, PagingQuery))]
pub async fn request_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(mut filter, paging): Paged<RequestFilter>,
) -> Answered<Page<RequestListRow>> {
    filter = filter.in_zone(&state.zone).map_err(ApiError::illegal)?;
    filter.administrator = only_own(&caller);
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let page = judged(&mut caller, Action::ExamineRequest, page, &state).await?;
    Ok(Answer(page))
}

/// The page, whose rows say whether the caller may do `action` with them.
pub(super) async fn judged(
    caller: &mut Caller,
    action: Action,
    page: list::FoundPage<RequestRow>,
    state: &AppState,
) -> Result<Page<RequestListRow>, ApiError> {
    let (account, today) = (caller.account(), today(caller.now, &state.zone).to_string());
    let by = (&*account, today.as_str());
    let objects = crate::groups::facts::listed_requests(caller.view(), by, &page.rows).await?;
    let mut may_decide = caller.may_each(action, &objects).await?.into_iter();
    let ids = page.rows.iter().map(|row| row.group_id.as_str());
    let opened = opened_by(caller.view(), ids, None).await?;
    let (now, language) = (caller.now, caller.language);
    Ok(Page::of(page, |row| {
        let may_decide = may_decide.next().unwrap_or_default();
        let opens = opened.get(&row.group_id).cloned().unwrap_or_default();
        RequestListRow::of(row, may_decide, &opens, (state, now, language))
    }))
}

/// Requests that wait for me
///
/// The requests that the caller decides about, oldest first: for groups that the caller manages, overdue
/// ones for groups where the caller stands in, and, for administrators, those for groups without
/// an active manager. The caller's own requests are not among them. `sort` can be `created` or `due`; a `-`
/// before it reverses the order.
#[operation(tag = "requests", params(QueueFilter, PagingQuery))]
pub async fn request_queue(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(mut filter, paging): Paged<QueueFilter>,
) -> Answered<Page<RequestListRow>> {
    let rights = caller.rights().await?;
    let administers = rights.administers_sso();
    let waits_for = WaitsFor::new(&rights.account_id, administers, &state.zone, caller.now);
    filter.waits_for = Some(waits_for);
    // The link of an email names one request, which somebody may have decided since.
    let usual = filter.request_id.is_none().then_some(RequestState::Pending);
    filter.status = filter.status.or(usual);
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let page = judged(&mut caller, Action::DecideRequest, page, &state).await?;
    Ok(Answer(page))
}

/// A decision about one request.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExamineBody {
    /// The request's id.
    #[schema(required = true)]
    pub id: String,
    /// `approved` or `refused`.
    #[schema(required = true)]
    pub status: String,
    /// The reason of a refusal; at most 500 characters. The person gets it by email.
    pub comment: Option<String>,
    /// The version that you read. If it is missing, any version is decided.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Examine a permission request
///
/// Approves or refuses a pending request. Nobody decides about their own. If it was decided before,
/// `conflict` says by whom and when, and nothing changes.
#[operation(tag = "requests", request_body = ExamineBody)]
pub async fn examine_request(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ExamineBody>,
) -> Answered<RequestAnswer> {
    let verdict = verdict(&body.status, body.comment)?;
    let (id, zone) = (body.id.clone(), state.zone.clone());
    let decided = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(decide(tx, &id, body.version, verdict, &zone, audit).await?) })
    });
    decided.await?;
    Ok(Answer(RequestAnswer {
        request_id: body.id,
        state: body.status,
    }))
}

pub(super) fn verdict(status: &str, comment: Option<String>) -> Result<Verdict, ApiError> {
    match status {
        APPROVED => Ok(Verdict::Approve),
        "refused" => {
            let reason = comment.unwrap_or_default().trim().to_owned();
            if reason.is_empty() {
                let fault = Fault::new("comment", Key("request.reason_missing"));
                return Err(ApiError::Invalid(vec![fault]));
            }
            Ok(Verdict::Refuse(reason))
        }
        _ => Err(ApiError::illegal("status")),
    }
}

/// A decision about requests.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DecideBody {
    /// The ids of the requests, 1 to 100.
    #[schema(required = true)]
    pub ids: Vec<String>,
    /// `approved` or `refused`.
    #[schema(required = true)]
    pub status: String,
    /// The reason of a refusal; at most 500 characters. Each person gets it by email.
    pub comment: Option<String>,
}

/// The result for each request.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideAnswer {
    /// The requests that were decided now.
    pub decided: Vec<String>,
    /// The requests that somebody else had decided before, or that can no longer be decided.
    pub skipped: Vec<String>,
    /// Those of `skipped` that nobody decided: the person can no longer sign in, or the group is off.
    pub unusable: Vec<String>,
}

/// Decide about requests
///
/// Approves or refuses pending requests that the caller decides about, all for the same reason. If the
/// caller may not decide about one of them, nothing changes. Requests that are no longer pending are
/// skipped.
#[operation(tag = "requests", request_body = DecideBody)]
pub async fn decide_requests(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<DecideBody>,
) -> Answered<DecideAnswer> {
    let mut ids = body.ids;
    ids.sort();
    ids.dedup();
    if ids.is_empty() {
        return Err(ApiError::illegal("ids"));
    }
    if ids.len() > MOST_AT_ONCE {
        return Err(ApiError::too_many("ids", MOST_AT_ONCE));
    }
    let (account, today) = (caller.account(), today(caller.now, &state.zone).to_string());
    for id in &ids {
        let request = find(caller.view(), id).await?;
        let object = match request {
            Some(request) => {
                let by = (&*account, today.as_str());
                crate::groups::facts::membership(caller.view(), by, &request).await?
            }
            None => Object::Unknown,
        };
        caller.require(Action::DecideRequest, &object).await?;
        if body.status == APPROVED {
            caller.require(Action::GiveMembership, &object).await?;
        }
    }
    let verdict = verdict(&body.status, body.comment)?;
    let zone = state.zone.clone();
    let decided = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let mut answer = DecideAnswer::default();
            for id in ids {
                match decide(tx, &id, None, verdict.clone(), &zone, audit).await {
                    Ok(GroupRequest { .. }) => answer.decided.push(id),
                    Err(error) if error.is_of_request() => {
                        if error.is_unusable() {
                            answer.unusable.push(id.clone());
                        }
                        answer.skipped.push(id);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(answer)
        })
    });
    Ok(Answer(decided.await?))
}
