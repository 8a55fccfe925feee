//! Requests that no page of ours made: those of other sites' pages, and prefetches by browsers.
//! Calls that write refuse them (contract F-06, F-17).

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};

use super::cors;
use super::table::{Call, Scripts};
use crate::http::envelope::ApiError;
use crate::state::AppState;
use crate::telemetry::foreign;

/// Refuses `request` to `call`, which writes, if another site's page sent it or if it is a
/// prefetch.
pub fn refuse(state: &AppState, call: &Call, request: &Request) -> Result<(), ApiError> {
    if *request.method() == Method::HEAD {
        return Err(ApiError::Method);
    }
    if is_guess(request.headers()) {
        return Err(ApiError::illegal(""));
    }
    let Some(origin) = request.headers().get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().unwrap_or_default();
    let legacy_app =
        call.scripts == Scripts::LegacyApps && cors::is_legacy_app(&state.clients, origin);
    if legacy_app || origin == state.config.server.public_url.origin() {
        return Ok(());
    }
    foreign::log_sender(request.headers());
    Err(ApiError::NotAuthorized)
}

/// Headers by which browsers mark a prefetch or preview, before anybody has clicked.
fn is_guess(headers: &HeaderMap) -> bool {
    ["sec-purpose", "purpose", "x-purpose", "x-moz"]
        .iter()
        .filter_map(|name| headers.get(*name)?.to_str().ok())
        .any(|value| value.contains("prefetch") || value.contains("preview"))
}
