//! Every mount of every door in one list, inside the layers that all requests pass.

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

use super::arrival::{Arrival, arrive};
use crate::http::deadline::within;
use crate::http::form;
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::sessions::browser::BrowserStore;
use crate::state::AppState;
use crate::{api, legacy, oidc, portal, signin};

/// The whole product over HTTP.
pub fn router(state: &Arc<AppState>) -> Router {
    let server = &state.config.server;
    // Forms and calls are small. A door whose calls take files gives those a limit of their own, at
    // most `server.body_limit`.
    let small = DefaultBodyLimit::max(form::LARGEST.min(server.body_limit));
    // Behind the cookie: doors that know browsers. In front of it: doors that do not, so that a
    // token request never reads a browser's record.
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
        .merge(portal::router())
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(Arc::clone(state), told));
    let machines = Router::new()
        .merge(oidc::machine_routes(state))
        .merge(api::router(state));
    let arrival = Arc::new(Arrival {
        proxies: state.proxies.clone(),
        random: state.random.clone(),
        https: state.cookies.secure,
    });
    Router::new()
        .merge(pages)
        .merge(machines)
        .layer(small)
        .layer(middleware::from_fn_with_state(arrival, arrive))
        .with_state(Arc::clone(state))
}

/// Tells people by a page what no door can: that the time of a request is over, and that the
/// browser's binding could not be written as the answer left, which the session layer answers with
/// a bare 500. Both are a server that is busy for a moment.
async fn told(
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

/// Writes the deletion of the SSO cookie as browsers take it.
async fn with_our_deletion(State(state): State<Arc<AppState>>, mut response: Response) -> Response {
    state.cookies.replace_deletion(response.headers_mut());
    response
}

/// The answer to another method than the address has; `Allow` is added by the router.
async fn no_such_method(State(state): State<Arc<AppState>>, visit: Visit) -> Response {
    let frame = visit.frame(&state.site, None, None, None, state.clock.now());
    ErrorPage::new(frame, PageError::Method).respond()
}

/// The SSO cookie (design 8, 'Cookies'): Lax, because relying parties send browsers here by links.
fn session_layer(state: &AppState) -> SessionManagerLayer<BrowserStore> {
    let store = BrowserStore::new(state.db.clone(), state.clock.clone());
    let life = Duration::milliseconds(state.config.sessions.absolute);
    SessionManagerLayer::new(store)
        .with_name(state.cookies.session.clone())
        .with_secure(state.cookies.secure)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(life))
}
