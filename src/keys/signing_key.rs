//! A private signing key: generates, parses, and signs compact tokens with its `kid`.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use josekit::{
    jwk::{KeyPair, alg::ec::EcCurve},
    jws::{ES256, JwsSigner, RS256},
};
use serde::Serialize;
use zeroize::Zeroizing;

use super::{
    algorithm::Algorithm,
    certificate::Certificate,
    error::KeyError,
    public_key::{PublicKey, Verifier},
};

/// Size of the RSA keys that Atrium makes, in bits.
pub(super) const RSA_BITS: u32 = 2048;

/// The kinds of token that our keys sign; `typ` distinguishes them, so that none is accepted as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenType {
    /// ID tokens and signed `UserInfo`: `JWT`.
    Jwt,
    /// Access tokens of RFC 9068: `at+jwt`.
    AccessToken,
    /// Back-channel logout tokens: `logout+jwt`.
    LogoutToken,
}

impl TokenType {
    const ALL: [Self; 3] = [Self::Jwt, Self::AccessToken, Self::LogoutToken];

    /// The `typ` header.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jwt => "JWT",
            Self::AccessToken => "at+jwt",
            Self::LogoutToken => "logout+jwt",
        }
    }
}

/// A private key in memory, with everything that is the same for each signature.
pub struct SigningKey {
    kid: String,
    alg: Algorithm,
    signer: Box<dyn JwsSigner>,
    public: PublicKey,
    verifier: Verifier,
    /// The encoded header for each [`TokenType`], in the order of `TokenType::ALL`.
    headers: [String; 3],
}

/// The encoded headers, each with `more` at its end.
fn headers(alg: Algorithm, kid: &str, more: &str) -> [String; 3] {
    TokenType::ALL.map(|typ| {
        let typ = typ.as_str();
        URL_SAFE_NO_PAD.encode(format!(
            r#"{{"alg":"{alg}","typ":"{typ}","kid":"{kid}"{more}}}"#
        ))
    })
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .field("alg", &self.alg)
            .finish_non_exhaustive()
    }
}

impl SigningKey {
    /// Makes a new private key as PKCS#8 DER. RSA takes tenths of a second: call it on a blocking thread and outside
    /// transactions.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] for an algorithm that our keys do not use, [`KeyError::Unusable`] when OpenSSL cannot
    /// make a key.
    pub fn generate(alg: Algorithm) -> Result<Zeroizing<Vec<u8>>, KeyError> {
        let der = match alg {
            Algorithm::Rs256 => RS256
                .generate_key_pair(RSA_BITS)
                .map(|pair| pair.to_der_private_key()),
            Algorithm::Es256 => ES256
                .generate_key_pair()
                .map(|pair| pair.to_der_private_key()),
            Algorithm::Ps256 | Algorithm::EdDsa => return Err(KeyError::Algorithm),
        };
        der.map(Zeroizing::new).map_err(|_| KeyError::Unusable)
    }

    /// Parses a PKCS#8 DER private key; its `kid` is the RFC 7638 thumbprint of its public key.
    ///
    /// # Errors
    /// As [`SigningKey::generate`], and [`KeyError::Malformed`] for other bytes.
    pub fn from_der(alg: Algorithm, der: &[u8]) -> Result<Self, KeyError> {
        let malformed = |_| KeyError::Malformed;
        let (jwk, signer): (_, Box<dyn JwsSigner>) = match alg {
            Algorithm::Rs256 => {
                let pair = RS256.key_pair_from_der(der).map_err(malformed)?;
                let signer = RS256.signer_from_der(der).map_err(malformed)?;
                (pair.to_jwk_public_key(), Box::new(signer))
            }
            Algorithm::Es256 => {
                let pair = josekit::jwk::alg::ec::EcKeyPair::from_der(der, Some(EcCurve::P256))
                    .map_err(malformed)?;
                let signer = ES256.signer_from_der(der).map_err(malformed)?;
                (pair.to_jwk_public_key(), Box::new(signer))
            }
            Algorithm::Ps256 | Algorithm::EdDsa => return Err(KeyError::Algorithm),
        };
        let mut members: serde_json::Map<String, serde_json::Value> = jwk.into();
        members.retain(|name, _| matches!(name.as_str(), "kty" | "crv" | "x" | "y" | "n" | "e"));
        let public = PublicKey::from_jwk(&members)?;
        let kid = public.thumbprint().to_owned();
        Ok(Self {
            verifier: public.verifier(alg)?,
            headers: headers(alg, &kid, ""),
            kid,
            alg,
            signer,
            public,
        })
    }

    /// The same, whose tokens name `certificate` too (`x5t#S256`, RFC 7515 section 4.1.8).
    ///
    /// # Errors
    /// [`KeyError::OtherKey`]: the certificate has another public key.
    pub fn certified(self, certificate: &Certificate) -> Result<Self, KeyError> {
        if certificate.public.thumbprint() != self.kid {
            return Err(KeyError::OtherKey);
        }
        let named = format!(r#","x5t#S256":"{}""#, certificate.thumbprint);
        Ok(Self {
            headers: headers(self.alg, &self.kid, &named),
            ..self
        })
    }

    /// Parses a PKCS#8 private key in PEM (RFC 7468 section 10): P-256 signs with ES256, RSA with RS256.
    ///
    /// # Errors
    /// [`KeyError::Malformed`] for anything else.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let (_, rest) = pem
            .split_once("-----BEGIN PRIVATE KEY-----")
            .ok_or(KeyError::Malformed)?;
        let (text, _) = rest
            .split_once("-----END PRIVATE KEY-----")
            .ok_or(KeyError::Malformed)?;
        let text: Zeroizing<String> = Zeroizing::new(text.split_whitespace().collect());
        let der = STANDARD.decode(text.as_bytes()).map(Zeroizing::new);
        let der = der.map_err(|_| KeyError::Malformed)?;
        Self::from_der(Algorithm::Es256, &der).or_else(|_| Self::from_der(Algorithm::Rs256, &der))
    }

    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// The only algorithm that this key signs with.
    pub fn alg(&self) -> Algorithm {
        self.alg
    }

    /// The public key.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Signs `claims` as a compact token. Costs about 300 µs for RS256 and 30 µs for ES256 on the calling thread; never
    /// call it inside a transaction.
    ///
    /// # Errors
    /// [`KeyError::Malformed`] when `claims` cannot be serialised as JSON, [`KeyError::Unusable`] when OpenSSL fails.
    pub fn sign(&self, typ: TokenType, claims: &impl Serialize) -> Result<String, KeyError> {
        let payload = serde_json::to_vec(claims).map_err(|_| KeyError::Malformed)?;
        let header = &self.headers[typ as usize];
        let mut token = String::with_capacity(header.len() + payload.len() * 4 / 3 + 350);
        token.push_str(header);
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(&payload, &mut token);
        let signature = self
            .signer
            .sign(token.as_bytes())
            .map_err(|_| KeyError::Unusable)?;
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Ok(token)
    }

    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), KeyError> {
        self.verifier.verify(message, signature)
    }
}
