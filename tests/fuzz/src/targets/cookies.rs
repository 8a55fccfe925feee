//! Cookies, and the headers that say who sent a form.

use std::sync::LazyLock;

use atrium::directory::known_browser::KnownBrowsers;
use atrium::http::cookies::{CookieNames, Sender, csrf_matches, find, sender};
use atrium::keys::Master;
use atrium::random::Random;
use axum::http::{HeaderMap, HeaderValue, header};
use url::Url;

use crate::case::note_accepted;
use crate::tokens::{ISSUER, form, replaced};

static KNOWN: LazyLock<KnownBrowsers> =
    LazyLock::new(|| KnownBrowsers::new(&Master::from_secret(&[7; 32]).expect("32 bytes")));

/// `origin`, and the header that says it; else one header of cookies in each line. `@known` stands for a list of ours.
pub fn run(input: &[u8]) {
    let url = Url::parse(ISSUER).expect("an address");
    if let (b"origin", rest) = form(input) {
        return from_sender(rest, &url);
    }
    let names = CookieNames::of(&url);
    let sealed = KNOWN.seal(None, Some("ada"), &Random::seeded(1));
    let input = replaced(input, "@known", sealed.as_bytes());
    let mut headers = HeaderMap::new();
    for line in input.split(|byte| *byte == b'\n') {
        if let Ok(value) = HeaderValue::from_bytes(line) {
            headers.append(header::COOKIE, value);
        }
    }
    for name in [&names.session, &names.known, &names.flow, &names.forgotten] {
        let value = find(&headers, name).unwrap_or_default();
        assert!(!value.contains(';'), "{value:?}");
    }
    let list = names.known(&headers).unwrap_or_default();
    if KNOWN.open(&list).is_some() {
        note_accepted();
        assert_eq!(list, sealed, "a changed list is believed");
    }
    let secret = names.flow_secret(&headers).unwrap_or_default();
    assert!(secret.is_empty() || secret.len() == 43);
    if !secret.is_empty() {
        note_accepted();
    }
    assert!(!csrf_matches(&secret, "flow", &secret));

    let began = names.began(&headers);
    assert!(began.len() <= 4 && began.iter().all(|hash| hash.len() == 43));
    let hash = "h".repeat(43);
    let set = names.set_began(&headers, &hash, 60).expect("a cookie");
    let set = set.to_str().expect("a cookie is ASCII");
    assert_eq!(
        set.matches(';').count(),
        5,
        "an attribute is added: {set:?}"
    );
    let pair = set.split(';').next().unwrap_or_default();
    let mut next = HeaderMap::new();
    next.insert(header::COOKIE, HeaderValue::from_str(pair).expect("a pair"));
    let kept = names.began(&next);
    assert_eq!(kept.first(), Some(&hash));
    assert!(kept.len() <= 4 && kept[1..].iter().all(|one| began.contains(one)));
}

fn from_sender(value: &[u8], url: &Url) {
    let Ok(value) = HeaderValue::from_bytes(value) else {
        return;
    };
    let is_ours = value.as_bytes() == ISSUER.as_bytes();
    let mut headers = HeaderMap::new();
    headers.insert(header::ORIGIN, value.clone());
    assert_eq!(sender(&headers, url) == Sender::Ours, is_ours);
    headers.append(header::ORIGIN, HeaderValue::from_static(ISSUER));
    assert_ne!(sender(&headers, url), Sender::Ours);
    let mut headers = HeaderMap::new();
    let is_same = value.as_bytes() == b"same-origin";
    headers.insert("sec-fetch-site", value);
    assert_eq!(sender(&headers, url) == Sender::Ours, is_same);
}
