//! The only place that sends authorization responses: success and error, by query or `form_post`, always with `state`
//! and `iss` (RFC 9207).

use axum::http::StatusCode;
use axum::response::Response;

use crate::http::params::with_query;
use crate::oidc::error::ErrorCode;
use crate::oidc::pages::FormPostPage;
use crate::pages::page::{self, Frame, PagePolicy};
use crate::state::leading::WayOut;
use crate::state::visitor::Visitor;

use super::asked::ValidRequest;
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

/// Sends `answer` to the redirect URI of `asked`; `after_form` is true when a form may have led here.
pub(super) fn respond(
    visitor: &Visitor,
    asked: &ValidRequest,
    answer: &AuthorizeResponse,
    after_form: bool,
) -> Response {
    let request = &asked.request;
    let frame = visitor.frame(None, request.ui_locales.as_deref(), None);
    let pairs = pairs(request, answer, &visitor.state.issuer);
    match request.response_mode {
        ResponseMode::Query => {
            let address = with_query(&request.redirect_uri, &pairs);
            let way = WayOut {
                address: &address,
                name: &asked.client.name,
                after_form,
                ended: false,
            };
            visitor.lead_out(frame, &way)
        }
        ResponseMode::FormPost => form_post(request, &pairs, frame),
    }
}

/// The address of a response with `code`.
pub(super) fn address_with(code: &str, asked: &ValidRequest, issuer: &str) -> String {
    let answer = AuthorizeResponse::Code(code.to_owned());
    let request = &asked.request;
    with_query(&request.redirect_uri, &pairs(request, &answer, issuer))
}

fn pairs<'a>(
    request: &'a AuthorizeRequest,
    answer: &'a AuthorizeResponse,
    issuer: &'a str,
) -> Vec<(&'a str, &'a str)> {
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
    pairs
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
    page::respond(StatusCode::OK, &page, &PagePolicy::leaving_by_form())
}
