//! A public key from a JWK: parsed strictly, identified by its RFC 7638 thumbprint, used to verify.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use josekit::{
    jwk::Jwk,
    jws::{ES256, EdDSA, JwsVerifier, PS256, RS256},
};
use ring::digest::{SHA256, digest};
use serde_json::{Map, Value};

use super::{algorithm::Algorithm, error::KeyError};

/// Members that only private or symmetric keys have (RFC 7518 sections 6.2.2, 6.3.2, 6.4.1).
const PRIVATE_MEMBERS: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/// Longest accepted RSA modulus in bytes (4096 bits): longer ones only cost time.
const RSA_MODULUS_MAX: usize = 512;
/// Shortest accepted RSA modulus in bytes (2048 bits).
const RSA_MODULUS_MIN: usize = 256;

/// The members that form the key, in base64url.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Material {
    Rsa { n: String, e: String },
    P256 { x: String, y: String },
    Ed25519 { x: String },
}

/// A public RSA, P-256 or Ed25519 key, of a client or our own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    kid: Option<String>,
    alg: Option<String>,
    material: Material,
    thumbprint: String,
}

impl PublicKey {
    /// Parses a JWK (RFC 7517 section 4). Ignores unknown members. `alg` and `kid` help to choose a key; verification
    /// never trusts them.
    ///
    /// # Errors
    /// [`KeyError::Private`] when it contains private members, [`KeyError::Size`] for RSA outside 2048 to 4096 bits or
    /// another curve, [`KeyError::Algorithm`] for another `kty` or a key that is not for verifying (`use`, `key_ops`),
    /// otherwise [`KeyError::Malformed`].
    pub fn from_jwk(jwk: &Map<String, Value>) -> Result<Self, KeyError> {
        if PRIVATE_MEMBERS.iter().any(|name| jwk.contains_key(*name)) {
            return Err(KeyError::Private);
        }
        check_purpose(jwk)?;
        let material = match text(jwk, "kty")? {
            "RSA" => rsa(jwk)?,
            "EC" => p256(jwk)?,
            "OKP" => ed25519(jwk)?,
            _ => return Err(KeyError::Algorithm),
        };
        let thumbprint = thumbprint(&material);
        Ok(Self {
            kid: optional_text(jwk, "kid")?.map(str::to_owned),
            alg: optional_text(jwk, "alg")?.map(str::to_owned),
            material,
            thumbprint,
        })
    }

    /// The key id that its owner chose.
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// SHA-256 thumbprint, base64url (RFC 7638 section 3): the `jkt` of RFC 9449.
    pub fn thumbprint(&self) -> &str {
        &self.thumbprint
    }

    /// True when this key may verify `alg`: its type can, and its own `alg`, if any, is the same.
    pub fn fits(&self, alg: Algorithm) -> bool {
        let kind = match self.material {
            Material::Rsa { .. } => matches!(alg, Algorithm::Rs256 | Algorithm::Ps256),
            Material::P256 { .. } => alg == Algorithm::Es256,
            Material::Ed25519 { .. } => alg == Algorithm::EdDsa,
        };
        kind && self.alg.as_deref().is_none_or(|own| own == alg.as_str())
    }

    /// Verifies `signature` over `message` with `alg`.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] when the key does not fit `alg`, [`KeyError::Unusable`] when the key is not a point on
    /// its curve or the signature does not verify.
    pub fn verify(&self, alg: Algorithm, message: &[u8], signature: &[u8]) -> Result<(), KeyError> {
        self.verifier(alg)?.verify(message, signature)
    }

    /// A reusable verifier for `alg`; building it is most of the cost of a single verification.
    pub(super) fn verifier(&self, alg: Algorithm) -> Result<Verifier, KeyError> {
        if !self.fits(alg) {
            return Err(KeyError::Algorithm);
        }
        let jwk = self.bare_jwk().map_err(|_| KeyError::Malformed)?;
        let verifier: Result<Box<dyn JwsVerifier>, _> = match alg {
            Algorithm::Rs256 => RS256.verifier_from_jwk(&jwk).map(|v| Box::new(v) as _),
            Algorithm::Ps256 => PS256.verifier_from_jwk(&jwk).map(|v| Box::new(v) as _),
            Algorithm::Es256 => ES256.verifier_from_jwk(&jwk).map(|v| Box::new(v) as _),
            Algorithm::EdDsa => EdDSA.verifier_from_jwk(&jwk).map(|v| Box::new(v) as _),
        };
        verifier.map(Verifier).map_err(|_| KeyError::Unusable)
    }

