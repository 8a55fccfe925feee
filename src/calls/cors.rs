//! CORS for scripts of legacy applications, which may ask who owns their token (contract G-86):
//! only exact registered origins, no cookies, and only the calls whose row allows it (attack 36).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ORIGIN, VARY,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::table::{Call, Scripts};
use crate::clients::Registry;
use crate::http::cors::allowed_headers;
use crate::state::AppState;

/// The headers that these calls read.
const READ: [&str; 3] = ["access-token", "authorization", "content-type"];

/// True if a legacy application that can still be launched has registered this origin.
pub fn is_legacy_app(clients: &Registry, origin: &str) -> bool {
    clients.list().iter().any(|client| {
        client
            .launches()
            .is_some_and(|legacy| legacy.callback_origins.iter().any(|one| one == origin))
    })
}

/// Answers preflights and adds CORS headers, for those of the calls that these scripts may read.
pub async fn for_legacy_apps(
    State((state, calls)): State<(Arc<AppState>, &'static [Call])>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let open = calls
        .iter()
        .any(|call| call.path == path && call.scripts == Scripts::LegacyApps);
    if !open {
        return next.run(request).await;
    }
    let origin = request.headers().get(ORIGIN).cloned();
    let known = origin.filter(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        is_legacy_app(&state.clients, origin)
    });
    let preflight = *request.method() == Method::OPTIONS;
    let mut response = if preflight && known.is_some() {
        let allowed = [
            (
                ACCESS_CONTROL_ALLOW_METHODS,
                HeaderValue::from_static("POST"),
            ),
            (
                ACCESS_CONTROL_ALLOW_HEADERS,
                allowed_headers(request.headers(), &READ),
            ),
            (ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600")),
        ];
        (StatusCode::NO_CONTENT, allowed).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.append(VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = known {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    response
}
