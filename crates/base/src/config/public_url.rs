//! The public address of Atrium: the issuer and the beginning of every link.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, de};
use url::{Host, Url};

/// An https address, or http on a loopback host, perhaps with a path, without query, fragment or user part.
///
/// The path has only characters that mean the same in an address, a cookie's `Path`, a page and a proxy's settings.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicUrl {
    url: Url,
    text: String,
}

/// Why a text cannot be the public address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPublicUrl {
    /// Not parsable, or without a host.
    #[error("is not an absolute address")]
    NotAbsolute,
    /// Neither http nor https.
    #[error("is neither https nor http")]
    Scheme,
    /// http on a host that others can reach.
    #[error("is http on a host that is not loopback")]
    PlainHttp,
    /// User name or password before the host.
    #[error("contains a user name or password")]
    UserInfo,
    /// An empty segment, or a segment with other characters.
    #[error("has a path with other characters than letters, digits, '-', '.', '_' and '~'")]
    Path,
    /// Anything after the path.
    #[error("has a query or fragment")]
    Query,
}

impl PublicUrl {
    /// `http://localhost:8080`, the default.
    pub(super) fn local_default() -> Self {
        let text = "http://localhost:8080";
        // Parsed from a constant that the tests below parse too.
        #[expect(clippy::expect_used, reason = "a constant that a test parses")]
        text.parse().expect("the default address is valid")
    }

    /// The address without a trailing slash: the issuer (RFC 8414 section 2).
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The address of `path`, which starts with a slash.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }

    /// The path under which everything is served, without a trailing slash; empty when that is the whole host.
    pub fn path(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }

    /// Scheme, host and port, as a browser writes them in `Origin`. Other programs on the host have the same origin.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// True when browsers reach us by https, which decides the cookies' names and their Secure flag.
    pub fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// True when the host can only be this machine.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.url)
    }

    pub fn url(&self) -> &Url {
        &self.url
    }
}

/// One segment of the path: letters and digits, and later also the other unreserved characters (RFC 3986 section 2.3).
fn is_plain_segment(segment: &str) -> bool {
    let starts_plain = segment.starts_with(|first: char| first.is_ascii_alphanumeric());
    let mut bytes = segment.bytes();
    starts_plain && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

/// RFC 8252 section 7.3 and RFC 6761 section 6.3: names and networks that always mean this machine.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let url = Url::parse(text).map_err(|_| BadPublicUrl::NotAbsolute)?;
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) => {}
            "http" => return Err(BadPublicUrl::PlainHttp),
            _ => return Err(BadPublicUrl::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() || text.contains('@') {
            return Err(BadPublicUrl::UserInfo);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BadPublicUrl::Query);
        }
        let path = url.path();
        let path = path.strip_suffix('/').unwrap_or(path);
        if !path.split('/').skip(1).all(is_plain_segment) {
            return Err(BadPublicUrl::Path);
        }
        let text = url.as_str().trim_end_matches('/').to_owned();
        Ok(Self { url, text })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicUrl({})", self.text)
    }
}

impl<'de> Deserialize<'de> for PublicUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A-02, RFC 8414 section 2: an issuer is https without query or fragment; http only for loopback.
    #[test]
    fn only_an_origin_and_a_plain_path_are_taken() {
        for good in [
            "https://sso.example.com",
            "https://sso.example.com:8443/",
            "http://localhost:8080",
            "http://127.0.0.1:8083",
            "http://[::1]:8080",
            "https://example.com/sso",
            "https://example.com/tools/sso-2.0_x~y/",
        ] {
            assert!(good.parse::<PublicUrl>().is_ok(), "{good}");
        }
        for (bad, why) in [
            ("sso.example.com", BadPublicUrl::NotAbsolute),
            ("/login", BadPublicUrl::NotAbsolute),
            ("ftp://sso.example.com", BadPublicUrl::Scheme),
            ("http://sso.example.com", BadPublicUrl::PlainHttp),
            ("http://localhost.evil.test", BadPublicUrl::PlainHttp),
            ("http://10.0.0.1", BadPublicUrl::PlainHttp),
            ("https://ada@sso.example.com", BadPublicUrl::UserInfo),
            ("https://@sso.example.com", BadPublicUrl::UserInfo),
            ("https://sso.example.com/?a=1", BadPublicUrl::Query),
            ("https://sso.example.com/sso#x", BadPublicUrl::Query),
            ("https://sso.example.com//", BadPublicUrl::Path),
            ("https://sso.example.com//sso", BadPublicUrl::Path),
            ("https://sso.example.com/a//b", BadPublicUrl::Path),
            ("https://sso.example.com/sso//", BadPublicUrl::Path),
            ("https://sso.example.com/s%73o", BadPublicUrl::Path),
            ("https://sso.example.com/sso;a", BadPublicUrl::Path),
            ("https://sso.example.com/.well-known", BadPublicUrl::Path),
            ("https://sso.example.com/<b>", BadPublicUrl::Path),
        ] {
            assert_eq!(bad.parse::<PublicUrl>().err(), Some(why), "{bad}");
        }
    }

    ///
    #[test]
    fn the_issuer_has_no_slash_at_its_end() {
        let url: PublicUrl = "https://SSO.example.com:443/".parse().unwrap();
        assert_eq!(url.as_str(), "https://sso.example.com");
        assert_eq!(url.join("/login"), "https://sso.example.com/login");
        assert_eq!(url.path(), "");
        let url: PublicUrl = "https://example.com:8443/tools/sso/".parse().unwrap();
        assert_eq!(url.as_str(), "https://example.com:8443/tools/sso");
        assert_eq!(url.path(), "/tools/sso");
        assert_eq!(url.origin(), "https://example.com:8443");
    }
}
