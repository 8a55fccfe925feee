//! DPoP proofs: the sender of a request shows that they have the key that a token is bound to (RFC 9449).

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

/// Longest accepted `jti`, in bytes.
const JTI_MAX: usize = 1_024;

/// The request that carries a proof.
#[derive(Debug, Clone, Copy)]
pub struct ProofRequest<'a> {
    /// The value of the only `DPoP` header; the endpoint refuses a request with several.
    pub proof: &'a str,
    /// The request's method, which `htm` must equal.
    pub method: &'a str,
    /// The request's public address: `server.public_url` and the path.
    pub url: &'a str,
    /// The access token of the request; the token endpoint has none.
    pub access_token: Option<&'a str>,
    /// Refuse proofs without one of our nonces.
    pub nonce_required: bool,
}

/// The contents of a valid proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DpopProof {
    /// The thumbprint of the key: `cnf.jkt` of tokens bound to it.
    pub jkt: String,
    /// SHA-256 over key and `jti`, base64url: may be seen only once.
    pub jti_hash: String,
    /// When the proof can no longer be replayed, so that its hash may be deleted.
    pub keep_until: Millis,
}

/// Why a proof is refused: `invalid_dpop_proof`, except for [`DpopError::wants_nonce`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DpopError {
    /// Not a signed token with the required claims.
    #[error("the DPoP proof is malformed")]
    Malformed,
    /// `typ` is not `dpop+jwt`.
    #[error("the DPoP proof is of another type")]
    Type,
    /// Not one of [`Algorithm::DPOP`].
    #[error("the DPoP proof's algorithm is not accepted")]
    Algorithm,
    /// `jwk` is missing, not an accepted public key, or has private members.
    #[error("the DPoP proof's key is not accepted")]
    Key,
    /// The signature does not verify with `jwk`.
    #[error("the DPoP proof's signature is wrong")]
    Signature,
    /// `jti` is missing, empty or longer than 1024 bytes.
    #[error("the DPoP proof has no usable jti")]
    Jti,
    /// `htm` is not the request's method.
    #[error("the DPoP proof is for another method")]
    Method,
    /// `htu` is not the request's address.
    #[error("the DPoP proof is for another address")]
    Address,
    /// `ath` is missing or belongs to another access token.
    #[error("the DPoP proof is for another access token")]
    AccessToken,
    /// `iat` is too far from now, and no nonce proves that the proof is fresh.
    #[error("the DPoP proof is not fresh")]
    Stale,
    #[error("the DPoP proof needs a nonce")]
    NonceMissing,
    /// The nonce is not one of ours or is too old.
    #[error("the DPoP proof's nonce is not valid")]
    NonceInvalid,
}

impl DpopError {
    /// True when the response must be `use_dpop_nonce` with a fresh `DPoP-Nonce` (RFC 9449 section 8): the same request
    /// with that nonce may succeed.
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

/// Verifies a proof by RFC 9449 section 4.3. The caller checks that its `jti` is new and that the access token is bound
/// to `jkt`.
///
/// # Errors
/// The first check that fails.
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

/// The key in the header, after the signature was verified with it.
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

/// Until when the proof is fresh. A valid nonce is enough, so that a client with a wrong clock can sign in; without
/// one, `iat` must be close to now.
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

/// RFC 9449 section 4.3 point 9: compares without query and fragment; parsing normalises scheme, host and default port.
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
