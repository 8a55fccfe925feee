//! The legacy bridge: what exists only for applications that take a token in their address.
//!
//! `/login?callbackUrl=&appName=` itself is a step of the sign-in, as every sign-in is; its flow
//! ends here. What an application asks with its token is a call of the product API.

mod corporate;
mod launch;
pub mod pages;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::state::AppState;

/// The door; it wants the session layer around it.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route(launch::PATH, get(launch::get))
        .route(corporate::PATH, get(corporate::get))
}
