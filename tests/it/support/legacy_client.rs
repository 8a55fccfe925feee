//! Encrypts passwords as a legacy client does (contract F-11).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use openssl::encrypt::Encrypter;
use openssl::{hash::MessageDigest, pkey::PKey, rsa::Padding};

/// Encrypts `password` by RSA-OAEP with SHA-256 for hash and mask. Returns base64. `spki` is the
/// key from `GET /api/security/common/public-key`.
pub fn encrypt(spki: &str, password: &str) -> String {
    let key = PKey::public_key_from_der(&STANDARD.decode(spki).unwrap()).unwrap();
    let mut encrypter = Encrypter::new(&key).unwrap();
    encrypter.set_rsa_padding(Padding::PKCS1_OAEP).unwrap();
    encrypter.set_rsa_oaep_md(MessageDigest::sha256()).unwrap();
    encrypter.set_rsa_mgf1_md(MessageDigest::sha256()).unwrap();
    let mut sealed = vec![0; encrypter.encrypt_len(password.as_bytes()).unwrap()];
    let length = encrypter.encrypt(password.as_bytes(), &mut sealed).unwrap();
    sealed.truncate(length);
    STANDARD.encode(sealed)
}
