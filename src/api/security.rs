//! What a client needs to know before it signs in.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ground::Ground;
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::keys::PASSWORD_ALGORITHM;

/// The key that old clients encrypt passwords with (F-11).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicKeyData {
    /// RSA-OAEP with SHA-256, MGF1 too.
    pub algorithm: &'static str,
    /// The key's id.
    pub kid: String,
    /// `SubjectPublicKeyInfo` in DER, base64.
    pub public_key: String,
}

/// The key to encrypt a password with (F-11)
#[utoipa::path(
    get,
    path = "/api/security/common/public-key",
    tag = "common",
    responses((status = 200, description = "The envelope; read its status.", body = Envelope<PublicKeyData>)),
)]
pub async fn public_key(State(ground): State<Arc<Ground>>) -> Answered<PublicKeyData> {
    let ring = ground.keys.ring();
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
