//! The OpenID Provider: authorization, tokens, claims and logout by the standards.

pub mod authorize;
pub mod client_authentication;
pub mod discovery;
pub mod engine;
pub mod error;
pub mod id_token;
pub mod pages;
pub mod token;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::ground::Ground;

/// The endpoints that browsers visit; they want the session layer around them.
pub fn browser_routes() -> Router<Arc<Ground>> {
    Router::new()
        .route(authorize::PATH, get(authorize::get).post(authorize::post))
        .route(authorize::RESUME, get(authorize::resume))
}

/// The endpoints that programs call.
pub fn machine_routes() -> Router<Arc<Ground>> {
    Router::new()
        .route(discovery::OPENID, get(discovery::get))
        .route(discovery::OAUTH, get(discovery::get))
        .route(discovery::JWKS, get(discovery::jwks))
        .route(token::PATH, post(token::post))
}
