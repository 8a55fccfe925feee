//! The public keys of a relying application, and its client assertions (`private_key_jwt`, RFC 7523 and OIDC Core
//! section 9).

use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::{
    CLOCK_SKEW,
    algorithm::Algorithm,
    error::KeyError,
    jws::{self, Compact},
    public_key::PublicKey,
};
use crate::clock::{DAY, Millis, seconds};

/// Most keys of one set; more would only cost time.
const KEYS_MAX: usize = 50;
/// An assertion's `exp` may be at most this far ahead, which limits how long its `jti` is kept.
const LIFETIME_MAX: Millis = DAY;

/// The usable keys of a client's JWK Set.
#[derive(Debug, Clone, Default)]
pub struct ClientKeys(Vec<PublicKey>);

#[derive(Deserialize)]
struct Document {
    keys: Vec<Map<String, Value>>,
}

impl ClientKeys {
    /// Parses a JWK Set. Ignores keys of unknown types and encryption keys (RFC 7517 section 5).
    ///
    /// # Errors
    /// [`KeyError::Malformed`] when it is not a JWK Set or has more than 50 keys, [`KeyError::Private`] when it
    /// contains a private or symmetric key.
    pub fn parse(json: &str) -> Result<Self, KeyError> {
        let document: Document = serde_json::from_str(json).map_err(|_| KeyError::Malformed)?;
        if document.keys.len() > KEYS_MAX {
            return Err(KeyError::Malformed);
        }
        let mut keys = Vec::with_capacity(document.keys.len());
        for jwk in &document.keys {
            match PublicKey::from_jwk(jwk) {
                Ok(key) => keys.push(key),
                Err(KeyError::Private) => return Err(KeyError::Private),
                Err(_) => {}
            }
        }
        Ok(Self(keys))
    }

    /// True when no key in the set can be used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key for a token with this header: the key `kid`, or without a `kid` the only key that fits `alg`.
    pub fn pick(&self, kid: Option<&str>, alg: Algorithm) -> Option<&PublicKey> {
        let mut fitting = self.0.iter().filter(|key| key.fits(alg));
        match kid {
            Some(kid) => {
                let mut all: Vec<&PublicKey> = fitting.collect();
                if let Some(named) = all.iter().find(|key| key.kid() == Some(kid)) {
                    return Some(*named);
                }
                // A single key without a `kid` also fits a token that names one.
                all.retain(|key| key.kid().is_none());
                if all.len() == 1 { all.pop() } else { None }
            }
            None => fitting.next().filter(|_| fitting.next().is_none()),
        }
    }
}

/// Why an assertion is refused; each error is `invalid_client` at the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AssertionError {
    /// Not a signed token with the required members.
    #[error("the client assertion is malformed")]
    Malformed,
    /// `typ` names another kind of token.
    #[error("the client assertion is of another type")]
    Type,
    /// The algorithm is unknown or not the registered one.
    #[error("the client assertion's algorithm is not accepted")]
    Algorithm,
    /// No key of the client fits; with `jwks_uri`, fetch the keys once more and try again.
    #[error("no key of the client fits the assertion")]
    UnknownKey,
    #[error("the client assertion's signature is wrong")]
    Signature,
    /// `iss` or `sub` is not the client.
    #[error("the client assertion was issued by another client")]
    Subject,
    /// `aud` contains neither the issuer nor this endpoint.
    #[error("the client assertion is for another server")]
    Audience,
    /// `exp` is past, or more than a day ahead.
    #[error("the client assertion has expired or lives too long")]
    Expired,
    /// `iat` or `nbf` is in the future.
    #[error("the client assertion is from the future")]
    Future,
    /// `jti` is absent or empty.
    #[error("the client assertion has no jti")]
    Jti,
}

/// The claims of an assertion whose signature has been verified.
#[derive(Debug, Clone, Deserialize)]
pub struct AssertionClaims {
    iss: String,
    sub: String,
    aud: Audience,
    exp: f64,
    iat: Option<f64>,
    nbf: Option<f64>,
    jti: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    fn names_one_of(&self, accepted: &[&str]) -> bool {
        match self {
            Self::One(aud) => accepted.contains(&aud.as_str()),
            Self::Many(list) => list.iter().any(|aud| accepted.contains(&aud.as_str())),
        }
    }
}