    /// The public members with `kid`, `alg` and `use`, for our JWK Set.
    pub(super) fn published(&self, kid: &str, alg: &str, usage: &str) -> Value {
        let mut jwk = self.members();
        jwk.insert("kid".into(), kid.into());
        jwk.insert("alg".into(), alg.into());
        jwk.insert("use".into(), usage.into());
        Value::Object(jwk)
    }

    fn members(&self) -> Map<String, Value> {
        let pairs: Vec<(&str, &str)> = match &self.material {
            Material::Rsa { n, e } => vec![("kty", "RSA"), ("n", n), ("e", e)],
            Material::P256 { x, y } => {
                vec![("kty", "EC"), ("crv", "P-256"), ("x", x), ("y", y)]
            }
            Material::Ed25519 { x } => vec![("kty", "OKP"), ("crv", "Ed25519"), ("x", x)],
        };
        pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), Value::from(value)))
            .collect()
    }

    fn bare_jwk(&self) -> Result<Jwk, josekit::JoseError> {
        Jwk::from_map(self.members())
    }
}

/// A key prepared to verify one algorithm.
#[derive(Debug)]
pub(super) struct Verifier(Box<dyn JwsVerifier>);

impl Verifier {
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), KeyError> {
        self.0
            .verify(message, signature)
            .map_err(|_| KeyError::Unusable)
    }
}

/// A key that names its purpose must be for verifying (RFC 7517 sections 4.2 and 4.3).
fn check_purpose(jwk: &Map<String, Value>) -> Result<(), KeyError> {
    if optional_text(jwk, "use")?.is_some_and(|usage| usage != "sig") {
        return Err(KeyError::Algorithm);
    }
    match jwk.get("key_ops") {
        None => Ok(()),
        Some(Value::Array(ops)) if ops.iter().any(|op| op == "verify") => Ok(()),
        Some(_) => Err(KeyError::Algorithm),
    }
}

fn rsa(jwk: &Map<String, Value>) -> Result<Material, KeyError> {
    let (n, e) = (text(jwk, "n")?, text(jwk, "e")?);
    let modulus = bytes(n)?;
    let exponent = bytes(e)?;
    let top = *modulus.first().ok_or(KeyError::Malformed)?;
    if top == 0 || exponent.first().is_none_or(|first| *first == 0) {
        return Err(KeyError::Malformed); // Base64urlUInt has no leading zero octet
    }
    let short = modulus.len() < RSA_MODULUS_MIN || (modulus.len() == RSA_MODULUS_MIN && top < 0x80);
    if short || modulus.len() > RSA_MODULUS_MAX || exponent.len() > 4 {
        return Err(KeyError::Size);
    }
    let odd = exponent.last().is_some_and(|last| last % 2 == 1);
    if !odd || exponent == [1] {
        return Err(KeyError::Malformed);
    }
    Ok(Material::Rsa {
        n: n.to_owned(),
        e: e.to_owned(),
    })
}

fn p256(jwk: &Map<String, Value>) -> Result<Material, KeyError> {
    if text(jwk, "crv")? != "P-256" {
        return Err(KeyError::Size);
    }
    Ok(Material::P256 {
        x: coordinate(jwk, "x")?,
        y: coordinate(jwk, "y")?,
    })
}

fn ed25519(jwk: &Map<String, Value>) -> Result<Material, KeyError> {
    if text(jwk, "crv")? != "Ed25519" {
        return Err(KeyError::Size);
    }
    Ok(Material::Ed25519 {
        x: coordinate(jwk, "x")?,
    })
}

/// A member of exactly 32 bytes.
fn coordinate(jwk: &Map<String, Value>, name: &str) -> Result<String, KeyError> {
    let value = text(jwk, name)?;
    if bytes(value)?.len() != 32 {
        return Err(KeyError::Malformed);
    }
    Ok(value.to_owned())
}

fn bytes(base64url: &str) -> Result<Vec<u8>, KeyError> {
    URL_SAFE_NO_PAD
        .decode(base64url)
        .map_err(|_| KeyError::Malformed)
}

