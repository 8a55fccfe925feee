//! The program's shared handle on its keys: reads take a snapshot, a change replaces it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use super::{
    algorithm::Algorithm,
    error::{KeyError, TokenError},
    key_ring::{Jwks, KeyRing, TokenRules},
    password_transport::{self, PasswordUnreadable},
    signing_key::TokenType,
};

/// The keys in use, replaced as a whole when they change; cheap to clone.
#[derive(Debug, Clone)]
pub struct KeySet {
    ring: Arc<RwLock<Arc<KeyRing>>>,
    generation: Arc<AtomicU64>,
}

impl KeySet {
    /// A set that starts with `ring`.
    pub fn new(ring: KeyRing) -> Self {
        Self {
            ring: Arc::new(RwLock::new(Arc::new(ring))),
            generation: Arc::default(),
        }
    }

    /// New keys that are not stored.
    ///
    /// # Errors
    /// [`KeyError::Unusable`] when OpenSSL cannot make keys.
    #[cfg(test)]
    pub fn ephemeral() -> Result<Self, KeyError> {
        use super::password_transport::PasswordKey;
        use super::sealing_key::SealingKey;
        use super::signing_key::SigningKey;
        use crate::random::Random;

        let mut keys = Vec::new();
        for alg in Algorithm::SIGNING {
            let der = SigningKey::generate(alg)?;
            keys.push(Arc::new(SigningKey::from_der(alg, &der)?));
        }
        let mut active: Vec<String> = keys.iter().map(|key| key.kid().to_owned()).collect();
        let password = PasswordKey::from_der(&PasswordKey::generate()?)?;
        let (kid, secret) = SealingKey::generate(&Random::system());
        let sealing = SealingKey::from_secret(&kid, &secret)?;
        active.push(kid);
        let ring = KeyRing::new(keys, &active, vec![Arc::new(password)]);
        Ok(Self::new(ring.with_sealing(vec![sealing], &active)))
    }

    /// The current keys.
    pub fn ring(&self) -> Arc<KeyRing> {
        // The lock protects one pointer, so the ring is consistent even when the lock is poisoned.
        let ring = self.ring.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&ring)
    }

    /// Replaces the current keys with `ring`.
    pub fn replace(&self, ring: KeyRing) {
        let mut held = self.ring.write().unwrap_or_else(PoisonError::into_inner);
        *held = Arc::new(ring);
        self.generation.fetch_add(1, Ordering::SeqCst);
    }

    /// How often the keys were replaced. A cache of verified tokens reads it before verifying, and verifies again when
    /// it has changed.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    /// Signs `claims`: [`KeyRing::sign`].
    ///
    /// # Errors
    /// As [`KeyRing::sign`].
    pub fn sign(
        &self,
        alg: Algorithm,
        typ: TokenType,
        claims: &impl Serialize,
    ) -> Result<String, KeyError> {
        self.ring().sign(alg, typ, claims)
    }

    /// Verifies one of our own tokens: [`KeyRing::verify`].
    ///
    /// # Errors
    /// As [`KeyRing::verify`].
    pub fn verify(
        &self,
        token: &str,
        rules: &TokenRules<'_>,
    ) -> Result<Map<String, Value>, TokenError> {
        self.ring().verify(token, rules)
    }

    /// The public JWK Set as served.
    pub fn jwks(&self) -> Jwks {
        self.ring().jwks().clone()
    }

    /// True when `value` has the form of an encrypted password, so that decrypting it costs an RSA operation.
    pub fn is_sealed_password(value: &str) -> bool {
        password_transport::is_sealed(value)
    }

    /// The password in a form field of a legacy client (contract F-11, F-12): a value with exactly the length of a
    /// ciphertext is decrypted, any other is the password itself. Decryption is one RSA operation (about 1 ms) on the
    /// calling thread.
    ///
    /// # Errors
    /// [`PasswordUnreadable`] when it looks like a ciphertext and none of our keys decrypts it. Respond exactly as for
    /// a wrong password.
    pub fn open_password(&self, value: &str) -> Result<Zeroizing<String>, PasswordUnreadable> {
        let ring = self.ring();
        password_transport::open(ring.password_keys().iter().map(Arc::as_ref), value)
    }
}
