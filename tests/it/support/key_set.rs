//! Keys that no database keeps.

use std::sync::Arc;

use atrium::keys::{Algorithm, KeyRing, KeySet, PasswordKey, SigningKey};

/// New keys, one of each kind.
pub fn new_keys() -> KeySet {
    let key = |alg| SigningKey::from_der(alg, &SigningKey::generate(alg).unwrap()).unwrap();
    let keys: Vec<_> = Algorithm::SIGNING.map(key).map(Arc::new).into();
    let active: Vec<String> = keys.iter().map(|key| key.kid().to_owned()).collect();
    let password = PasswordKey::from_der(&PasswordKey::generate().unwrap()).unwrap();
    KeySet::new(KeyRing::new(keys, &active, vec![Arc::new(password)]))
}
