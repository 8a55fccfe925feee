//! The endpoints for legacy applications, which get a token in their address.
//!
//! `/login?callbackUrl=&appName=` itself is a step of the sign-in; its flow ends here. Calls that an application makes
//! with its token belong to the product API.

mod corporate;
mod launch;
pub mod pages;

use std::sync::Arc;

use axum::Router;

use crate::http::routing::get;
use crate::state::AppState;

/// The routes; they need the session layer.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route(launch::PATH, get(launch::get))
        .route(corporate::PATH, get(corporate::get))
        .route(corporate::MESSAGING_APP, get(corporate::entry))
        .route(corporate::PHONE, get(corporate::entry))
}
