//! Errors of keys and signed tokens; no variant contains key or token text.

use thiserror::Error;

/// Why a key cannot be read, made or used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The algorithm is unknown or not allowed here.
    #[error("the signature algorithm is not accepted")]
    Algorithm,
    /// The JWK lacks a member, or a member violates RFC 7518 section 6.
    #[error("the key is not a valid JWK")]
    Malformed,
    /// A JWK that must be public contains private or symmetric members.
    #[error("the key contains private members")]
    Private,
    /// RSA outside 2048 to 4096 bits, or a curve other than P-256 and Ed25519.
    #[error("the key's size or curve is not accepted")]
    Size,
    /// The certificate has another public key.
    #[error("the certificate is of another key")]
    OtherKey,
    /// OpenSSL failed to generate, load or use the key.
    #[error("the key cannot be used")]
    Unusable,
}

/// Why one of our own signed tokens is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TokenError {
    /// Not three strict base64url parts with JSON objects inside, or too long.
    #[error("not a signed token")]
    Malformed,
    /// `typ` names another kind of token.
    #[error("the token is of another type")]
    Type,
    /// `kid` is missing or names none of our published keys.
    #[error("the token names none of our keys")]
    UnknownKey,
    /// `alg` is not the named key's.
    #[error("the token's algorithm is not that of its key")]
    Algorithm,
    /// The signature does not verify.
    #[error("the token's signature is wrong")]
    Signature,
    /// `iss` is not our issuer.
    #[error("the token is from another issuer")]
    Issuer,
    /// `exp` is missing or past.
    #[error("the token has expired")]
    Expired,
}
