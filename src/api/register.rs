//! Applying for an account, for clients that have their own form (contract C-007).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::calls::operation;
use crate::clock::seconds_left;
use crate::directory::account_application::{self, Applicant};
use crate::http::envelope::{Answer, Answered, ApiError, Empty, Helper, Refusal};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::limits::LimitError;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

/// What a person without an account types. Every other field is ignored, a password too.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RegisterBody {
    /// The wanted account name, in camel case.
    #[schema(required = true)]
    pub username: String,
    /// The email address. A link is sent to it, behind which the person chooses a password.
    #[schema(required = true)]
    pub email: String,
    /// Why the person wants an account, at most 500 characters.
    #[schema(required = true)]
    pub reason: String,
    /// The person's name for other people; the default is the account name.
    pub full_name: Option<String>,
    /// The language of the person: `en-us` or `zh-cn`.
    pub lang: Option<String>,
    /// The id of an agency.
    pub agency_id: Option<String>,
    /// The id of a client of that agency.
    pub client_id: Option<String>,
    /// The id or the name of the wanted group. It is kept as a request.
    pub group_id: Option<String>,
}

/// Apply for an account
///
/// The answer is the same whether or not somebody has the name or the address. The person gets an email with a link; once
/// they have opened it and chosen a password, the account waits for an administrator. Nothing in the body gives rights. The
/// answer lists all faults of the form. The error is 429 if too many such calls came from the network of the caller.
#[operation(tag = "user", request_body = RegisterBody)]
pub async fn register(
    State(state): State<Arc<AppState>>,
    RequestOrigin(origin): RequestOrigin,
    Fields(body): Fields<RegisterBody>,
) -> Answered<Empty> {
    if !state.config.may_apply() {
        let refusal = Refusal::new(Key("application.off"), Helper::Administrators);
        return Err(ApiError::Refused(refusal));
    }
    let applicant = Applicant {
        username: body.username,
        email: body.email,
        full_name: body.full_name,
        lang: body.lang,
        agency_id: body.agency_id,
        company_id: body.client_id,
        group: body.group_id.unwrap_or_default(),
        reason: body.reason,
    };
    let applicant = account_application::check(&state.sign_in, applicant).await?;
    let applied = account_application::apply(&state.sign_in, applicant, &origin).await;
    applied.map_err(|refused| match refused {
        LimitError::Delayed { until } => ApiError::TooMany(seconds_left(until, state.clock.now())),
        LimitError::Busy => ApiError::Busy(5),
        LimitError::Db(error) => error.into(),
    })?;
    Ok(Answer(Empty))
}
