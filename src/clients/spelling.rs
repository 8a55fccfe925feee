//! How an address is spelt: only what every parser reads the same way is taken (attacks 1 to 3).

use std::net::IpAddr;

use url::{Host, Url};

/// Why an address is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadUri {
    /// Empty, or longer than 2000 bytes.
    #[error("is empty or longer than 2000 characters")]
    Length,
    /// A control, a space, a backslash or another character that addresses cannot have.
    #[error("holds a character that an address cannot have")]
    Character,
    /// Not absolute, in capitals, or of a scheme that is not taken here.
    #[error("does not begin with a scheme that is taken here, in small letters")]
    Scheme,
    /// A user name or password before the host.
    #[error("holds an @ before the host")]
    UserInfo,
    /// No host, or one not in its plain spelling.
    #[error("has no host in plain spelling")]
    Host,
    /// `http` to a host that others can reach.
    #[error("is http to a host that is not loopback")]
    PlainHttp,
    /// A part after `#` (RFC 6749 section 3.1.2).
    #[error("has a fragment")]
    Fragment,
    /// Dot segments, doubled slashes or hidden separators in the path.
    #[error("has a path with dots, doubled slashes or hidden separators")]
    Path,
    /// An asterisk: addresses are compared exactly.
    #[error("holds a wildcard")]
    Wildcard,
    /// More than scheme, host and port where an origin is wanted.
    #[error("is not an origin: scheme://host[:port] without a slash at its end")]
    Origin,
}

/// Longest address taken; longer ones do not fit the headers of common servers.
const LONGEST: usize = 2_000;

/// Parses a web address whose spelling leaves nothing to interpret, once.
///
/// The parser follows the browsers and forgives much: tabs, backslashes, missing and doubled
/// slashes, numbers for hosts. Whatever it had to forgive is refused before, on the raw text, so
/// that no other program can read another host out of it.
pub(super) fn web_address(text: &str) -> Result<Url, BadUri> {
    let url = any_web_address(text)?;
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err(BadUri::PlainHttp);
    }
    Ok(url)
}

/// The same, but `http` may lead anywhere.
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

/// Neither empty nor endless.
pub(super) fn check_length(text: &str) -> Result<(), BadUri> {
    if (1..=LONGEST).contains(&text.len()) {
        return Ok(());
    }
    Err(BadUri::Length)
}

/// No control, space or backslash anywhere; characters beyond ASCII are left to the parts that may
/// have them.
fn check_characters(text: &str) -> Result<(), BadUri> {
    if text
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || matches!(c, '\\' | '"' | '<' | '>' | '`'))
    {
        return Err(BadUri::Character);
    }
    Ok(())
}

/// The scheme, which must be there and in small letters.
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

/// The host stands as the parser writes it, so `LOCALHOST`, `127.1`, `%6c`, a name beyond ASCII or
/// an empty port are out; the scheme's own port may be named.
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

/// No empty and no dot segment, in clear or encoded, and no encoded separator or control.
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

/// True when a browser finds the host on its own machine, however it is spelt: also an IPv4 loopback address
/// within IPv6, the unspecified address (`0.0.0.0`), or `localhost` with a dot at its end. Wider than
/// [`is_loopback`], where plain `http` is allowed.
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
