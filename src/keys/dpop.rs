//! DPoP proofs: that who sends a request holds the key its token is bound to (RFC 9449).

use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use thiserror::Error;
use url::Url;

use super::{
    CLOCK_SKEW,
    algorithm::Algorithm,
    client_keys::whole_seconds,
    dpop_nonce::DpopNonces,
    jws::{self, Compact},
    public_key::PublicKey,
};
use crate::{
    clock::{Millis, SECOND, seconds},
    random::hashed,
};

/// Longest `jti` worth keeping a hash of.
const JTI_MAX: usize = 1_024;

/// The request a proof came with.
#[derive(Debug, Clone, Copy)]
pub struct ProofRequest<'a> {
    /// The value of the one `DPoP` header; a request with several is refused by the door.
    pub proof: &'a str,
    /// The request's method, as `htm` must have it.
    pub method: &'a str,
    /// The request's address as the outside sees it: `server.public_url` and the path.
    pub url: &'a str,
    /// The access token sent along; at the token endpoint there is none.
    pub access_token: Option<&'a str>,
    /// Refuse proofs without a nonce of ours.
    pub nonce_required: bool,
}

/// What a right proof shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DpopProof {
    /// The thumbprint of the key: `cnf.jkt` of tokens bound to it.
    pub jkt: String,
    /// SHA-256 over key and `jti`, base64url: to be seen once only.
    pub jti_hash: String,
    /// When the proof can no longer be replayed, so that its hash may be forgotten.
    pub keep_until: Millis,
}

/// Why a proof is refused: `invalid_dpop_proof`, except where [`DpopError::wants_nonce`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DpopError {
    /// Not a signed token with the claims a proof needs.
    #[error("the DPoP proof is malformed")]
    Malformed,
    /// `typ` is not `dpop+jwt`.
    #[error("the DPoP proof is of another type")]
    Type,
    /// Not one of [`Algorithm::DPOP`].
    #[error("the DPoP proof's algorithm is not accepted")]
    Algorithm,
    /// `jwk` is absent, no accepted public key, or holds private members.
    #[error("the DPoP proof's key is not accepted")]
    Key,
    /// The signature does not verify with `jwk`.
    #[error("the DPoP proof's signature is wrong")]
    Signature,
    /// `jti` is absent, empty or longer than 1024 bytes.
    #[error("the DPoP proof has no usable jti")]
    Jti,
    /// `htm` is not the request's method.
    #[error("the DPoP proof is for another method")]
    Method,
    /// `htu` is not the request's address.
    #[error("the DPoP proof is for another address")]
    Address,
    /// `ath` is absent or not that of the access token.
    #[error("the DPoP proof is for another access token")]
    AccessToken,
    /// `iat` is too far from now and no nonce proves the proof fresh.
    #[error("the DPoP proof is not fresh")]
    Stale,
    /// A nonce is required and absent.
    #[error("the DPoP proof needs a nonce")]
    NonceMissing,
    /// The nonce is not ours or too old.
    #[error("the DPoP proof's nonce is not valid")]
    NonceInvalid,
}

impl DpopError {
    /// Whether to answer `use_dpop_nonce` with a fresh `DPoP-Nonce` (RFC 9449 section 8): the same
    /// request with that nonce may succeed.
    pub fn wants_nonce(self) -> bool {
        matches!(self, Self::Stale | Self::NonceMissing | Self::NonceInvalid)
    }
}

#[derive(Deserialize)]
struct Claims {
    jti: Option<String>,
    htm: String,
    htu: String,
    iat: f64,
    ath: Option<String>,
    nonce: Option<String>,
}

/// Checks a proof by RFC 9449 section 4.3. That its `jti` was not seen before, and that `jkt` is
/// the one its access token is bound to, stays with the caller.
///
/// # Errors
/// The [`DpopError`] of the first thing that is wrong.
pub fn verify_proof(
    request: &ProofRequest<'_>,
    nonces: &DpopNonces,
    now: Millis,
) -> Result<DpopProof, DpopError> {
    let compact = Compact::parse(request.proof).map_err(|_| DpopError::Malformed)?;
    let key = signed_with(&compact)?;
    let claims: Claims = compact.claims().map_err(|_| DpopError::Malformed)?;
    let jti = claims.jti.as_deref().unwrap_or_default();
    if jti.is_empty() || jti.len() > JTI_MAX {
        return Err(DpopError::Jti);
    }
    if claims.htm != request.method {
        return Err(DpopError::Method);
    }
    if !same_address(&claims.htu, request.url) {
        return Err(DpopError::Address);
    }
    if let Some(token) = request.access_token {
        let sent = claims.ath.as_deref().unwrap_or_default();
        if !bool::from(sent.as_bytes().ct_eq(hashed(token).as_bytes())) {
            return Err(DpopError::AccessToken);
        }
    }
    let keep_until = fresh_until(&claims, request.nonce_required, nonces, now)?;
    Ok(DpopProof {
        jti_hash: jws::hash(&["dpop", key.thumbprint(), jti]),
        jkt: key.thumbprint().to_owned(),
        keep_until,
    })
}

/// The key in the header, once the signature has been checked with it.
fn signed_with(compact: &Compact<'_>) -> Result<PublicKey, DpopError> {
    let header = &compact.header;
    let typed = header
        .typ
        .as_deref()
        .is_some_and(|typ| typ.eq_ignore_ascii_case("dpop+jwt"));
    if !typed {
        return Err(DpopError::Type);
    }
    let alg = Algorithm::parse(&header.alg).map_err(|_| DpopError::Algorithm)?;
    if !Algorithm::DPOP.contains(&alg) {
        return Err(DpopError::Algorithm);
    }
    let jwk = header.jwk.as_ref().ok_or(DpopError::Key)?;
    let key = PublicKey::from_jwk(jwk).map_err(|_| DpopError::Key)?;
    if !key.fits(alg) {
        return Err(DpopError::Key);
    }
    key.verify(alg, compact.signing_input.as_bytes(), &compact.signature)
        .map_err(|_| DpopError::Signature)?;
    Ok(key)
}

/// Until when the proof counts as fresh. A valid nonce proves freshness by itself, so that a
/// client with a wrong clock gets in; without one, `iat` has to be near.
fn fresh_until(
    claims: &Claims,
    nonce_required: bool,
    nonces: &DpopNonces,
    now: Millis,
) -> Result<Millis, DpopError> {
    match &claims.nonce {
        Some(nonce) => nonces
            .valid_until(nonce, now)
            .ok_or(DpopError::NonceInvalid),
        None if nonce_required => Err(DpopError::NonceMissing),
        None => {
            let skew = seconds(CLOCK_SKEW);
            let iat = whole_seconds(claims.iat);
            let age = seconds(now).saturating_sub(iat);
            if age.saturating_abs() >= skew {
                return Err(DpopError::Stale);
            }
            Ok((iat + skew) * SECOND)
        }
    }
}

/// RFC 9449 section 4.3 point 9: equal without query and fragment, after the normalisation of
/// scheme, host and default port that one parse does.
fn same_address(htu: &str, expected: &str) -> bool {
    let bare = |address: &str| {
        let mut url = Url::parse(address).ok()?;
        let plain = url.username().is_empty() && url.password().is_none();
        url.set_query(None);
        url.set_fragment(None);
        plain.then_some(url)
    };
    matches!((bare(htu), bare(expected)), (Some(htu), Some(expected)) if htu == expected)
}
