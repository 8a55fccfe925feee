//! Parses the form of a POST strictly and by the same rules at every endpoint, each of which reports faults in its own
//! format.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};

use super::params::{BadParams, Params};

/// Largest body of a form, or of a call without files, in bytes; `server.body_limit` may be lower still. A router whose
/// calls take files sets its own limit for them.
pub const LARGEST: usize = 64 * 1024;

/// Why a form cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadForm {
    #[error("the body is too large")]
    TooLarge,
    #[error("the body cannot be read")]
    Broken,
    /// Its `Content-Type` is not a form's.
    #[error("the body is not a form")]
    NotAForm,
    #[error("the form is not valid UTF-8")]
    NotUtf8,
    #[error(transparent)]
    Params(#[from] BadParams),
}

/// The parameters of a posted form, or its fault. Each endpoint decides which parameters may be repeated.
#[derive(Clone, Debug)]
pub struct Posted(pub Result<Params, BadForm>);

impl<S: Send + Sync> FromRequest<S> for Posted {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let is_form = is_form(request.headers());
        let read = match Bytes::from_request(request, state).await {
            Ok(_) if !is_form => Err(BadForm::NotAForm),
            Ok(body) => parse(&body),
            Err(refused) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(BadForm::TooLarge)
            }
            Err(_) => Err(BadForm::Broken),
        };
        Ok(Self(read))
    }
}

fn parse(body: &Bytes) -> Result<Params, BadForm> {
    let text = std::str::from_utf8(body).map_err(|_| BadForm::NotUtf8)?;
    Ok(Params::parse(text)?)
}

/// True when `Content-Type` is a form's.
fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    let kind = kind.split(|byte| *byte == b';').next().unwrap_or_default();
    kind.trim_ascii()
        .eq_ignore_ascii_case(b"application/x-www-form-urlencoded")
}
