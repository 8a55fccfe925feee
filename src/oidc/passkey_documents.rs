//! What browsers and password managers look for at every host with passkeys: which origins share them (WebAuthn section
//! 5.11.1), and where they are managed (Passkey Endpoints).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::error::OAuthError;
use super::nowhere;
use crate::site::offered;
use crate::state::AppState;

pub const RELATED_ORIGINS: &str = "/.well-known/webauthn";
pub const ENDPOINTS: &str = "/.well-known/passkey-endpoints";

/// Both. They belong to the host, whatever path `server.public_url` has.
pub const PATHS: [&str; 2] = [RELATED_ORIGINS, ENDPOINTS];

/// `GET /.well-known/webauthn`; nothing without related origins.
pub async fn related_origins(State(state): State<Arc<AppState>>) -> Result<Response, OAuthError> {
    let origins = &state.config.passkeys.related_origins;
    if state.passkeys.is_none() || origins.is_empty() {
        return Err(nowhere::nothing_here().await);
    }
    Ok(document(&json!({ "origins": origins })))
}

/// `GET /.well-known/passkey-endpoints`; nothing where browsers have no passkeys.
pub async fn endpoints(State(state): State<Arc<AppState>>) -> Result<Response, OAuthError> {
    if state.passkeys.is_none() {
        return Err(nowhere::nothing_here().await);
    }
    let page = state.address(offered::ACCOUNT_SECURITY);
    Ok(document(&json!({ "enroll": page, "manage": page })))
}

fn document(value: &Value) -> Response {
    let headers = [
        (CACHE_CONTROL, "public, max-age=3600"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Json(value)).into_response()
}
