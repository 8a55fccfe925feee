//! What a client needs before it signs in.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::calls::operation;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::keys::PASSWORD_ALGORITHM;
use crate::state::AppState;

/// The public key for passwords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicKeyData {
    /// How to encrypt: RSA-OAEP with SHA-256, for MGF1 too.
    pub algorithm: &'static str,
    /// The key's id.
    pub kid: String,
    /// `SubjectPublicKeyInfo` in DER, base64.
    pub public_key: String,
}

/// Read the public key for passwords
///
/// Clients can encrypt passwords with this key instead of sending them as plain text. Send the
/// result as base64, URL-encoded.
#[operation(tag = "common")]
pub async fn public_key(State(state): State<Arc<AppState>>) -> Answered<PublicKeyData> {
    let ring = state.keys.ring();
    let key = ring.password_key().map_err(|error| {
        tracing::error!(%error, "there is no key for passwords");
        ApiError::Busy(5)
    })?;
    Ok(Answer(PublicKeyData {
        algorithm: PASSWORD_ALGORITHM,
        kid: key.kid().to_owned(),
        public_key: key.spki_base64().to_owned(),
    }))
}
