//! Passwords that legacy clients encrypt before they send them (contract F-11, F-12).
//!
//! The encryption adds nothing to TLS; it exists because old pages do it. A value that is not exactly one ciphertext is
//! the password itself, so plain values and md5-like strings need no flag.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD},
};
use josekit::{
    jwe::{JweDecrypter, JweHeader, RSA_OAEP_256, alg::rsaes::RsaesJweDecrypter, enc::A128GCM},
    jwk::{KeyPair, alg::rsa::RsaKeyPair},
};
use ring::digest::{SHA256, digest};
use thiserror::Error;
use zeroize::Zeroizing;

use super::{error::KeyError, signing_key::RSA_BITS};

/// The algorithm name under which the key is stored and announced.
pub const PASSWORD_ALGORITHM: &str = "RSA-OAEP-256";

/// Longest value that is decrypted: a ciphertext has 344 characters, each at most percent-encoded.
const LENGTH_MAX: usize = 3 * 344;

/// The value is a ciphertext that none of our keys decrypts. There is only one variant, because the response must not
/// distinguish bad padding from a wrong key or from bytes that are not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the password cannot be decrypted")]
pub struct PasswordUnreadable;

/// An RSA-OAEP key (SHA-256, MGF1 with SHA-256) for passwords in transit.
pub struct PasswordKey {
    kid: String,
    decrypter: RsaesJweDecrypter,
    spki: String,
}

impl std::fmt::Debug for PasswordKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PasswordKey")
            .field("kid", &self.kid)
            .finish_non_exhaustive()
    }
}

impl PasswordKey {
    /// Makes a new private key as PKCS#8 DER; slow, see [`SigningKey::generate`](super::SigningKey::generate).
    ///
    /// # Errors
    /// [`KeyError::Unusable`] when OpenSSL cannot make a key.
    pub fn generate() -> Result<Zeroizing<Vec<u8>>, KeyError> {
        RSA_OAEP_256
            .generate_key_pair(RSA_BITS)
            .map(|pair| Zeroizing::new(pair.to_der_private_key()))
            .map_err(|_| KeyError::Unusable)
    }

    /// Parses a PKCS#8 DER private key.
    ///
    /// # Errors
    /// [`KeyError::Malformed`] for other bytes.
    pub fn from_der(der: &[u8]) -> Result<Self, KeyError> {
        let pair = RsaKeyPair::from_der(der).map_err(|_| KeyError::Malformed)?;
        let decrypter = RSA_OAEP_256
            .decrypter_from_der(der)
            .map_err(|_| KeyError::Malformed)?;
        let spki = pair.to_der_public_key();
        Ok(Self {
            kid: base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest(&SHA256, &spki)),
            decrypter,
            spki: STANDARD.encode(spki),
        })
    }

    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// The public key as base64 of its `SubjectPublicKeyInfo` (DER), for
    /// `GET /api/security/common/public-key`.
    pub fn spki_base64(&self) -> &str {
        &self.spki
    }

    /// The public key as a PEM document.
    pub fn pem(&self) -> String {
        let mut pem = String::from("-----BEGIN PUBLIC KEY-----\n");
        for (index, letter) in self.spki.chars().enumerate() {
            if index > 0 && index % 64 == 0 {
                pem.push('\n');
            }
            pem.push(letter);
        }
        pem.push_str("\n-----END PUBLIC KEY-----\n");
        pem
    }

    fn decrypt(&self, ciphertext: &[u8]) -> Option<Zeroizing<String>> {
        let opened = self
            .decrypter
            .decrypt(Some(ciphertext), &A128GCM, &JweHeader::new())
            .ok()?;
        let text = String::from_utf8(opened.into_owned()).map_err(|error| {
            drop(Zeroizing::new(error.into_bytes()));
        });
        text.ok().map(Zeroizing::new)
    }
}

/// The password in `value`: decrypted when it is exactly one ciphertext of `keys`' size, otherwise the value itself.
/// Before the check a value with `%` is URL-decoded once and spaces become `+` again, since a form decoder may have
/// replaced them (contract F-11).
///
/// # Errors
/// [`PasswordUnreadable`] when the value has the form of a ciphertext and no key decrypts it.
pub(super) fn open<'a>(
    mut keys: impl Iterator<Item = &'a PasswordKey>,
    value: &str,
) -> Result<Zeroizing<String>, PasswordUnreadable> {
    let Some(ciphertext) = ciphertext(value) else {
        return Ok(Zeroizing::new(value.to_owned()));
    };
    keys.find_map(|key| key.decrypt(&ciphertext))
        .ok_or(PasswordUnreadable)
}

/// True when `value` has exactly the length of a ciphertext.
pub(super) fn is_sealed(value: &str) -> bool {
    ciphertext(value).is_some()
}

fn ciphertext(value: &str) -> Option<Vec<u8>> {
    if value.len() > LENGTH_MAX {
        return None;
    }
    let decoded = if value.contains('%') {
        percent_decoded(value)?
    } else {
        value.as_bytes().to_vec()
    };
    let text: Vec<u8> = decoded
        .into_iter()
        .map(|byte| if byte == b' ' { b'+' } else { byte })
        .collect();
    let engine = if text.ends_with(b"=") {
        &STANDARD
    } else {
        &STANDARD_NO_PAD
    };
    let bytes = engine.decode(text).ok()?;
    (bytes.len() == RSA_BITS as usize / 8).then_some(bytes)
}

/// Percent-decodes once; `None` when a `%` is not followed by two hex digits.
fn percent_decoded(value: &str) -> Option<Vec<u8>> {
    let mut bytes = value.bytes();
    let mut decoded = Vec::with_capacity(value.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = char::from(bytes.next()?).to_digit(16)?;
            let low = char::from(bytes.next()?).to_digit(16)?;
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    Some(decoded)
}