/// The identifier of an accepted assertion, which must be stored so that the assertion works only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedAssertion {
    /// SHA-256 over client and `jti`, base64url: the key to store.
    pub jti_hash: String,
    /// When the assertion can no longer be replayed.
    pub keep_until: Millis,
}

/// The unverified `iss` of an assertion. Use it only to find the client when the request has no `client_id`.
pub fn claimed_issuer(assertion: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Issuer {
        iss: String,
    }
    let claims: Issuer = Compact::parse(assertion).ok()?.claims().ok()?;
    Some(claims.iss)
}

/// Verifies an assertion's type, algorithm and signature with the client's keys. `registered` is the client's
/// `token_endpoint_auth_signing_alg`; without one, any of [`Algorithm::ASSERTION`] is accepted.
///
/// # Errors
/// The first check that fails.
pub fn verify_assertion(
    assertion: &str,
    keys: &ClientKeys,
    registered: Option<Algorithm>,
) -> Result<AssertionClaims, AssertionError> {
    let compact = Compact::parse(assertion).map_err(|_| AssertionError::Malformed)?;
    let header = &compact.header;
    let typed = header.typ.as_deref().is_none_or(|typ| {
        ["jwt", "client-authentication+jwt"]
            .iter()
            .any(|accepted| typ.eq_ignore_ascii_case(accepted))
    });
    if !typed {
        return Err(AssertionError::Type);
    }
    let alg = Algorithm::parse(&header.alg).map_err(|_| AssertionError::Algorithm)?;
    let accepted = registered.map_or_else(|| Algorithm::ASSERTION.contains(&alg), |one| one == alg);
    if !accepted {
        return Err(AssertionError::Algorithm);
    }
    keys.pick(header.kid.as_deref(), alg)
        .ok_or(AssertionError::UnknownKey)?
        .verify(alg, compact.signing_input.as_bytes(), &compact.signature)
        .map_err(|_| AssertionError::Signature)?;
    compact.claims().map_err(|_| AssertionError::Malformed)
}

/// Checks an assertion's claims: `iss` and `sub` are the client, `aud` contains one of `audiences` (the issuer, and for
/// plain OIDC clients the endpoint), it has not expired, is not from the future, and has a `jti`.
///
/// # Errors
/// The first check that fails.
pub fn check_assertion(
    claims: &AssertionClaims,
    client_id: &str,
    audiences: &[&str],
    now: Millis,
) -> Result<UsedAssertion, AssertionError> {
    if claims.iss != client_id || claims.sub != client_id {
        return Err(AssertionError::Subject);
    }
    if !claims.aud.names_one_of(audiences) {
        return Err(AssertionError::Audience);
    }
    let exp = whole_seconds(claims.exp);
    let (now, skew) = (seconds(now), seconds(CLOCK_SKEW));
    if exp.saturating_add(skew) <= now || exp.saturating_sub(now) > seconds(LIFETIME_MAX) {
        return Err(AssertionError::Expired);
    }
    let ahead =
        |at: Option<f64>| at.is_some_and(|at| whole_seconds(at).saturating_sub(now) >= skew);
    if ahead(claims.iat) || ahead(claims.nbf) {
        return Err(AssertionError::Future);
    }
    match claims.jti.as_deref() {
        None | Some("") => Err(AssertionError::Jti),
        Some(jti) => Ok(UsedAssertion {
            jti_hash: jws::hash(&["assertion", client_id, jti]),
            keep_until: (exp + skew) * crate::clock::SECOND,
        }),
    }
}

/// A `NumericDate` (RFC 7519 section 2) may have a fraction; the cast saturates.
#[expect(clippy::cast_possible_truncation, reason = "saturates, as wanted")]
pub(super) fn whole_seconds(date: f64) -> i64 {
    date.floor() as i64
}
