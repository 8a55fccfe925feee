//! The keys in use at one moment: which sign, which are published, and their JWK Set.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    algorithm::Algorithm,
    error::{KeyError, TokenError},
    jws::{self, Compact},
    password_transport::PasswordKey,
    sealing_key::{self, Opened, SealedKind, SealingKey},
    signing_key::{SigningKey, TokenType},
};
use crate::{
    clock::{Millis, seconds},
    random::Random,
};

/// The public JWK Set as served (RFC 7517 section 5); built once per change of keys.
#[derive(Debug, Clone)]
pub struct Jwks {
    pub body: Bytes,
    /// A strong entity tag, quotes included.
    pub etag: String,
}

/// The conditions of our tokens other than the signature.
#[derive(Debug, Clone, Copy)]
pub struct TokenRules<'a> {
    /// The expected kind of token; any other is refused.
    pub typ: TokenType,
    /// Our issuer, compared exactly.
    pub issuer: &'a str,
    /// The time for the `exp` check; `None` accepts expired tokens, as for `id_token_hint`.
    pub now: Option<Millis>,
}

/// An immutable set of loaded keys.
#[derive(Debug)]
pub struct KeyRing {
    active: Vec<Arc<SigningKey>>,
    published: HashMap<String, Arc<SigningKey>>,
    jwks: Jwks,
    password: Vec<Arc<PasswordKey>>,
    sealing: Vec<SealingKey>,
    /// The key of `sealing` that seals now.
    seals: Option<usize>,
}

impl KeyRing {
    /// Builds a ring of `published` keys, newest first, and `password` transport keys, the announced one first. Keys
    /// with an id in `active` sign.
    pub fn new(
        published: Vec<Arc<SigningKey>>,
        active: &[String],
        password: Vec<Arc<PasswordKey>>,
    ) -> Self {
        Self {
            sealing: Vec::new(),
            seals: None,
            active: published
                .iter()
                .filter(|key| active.iter().any(|kid| kid == key.kid()))
                .cloned()
                .collect(),
            jwks: jwks(&published),
            published: published
                .into_iter()
                .map(|key| (key.kid().to_owned(), key))
                .collect(),
            password,
        }
    }

    /// This ring with these `sealing` keys, newest first; the first with an id in `active` seals.
    #[must_use]
    pub fn with_sealing(mut self, sealing: Vec<SealingKey>, active: &[String]) -> Self {
        let is_active = |key: &SealingKey| active.iter().any(|kid| kid == key.kid());
        self.seals = sealing.iter().position(is_active);
        self.sealing = sealing;
        self
    }

    /// The key that signs with `alg` now.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] when there is none.
    pub fn signing_key(&self, alg: Algorithm) -> Result<&Arc<SigningKey>, KeyError> {
        self.active
            .iter()
            .find(|key| key.alg() == alg)
            .ok_or(KeyError::Algorithm)
    }

    /// Signs `claims` with the active key of `alg`: see [`SigningKey::sign`] for the cost.
    ///
    /// # Errors
    /// As [`KeyRing::signing_key`] and [`SigningKey::sign`].
    pub fn sign(
        &self,
        alg: Algorithm,
        typ: TokenType,
        claims: &impl Serialize,
    ) -> Result<String, KeyError> {
        self.signing_key(alg)?.sign(typ, claims)
    }

    /// Verifies one of our own tokens and returns its claims: checks type, key, the key's algorithm, signature, issuer,
    /// and `exp` if `rules` require it. The caller checks audience and revocation.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn verify(
        &self,
        token: &str,
        rules: &TokenRules<'_>,
    ) -> Result<Map<String, Value>, TokenError> {
        let compact = Compact::parse(token).map_err(|_| TokenError::Malformed)?;
        if compact.header.typ.as_deref() != Some(rules.typ.as_str()) {
            return Err(TokenError::Type);
        }
        let kid = compact.header.kid.as_deref().unwrap_or_default();
        let key = self.published.get(kid).ok_or(TokenError::UnknownKey)?;
        if compact.header.alg != key.alg().as_str() {
            return Err(TokenError::Algorithm);
        }
        key.verify(compact.signing_input.as_bytes(), &compact.signature)
            .map_err(|_| TokenError::Signature)?;
        let claims: Map<String, Value> = compact.claims().map_err(|_| TokenError::Malformed)?;
        if claims.get("iss").and_then(Value::as_str) != Some(rules.issuer) {
            return Err(TokenError::Issuer);
        }
        let expires = claims.get("exp").and_then(Value::as_i64);
        match (rules.now, expires) {
            (None, Some(_)) => Ok(claims),
            (Some(now), Some(expires)) if seconds(now) < expires => Ok(claims),
            _ => Err(TokenError::Expired),
        }
    }

    /// Seals `text` as `kind`, for `context`.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] when there is no key for it.
    pub fn seal(
        &self,
        kind: SealedKind,
        context: &str,
        text: &[u8],
        random: &Random,
    ) -> Result<String, KeyError> {
        let key = self.seals.and_then(|at| self.sealing.get(at));
        key.ok_or(KeyError::Algorithm)?
            .seal(kind, context, text, random)
    }

    /// Opens what any process sealed as `kind` for `context` with one of these keys.
    pub fn open(&self, kind: SealedKind, context: &str, value: &str) -> Option<Opened> {
        sealing_key::open(self.sealing.iter(), kind, context, value)
    }

    pub fn jwks(&self) -> &Jwks {
        &self.jwks
    }

    /// The key with which legacy clients encrypt passwords.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] when there is none.
    pub fn password_key(&self) -> Result<&Arc<PasswordKey>, KeyError> {
        self.password.first().ok_or(KeyError::Algorithm)
    }

    /// Every key that may still decrypt a password, the newest first.
    pub(super) fn password_keys(&self) -> &[Arc<PasswordKey>] {
        &self.password
    }

    /// True when there is an active key for every use.
    pub fn is_complete(&self) -> bool {
        !self.password.is_empty()
            && self.seals.is_some()
            && Algorithm::SIGNING
                .iter()
                .all(|alg| self.signing_key(*alg).is_ok())
    }
}

fn jwks(keys: &[Arc<SigningKey>]) -> Jwks {
    let list: Vec<Value> = keys
        .iter()
        .map(|key| key.public().published(key.kid(), key.alg().as_str(), "sig"))
        .collect();
    let body = json!({ "keys": list }).to_string();
    Jwks {
        etag: format!("\"{}\"", jws::hash(&[&body])),
        body: Bytes::from(body),
    }
}
