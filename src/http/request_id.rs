//! The request id: identifies a request in the response, the log and on error pages.

use atrium_listener::peer::{Proxies, peer_of};
use axum::extract::Request;
use hyper::header::{HeaderName, HeaderValue};

use crate::random::Random;

/// The header with the id, in request and response.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the current request: only letters, digits and `-_.`, so it is safe in logs and pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

/// Assigns the id: from a trusted proxy, otherwise a new one. The caller adds the returned value to the response as
/// [`HEADER`].
pub fn assign(proxies: &Proxies, random: &Random, request: &mut Request) -> Option<HeaderValue> {
    let id =
        given_by_proxy(proxies, request).unwrap_or_else(|| random.uuid_v4().simple().to_string());
    let header = HeaderValue::from_str(&id).ok();
    request.extensions_mut().insert(RequestId(id));
    header
}

/// The id from a trusted proxy, if it is well formed.
fn given_by_proxy(proxies: &Proxies, request: &Request) -> Option<String> {
    let given = request.headers().get(&HEADER)?.to_str().ok()?;
    let believed = is_sane(given) && proxies.trusts(peer_of(request.extensions()));
    believed.then(|| given.to_owned())
}

/// 8 to 64 characters that are harmless in logs and pages (attack 38).
fn is_sane(id: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (8..=64).contains(&id.len()) && id.bytes().all(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 38: an id that could break a log line is not used.
    #[test]
    fn only_plain_words_are_taken_over() {
        assert!(is_sane("01999f3e-6a5c-7d2e-8b1a-0123456789ab"));
        for bad in [
            "",
            "short",
            "with space",
            "new\nline-id",
            "esc\u{1b}[31m-id",
            "<script>alert",
            &"x".repeat(65),
        ] {
            assert!(!is_sane(bad), "{bad:?}");
        }
    }
}
