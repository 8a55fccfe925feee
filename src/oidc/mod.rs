//! The OpenID Provider: authorization, tokens, claims and logout.

pub mod authorize;
pub mod bearer;
pub mod claims;
pub mod client_authentication;
pub mod client_request;
pub mod cors;
pub mod discovery;
pub mod endpoints;
pub mod engine;
pub mod error;
pub mod form;
pub mod id_token;
pub mod introspect;
pub mod logout;
pub mod nowhere;
pub mod pages;
pub mod passkey_documents;
pub mod revoke;
pub mod token;
pub mod userinfo;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, map_request};
use axum::routing::any;

use crate::http::deadline::within;
use crate::http::routing::{get, post};
use crate::state::AppState;

/// The endpoints that browsers visit; they need the session layer.
pub fn browser_routes() -> Router<Arc<AppState>> {
    Router::new()
        .route(
            authorize::PATH,
            get(authorize::get).merge(post(authorize::post)),
        )
        .route(authorize::RESUME, get(authorize::resume))
        .route(logout::PATH, get(logout::get).merge(post(logout::post)))
        .route(logout::PAGE, get(logout::page).merge(post(logout::confirm)))
}

/// The endpoints that programs call; scripts from the registered origins of clients may call some of them.
pub fn machine_routes(state: &AppState) -> Router<Arc<AppState>> {
    let limit = state.config.server.request_timeout;
    let in_time = from_fn(move |request: Request, next: Next| {
        within(limit, next.run(request), error::OAuthError::unavailable)
    });
    let for_scripts = Router::new()
        .route(discovery::OPENID, get(discovery::get))
        .route(discovery::OAUTH, get(discovery::get))
        .route(discovery::JWKS, get(discovery::jwks))
        .route(token::PATH, post(token::post))
        .route(
            userinfo::PATH,
            get(userinfo::get).merge(post(userinfo::post)),
        )
        .route(revoke::PATH, post(revoke::post))
        .method_not_allowed_fallback(nowhere::no_such_method)
        .layer(in_time.clone())
        .layer(cors::layer(&state.clients))
        .layer(map_request(cors::ask));
    let for_servers = Router::new()
        .route(introspect::PATH, post(introspect::post))
        .route(logout::received::PATH, post(logout::received::post))
        .route(
            passkey_documents::RELATED_ORIGINS,
            get(passkey_documents::related_origins),
        )
        .route(
            passkey_documents::ENDPOINTS,
            get(passkey_documents::endpoints),
        )
        .route("/oauth2/{*rest}", any(nowhere::nothing_here))
        .route("/.well-known/{*rest}", any(nowhere::nothing_here))
        .method_not_allowed_fallback(nowhere::no_such_method)
        .layer(in_time);
    for_scripts.merge(for_servers)
}
