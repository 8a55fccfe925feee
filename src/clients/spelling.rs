//! Strict spelling of addresses: accepts only what every parser reads the same way (attacks 1 to 3).

use std::net::IpAddr;

use url::{Host, Url};

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadUri {
    #[error("is empty or longer than 2000 characters")]
    Length,
    /// A control character, space, backslash or another character that is invalid in an address.
    #[error("contains a character that is invalid in an address")]
    Character,
    /// Not absolute, in upper case, or with a scheme that is not allowed here.
    #[error("does not begin with an allowed scheme in lower case")]
    Scheme,
    /// User name or password before the host.
    #[error("contains an @ before the host")]
    UserInfo,
    /// No host, or a host that is not in canonical form.
    #[error("has no host in canonical form")]
    Host,
    /// `http` to a host that others can reach.
    #[error("is http to a host that is not loopback")]
    PlainHttp,
    /// A part after `#` (RFC 6749 section 3.1.2).
    #[error("has a fragment")]
    Fragment,
    /// Dot segments, doubled slashes or encoded separators in the path.
    #[error("has a path with dots, doubled slashes or encoded separators")]
    Path,
    /// An asterisk: addresses are compared exactly.
    #[error("contains a wildcard")]
    Wildcard,
    /// More than scheme, host and port where an origin is required.
    #[error("is not an origin: scheme://host[:port] without a trailing slash")]
    Origin,
}

/// Longest accepted address in bytes; longer ones do not fit the headers of common servers.
const LONGEST: usize = 2_000;

/// Parses a web address that every parser reads the same way.
///
/// The parser follows browsers and accepts tabs, backslashes, missing and doubled slashes, and numbers as hosts. These
/// are refused earlier, in the raw text, so that no other program reads another host.
pub(super) fn web_address(text: &str) -> Result<Url, BadUri> {
    let url = any_web_address(text)?;
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err(BadUri::PlainHttp);
    }
    Ok(url)
}

/// Parses it likewise, but accepts `http` to any host.
pub(super) fn any_web_address(text: &str) -> Result<Url, BadUri> {
    check_length(text)?;
    check_characters(text)?;
    let scheme = scheme(text)?;
    if !matches!(scheme, "http" | "https") {
        return Err(BadUri::Scheme);
    }
    let rest = text
        .strip_prefix(scheme)
        .and_then(|rest| rest.strip_prefix("://"))
        .ok_or(BadUri::Host)?;
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if authority.contains('@') {
        return Err(BadUri::UserInfo);
    }
    let url = Url::parse(text).map_err(|_| BadUri::Host)?;
    if !is_canonical(authority, &url) {
        return Err(BadUri::Host);
    }
    if tail.contains('#') {
        return Err(BadUri::Fragment);
    }
    check_path(tail.split('?').next().unwrap_or_default())?;
    Ok(url)
}

pub(super) fn check_length(text: &str) -> Result<(), BadUri> {
    if (1..=LONGEST).contains(&text.len()) {
        return Ok(());
    }
    Err(BadUri::Length)
}

/// Refuses control characters, spaces and backslashes anywhere. The checks of the parts decide about non-ASCII
/// characters.
fn check_characters(text: &str) -> Result<(), BadUri> {
    if text
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || matches!(c, '\\' | '"' | '<' | '>' | '`'))
    {
        return Err(BadUri::Character);
    }
    Ok(())
}

/// The scheme, which must be present and in lower case.
pub(super) fn scheme(text: &str) -> Result<&str, BadUri> {
    let (scheme, _) = text.split_once(':').ok_or(BadUri::Scheme)?;
    let good = scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '+' | '.' | '-'));
    if good {
        Ok(scheme)
    } else {
        Err(BadUri::Scheme)
    }
}

/// True when the host is written as the parser writes it. This refuses `LOCALHOST`, `127.1`, `%6c`, non-ASCII names and
/// an empty port; the scheme's default port is allowed.
fn is_canonical(authority: &str, url: &Url) -> bool {
    let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
        return false;
    };
    let Some(port) = authority.strip_prefix(host) else {
        return false;
    };
    match url.port_or_known_default() {
        Some(number) => port == format!(":{number}") || (port.is_empty() && url.port().is_none()),
        None => false,
    }
}

/// Refuses empty segments, dot segments (plain or encoded), and encoded separators or control characters.
fn check_path(path: &str) -> Result<(), BadUri> {
    let lower = path.to_ascii_lowercase();
    let encoded_separator = ["%2f", "%5c", "%0", "%1", "%7f"]
        .iter()
        .any(|hidden| lower.contains(hidden));
    let decoded = lower.replace("%2e", ".");
    let dots = decoded
        .split('/')
        .any(|segment| matches!(segment.split(';').next(), Some("." | "..")));
    if encoded_separator || dots || lower.contains("//") {
        return Err(BadUri::Path);
    }
    Ok(())
}

/// True when a browser finds the host on its own machine, in any spelling: also an IPv4 loopback address within IPv6,
/// the unspecified address (`0.0.0.0`), or `localhost` with a trailing dot. Wider than [`is_loopback`], which decides
/// where plain `http` is allowed.
pub(super) fn is_own_machine(url: &Url) -> bool {
    let is_own = |address: IpAddr| {
        let address = address.to_canonical();
        address.is_loopback() || address.is_unspecified()
    };
    match url.host() {
        Some(Host::Domain(name)) => is_local_name(name.strip_suffix('.').unwrap_or(name)),
        Some(Host::Ipv4(address)) => is_own(address.into()),
        Some(Host::Ipv6(address)) => is_own(address.into()),
        None => false,
    }
}

fn is_local_name(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

/// True when the host can only be this machine (RFC 8252 section 7.3, RFC 6761 section 6.3).
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_local_name(name),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
