//! The form of a POST to an OAuth endpoint (RFC 6749 section 3.2), read strictly.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};

use crate::http::params::Params;

use super::error::OAuthError;

/// The parameters of a form; anything else is an `invalid_request`.
#[derive(Clone, Debug)]
pub struct Form(pub Params);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = OAuthError;

    async fn from_request(request: Request, state: &S) -> Result<Self, OAuthError> {
        let headers = request.headers().clone();
        let body = body(Bytes::from_request(request, state).await)?;
        read(&headers, &body).map(Self)
    }
}

/// The whole body, or what is wrong with it in this door's own shape.
pub fn body(read: Result<Bytes, BytesRejection>) -> Result<Bytes, OAuthError> {
    read.map_err(|rejection| {
        let told = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "the body is too large",
            _ => "the body cannot be read",
        };
        OAuthError {
            status: rejection.status(),
            ..OAuthError::invalid_request(told)
        }
    })
}

/// True when the body says that it is a form.
pub fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    let kind = kind.split(|byte| *byte == b';').next().unwrap_or_default();
    kind.trim_ascii()
        .eq_ignore_ascii_case(b"application/x-www-form-urlencoded")
}

/// The parameters of a form body. Whether one may stand more than once is for the caller to say.
pub fn read(headers: &HeaderMap, body: &Bytes) -> Result<Params, OAuthError> {
    if !is_form(headers) {
        return Err(OAuthError::invalid_request("the body is not a form"));
    }
    let text = std::str::from_utf8(body)
        .map_err(|_| OAuthError::invalid_request("the form is not valid UTF-8"))?;
    Params::parse(text).map_err(|error| OAuthError::invalid_request(error.to_string()))
}
