//! The supported signature algorithms, by their registered names.

use super::error::KeyError;

/// A JWS algorithm (RFC 7518 section 3.1, RFC 8037 section 3.1).
///
/// `none` and the HMAC family have no variant, so no code path can accept them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256: the default for relying applications.
    Rs256,
    /// RSASSA-PSS with SHA-256: accepted from clients, never used by our own keys.
    Ps256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// Ed25519 (curve Ed448 is not accepted): accepted from clients.
    EdDsa,
}

impl Algorithm {
    /// The algorithms of our own keys; advertised as `id_token_signing_alg_values_supported`.
    pub const SIGNING: [Self; 2] = [Self::Rs256, Self::Es256];

    /// The algorithms for `private_key_jwt` assertions; advertised as
    /// `token_endpoint_auth_signing_alg_values_supported`.
    pub const ASSERTION: [Self; 4] = [Self::Rs256, Self::Ps256, Self::Es256, Self::EdDsa];

    /// The algorithms for DPoP proofs; advertised as `dpop_signing_alg_values_supported`.
    pub const DPOP: [Self; 4] = [Self::Es256, Self::Ps256, Self::EdDsa, Self::Rs256];

    /// The registered name, as in a JWS header.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Ps256 => "PS256",
            Self::Es256 => "ES256",
            Self::EdDsa => "EdDSA",
        }
    }

    /// The algorithm with this registered name, compared exactly.
    ///
    /// # Errors
    /// [`KeyError::Algorithm`] for every other name, including `none` and `HS256`.
    pub fn parse(name: &str) -> Result<Self, KeyError> {
        match name {
            "RS256" => Ok(Self::Rs256),
            "PS256" => Ok(Self::Ps256),
            "ES256" => Ok(Self::Es256),
            "EdDSA" => Ok(Self::EdDsa),
            _ => Err(KeyError::Algorithm),
        }
    }
}

impl std::fmt::Display for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
