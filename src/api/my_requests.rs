//! A person's own requests: the list, and taking one back.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::request_bodies::RequestListRow;
use crate::calls::{Caller, WritingCaller, operation};
use crate::groups::requests::withdraw;
use crate::groups::{RequestFilter, RequestState, own_requests_page};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Filters of the caller's own requests. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct MyRequestsQuery {
    /// Words in the name of the group or product.
    pub context: Option<String>,
    /// `pending`, `approved`, `refused`, `withdrawn` or `timed_out`.
    pub state: Option<String>,
}

/// My requests
///
/// The caller's own requests, oldest first. `sort` can be `created`; a `-` before it reverses the order.
#[operation(tag = "groups", params(MyRequestsQuery, PagingQuery))]
pub async fn my_requests(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<MyRequestsQuery>,
) -> Answered<Page<RequestListRow>> {
    let filter = RequestFilter {
        context: filled(query.context),
        state: request_state("state", filled(query.state))?,
        ..RequestFilter::default()
    };
    let id = caller.account().id.clone();
    let page = own_requests_page(caller.view(), &id, filter, &paging).await?;
    Ok(Answer(Page::of(page, |row| {
        RequestListRow::of(row, false, &state.zone)
    })))
}

/// The state with this name.
pub(super) fn request_state(
    field: &'static str,
    name: Option<String>,
) -> Result<Option<RequestState>, ApiError> {
    match name {
        None => Ok(None),
        Some(name) => RequestState::of(&name)
            .map(Some)
            .ok_or(ApiError::illegal(field)),
    }
}

/// The request to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawBody {
    /// The request's id.
    pub request_id: String,
}

/// The request after the call.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestAnswer {
    /// The request's id.
    pub request_id: String,
    /// `approved`, `refused` or `withdrawn`.
    pub state: String,
}

/// Withdraw a request
///
/// Takes back a pending request of the caller. If it was decided before, `conflict` says by whom and
/// when.
#[operation(tag = "groups", request_body = WithdrawBody)]
pub async fn withdraw_request(
    caller: WritingCaller,
    Fields(body): Fields<WithdrawBody>,
) -> Answered<RequestAnswer> {
    let id = body.request_id.clone();
    let withdrawn = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(withdraw(tx, &id, audit).await?) })
    });
    withdrawn.await?;
    Ok(Answer(RequestAnswer {
        request_id: body.request_id,
        state: RequestState::Withdrawn.name().to_owned(),
    }))
}
