//! The `callbackUrl` of legacy applications, which gets a launch token.

use atrium::clients::{Callback, Legacy, LegacyMode};
use url::Url;

use crate::case::note_accepted;

const ORIGINS: [&str; 3] = [
    "https://portal.example.com",
    "https://portal.example.com:8443",
    "http://localhost:8082",
];

pub fn run(input: &[u8]) {
    let legacy = Legacy {
        app_name: "OLD".to_owned(),
        callback_origins: ORIGINS.map(str::to_owned).into(),
        mode: LegacyMode::Query,
    };
    let text = String::from_utf8_lossy(input);
    let Ok(callback) = Callback::check(&text, &legacy) else {
        return;
    };
    note_accepted();
    let origin = callback.origin();
    assert!(ORIGINS.contains(&origin.as_str()), "{origin}");
    // A program that reads the text in another way finds the same origin.
    let rest = text.strip_prefix(&origin).expect("the origin comes first");
    let rest = rest.strip_prefix(":443").unwrap_or(rest);
    assert!(rest.is_empty() || rest.starts_with(['/', '?']), "{text:?}");
    let odd = |c: char| c.is_control() || c.is_whitespace() || "\\#\"<>`".contains(c);
    assert!(!text.contains(odd), "{text:?}");
    let path = rest.split('?').next().unwrap_or_default();
    assert!(!path.contains("//") && !path.contains("/../"), "{text:?}");

    let read = Url::parse(callback.as_str()).expect("an accepted address is one");
    assert_eq!(read.origin().ascii_serialization(), origin);
    // The browser's own spelling is accepted too, unless it is too long.
    let again = Callback::check(callback.as_str(), &legacy);
    assert!(again.as_ref() == Ok(&callback) || callback.as_str().len() > 2_000);

    let sent = Url::parse(&callback.with("token", "a token & more")).expect("an address");
    assert_eq!(sent.origin().ascii_serialization(), origin);
    assert_eq!(sent.path(), read.path());
    assert!(sent.username().is_empty() && sent.password().is_none() && sent.fragment().is_none());
    let tokens = sent
        .query_pairs()
        .filter(|(name, _)| name.eq_ignore_ascii_case("token"));
    let tokens: Vec<_> = tokens.map(|(_, value)| value.into_owned()).collect();
    assert_eq!(tokens, ["a token & more"]);
}
