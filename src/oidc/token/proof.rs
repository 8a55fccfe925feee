//! The DPoP proof of a token request (RFC 9449 section 5).

use axum::http::HeaderMap;

use crate::clients::Client;
use crate::clock::Millis;
use crate::keys::{DpopProof, ProofRequest, verify_proof};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::state::AppState;

/// Checks the proof of a POST to `path`, if the request has one or this client must send one.
pub fn read(
    state: &AppState,
    headers: &HeaderMap,
    client: &Client,
    path: &str,
    now: Millis,
) -> Result<Option<DpopProof>, OAuthError> {
    let refused = |description: String| OAuthError::new(ErrorCode::InvalidDpopProof, description);
    let mut sent = headers.get_all("dpop").iter();
    let Some(proof) = sent.next() else {
        if client.dpop_bound_access_tokens {
            return Err(refused("this client must send a DPoP proof".to_owned()));
        }
        return Ok(None);
    };
    if sent.next().is_some() {
        return Err(refused("there is more than one DPoP header".to_owned()));
    }
    let proof = proof
        .to_str()
        .map_err(|_| refused("the DPoP header is not text".to_owned()))?;
    let url = state.address(path);
    let request = ProofRequest {
        proof,
        method: "POST",
        url: &url,
        access_token: None,
        nonce_required: false,
    };
    verify_proof(&request, &state.nonces, now)
        .map(Some)
        .map_err(|error| {
            if error.wants_nonce() {
                let asked = OAuthError::new(ErrorCode::UseDpopNonce, error.to_string());
                return OAuthError {
                    dpop_nonce: Some(state.nonces.current(now)),
                    ..asked
                };
            }
            refused(error.to_string())
        })
}
