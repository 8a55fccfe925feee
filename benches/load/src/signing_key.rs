//! ES256 keys of the load generator: those of authenticators, of a client with DPoP, and of the corporate provider.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _,
};
use serde_json::{Value, json};

use crate::http::Result;

/// One key, for both encodings of its signatures.
pub struct SigningKey {
    /// Signs as JWS wants it (RFC 7518 section 3.4).
    fixed: EcdsaKeyPair,
    /// Signs as WebAuthn wants it (section 6.5.5).
    asn1: EcdsaKeyPair,
    random: SystemRandom,
}

impl SigningKey {
    pub fn new() -> Result<Self> {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        let pkcs8 = pkcs8.map_err(|_| "no key could be made")?;
        let pair = |kind| EcdsaKeyPair::from_pkcs8(kind, pkcs8.as_ref(), &random);
        let fixed = pair(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(|_| "a refused key")?;
        let asn1 = pair(&ECDSA_P256_SHA256_ASN1_SIGNING).map_err(|_| "a refused key")?;
        Ok(Self {
            fixed,
            asn1,
            random,
        })
    }

    /// The coordinates of the public key, 32 bytes each.
    pub fn point(&self) -> (&[u8], &[u8]) {
        self.fixed.public_key().as_ref()[1..].split_at(32)
    }

    /// The public key as JWK.
    pub fn jwk(&self) -> Value {
        let (x, y) = self.point();
        json!({ "kty": "EC", "crv": "P-256", "x": text(x), "y": text(y) })
    }

    /// A compact JWS.
    pub fn jws(&self, header: &Value, claims: &Value) -> Result<String> {
        let input = format!("{}.{}", text(header.to_string()), text(claims.to_string()));
        let signed = self.fixed.sign(&self.random, input.as_bytes());
        let signature = signed.map_err(|_| "no signature")?;
        Ok(format!("{input}.{}", text(signature)))
    }

    /// The signature of an authenticator.
    pub fn asn1(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        let signed = self.asn1.sign(&self.random, bytes);
        Ok(signed.map_err(|_| "no signature")?.as_ref().to_vec())
    }
}

/// 32 random bytes.
pub fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| "no randomness")?;
    Ok(bytes)
}

/// The bytes in base64url.
pub fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes of a text in base64url.
pub fn bytes(text: &str) -> Result<Vec<u8>> {
    Ok(URL_SAFE_NO_PAD.decode(text)?)
}
