//! Signs tokens with ring, so that tests do not depend on the code that they check.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{self, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RsaKeyPair},
};
use serde_json::{Value, json};

/// The key of a client.
pub enum TestKey {
    Es256(EcdsaKeyPair),
    EdDsa(Ed25519KeyPair),
    Rsa(Box<RsaKeyPair>),
}

impl TestKey {
    pub fn es256() -> Self {
        let rng = SystemRandom::new();
        let alg = &signature::ECDSA_P256_SHA256_FIXED_SIGNING;
        let der = EcdsaKeyPair::generate_pkcs8(alg, &rng).unwrap();
        Self::Es256(EcdsaKeyPair::from_pkcs8(alg, der.as_ref(), &rng).unwrap())
    }

    pub fn ed25519() -> Self {
        let der = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self::EdDsa(Ed25519KeyPair::from_pkcs8(der.as_ref()).unwrap())
    }

    /// ring cannot generate RSA keys, so the product makes this one.
    pub fn rsa() -> Self {
        let der = atrium::keys::SigningKey::generate(atrium::keys::Algorithm::Rs256).unwrap();
        Self::Rsa(Box::new(RsaKeyPair::from_pkcs8(&der).unwrap()))
    }

    pub fn jwk(&self) -> Value {
        match self {
            Self::Es256(pair) => {
                let point = pair.public_key().as_ref();
                json!({"kty": "EC", "crv": "P-256", "x": b64(&point[1..33]), "y": b64(&point[33..])})
            }
            Self::EdDsa(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": b64(pair.public_key().as_ref())})
            }
            Self::Rsa(pair) => {
                let public: signature::RsaPublicKeyComponents<Vec<u8>> = pair.public().into();
                json!({"kty": "RSA", "n": b64(&public.n), "e": b64(&public.e)})
            }
        }
    }

    pub fn named(&self, kid: &str) -> Value {
        let mut jwk = self.jwk();
        jwk["kid"] = kid.into();
        jwk
    }

    /// A compact JWS with this header and these claims. An RSA key signs with the header's `alg`;
    /// the other keys have only one algorithm.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        let input = format!(
            "{}.{}",
            b64(header.to_string().as_bytes()),
            b64(claims.to_string().as_bytes())
        );
        let rng = SystemRandom::new();
        let signature = match self {
            Self::Es256(pair) => pair.sign(&rng, input.as_bytes()).unwrap().as_ref().to_vec(),
            Self::EdDsa(pair) => pair.sign(input.as_bytes()).as_ref().to_vec(),
            Self::Rsa(pair) => {
                let padding: &dyn signature::RsaEncoding = if header["alg"] == "PS256" {
                    &signature::RSA_PSS_SHA256
                } else {
                    &signature::RSA_PKCS1_SHA256
                };
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(padding, &rng, input.as_bytes(), &mut signature)
                    .unwrap();
                signature
            }
        };
        format!("{input}.{}", b64(&signature))
    }

    /// A DPoP proof (RFC 9449 section 4.2) for one request; `more` is merged into its claims.
    pub fn proof(&self, method: &str, url: &str, now: i64, more: &Value) -> String {
        let mut claims = json!({
            "jti": uuid::Uuid::from_bytes(rand_bytes()).to_string(),
            "htm": method, "htu": url, "iat": now / 1_000,
        });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        self.sign(&self.proof_header(), &claims)
    }

    pub fn proof_header(&self) -> Value {
        json!({"typ": "dpop+jwt", "alg": self.alg(), "jwk": self.jwk()})
    }

    pub fn alg(&self) -> &'static str {
        match self {
            Self::Es256(_) => "ES256",
            Self::EdDsa(_) => "EdDSA",
            Self::Rsa(_) => "PS256",
        }
    }
}

fn rand_bytes() -> [u8; 16] {
    atrium::random::Random::system().bytes()
}

pub fn b64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
