//! The form of a POST to an OAuth endpoint (RFC 6749 section 3.2); a bad form is an OAuth error.

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;

use crate::http::form::{BadForm, Posted};
use crate::http::params::Params;

use super::error::OAuthError;

/// The parameters of a form; any other body is an `invalid_request`.
#[derive(Clone, Debug)]
pub struct Form(pub Params);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = OAuthError;

    async fn from_request(request: Request, state: &S) -> Result<Self, OAuthError> {
        let Ok(Posted(read)) = Posted::from_request(request, state).await;
        Ok(Self(read?))
    }
}

impl From<BadForm> for OAuthError {
    fn from(bad: BadForm) -> Self {
        let status = match bad {
            BadForm::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self {
            status,
            ..Self::invalid_request(bad.to_string())
        }
    }
}
