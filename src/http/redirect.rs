//! The redirect response of every browser endpoint.

use axum::http::header::{CACHE_CONTROL, LOCATION, PRAGMA, REFERRER_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

/// The longest address of a redirect, in bytes. Proxies read 4 KiB of a response's head by default, cookies and other
/// headers included.
pub const LONGEST: usize = 3_000;

/// A 303, so that the browser never repeats a form's POST at the target (RFC 9700 section 4.12). It is not cached and
/// sends no `Referer`, since the address may contain a code or token (trap T1).
///
/// `to` is an address that was checked before, with percent-encoded additions; an address that is not valid in a header
/// becomes the home page.
pub fn see_other(to: &str) -> Response {
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (LOCATION, to),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (PRAGMA, HeaderValue::from_static("no-cache")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
