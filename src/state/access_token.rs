//! Checks the access token of a request to UserInfo or the product API: how it was presented, its DPoP proof (RFC 9449
//! section 7), and whether it is valid. Each endpoint renders the errors in its own format.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, Method};

use super::AppState;
use crate::clock::Millis;
use crate::db::DbError;
use crate::keys::{DpopProof, ProofRequest, Seen, verify_proof};
use crate::sessions::live_tokens::GoodToken;
use crate::sessions::presented::{LiveToken, Possession};

const DPOP: HeaderName = HeaderName::from_static("dpop");

/// An access token as the request presents it; its DPoP proof, if any, is valid.
#[derive(Debug)]
pub struct ShownToken<'r> {
    token: &'r str,
    proof: Option<DpopProof>,
}

/// Why a token is refused.
#[derive(Debug)]
pub enum TokenError {
    /// The proof is missing, invalid, repeated or was used before; with a description for the client's developer.
    Proof(String),
    /// The proof needs this nonce.
    Nonce {
        /// The reason, for the client's developer.
        description: String,
        nonce: String,
    },
    /// The token is unknown, has expired, or is not for this resource.
    Invalid,
    /// The token is bound to another key than the presented one or none was presented, or it is not bound and a key was
    /// presented.
    Possession {
        bound: bool,
    },
    /// The person's share of the stored proofs is full.
    Full,
    Db(DbError),
}

impl From<DbError> for TokenError {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl<'r> ShownToken<'r> {
    /// A token that was presented without proof (RFC 6750).
    pub fn bearer(token: &'r str) -> Self {
        Self { token, proof: None }
    }

    /// A token that was presented as `Authorization: DPoP`: exactly one `DPoP` header must carry its proof, for this
    /// token, method and path.
    pub fn dpop(
        state: &AppState,
        (method, path, headers): (&Method, &str, &HeaderMap),
        token: &'r str,
        now: Millis,
    ) -> Result<Self, TokenError> {
        let mut sent = headers.get_all(DPOP).iter();
        let (Some(proof), None) = (sent.next(), sent.next()) else {
            return Err(bad_proof("there must be exactly one DPoP header"));
        };
        let proof = proof
            .to_str()
            .map_err(|_| bad_proof("the DPoP header is not text"))?;
        let asked = ProofRequest {
            proof,
            method: method.as_str(),
            url: &state.address(path),
            access_token: Some(token),
            nonce_required: false,
        };
        let proof = verify_proof(&asked, &state.nonces, now).map_err(|error| {
            let description = error.to_string();
            if error.wants_nonce() {
                let nonce = state.nonces.current(now);
                TokenError::Nonce { description, nonce }
            } else {
                TokenError::Proof(description)
            }
        })?;
        let proof = Some(proof);
        Ok(Self { token, proof })
    }

    /// True when a proof came with it.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// The token, if it is valid at `now`, was presented as it must be, and `suits` this resource. It may come from the
    /// cache ([`crate::sessions::live_tokens`]).
    pub async fn good(
        &self,
        state: &AppState,
        suits: impl Fn(&GoodToken) -> bool,
        now: Millis,
    ) -> Result<Arc<GoodToken>, TokenError> {
        let found = state.live_tokens.find(self.token, now).await?;
        let good = found.ok_or(TokenError::Invalid)?;
        let live = &good.live;
        let possession = match &self.proof {
            Some(proof) => Possession::Key(&proof.jkt),
            None => Possession::Bearer,
        };
        if !live.fits(possession) {
            let bound = live.token.dpop_jkt.is_some();
            return Err(TokenError::Possession { bound });
        }
        if !suits(&good) {
            return Err(TokenError::Invalid);
        }
        // Only after the token was checked, so that proofs for invalid tokens cannot fill the window.
        let Some(proof) = &self.proof else {
            return Ok(good);
        };
        match state.proofs.see(proof, owner(live), now) {
            Seen::First => Ok(good),
            Seen::Again => Err(bad_proof("the DPoP proof was used before")),
            Seen::Full => Err(TokenError::Full),
        }
    }
}

/// The owner in whose share of the window the proof counts: the person, or the client that acts for itself.
fn owner(live: &LiveToken) -> &str {
    let grant = live.grant.as_ref();
    grant.map_or(&live.token.client_id, |grant| &grant.context.account_id)
}

fn bad_proof(description: &str) -> TokenError {
    TokenError::Proof(description.to_owned())
}
