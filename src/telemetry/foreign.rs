//! Texts from outside for the log: addresses, and the sender of a form.

use std::borrow::Cow;

use axum::http::HeaderMap;
use url::{Position, Url};

/// Most characters of an address in the log.
const LONGEST: usize = 200;

/// How an `@` may be spelled: plain, percent-encoded once and twice.
const AT: [&str; 3] = ["@", "%40", "%2540"];

/// Logs what the browser says about the sender of a form or call that is refused because no page of ours sent it
/// (attack 18).
pub fn log_sender(headers: &HeaderMap) {
    let said = |name| {
        let values = headers.get_all(name).iter();
        let values = values.map(|value| String::from_utf8_lossy(value.as_bytes()));
        let values: Vec<_> = values.collect();
        (!values.is_empty()).then(|| shown(&values.join(", ")))
    };
    tracing::info!(
        origin = said("origin"),
        site = said("sec-fetch-site"),
        "no page of ours sent it"
    );
}

/// `address` as a log shows it: without user, query and fragment, which may contain a secret, in plain ASCII, and cut.
/// `…` stands for the omitted part.
pub fn shown(address: &str) -> String {
    let (place, rest) = address.split_at(address.find(['?', '#']).unwrap_or(address.len()));
    let place = without_user(address, place, rest);
    let place = place.escape_default().to_string();
    let place = place.replace("\\u{2026}", "…");
    let mut shown: String = place.chars().take(LONGEST).collect();
    let is_cut = place.chars().nth(LONGEST).is_some() || !rest.is_empty();
    if is_cut && !shown.ends_with("://…") {
        shown.push('…');
    }
    shown
}

/// The `place` of an address: the part before its query. Browsers accept more spellings of a user than
/// `https://user:password@host`, so only scheme, host and port are shown if an `@` follows. If host and port may be a
/// user and the beginning of a password with a slash, only the scheme is shown.
fn without_user<'a>(address: &str, place: &'a str, rest: &str) -> Cow<'a, str> {
    match Url::parse(address) {
        Ok(url)
            if url.has_host()
                && has_port(place)
                && user_end(&url[Position::AfterPort..]).is_some() =>
        {
            format!("{}://…", url.scheme()).into()
        }
        Ok(url) if url.has_host() && user_end(place).is_some() => {
            let host = after_user(&url[Position::BeforeHost..Position::BeforePath]);
            let path = after_user(&url[Position::BeforePath..Position::AfterPath]);
            format!("{}://{host}{path}", url.scheme()).into()
        }
        // A password may contain a question mark.
        Err(_) if place.contains(':') && user_end(rest).is_some() => "".into(),
        _ => after_user(place),
    }
}

fn after_user(text: &str) -> Cow<'_, str> {
    user_end(text).map_or(text.into(), |end| format!("…{}", &text[end..]).into())
}

/// True if there is a colon between the scheme (and user) and the path. The default port does not stand in a `Url`.
fn has_port(place: &str) -> bool {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let rest = place.split_once(':').map_or("", |(_, rest)| rest);
    let rest = rest.trim_start_matches(|c: char| is_slash(c) || c.is_whitespace());
    let authority = rest.split(is_slash).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.contains(':')
}

/// Where the last `@` ends.
fn user_end(text: &str) -> Option<usize> {
    let ends = AT.iter().filter_map(|at| Some(text.rfind(at)? + at.len()));
    ends.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 38: without query and control characters, and short.
    #[test]
    fn attack_38_an_address_is_shown_briefly() {
        for (address, expected) in [
            ("https://app.test:9/cb/", "https://app.test:9/cb/"),
            ("https://app.test/cb?token=hush#x", "https://app.test/cb…"),
            ("https://app.test/cb#hush", "https://app.test/cb…"),
            ("/cb?mail=a@b.test&token=hush", "/cb…"),
            ("com.example.app:/cb", "com.example.app:/cb"),
            ("/c\nb\u{1b}[1m", "/c\\nb\\u{1b}[1m"),
            ("b\u{fc}cher", "b\\u{fc}cher"),
            ("", ""),
        ] {
            assert_eq!(shown(address), expected);
        }
        let long = shown(&"\u{1f600}".repeat(5_000));
        assert_eq!(long.chars().count(), LONGEST + 1);
    }

    /// Attack 38: neither user nor password, in any spelling.
    #[test]
    fn attack_38_no_user_is_shown_in_any_spelling() {
        for (address, expected) in [
            ("https://hush:hush@app.test/cb", "https://app.test/cb"),
            ("https://hush@app.test:9", "https://app.test:9/"),
            ("https://hush@hush@app.test/", "https://app.test/"),
            ("https:\\\\hush:hush@app.test\\cb", "https://app.test/cb"),
            ("https:\\/hush:hush@app.test", "https://app.test/"),
            ("https:/hush:hush@app.test/cb", "https://app.test/cb"),
            ("https:hush:hush@app.test", "https://app.test/"),
            ("https:////hush:hush@app.test", "https://app.test/"),
            ("HTTPS:\\\\hush:hush@app.test", "https://app.test/"),
            (" https://hush:hush@app.test", "https://app.test/"),
            ("ht\ntps:/\t/hush:hu\rsh@app.test", "https://app.test/"),
            ("//hush:hush@app.test/cb", "…app.test/cb"),
            ("\\\\hush:hush@app.test/cb", "…app.test/cb"),
            ("hush:hush@app.test/cb", "…app.test/cb"),
            ("hush@app.test", "…app.test"),
            ("https://hush:hush%40app.test/cb", "…app.test/cb"),
            ("https%3A%2F%2Fhush:hush%2540app.test", "…app.test"),
            ("https://hush:hush/hush@app.test/cb", "…app.test/cb"),
            ("https://hush:hush\\hush@app.test/cb", "…app.test/cb"),
            ("https://hush:hush?hush@app.test/cb", "…"),
            ("https://hush:hush#hush@app.test/cb", "…"),
            ("https://app.test/https://hush@b", "https://app.test…b"),
            ("https://app.test/hush@b?x=hush", "https://app.test…b…"),
            ("app://hush:hush@host/cb", "app://host/cb"),
            ("app://hush%40host/cb", "app://…host/cb"),
            ("com.example.app:/hush:hush@x", "…x"),
            ("mailto:hush@app.test", "…app.test"),
            ("https://hush:2026/hush@app.test/cb", "https://…"),
            ("https://hush:2026\\hush@app.test/cb", "https://…"),
            ("https://hush:2026?hush@app.test/cb", "https://…"),
            ("https://hush:2026#hush@app.test/cb", "https://…"),
            ("https://hush:2026/hush%40app.test/cb?x", "https://…"),
            ("https://hush:443/hush@app.test/cb", "https://…"),
            ("https://hush:/hush@app.test/cb", "https://…"),
            ("https:\\\\hush:2026/hush@app.test", "https://…"),
            ("app://hush:2026/hush@host/cb", "app://…"),
            ("https://hush:hush@app.test:9/hush@b", "https://…"),
            ("https://hush:hush@app.test:9/cb", "https://app.test:9/cb"),
            ("https://[::1/hush@x", "…x"),
        ] {
            assert_eq!(shown(address), expected, "{address}");
        }
    }
}
