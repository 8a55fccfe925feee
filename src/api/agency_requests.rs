//! Requests for another agency, for the administrators who decide about them (design 9, "Agency and brand").

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Caller, WritingCaller};
use crate::directory::{
    self, AgencyDecision, AgencyRequest, AgencyRequestState, OrganisationError,
};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::Fields;
use crate::http::number::{Number, or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};

type AgencyRequestStatus = Number<AgencyRequestState>;

/// Filters of the requests. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AgencyRequestQuery {
    /// Only requests of this state.
    #[serde(deserialize_with = "or_empty")]
    pub state: Option<AgencyRequestStatus>,
}

/// A request for another agency.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgencyRequestRow {
    /// The request's id.
    pub request_id: String,
    /// The id of the person's account.
    pub user_id: String,
    /// The person's account name.
    pub username: String,
    /// The person's display name.
    pub full_name: String,
    /// The id of the agency at the time of the request.
    pub from_agency_id: Option<String>,
    /// Its name.
    pub from_agency_name: Option<String>,
    /// The id of the wanted agency.
    pub agency_id: String,
    /// Its name.
    pub agency_name: String,
    /// The state of the request.
    pub state: AgencyRequestStatus,
    /// When the person asked, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was decided or withdrawn, in milliseconds since 1970.
    pub decided_at: Option<i64>,
    /// The name of the person who decided.
    pub decided_by: Option<String>,
    /// Why it was refused.
    pub reason: String,
}

impl From<AgencyRequest> for AgencyRequestRow {
    fn from(request: AgencyRequest) -> Self {
        Self {
            request_id: request.id,
            user_id: request.account_id,
            username: request.username,
            full_name: request.full_name,
            from_agency_id: request.from_agency_id,
            from_agency_name: request.from_agency_name,
            agency_id: request.agency_id,
            agency_name: request.agency_name,
            state: Number(request.state),
            created_at: request.created_at,
            decided_at: request.decided_at,
            decided_by: request.decided_by_name,
            reason: request.reason,
        }
    }
}

/// Requests for another agency
///
/// The oldest request comes first. `sort` can be `created`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/agency-request/list",
    tag = "organisations",
    params(AgencyRequestQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<AgencyRequestRow>>)),
)]
pub async fn agency_request_list(
    mut caller: Caller,
    Paged(query, paging): Paged<AgencyRequestQuery>,
) -> Answered<Page<AgencyRequestRow>> {
    let state = query.state.map(|state| state.0);
    let page = directory::agency_requests_page(caller.view(), state, &paging).await?;
    Ok(Answer(Page::of(page, AgencyRequestRow::from)))
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
/// and `conflict` says who and when. Nobody decides about their own request.
#[utoipa::path(
    post,
    path = "/api/security/admin/agency-request/decide",
    tag = "organisations",
    request_body = AgencyDecisionBody,
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<AgencyRequestRow>)),
)]
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
    Ok(Answer(decided.await?.into()))
}
