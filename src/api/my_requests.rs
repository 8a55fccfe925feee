//! A person's own requests: the list, and taking one back.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::request_bodies::RequestListRow;
use crate::calls::{Caller, WritingCaller, operation};
use crate::groups::requests::withdraw;
use crate::groups::{Opened, OwnRequestFilter, RequestState, own_requests_page};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// My requests
///
/// The caller's own requests, oldest first. `sort` can be `created` or `due`; a `-` before it reverses the order.
#[operation(tag = "groups", params(OwnRequestFilter, PagingQuery))]
pub async fn my_requests(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(mut filter, paging): Paged<OwnRequestFilter>,
) -> Answered<Page<RequestListRow>> {
    filter.account_id = Some(caller.account().id.clone());
    let page = own_requests_page(caller.view(), &filter, &paging).await?;
    let (now, language) = (caller.now, caller.language);
    Ok(Answer(Page::of(page, |row| {
        // A group that was hidden since looks unknown: its products are not named.
        RequestListRow::of(row, false, &Opened::default(), (&state, now, language))
    })))
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
