//! Requests for another agency, for the administrators who decide about them.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::{
    self, AgencyDecision, AgencyRequestFilter, AgencyRequestRow, OrganisationError,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};

/// Requests for another agency
///
/// The oldest request comes first. `sort` can be `created`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(AgencyRequestFilter, PagingQuery))]
pub async fn agency_request_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<AgencyRequestFilter>,
) -> Answered<Page<AgencyRequestRow>> {
    let query = filter.query(&paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
}

/// A decision about a request.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgencyDecisionBody {
    /// The id of the person's account.
    #[schema(required = true)]
    pub user_id: String,
    /// The request's id.
    #[schema(required = true)]
    pub request_id: String,
    /// True approves, false refuses.
    #[schema(required = true)]
    pub approve: Option<bool>,
    /// Why it is refused; the person reads it.
    pub reason: Option<String>,
}

/// Decide about a request for another agency
///
/// An approved person belongs to the agency at once. If someone else has decided before, nothing is changed
/// and `conflict` says who and when. Nobody can decide about their own request.
#[operation(tag = "organisations", request_body = AgencyDecisionBody)]
pub async fn agency_request_decide(
    caller: WritingCaller,
    Fields(body): Fields<AgencyDecisionBody>,
) -> Answered<AgencyRequestRow> {
    let id = caller.named_account()?.id.clone();
    let decision = AgencyDecision {
        request_id: body.request_id,
        approves: body.approve.ok_or(ApiError::illegal("approve"))?,
        reason: body.reason.unwrap_or_default(),
    };
    let decided = caller.write::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move { directory::decide_agency_request(tx, &id, decision, audit).await })
    });
    Ok(Answer(decided.await?))
}
