//! Why another server was not called, or what it answered was of no use.

use thiserror::Error;

/// Why a request was not made or its answer not taken. No variant carries the address or a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OutboundError {
    /// Not an absolute URL, or one with a user name or password in it.
    #[error("the address is not a URL that can be fetched")]
    Address,
    /// Neither https, nor http to a host or address in `outbound.allow`.
    #[error("the address is not https, and its host is not in outbound.allow")]
    Scheme,
    /// The host is, or resolves to, a private or special address outside `outbound.allow`.
    #[error("the address leads into a private network that is not in outbound.allow")]
    Forbidden,
    /// No answer in time.
    #[error("the other side did not answer in time")]
    Timeout,
    /// The name is unknown, the connection or its TLS failed, or it broke.
    #[error("the other side cannot be reached")]
    Unreachable,
    /// The answer is a redirect; none is followed.
    #[error("the other side answered with a redirect")]
    Redirect,
    /// The answer is longer than [`super::BODY_MAX`].
    #[error("the answer is too long")]
    TooLong,
    /// The answer has another status than 200 or is not the JSON that was wanted.
    #[error("the answer is not what was wanted")]
    Unexpected,
    /// `outbound.ca_file` holds no certificate that can be used, or TLS cannot be set up.
    #[error("the trusted certificates cannot be used")]
    Certificates,
}
