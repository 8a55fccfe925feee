//! Every route of the server in one list, inside the layers that all requests pass.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{self, Next};
use axum::response::Response;
use time::Duration;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

use super::request_layer::{self, RequestLayer};
use crate::http::deadline::within;
use crate::http::form;
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::sessions::browser::BrowserStore;
use crate::state::AppState;
use crate::{api, legacy, oidc, portal, served_files, signin};

/// The router of the whole server.
pub fn router(state: &Arc<AppState>) -> Router {
    let server = &state.config.server;
    // Forms and calls are small. A router whose calls take files sets its own limit for them, at most
    // `server.body_limit`.
    let small = DefaultBodyLimit::max(form::LARGEST.min(server.body_limit));
    // Inside the session layer: routes that need the browser. Outside: routes that do not, so that a token request
    // never reads a browser's record.
    let browsers = Router::new()
        .merge(oidc::browser_routes())
        .merge(signin::routes())
        .merge(legacy::routes())
        .layer(session_layer(state))
        .layer(middleware::map_response_with_state(
            Arc::clone(state),
            with_our_deletion,
        ));
    let pages = Router::new()
        .merge(browsers)
        .merge(state.site.routes())
        .merge(signin::icons())
        .merge(portal::router())
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(state),
            server_errors,
        ));
    let machines = Router::new()
        .merge(oidc::machine_routes(state))
        .merge(served_files::router())
        .merge(api::router(state));
    Router::new()
        .merge(pages)
        .merge(machines)
        .layer(small)
        .layer(middleware::from_fn_with_state(
            RequestLayer::of(state),
            request_layer::around,
        ))
        .with_state(Arc::clone(state))
}

/// Renders a page for two errors that no endpoint can handle: the request timed out, or the browser's record could not
/// be saved with the response, for which the session layer sends a plain 500. Both mean that the server is busy for a
/// moment.
async fn server_errors(
    State(state): State<Arc<AppState>>,
    visit: Visit,
    request: Request,
    next: Next,
) -> Response {
    let busy = || {
        let frame = visit.frame(&state.site, None, None, None, state.clock.now());
        ErrorPage::new(frame, PageError::Busy).respond()
    };
    let limit = state.config.server.request_timeout;
    let response = within(limit, next.run(request), busy).await;
    let bare = !response.headers().contains_key(CONTENT_TYPE);
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR && bare {
        return busy();
    }
    response
}

/// Replaces the deletion of the SSO cookie with one that browsers accept.
async fn with_our_deletion(State(state): State<Arc<AppState>>, mut response: Response) -> Response {
    state.cookies.replace_deletion(response.headers_mut());
    response
}

/// The response to an unsupported method; the router adds `Allow`.
async fn no_such_method(State(state): State<Arc<AppState>>, visit: Visit) -> Response {
    let frame = visit.frame(&state.site, None, None, None, state.clock.now());
    ErrorPage::new(frame, PageError::Method).respond()
}

/// The SSO cookie: Lax, because relying parties send browsers here by links.
fn session_layer(state: &AppState) -> SessionManagerLayer<BrowserStore> {
    let store = BrowserStore::new(state.db.clone(), state.clock.clone());
    let life = Duration::milliseconds(state.config.sessions.absolute);
    SessionManagerLayer::new(store)
        .with_name(state.cookies.session.clone())
        .with_secure(state.cookies.secure)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path(state.cookies.path.clone())
        .with_expiry(Expiry::OnInactivity(life))
}
