//! An access token at a resource of ours, UserInfo or the product API: how it was shown, the proof of its
//! key (RFC 9449 section 7), and whether it is good. Each door tells a refusal in its own shape.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, Method};

use super::AppState;
use crate::clock::Millis;
use crate::db::DbError;
use crate::keys::{DpopProof, ProofRequest, Seen, verify_proof};
use crate::sessions::live_tokens::GoodToken;
use crate::sessions::presented::{LiveToken, Possession};

const DPOP: HeaderName = HeaderName::from_static("dpop");

/// An access token as a request shows it; its proof, if it has one, is right.
#[derive(Debug)]
pub struct ShownToken<'r> {
    token: &'r str,
    proof: Option<DpopProof>,
}

/// Why a token is not taken.
#[derive(Debug)]
pub enum TokenError {
    /// The proof is missing, wrong, repeated or was used before; in words for who wrote the client.
    Proof(String),
    /// The proof wants a nonce: this one.
    Nonce {
        /// Why, in words for who wrote the client.
        told: String,
        /// The nonce to use.
        nonce: String,
    },
    /// The token is unknown, over, or not for this resource.
    Invalid,
    /// The token is bound to a key and another or none was shown, or it is not bound and one was.
    Possession {
        /// Whether the token is bound.
        bound: bool,
    },
    /// No room to remember the proof of this person now.
    Full,
    /// The database does not answer.
    Db(DbError),
}

impl From<DbError> for TokenError {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl<'r> ShownToken<'r> {
    /// A token that was shown without proof (RFC 6750).
    pub fn bearer(token: &'r str) -> Self {
        Self { token, proof: None }
    }

    /// A token that was shown as `Authorization: DPoP`: its proof must stand in one header `DPoP`, and be
    /// for this token, method and path.
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
            let told = error.to_string();
            if error.wants_nonce() {
                let nonce = state.nonces.current(now);
                TokenError::Nonce { told, nonce }
            } else {
                TokenError::Proof(told)
            }
        })?;
        let proof = Some(proof);
        Ok(Self { token, proof })
    }

    /// True when it came with a proof.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// The token, if it is good at `now`, was shown the way it must be, and `suits` this resource. It may
    /// come from memory ([`crate::sessions::live_tokens`]).
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
        // Only now, so that proofs for worthless tokens cannot fill the window.
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

/// Whose share of the window a proof takes: the person's, or the client's that acts for itself.
fn owner(live: &LiveToken) -> &str {
    let grant = live.grant.as_ref();
    grant.map_or(&live.token.client_id, |grant| &grant.context.account_id)
}

fn bad_proof(told: &str) -> TokenError {
    TokenError::Proof(told.to_owned())
}
