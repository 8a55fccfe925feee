//! The path of `server.public_url`, such as `/sso`: requests lose it before they are routed, and redirects to our own
//! paths get it back.
//!
//! So inside, each of our own paths begins at our root, whatever the installer has set: routes, sign-in flows, and
//! `see_other("/login")`. Only what a browser reads without a redirect must add it: pages with [`Frame::link`], emails
//! and documents with the whole address ([`AppState::address`]), cookies with their `Path`.
//!
//! [`Frame::link`]: crate::pages::page::Frame::link

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware;
use axum::response::{IntoResponse as _, Response};
use tower::ServiceExt as _;

use super::probes;
use super::request_layer::{self, RequestLayer};
use crate::http::redirect::see_other;
use crate::oidc::{discovery, passkey_documents};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::portal;
use crate::state::AppState;

/// `routes` under the path of `server.public_url`; unchanged if that is the whole host.
///
/// A proxy must forward the path unchanged. Outside of it are only the well-known documents of RFC 8414 section 3.1 and
/// the probes; everything else is 404.
pub(super) fn under(state: &Arc<AppState>, routes: Router) -> Router {
    let base: Arc<str> = Arc::from(state.config.server.public_url.path());
    if base.is_empty() {
        return routes;
    }
    let outside = outside(state);
    Router::new().fallback(move |mut request: Request| {
        let (routes, outside, base) = (routes.clone(), outside.clone(), Arc::clone(&base));
        async move {
            let router = match inside(&base, request.uri()) {
                Some(uri) => {
                    *request.uri_mut() = uri;
                    routes
                }
                None => outside,
            };
            let Ok(mut response) = router.oneshot(request).await;
            lead_under(&base, response.headers_mut());
            response
        }
    })
}

/// The address that the routes know for `uri`; `None` for one outside of `base`.
fn inside(base: &str, uri: &Uri) -> Option<Uri> {
    let whole = uri.path_and_query()?.as_str();
    let path = uri.path();
    let known = || {
        let is_of_issuer = |document: &&str| path.strip_prefix(*document) == Some(base);
        let documents = [discovery::OPENID, discovery::OAUTH];
        let mut documents = documents.into_iter().filter(is_of_issuer);
        let mut probes = probes::PATHS.into_iter().filter(|probe| path == *probe);
        let of_host = passkey_documents::PATHS.into_iter();
        let mut of_host = of_host.chain([portal::CHANGE_PASSWORD]);
        let of_host = of_host.find(|document| path == *document);
        documents.next().or_else(|| probes.next()).or(of_host)
    };
    let inside = match whole.strip_prefix(base) {
        Some(rest) if rest.starts_with('/') => rest.parse().ok()?,
        _ => PathAndQuery::from_static(known()?),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(inside);
    Uri::from_parts(parts).ok()
}

/// Adds `base` to a redirect to one of our own paths.
fn lead_under(base: &str, headers: &mut HeaderMap) {
    let to = headers.get(LOCATION).and_then(|to| to.to_str().ok());
    let own = to.filter(|to| to.starts_with('/') && !to.starts_with("//"));
    if let Some(Ok(to)) = own.map(|to| HeaderValue::from_str(&format!("{base}{to}"))) {
        headers.insert(LOCATION, to);
    }
}

/// Answers addresses outside of the path: the path without its slash leads to the home page, the rest is 404.
fn outside(state: &Arc<AppState>) -> Router {
    let layer = middleware::from_fn_with_state(RequestLayer::of(state), request_layer::around);
    Router::new()
        .fallback(nothing_here)
        .layer(layer)
        .with_state(Arc::clone(state))
}

async fn nothing_here(State(state): State<Arc<AppState>>, visit: Visit, uri: Uri) -> Response {
    let base = state.config.server.public_url.path();
    if uri.path() == base {
        let query = uri.query().map(|query| format!("?{query}"));
        return see_other(&format!("/{}", query.unwrap_or_default())).into_response();
    }
    let frame = visit
        .frame(&state.site, None, None, None, state.clock.now())
        .at("/");
    let detail =
        format!("this server's addresses begin with {base}/, and a proxy must leave that in them");
    ErrorPage::new(frame, PageError::NotFound)
        .detail(detail)
        .respond()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8414 section 3.1, OpenID Connect Discovery 1.0 section 4, 'A path in `public_url`'.
    #[test]
    fn the_path_and_the_documents_of_the_issuer_are_inside() {
        let of = |uri: &str| inside("/sso", &uri.parse().unwrap()).map(|uri| uri.to_string());
        for (uri, known) in [
            ("/sso/", "/"),
            ("/sso/login?a=/sso/b", "/login?a=/sso/b"),
            ("/sso/sso/", "/sso/"),
            ("/sso//evil.example", "//evil.example"),
            ("/sso/.well-known/openid-configuration", discovery::OPENID),
            ("/.well-known/openid-configuration/sso", discovery::OPENID),
            (
                "/.well-known/oauth-authorization-server/sso",
                discovery::OAUTH,
            ),
            ("/healthz", "/healthz"),
            ("/metrics?x", "/metrics"),
            ("/.well-known/webauthn", passkey_documents::RELATED_ORIGINS),
        ] {
            assert_eq!(of(uri).as_deref(), Some(known), "{uri}");
        }
        let absolute = of("https://host.example/sso/login?x");
        assert_eq!(absolute.as_deref(), Some("https://host.example/login?x"));
        for uri in [
            "/",
            "/sso",
            "/sso?x",
            "/ssologin",
            "/SSO/",
            "/login",
            "/%73so/",
            "/other/sso/",
            "/.well-known/openid-configuration",
            "/.well-known/openid-configuration/sso/",
            "/.well-known/openid-configuration/other",
            "/healthz/sso",
            "*",
        ] {
            assert_eq!(of(uri), None, "{uri}");
        }
    }

    #[test]
    fn only_redirects_to_our_own_paths_get_the_path() {
        for (to, led) in [
            ("/login?flow=x", "/sso/login?flow=x"),
            ("/", "/sso/"),
            ("https://app.example/cb", "https://app.example/cb"),
            ("//evil.example", "//evil.example"),
            ("com.example.app:/cb", "com.example.app:/cb"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(LOCATION, HeaderValue::from_static(to));
            lead_under("/sso", &mut headers);
            assert_eq!(headers[LOCATION], led);
        }
    }
}
