//! Applications for an account, for the people who decide about them (contract G-62).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::requests::{DecideAnswer, DecideBody, MOST_AT_ONCE, verdict};
use crate::access::{Action, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::db::Number;
use crate::directory::account_application::confirm::{
    AccountApplicationStatus, ApplicationState, find,
};
use crate::directory::account_application::decide::{Decision, decide};
use crate::directory::{AccountApplicationFilter, AccountApplicationRow, GroupApplicationFilter};
use crate::groups::Verdict;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// An application, and whether the caller may decide about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicantRow {
    #[serde(flatten)]
    pub application: AccountApplicationRow,
    /// True if it waits and the caller may decide about it.
    pub may_decide: bool,
}

impl ApplicantRow {
    fn of(application: AccountApplicationRow, may_decide: bool) -> Self {
        let waits = application.state.0 == ApplicationState::Waiting;
        Self {
            application,
            may_decide: may_decide && waits,
        }
    }
}

/// Applications for an account
///
/// Only those whose address is confirmed, the oldest first. `mayDecide` says whether the caller may decide about it. `sort`
/// can be `created`; a `-` before it reverses the order.
#[operation(tag = "accounts", params(AccountApplicationFilter, PagingQuery))]
pub async fn account_application_list(
    mut caller: Caller,
    Paged(mut filter, paging): Paged<AccountApplicationFilter>,
) -> Answered<Page<ApplicantRow>> {
    filter.state = waiting(filter.state);
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let action = Action::ExamineAccountApplications;
    let may_decide = caller.may(action, &Object::None).await?;
    Ok(Answer(Page::of(page, |row| {
        ApplicantRow::of(row, may_decide)
    })))
}

/// The state to list: what waits, unless the caller wants another one.
fn waiting(wanted: Option<AccountApplicationStatus>) -> Option<AccountApplicationStatus> {
    wanted.or(Some(Number(ApplicationState::Waiting)))
}

/// Applications for an account of a group
///
/// The applications that name a group which the caller manages, the oldest first. `groupId` is required. `mayDecide` says
/// whether the applicant is of the caller's agency. `sort` can be `created`; a `-` before it reverses the order.
#[operation(tag = "accounts", params(GroupApplicationFilter, PagingQuery))]
pub async fn group_application_list(
    mut caller: Caller,
    Paged(mut filter, paging): Paged<GroupApplicationFilter>,
) -> Answered<Page<ApplicantRow>> {
    if filter.group_id.as_ref().is_none_or(String::is_empty) {
        return Err(ApiError::illegal("groupId"));
    }
    filter.state = waiting(filter.state);
    let page = filter.query(&paging)?.page(caller.view()).await?;
    // An account without an agency would choose any one (trap T8).
    let place = |row: &AccountApplicationRow| match &row.agency_id {
        Some(agency_id) => Object::Placement {
            agency_id: Some(agency_id.clone()),
            company_id: row.client_id.clone(),
        },
        None => Object::Unknown,
    };
    let places: Vec<_> = page.rows.iter().map(place).collect();
    let may_decide = caller.may_each(Action::PlaceAccount, &places).await?;
    let mut may_decide = may_decide.into_iter();
    Ok(Answer(Page::of(page, |row| {
        ApplicantRow::of(row, may_decide.next().unwrap_or_default())
    })))
}

/// Decide about applications for an account
///
/// Approves or refuses applications, all for the same reason. An approved account is enabled, its owner gets an email, and
/// the wanted group becomes a request. A refused one gives its name and address up, and the applicant reads the reason.
/// Applications that are decided already are skipped.
#[operation(tag = "accounts", request_body = DecideBody)]
pub async fn account_application_decide(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<DecideBody>,
) -> Answered<DecideAnswer> {
    let ids = checked(body.ids)?;
    let decision = decision(verdict(&body.status, body.comment)?)?;
    decided(&state, caller, ids, decision).await
}

/// A manager's decision about applications.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GroupApplicationsBody {
    /// The id of the group.
    #[schema(required = true)]
    pub group_id: String,
    /// The ids of the applications, 1 to 100.
    #[schema(required = true)]
    pub ids: Vec<String>,
    /// `approved` or `refused`.
    #[schema(required = true)]
    pub status: String,
    /// The reason of a refusal; at most 500 characters. Each applicant gets it by email.
    pub comment: Option<String>,
}

/// Decide about applications of a group
///
/// The same for a manager of the wanted group. The agency of each applicant is the manager's own, and the client is the
/// manager's own or none; administrators decide about people without an agency. Applications for other groups are skipped.
#[operation(tag = "accounts", request_body = GroupApplicationsBody)]
pub async fn group_application_decide(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<GroupApplicationsBody>,
) -> Answered<DecideAnswer> {
    let mut own = Vec::new();
    let mut others = Vec::new();
    for id in checked(body.ids)? {
        let found = find(caller.view(), &id).await?;
        let of_group = found.filter(|one| one.group_id.as_deref() == Some(&*body.group_id));
        let Some(application) = of_group else {
            others.push(id);
            continue;
        };
        let account = crate::directory::find(caller.view(), &application.account_id).await?;
        let placed = account.filter(|account| account.agency.is_some());
        let place = placed.map(|account| Object::Placement {
            agency_id: account.agency.map(|agency| agency.id),
            company_id: account.company.map(|company| company.id),
        });
        let place = place.unwrap_or(Object::Unknown);
        caller.require(Action::PlaceAccount, &place).await?;
        own.push(id);
    }
    let decision = decision(verdict(&body.status, body.comment)?)?;
    let Answer(mut answer) = decided(&state, caller, own, decision).await?;
    answer.skipped.extend(others);
    Ok(Answer(answer))
}

fn checked(mut ids: Vec<String>) -> Result<Vec<String>, ApiError> {
    ids.sort();
    ids.dedup();
    if ids.is_empty() {
        return Err(ApiError::illegal("ids"));
    }
    if ids.len() > MOST_AT_ONCE {
        return Err(ApiError::too_many("ids", MOST_AT_ONCE));
    }
    Ok(ids)
}

fn decision(verdict: Verdict) -> Result<Decision, ApiError> {
    match verdict {
        Verdict::Approve => Ok(Decision::Approve),
        Verdict::Refuse(reason) => Ok(Decision::Refuse(reason)),
        Verdict::ApproveUntil(_) | Verdict::TimeOut => Err(ApiError::illegal("status")),
    }
}

async fn decided(
    state: &AppState,
    caller: WritingCaller,
    ids: Vec<String>,
    decision: Decision,
) -> Answered<DecideAnswer> {
    let zone = state.zone.clone();
    let decided = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let mut answer = DecideAnswer::default();
            for id in ids {
                if decide(tx, &id, decision.clone(), &zone, audit).await? {
                    answer.decided.push(id);
                } else {
                    answer.skipped.push(id);
                }
            }
            Ok(answer)
        })
    });
    Ok(Answer(decided.await?))
}
