//! The public keys of a relying application, and the assertions it proves itself with
//! (`private_key_jwt`, RFC 7523 and OIDC Core section 9).

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

/// Keys read from one set; further ones only cost time.
const KEYS_MAX: usize = 50;
/// An assertion may be valid this long ahead at most, which bounds how long its `jti` is kept.
const LIFETIME_MAX: Millis = DAY;

/// The usable keys of one client's JWKS.
#[derive(Debug, Clone, Default)]
pub struct ClientKeys(Vec<PublicKey>);

#[derive(Deserialize)]
struct Document {
    keys: Vec<Map<String, Value>>,
}

impl ClientKeys {
    /// Reads a JWK Set. Keys of unknown kinds and those for encryption are passed over, as RFC 7517
    /// section 5 wants.
    ///
    /// # Errors
    /// [`KeyError::Malformed`] when it is no set or has more than 50 keys, [`KeyError::Private`] when
    /// it gives away a private or symmetric key.
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

    /// Whether no key in the set can be used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key for a token with this header: of the named `kid`, or, without one, the only key that
    /// fits `alg`.
    pub fn pick(&self, kid: Option<&str>, alg: Algorithm) -> Option<&PublicKey> {
        let mut fitting = self.0.iter().filter(|key| key.fits(alg));
        match kid {
            Some(kid) => {
                let mut all: Vec<&PublicKey> = fitting.collect();
                if let Some(named) = all.iter().find(|key| key.kid() == Some(kid)) {
                    return Some(*named);
                }
                // A set of one key that nobody named still fits a token that names it.
                all.retain(|key| key.kid().is_none());
                if all.len() == 1 { all.pop() } else { None }
            }
            None => fitting.next().filter(|_| fitting.next().is_none()),
        }
    }
}

/// Why an assertion is refused; each is `invalid_client` at the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AssertionError {
    /// Not a signed token with the members an assertion needs.
    #[error("the client assertion is malformed")]
    Malformed,
    /// `typ` says that it is some other kind of token.
    #[error("the client assertion is of another type")]
    Type,
    /// Signed with an algorithm that is unknown or not the registered one.
    #[error("the client assertion's algorithm is not accepted")]
    Algorithm,
    /// No key of the client fits; with `jwks_uri`, fetch once more and try again.
    #[error("no key of the client fits the assertion")]
    UnknownKey,
    /// The signature does not verify.
    #[error("the client assertion's signature is wrong")]
    Signature,
    /// `iss` or `sub` is not the client.
    #[error("the client assertion is of another client")]
    Subject,
    /// `aud` names neither the issuer nor this endpoint.
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

/// The claims of an assertion whose signature is right.
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

/// What an accepted assertion leaves to be remembered, so that it works only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedAssertion {
    /// SHA-256 over client and `jti`, base64url: the key to store.
    pub jti_hash: String,
    /// When the assertion can no longer be replayed.
    pub keep_until: Millis,
}

/// The `iss` an assertion claims, unverified: only to find the client when the request has no
/// `client_id`. Nothing else may be concluded from it.
pub fn claimed_issuer(assertion: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Issuer {
        iss: String,
    }
    let claims: Issuer = Compact::parse(assertion).ok()?.claims().ok()?;
    Some(claims.iss)
}

/// Checks an assertion's type, algorithm and signature with the client's keys. `registered` is the
/// client's `token_endpoint_auth_signing_alg`; without one, any of [`Algorithm::ASSERTION`] will do.
///
/// # Errors
/// The [`AssertionError`] of the first thing that is wrong.
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

/// Holds an assertion's claims against policy: `iss` and `sub` are the client, `aud` is one of
/// `audiences` (the issuer, and for plain OIDC clients the endpoint), not expired, not from the
/// future, with a `jti`.
///
/// # Errors
/// The [`AssertionError`] of the first thing that is wrong.
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
