//! The request id: one name for a request in the answer, the log and the error that a person reports.

use axum::extract::Request;
use hyper::header::{HeaderName, HeaderValue};

use super::peer::{Proxies, peer_of};
use crate::random::Random;

/// The header that carries the id in both directions.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the request in hand: letters, digits and `-_.` only, so it is safe in logs and pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

/// Names a request: by its proxy's word if the proxy is trusted, else anew. The answer is to carry
/// the name in [`HEADER`].
pub fn assign(proxies: &Proxies, random: &Random, request: &mut Request) -> Option<HeaderValue> {
    let id =
        given_by_proxy(proxies, request).unwrap_or_else(|| random.uuid_v4().simple().to_string());
    let header = HeaderValue::from_str(&id).ok();
    request.extensions_mut().insert(RequestId(id));
    header
}

/// The id that a trusted proxy gave, if it is sane.
fn given_by_proxy(proxies: &Proxies, request: &Request) -> Option<String> {
    let given = request.headers().get(&HEADER)?.to_str().ok()?;
    let believed = is_sane(given) && proxies.trusts(peer_of(request.extensions()));
    believed.then(|| given.to_owned())
}

/// 8 to 64 characters that no log or page can take for anything but a word (attack 38).
fn is_sane(id: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    (8..=64).contains(&id.len()) && id.bytes().all(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 38: what could break a log line is not taken over.
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
