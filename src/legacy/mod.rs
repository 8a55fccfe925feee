//! The endpoints for legacy applications, which get a token in their address, and the address of each card, which may lead
//! to one.
//!
//! `/login?callbackUrl=&appName=` itself is a step of the sign-in; its flow ends here. Calls that an application makes
//! with its token belong to the product API.

mod corporate;
mod launch;
mod open;
pub mod pages;

use std::sync::Arc;

use axum::Router;

use crate::http::routing::{get, post};
use crate::state::AppState;

/// The routes; they need the session layer.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route(launch::PATH, get(launch::get))
        .route(open::PATH, get(open::get).merge(post(open::post)))
        .route(corporate::PATH, get(corporate::get))
        .route(corporate::MESSAGING_APP, get(corporate::entry))
        .route(corporate::PHONE, get(corporate::entry))
}