fn text<'a>(jwk: &'a Map<String, Value>, name: &str) -> Result<&'a str, KeyError> {
    optional_text(jwk, name)?.ok_or(KeyError::Malformed)
}

fn optional_text<'a>(jwk: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, KeyError> {
    match jwk.get(name) {
        None => Ok(None),
        Some(Value::String(value)) => Ok(Some(value)),
        Some(_) => Err(KeyError::Malformed),
    }
}

/// RFC 7638 section 3: the required members in lexicographic order, without white space. Written by hand because our
/// JSON maps keep insertion order.
fn thumbprint(material: &Material) -> String {
    let canonical = match material {
        Material::Rsa { n, e } => format!(r#"{{"e":"{e}","kty":"RSA","n":"{n}"}}"#),
        Material::P256 { x, y } => {
            format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#)
        }
        Material::Ed25519 { x } => format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#),
    };
    URL_SAFE_NO_PAD.encode(digest(&SHA256, canonical.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(jwk: &Value) -> Result<PublicKey, KeyError> {
        PublicKey::from_jwk(jwk.as_object().unwrap())
    }

    /// RFC 7638 section 3.1: the example.
    #[test]
    fn rfc7638_example_thumbprint() {
        let rsa = key(&json!({"kty":"RSA","alg":"RS256","kid":"2011-04-29","e":"AQAB","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"})).unwrap();
        assert_eq!(
            rsa.thumbprint(),
            "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        );
        assert!(rsa.fits(Algorithm::Rs256));
        assert!(!rsa.fits(Algorithm::Ps256), "its own alg says RS256");
    }

    /// RFC 8037 appendix A.3: the Ed25519 example.
    #[test]
    fn rfc8037_example_thumbprint() {
        let ed = key(
            &json!({"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}),
        )
        .unwrap();
        assert_eq!(
            ed.thumbprint(),
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        );
    }

    /// RFC 9449 section 4.3 point 7, RFC 7518 section 6: hostile keys are refused, never a panic.
    #[test]
    fn hostile_keys_are_refused() {
        let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
        let cases = [
            (json!({}), KeyError::Malformed),
            (json!({"kty": 7}), KeyError::Malformed),
            (json!({"kty":"oct","k":"AAAA"}), KeyError::Private),
            (
                json!({"kty":"EC","crv":"P-256","x":x,"y":x,"d":x}),
                KeyError::Private,
            ),
            (
                json!({"kty":"EC","crv":"P-384","x":x,"y":x}),
                KeyError::Size,
            ),
            (
                json!({"kty":"EC","crv":"secp256k1","x":x,"y":x}),
                KeyError::Size,
            ),
            (
                json!({"kty":"EC","crv":"P-256","x":"AA","y":x}),
                KeyError::Malformed,
            ),
            (
                json!({"kty":"EC","crv":"P-256","x":format!("{x}="),"y":x}),
                KeyError::Malformed,
            ),
            (json!({"kty":"OKP","crv":"X25519","x":x}), KeyError::Size),
            (
                json!({"kty":"OKP","crv":"Ed25519","x":x,"use":"enc"}),
                KeyError::Algorithm,
            ),
            (
                json!({"kty":"OKP","crv":"Ed25519","x":x,"key_ops":["sign"]}),
                KeyError::Algorithm,
            ),
            (json!({"kty":"RSA","n":"AQAB","e":"AQAB"}), KeyError::Size),
            (json!({"kty":"RSA","n":"","e":""}), KeyError::Malformed),
            (
                json!({"kty":"RSA","n":"_".repeat(1400),"e":"AQAB"}),
                KeyError::Size,
            ),
            (
                json!({"kty":"RSA","n":format!("{}w", "_".repeat(341)),"e":"_".repeat(8)}),
                KeyError::Size,
            ),
            (
                json!({"kty":"RSA","n":format!("{}w", "_".repeat(341)),"e":"AQ"}),
                KeyError::Malformed,
            ),
        ];
        for (jwk, want) in cases {
            assert_eq!(key(&jwk).unwrap_err(), want, "{jwk}");
        }
        let off_curve = key(&json!({"kty":"EC","crv":"P-256","x":x,"y":x})).unwrap();
        assert_eq!(
            off_curve.verify(Algorithm::Es256, b"m", &[0; 64]),
            Err(KeyError::Unusable)
        );
    }
}
