//! A forgotten password, for clients that have their own form (contract C-005).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::calls::operation;
use crate::clock::seconds_left;
use crate::directory::{forgotten_password, is_email};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::limits::LimitError;
use crate::state::AppState;
use crate::state::origin::RequestOrigin;

/// The most characters of a field (contract V-23).
const LONGEST: usize = 100;

/// Whose password was forgotten.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgotBody {
    /// The account name, 1 to 100 characters.
    #[serde(default)]
    #[schema(required = true)]
    pub username: String,
    /// The email address of the account, at most 100 characters.
    #[serde(default)]
    #[schema(required = true)]
    pub email: String,
}

/// Ask for a new password
///
/// The answer is the same whether or not an account has this name and this address. If one has both and the address is
/// confirmed, its owner gets an email with a link to choose a new password; by setting an administrator approves it first.
/// The error is 429 if too many such calls came from the network of the caller.
#[operation(tag = "user", request_body = ForgotBody)]
pub async fn forget_password(
    State(state): State<Arc<AppState>>,
    RequestOrigin(origin): RequestOrigin,
    Fields(body): Fields<ForgotBody>,
) -> Answered<Empty> {
    let (name, email) = (body.username.trim(), body.email.trim());
    let fits = |text: &str| (1..=LONGEST).contains(&text.chars().count());
    if !fits(name) {
        return Err(ApiError::illegal("username"));
    }
    if !fits(email) || !is_email(email) {
        return Err(ApiError::illegal("email"));
    }
    let asked = forgotten_password::ask(&state.sign_in, name, email, &origin).await;
    asked.map_err(|refused| match refused {
        LimitError::Delayed { until } => ApiError::TooMany(seconds_left(until, state.clock.now())),
        LimitError::Busy => ApiError::Busy(5),
        LimitError::Db(error) => error.into(),
    })?;
    Ok(Answer(Empty))
}
