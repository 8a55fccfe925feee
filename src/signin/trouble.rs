//! `/sign-in-trouble`: what a person can do who cannot sign in, and who helps. Anybody may read it.

use axum::http::StatusCode;
use axum::response::Response;

use crate::site::offered;

use super::link_page::respond;
use super::pages::TroublePage;
use super::step_context::StepContext;

pub const PATH: &str = offered::SIGN_IN_TROUBLE;

/// `GET /sign-in-trouble`.
pub async fn get(context: StepContext) -> Response {
    let config = &context.state.config;
    let contact = config.branding.contact.as_str();
    let page = TroublePage {
        frame: context.frame(None, None).at(PATH),
        contact: (!contact.is_empty()).then(|| contact.to_owned()),
        may_apply: config.may_apply(),
        has_passwords: !config.federation.only,
    };
    context.shown(Ok(respond(StatusCode::OK, &page)))
}
