//! The handle on the keys that the whole program shares: reads take a snapshot, a change swaps it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use serde::Serialize;
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use super::{
    algorithm::Algorithm,
    error::{KeyError, TokenError},
    key_ring::{Jwks, KeyRing, TokenRules},
    password_transport::{self, PasswordKey, PasswordUnreadable},
    signing_key::{SigningKey, TokenType},
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

    /// Freshly made keys that no database knows, for tests of what stands on keys.
    ///
    /// # Errors
    /// [`KeyError::Unusable`] when OpenSSL cannot make keys.
    pub fn ephemeral() -> Result<Self, KeyError> {
        let mut keys = Vec::new();
        for alg in Algorithm::SIGNING {
            let der = SigningKey::generate(alg)?;
            keys.push(Arc::new(SigningKey::from_der(alg, &der)?));
        }
        let active: Vec<String> = keys.iter().map(|key| key.kid().to_owned()).collect();
        let password = PasswordKey::from_der(&PasswordKey::generate()?)?;
        Ok(Self::new(KeyRing::new(
            keys,
            &active,
            vec![Arc::new(password)],
        )))
    }

    /// The keys of this moment.
    pub fn ring(&self) -> Arc<KeyRing> {
        // The lock guards one pointer, so a poisoned one still holds a whole ring.
        let ring = self.ring.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&ring)
    }

    /// Puts `ring` in the place of the present keys.
    pub fn replace(&self, ring: KeyRing) {
        let mut held = self.ring.write().unwrap_or_else(PoisonError::into_inner);
        *held = Arc::new(ring);
        self.generation.fetch_add(1, Ordering::SeqCst);
    }

    /// How often the keys were replaced. Who remembers what they verified takes it before verifying:
    /// under another number it has to be verified anew.
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

    /// Checks a token of our own: [`KeyRing::verify`].
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

    /// The public key set to serve.
    pub fn jwks(&self) -> Jwks {
        self.ring().jwks().clone()
    }

    /// True when `value` has the form of an encrypted password, so that opening it costs an RSA
    /// operation.
    pub fn is_sealed_password(value: &str) -> bool {
        password_transport::is_sealed(value)
    }

    /// The password in a form field of an old client (contract F-11, F-12): a value of exactly one
    /// ciphertext's length is decrypted, any other is the password itself. An opened ciphertext
    /// costs one RSA operation (about 1 ms) on the calling thread.
    ///
    /// # Errors
    /// [`PasswordUnreadable`] when it looks like a ciphertext and no key of ours opens it; to be
    /// answered exactly like a wrong password.
    pub fn open_password(&self, value: &str) -> Result<Zeroizing<String>, PasswordUnreadable> {
        let ring = self.ring();
        password_transport::open(ring.password_keys().iter().map(Arc::as_ref), value)
    }
}
