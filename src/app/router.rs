//! Every mount of every door in one list, inside the layers that all requests pass.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_TYPE, HeaderName, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use time::Duration;
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

use crate::ground::{Ground, visitor};
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;
use crate::http::{peer, request_id};
use crate::sessions::store::browser::BrowserStore;
use crate::telemetry::access;
use crate::{api, legacy, oidc, portal, signin};

/// The whole product over HTTP.
pub fn router(ground: &Arc<Ground>) -> Router {
    let proxies = ground.proxies.clone();
    // Behind the cookie: doors that know browsers. In front of it: doors that do not, so that a
    // token request never reads a browser's record.
    let browsers = Router::new()
        .merge(oidc::browser_routes())
        .merge(signin::routes())
        .merge(legacy::routes())
        .method_not_allowed_fallback(visitor::no_such_method)
        .layer(session_layer(ground))
        .layer(middleware::from_fn_with_state(
            Arc::clone(ground),
            binding_away,
        ));
    let machines = Router::new()
        .merge(oidc::machine_routes(&ground.clients))
        .merge(api::router(ground));
    let outermost = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(
            proxies.clone(),
            peer::locate,
        ))
        .layer(middleware::from_fn_with_state(
            (proxies, ground.random.clone()),
            request_id::assign,
        ))
        .layer(middleware::from_fn(access::record))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .option_layer(
            ground
                .cookies
                .secure
                .then(|| header(STRICT_TRANSPORT_SECURITY, "max-age=31536000")),
        )
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            ground.config.server.request_timeout,
        ))
        .layer(DefaultBodyLimit::max(ground.config.server.body_limit));
    Router::new()
        .merge(browsers)
        .merge(machines)
        .merge(ground.site.routes())
        .merge(portal::router())
        .with_state(Arc::clone(ground))
        .layer(outermost)
}

/// The session layer answers a bare 500 when the browser's binding cannot be written as the answer
/// leaves. That is a database away for a moment, and is told as such.
async fn binding_away(
    State(ground): State<Arc<Ground>>,
    visit: Visit,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let bare = !response.headers().contains_key(CONTENT_TYPE);
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR && bare {
        let frame = visit.frame(&ground.site, None, None, None, ground.clock.now());
        return ErrorPage::new(frame, Trouble::Busy).respond();
    }
    response
}

fn header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// The SSO cookie (design 8, 'Cookies'): Lax, because relying parties send browsers here by links.
fn session_layer(ground: &Ground) -> SessionManagerLayer<BrowserStore> {
    let store = BrowserStore::new(ground.db.clone(), ground.clock.clone());
    let life = Duration::milliseconds(ground.config.sessions.absolute);
    SessionManagerLayer::new(store)
        .with_name(ground.cookies.session.clone())
        .with_secure(ground.cookies.secure)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(life))
}
