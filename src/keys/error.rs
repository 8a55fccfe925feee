//! What can be wrong with a key or with something signed; no variant carries key or token text.

use thiserror::Error;

/// Why a key cannot be read, made or used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The algorithm is unknown, or not one of those allowed here.
    #[error("the signature algorithm is not accepted")]
    Algorithm,
    /// The JWK lacks a member, or a member is not what RFC 7518 section 6 wants.
    #[error("the key is not a valid JWK")]
    Malformed,
    /// A JWK that ought to be public holds private or symmetric members.
    #[error("the key holds private members")]
    Private,
    /// RSA outside 2048 to 4096 bits, or another curve than P-256 and Ed25519.
    #[error("the key's size or curve is not accepted")]
    Size,
    /// OpenSSL refused to generate, load or use the key.
    #[error("the key cannot be used")]
    Unusable,
}

/// Why a signed token of our own is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TokenError {
    /// Not three strict base64url parts with JSON objects inside, or too long.
    #[error("not a signed token")]
    Malformed,
    /// `typ` is not that of the wanted kind of token.
    #[error("the token is of another type")]
    Type,
    /// `kid` is absent or names no published key of ours.
    #[error("the token names no key of ours")]
    UnknownKey,
    /// `alg` is not that of the named key.
    #[error("the token's algorithm is not that of its key")]
    Algorithm,
    /// The signature does not verify.
    #[error("the token's signature is wrong")]
    Signature,
    /// `iss` is not ours.
    #[error("the token is of another issuer")]
    Issuer,
    /// `exp` is absent or past.
    #[error("the token has expired")]
    Expired,
}
