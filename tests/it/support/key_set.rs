//! Keys that no database keeps.

use std::sync::Arc;

use atrium::keys::{Algorithm, KeyRing, KeySet, PasswordKey, SealingKey, SigningKey};
use atrium::random::Random;

/// New keys, one of each kind.
pub fn new_keys() -> KeySet {
    let key = |alg| SigningKey::from_der(alg, &SigningKey::generate(alg).unwrap()).unwrap();
    let keys: Vec<_> = Algorithm::SIGNING.map(key).map(Arc::new).into();
    let mut active: Vec<String> = keys.iter().map(|key| key.kid().to_owned()).collect();
    let password = PasswordKey::from_der(&PasswordKey::generate().unwrap()).unwrap();
    let (kid, secret) = SealingKey::generate(&Random::system());
    let sealing = SealingKey::from_secret(&kid, &secret).unwrap();
    active.push(kid);
    let ring = KeyRing::new(keys, &active, vec![Arc::new(password)]);
    KeySet::new(ring.with_sealing(vec![sealing], &active))
}
