//! The certificate of a signing key. Some servers find a client's key by it (`x5t#S256`, RFC 7515 section 4.1.8).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use openssl::asn1::Asn1Time;
use openssl::bn::{BigNum, BigNumContext};
use openssl::nid::Nid;
use openssl::pkey::{Id, PKey, Public};
use openssl::x509::X509;
use ring::digest::{SHA256, digest};
use serde_json::{Map, Value, json};

use super::{error::KeyError, public_key::PublicKey};
use crate::clock::{DAY, Millis, SECOND};

/// An X.509 certificate. Nobody's trust depends on it: only its key, thumbprint and end count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The SHA-256 of its DER, in base64url.
    pub(super) thumbprint: String,
    /// When it expires.
    pub expires_at: Millis,
    pub(super) public: PublicKey,
}

impl Certificate {
    /// Parses the first certificate of a PEM text (RFC 7468 section 5).
    ///
    /// # Errors
    /// [`KeyError::Malformed`] for anything else, otherwise as [`PublicKey::from_jwk`].
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let malformed = |_| KeyError::Malformed;
        let parsed = X509::from_pem(pem.as_bytes()).map_err(malformed)?;
        let der = parsed.to_der().map_err(malformed)?;
        let epoch = Asn1Time::from_unix(0).map_err(malformed)?;
        let end = epoch.diff(parsed.not_after()).map_err(malformed)?;
        let public = parsed.public_key().map_err(malformed)?;
        Ok(Self {
            thumbprint: URL_SAFE_NO_PAD.encode(digest(&SHA256, &der)),
            expires_at: Millis::from(end.days) * DAY + Millis::from(end.secs) * SECOND,
            public: PublicKey::from_jwk(&members(&public)?)?,
        })
    }
}

/// The members of the key as a JWK (RFC 7518 section 6).
fn members(key: &PKey<Public>) -> Result<Map<String, Value>, KeyError> {
    let unusable = |_| KeyError::Unusable;
    let text = |bytes: Vec<u8>| URL_SAFE_NO_PAD.encode(bytes);
    let jwk = match key.id() {
        Id::RSA => {
            let rsa = key.rsa().map_err(unusable)?;
            json!({ "kty": "RSA", "n": text(rsa.n().to_vec()), "e": text(rsa.e().to_vec()) })
        }
        Id::EC => {
            let key = key.ec_key().map_err(unusable)?;
            if key.group().curve_name() != Some(Nid::X9_62_PRIME256V1) {
                return Err(KeyError::Size);
            }
            let mut context = BigNumContext::new().map_err(unusable)?;
            let mut x = BigNum::new().map_err(unusable)?;
            let mut y = BigNum::new().map_err(unusable)?;
            let point = key.public_key();
            let group = key.group();
            point
                .affine_coordinates(group, &mut x, &mut y, &mut context)
                .map_err(unusable)?;
            let side = |number: &BigNum| number.to_vec_padded(32).map(text).map_err(unusable);
            json!({ "kty": "EC", "crv": "P-256", "x": side(&x)?, "y": side(&y)? })
        }
        _ => return Err(KeyError::Algorithm),
    };
    match jwk {
        Value::Object(members) => Ok(members),
        _ => Err(KeyError::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use openssl::asn1::Asn1Integer;
    use openssl::hash::MessageDigest;

    use super::*;
    use crate::keys::{Algorithm, SigningKey, TokenType};

    /// A certificate for the key in `der` that ends on the day 20,000 after 1970, as DER.
    fn certificate(der: &[u8]) -> X509 {
        let key = PKey::private_key_from_der(der).unwrap();
        let mut builder = X509::builder().unwrap();
        let number = BigNum::from_u32(7).unwrap();
        let number = Asn1Integer::from_bn(&number).unwrap();
        builder.set_serial_number(&number).unwrap();
        builder.set_pubkey(&key).unwrap();
        let (begin, end) = (
            Asn1Time::from_unix(0),
            Asn1Time::from_unix(20_000 * 86_400 + 5),
        );
        builder.set_not_before(&begin.unwrap()).unwrap();
        builder.set_not_after(&end.unwrap()).unwrap();
        builder.sign(&key, MessageDigest::sha256()).unwrap();
        builder.build()
    }

    /// RFC 7515 section 4.1.8: the header names the SHA-256 of the certificate's DER. Only the certificate of the key counts.
    #[test]
    fn a_token_names_the_certificate_of_its_key() {
        for algorithm in [Algorithm::Es256, Algorithm::Rs256] {
            let der = SigningKey::generate(algorithm).unwrap();
            let made = certificate(&der);
            let pem = String::from_utf8(made.to_pem().unwrap()).unwrap();
            let read = Certificate::from_pem(&pem).unwrap();
            assert_eq!(read.expires_at, 20_000 * DAY + 5 * SECOND);
            let key = SigningKey::from_der(algorithm, &der).unwrap();
            let key = key.certified(&read).unwrap();
            let token = key.sign(TokenType::Jwt, &json!({})).unwrap();
            let header = token.split('.').next().unwrap();
            let header = URL_SAFE_NO_PAD.decode(header).unwrap();
            let header: Value = serde_json::from_slice(&header).unwrap();
            let thumbprint = URL_SAFE_NO_PAD.encode(digest(&SHA256, &made.to_der().unwrap()));
            let expected = json!({
                "alg": algorithm.to_string(), "typ": "JWT", "kid": key.kid(), "x5t#S256": thumbprint,
            });
            assert_eq!(header, expected);
            let other = SigningKey::generate(algorithm).unwrap();
            let other = SigningKey::from_der(algorithm, &other).unwrap();
            let refused = other.certified(&read).map(|_| ());
            assert_eq!(refused, Err(KeyError::OtherKey));
        }
    }

    #[test]
    fn other_texts_are_no_certificate() {
        let begun = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        for other in ["", "no certificate", begun] {
            assert_eq!(Certificate::from_pem(other), Err(KeyError::Malformed));
        }
    }
}
