//! Errors of calls to other servers.

use thiserror::Error;

/// Why a call failed. No variant contains the address or a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OutboundError {
    /// Not an absolute URL, or a URL with a user name or password.
    #[error("the address is not a URL that can be fetched")]
    Address,
    /// Neither https, nor http to a host or address in `outbound.allow`.
    #[error("the address is not https, and its host is not in outbound.allow")]
    Scheme,
    /// The host is, or resolves to, a private or special address outside `outbound.allow`.
    #[error("the address leads into a private network that is not in outbound.allow")]
    Forbidden,
    #[error("the other server did not respond in time")]
    Timeout,
    /// The name is unknown, or the connection or TLS failed.
    #[error("the other server cannot be reached")]
    Unreachable,
    /// Redirects are never followed.
    #[error("the other server responded with a redirect")]
    Redirect,
    /// The response is longer than [`super::BODY_MAX`].
    #[error("the response is too long")]
    TooLong,
    /// The status is not 200, or the body is not the expected JSON.
    #[error("the response is not the expected one")]
    Unexpected,
    /// `outbound.ca_file` contains no usable certificate, or TLS cannot be set up.
    #[error("the trusted certificates cannot be used")]
    Certificates,
}
