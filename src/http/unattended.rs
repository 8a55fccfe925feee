//! The header with which a client says that nobody caused a request.

use axum::http::HeaderMap;

/// `?1` (a boolean of RFC 9651) says that a timer sent the request, not a person. Such a request does not count as use
/// of its session. A client that lies can only let its own session end early.
pub const HEADER: &str = "atrium-unattended";

/// Whether a request says that nobody caused it.
pub fn is_unattended(headers: &HeaderMap) -> bool {
    headers.get(HEADER).is_some_and(|value| value == "?1")
}
