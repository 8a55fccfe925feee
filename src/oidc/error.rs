//! OAuth errors and their JSON shape (RFC 6749 section 5.2, RFC 6750 section 3, RFC 9449).

use std::borrow::Cow;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, HeaderName, PRAGMA, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::clock::{Millis, seconds_left};
use crate::db::DbError;
use crate::limits::LimitError;

/// Every `error` value of this server, by its registered name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    AccessDenied,
    ConsentRequired,
    InsufficientScope,
    InvalidClient,
    InvalidDpopProof,
    InvalidGrant,
    InvalidRequest,
    InvalidScope,
    InvalidTarget,
    InvalidToken,
    LoginRequired,
    RegistrationNotSupported,
    RequestNotSupported,
    RequestUriNotSupported,
    ServerError,
    TemporarilyUnavailable,
    UnauthorizedClient,
    UnmetAuthenticationRequirements,
    UnsupportedGrantType,
    UnsupportedResponseType,
    UnsupportedTokenType,
    UseDpopNonce,
}

impl ErrorCode {
    /// The value in the response.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::ConsentRequired => "consent_required",
            Self::InsufficientScope => "insufficient_scope",
            Self::InvalidClient => "invalid_client",
            Self::InvalidDpopProof => "invalid_dpop_proof",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidRequest => "invalid_request",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidTarget => "invalid_target",
            Self::InvalidToken => "invalid_token",
            Self::LoginRequired => "login_required",
            Self::RegistrationNotSupported => "registration_not_supported",
            Self::RequestNotSupported => "request_not_supported",
            Self::RequestUriNotSupported => "request_uri_not_supported",
            Self::ServerError => "server_error",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::UnmetAuthenticationRequirements => "unmet_authentication_requirements",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::UnsupportedResponseType => "unsupported_response_type",
            Self::UnsupportedTokenType => "unsupported_token_type",
            Self::UseDpopNonce => "use_dpop_nonce",
        }
    }
}

/// How a client may authenticate after a 401 (RFC 9110 section 11.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Challenge {
    /// With the client's own credentials.
    Basic,
    /// With an access token.
    Bearer,
    /// With a DPoP-bound access token (RFC 9449 section 7.1).
    Dpop,
}

/// An error in the JSON shape of the OAuth endpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthError {
    pub code: ErrorCode,
    /// For the client's developer: ASCII without quotes or backslashes.
    pub description: Cow<'static, str>,
    pub status: StatusCode,
    /// Sent as `WWW-Authenticate` with a 401 or 403.
    pub challenge: Option<Challenge>,
    /// Sent as `DPoP-Nonce`.
    pub dpop_nonce: Option<String>,
    /// Seconds, sent as `Retry-After`.
    pub retry_after: Option<u64>,
}

impl OAuthError {
    pub fn new(code: ErrorCode, description: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            description: description.into(),
            status: StatusCode::BAD_REQUEST,
            challenge: None,
            dpop_nonce: None,
            retry_after: None,
        }
    }

    /// `invalid_request`.
    pub fn invalid_request(description: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, description)
    }

    /// `invalid_grant`.
    pub fn invalid_grant(description: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidGrant, description)
    }

    /// `invalid_client`: 401, with a challenge when the `Authorization` header was used.
    pub fn invalid_client(by_header: bool) -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            challenge: by_header.then_some(Challenge::Basic),
            ..Self::new(ErrorCode::InvalidClient, "client authentication failed")
        }
    }

    /// 503 with `temporarily_unavailable`.
    pub fn unavailable() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            retry_after: Some(1),
            ..Self::new(ErrorCode::TemporarilyUnavailable, "try again in a moment")
        }
    }

    /// 429 with `temporarily_unavailable` for too many requests; 503 if the number cannot be checked.
    pub fn refused(limit: LimitError, now: Millis) -> Self {
        let until = match limit {
            LimitError::Delayed { until } => until,
            LimitError::Busy => return Self::unavailable(),
            LimitError::Db(error) => return error.into(),
        };
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            retry_after: Some(seconds_left(until, now)),
            ..Self::new(ErrorCode::TemporarilyUnavailable, "too many requests")
        }
    }

    /// 500 for an internal error. The cause is logged and never sent.
    pub fn fault(cause: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(error = cause, "a request failed with an internal error");
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            ..Self::new(
                ErrorCode::ServerError,
                "the server met an unexpected condition",
            )
        }
    }
}

impl From<DbError> for OAuthError {
    fn from(error: DbError) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "the database is unavailable");
            return Self::unavailable();
        }
        Self::fault(&error)
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let code = self.code.as_str();
        let body = json!({ "error": code, "error_description": self.description });
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(value) = self.challenge.and_then(|challenge| challenge.header(code)) {
            headers.insert(WWW_AUTHENTICATE, value);
        }
        if let Some(value) = self
            .dpop_nonce
            .and_then(|nonce| HeaderValue::from_str(&nonce).ok())
        {
            headers.insert(HeaderName::from_static("dpop-nonce"), value);
        }
        response
    }
}

impl Challenge {
    fn header(self, code: &str) -> Option<HeaderValue> {
        let text = match self {
            Self::Basic => "Basic realm=\"atrium\", charset=\"UTF-8\"".to_owned(),
            Self::Bearer => format!("Bearer realm=\"atrium\", error=\"{code}\""),
            Self::Dpop => {
                format!("DPoP realm=\"atrium\", error=\"{code}\", algs=\"ES256 PS256 EdDSA RS256\"")
            }
        };
        HeaderValue::from_str(&text).ok()
    }
}
