//! The only place that sends authorization responses: success and error, by query or `form_post`, always with `state`
//! and `iss` (RFC 9207).

use axum::http::StatusCode;
use axum::response::Response;

use crate::http::params::with_query;
use crate::http::redirect::see_other;
use crate::oidc::error::ErrorCode;
use crate::oidc::pages::FormPostPage;
use crate::pages::page::{self, Frame, PagePolicy};

use super::request::{AuthorizeRequest, ResponseMode};
use super::rules::Broken;

/// The response to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorizeResponse {
    Code(String),
    Error {
        code: ErrorCode,
        /// For the client's developer, in plain ASCII.
        description: &'static str,
    },
}

impl AuthorizeResponse {
    /// The person has no access to the client.
    pub const NO_ACCESS: Self = Self::Error {
        code: ErrorCode::AccessDenied,
        description: "the person has no access to this application",
    };
}

impl From<ErrorCode> for AuthorizeResponse {
    fn from(code: ErrorCode) -> Self {
        Self::Error {
            code,
            description: describe(code),
        }
    }
}

impl From<Broken> for AuthorizeResponse {
    fn from(Broken { code, description }: Broken) -> Self {
        Self::Error { code, description }
    }
}

/// A description for errors that have none of their own.
fn describe(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::LoginRequired => "the person has to sign in",
        ErrorCode::ConsentRequired => "the person has to agree first",
        ErrorCode::AccessDenied => "the person did not agree",
        ErrorCode::UnmetAuthenticationRequirements => "the requested acr cannot be met",
        ErrorCode::TemporarilyUnavailable => "try again in a moment",
        _ => "the request cannot be answered",
    }
}

/// Sends `answer` to the redirect URI of `request`; `frame` is the layout of the `form_post` page.
pub fn respond(
    request: &AuthorizeRequest,
    answer: &AuthorizeResponse,
    issuer: &str,
    frame: Frame,
) -> Response {
    let mut pairs: Vec<(&str, &str)> = match answer {
        AuthorizeResponse::Code(code) => vec![("code", code)],
        AuthorizeResponse::Error { code, description } => {
            vec![("error", code.as_str()), ("error_description", description)]
        }
    };
    if let Some(state) = &request.state {
        pairs.push(("state", state));
    }
    pairs.push(("iss", issuer));
    match request.response_mode {
        ResponseMode::Query => see_other(&with_query(&request.redirect_uri, &pairs)),
        ResponseMode::FormPost => form_post(request, &pairs, frame),
    }
}

fn form_post(request: &AuthorizeRequest, pairs: &[(&str, &str)], frame: Frame) -> Response {
    let fields = pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let page = FormPostPage {
        frame,
        action: request.redirect_uri.clone(),
        fields: fields.collect(),
    };
    page::respond(
        StatusCode::OK,
        &page,
        &PagePolicy::handoff(&request.redirect_uri),
    )
}
