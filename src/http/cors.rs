//! The request headers that a preflight allows (Fetch standard, sections 3.2.2 and 3.2.3; decision 0050).
//!
//! Tracing, caching and ajax libraries add headers of their own to each request of a script. None of them decides
//! anything here, so every name is allowed except the headers with which a proxy names sender, target or contents.

use axum::http::header::{ACCESS_CONTROL_REQUEST_HEADERS, HeaderMap, HeaderName, HeaderValue};

/// Longest list that a preflight repeats, in bytes, so that proxies can read the head of the answer.
const LONGEST: usize = 1_000;

/// What a proxy says about a request. A browser keeps most of them from scripts, too.
const OF_PROXIES: [&str; 9] = [
    "cookie",
    "forwarded",
    "host",
    "origin",
    "true-client-ip",
    "via",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-real-ip",
];
/// The beginnings of such names.
const OF_PROXIES_TOO: [&str; 8] = [
    "cf-",
    "proxy-",
    "sec-",
    "x-forwarded",
    "x-http-method",
    "x-method-override",
    "x-original-",
    "x-rewrite-",
];

/// The value of `Access-Control-Allow-Headers`: `always`, and the allowed headers that the preflight asks for.
pub fn allowed_headers(preflight: &HeaderMap, always: &[&str]) -> HeaderValue {
    let asked = preflight.get_all(ACCESS_CONTROL_REQUEST_HEADERS).iter();
    let asked = asked.filter_map(|line| line.to_str().ok());
    let asked = asked.flat_map(|line| line.split(',')).map(str::trim);
    let mut allowed = always.join(", ");
    for name in asked.filter(|name| may_be_sent(name)) {
        let name = name.to_ascii_lowercase();
        let is_new = allowed.split(", ").all(|known| known != name);
        if is_new && allowed.len() + name.len() <= LONGEST {
            allowed.push_str(", ");
            allowed.push_str(&name);
        }
    }
    HeaderValue::from_str(&allowed).unwrap_or(HeaderValue::from_static(""))
}

fn may_be_sent(name: &str) -> bool {
    let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
        return false;
    };
    let name = name.as_str();
    let is_of_proxies = OF_PROXIES_TOO.iter().any(|begin| name.starts_with(begin));
    // An asterisk in the answer would stand for every name.
    !is_of_proxies && !OF_PROXIES.contains(&name) && name != "*"
}
