//! The addresses that administrators may write into products (attack 3).

use std::net::IpAddr;

use url::{Host, Url};

/// The most characters of an address.
const LONGEST: usize = 2_000;

/// True if `text` is an https address that all programs read in the same way.
pub fn is_https(text: &str) -> bool {
    parsed(text, "https://").is_some()
}

/// True if `text` is an https address, or an http address of this machine.
pub fn is_link(text: &str) -> bool {
    is_https(text) || parsed(text, "http://").is_some_and(|url| is_loopback(&url))
}

/// The parsed address. The parser follows browsers: it accepts user names, backslashes and numbers as hosts, which
/// other programs may read as another host. These are refused here.
fn parsed(text: &str, scheme: &str) -> Option<Url> {
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>' | '`');
    if text.len() > LONGEST || !text.chars().all(is_plain) {
        return None;
    }
    let rest = text.strip_prefix(scheme)?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let url = Url::parse(text).ok()?;
    let host = url.host_str()?;
    let port = url.port_or_known_default()?;
    let is_canonical = authority == host || authority == format!("{host}:{port}");
    is_canonical.then_some(url)
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attack 3: no other scheme, in any spelling; attack 1: no second host.
    #[test]
    fn attack_3_only_https_addresses_are_links() {
        for text in [
            "https://a.example/",
            "https://a.example:8443/x?y=1#z",
            "https://a.example",
        ] {
            assert!(is_https(text) && is_link(text), "{text}");
        }
        for text in [
            "http://localhost:8081/login",
            "http://127.0.0.1/",
            "http://[::1]:80/x",
        ] {
            assert!(!is_https(text), "{text}");
        }
        assert!(is_link("http://localhost:8081/login") && is_link("http://[::1]:80/x"));
        for text in [
            "",
            "/",
            "//a.example",
            "a.example",
            "http://a.example/",
            "http://localhost.a.example/",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " javascript:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "HTTPS://a.example/",
            "https:/a.example/",
            "https:a.example",
            "https://",
            "https:///a.example",
            "https://u:p@a.example/",
            "https://a.example@b.example/",
            "https://a.example\\@b.example/",
            "https://A.example/",
            "https://127.1/",
            "https://a.example:/",
            "https://a.example/ x",
            "https://a.example/\nx",
            "https://ä.example/",
        ] {
            assert!(!is_link(text), "{text}");
        }
        assert!(!is_https(&format!(
            "https://a.example/{}",
            "x".repeat(LONGEST)
        )));
    }
}
