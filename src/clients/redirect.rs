//! Redirect URIs: which ones a client may register, and which registered one a request means.

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::spelling::{self, BadUri, any_web_address, check_length, scheme, web_address};

/// `application_type`: where the application runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApplicationType {
    /// On a web server or in a browser.
    #[default]
    Web,
    /// On a person's own machine (RFC 8252).
    Native,
}

/// Checks whether `text` may be registered as a redirect URI: https, http on loopback, or for a native application a
/// private scheme named after a domain (RFC 8252 section 7.1); without fragment, wildcard or user part.
pub fn check_redirect_uri(text: &str, application: ApplicationType) -> Result<(), BadUri> {
    if !text.is_ascii() {
        return Err(BadUri::Character);
    }
    if text.contains('*') {
        return Err(BadUri::Wildcard);
    }
    let private = application == ApplicationType::Native
        && scheme(text)?.contains('.')
        && !matches!(scheme(text)?, "http" | "https");
    if private {
        return check_private(text);
    }
    web_address(text).map(drop)
}

fn check_private(text: &str) -> Result<(), BadUri> {
    check_length(text)?;
    if text.contains('#') {
        return Err(BadUri::Fragment);
    }
    if text
        .chars()
        .any(|c| !c.is_ascii_graphic() || matches!(c, '\\' | '"' | '<' | '>' | '`'))
    {
        return Err(BadUri::Character);
    }
    let url = Url::parse(text).map_err(|_| BadUri::Scheme)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(BadUri::UserInfo);
    }
    Ok(())
}

/// Checks whether `text` may be registered as an address that Atrium calls: https, or http to a host that
/// `outbound.allow` must contain at the time of the call.
pub fn check_called_uri(text: &str) -> Result<(), BadUri> {
    if !text.is_ascii() {
        return Err(BadUri::Character);
    }
    any_web_address(text).map(drop)
}

/// Checks whether pages may link to `text`: https, or http on loopback.
pub fn check_web_uri(text: &str) -> Result<(), BadUri> {
    if !text.is_ascii() {
        return Err(BadUri::Character);
    }
    web_address(text).map(drop)
}

/// Checks whether `text` is an origin as browsers write it (RFC 6454 section 6.2), https or loopback.
pub fn check_origin(text: &str) -> Result<(), BadUri> {
    let url = web_address(text)?;
    if text.contains('*') {
        return Err(BadUri::Wildcard);
    }
    if url.origin().ascii_serialization() == text {
        return Ok(());
    }
    Err(BadUri::Origin)
}

/// True when `text` is a web address on this machine.
pub fn is_loopback(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| spelling::is_loopback(&url))
}

/// True when other programs on the person's machine could receive what is sent to `uri` (RFC 8252 section 8.6): an
/// address of that machine in any spelling, or an application's private scheme. An address at the origin of `own`, our
/// public URL, is one of our pages and does not count.
pub fn is_native(uri: &str, own: &Url) -> bool {
    let Ok(url) = Url::parse(uri) else {
        return true;
    };
    if url.origin().is_tuple() && url.origin() == own.origin() {
        return false;
    }
    !matches!(url.scheme(), "http" | "https") || spelling::is_own_machine(&url)
}

/// True when a request for `asked` means the registered address: identical (RFC 6749 section 3.1.2.3, RFC 9700 section
/// 2.1), or for a native application's loopback address identical except for the port (RFC 8252 section 7.3).
pub fn same_redirect(registered: &str, asked: &str, application: ApplicationType) -> bool {
    if registered == asked {
        return true;
    }
    application == ApplicationType::Native
        && loopback_parts(registered)
            .is_some_and(|registered| loopback_parts(asked) == Some(registered))
}

/// Host and path of a loopback address, without its port.
fn loopback_parts(uri: &str) -> Option<(&str, &str)> {
    let rest = uri.strip_prefix("http://")?;
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = ["127.0.0.1", "[::1]", "localhost"]
        .into_iter()
        .find(|host| authority.starts_with(host))?;
    let port = &authority[host.len()..];
    let numbered = port.strip_prefix(':').is_some_and(|number| {
        number.bytes().all(|byte| byte.is_ascii_digit()) && number.parse::<u16>().is_ok()
    });
    (port.is_empty() || numbered).then_some((host, tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEB: ApplicationType = ApplicationType::Web;
    const NATIVE: ApplicationType = ApplicationType::Native;

    /// RFC 6749 section 3.1.2, RFC 8252 section 7, RFC 9700 section 2.1, attacks 1 to 3.
    #[test]
    fn only_plain_addresses_are_registered() {
        for good in [
            "https://app.test/cb",
            "https://app.test/cb?tenant=1&x=a%20b",
            "https://app.test:8443/",
            "https://app.test",
            "http://localhost:8081/callback",
            "http://127.0.0.1:9999/callback",
            "http://[::1]/cb",
            "https://xn--bcher-kva.test/cb",
        ] {
            assert_eq!(check_redirect_uri(good, WEB), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("", BadUri::Length),
            ("/cb", BadUri::Scheme),
            ("app.test/cb", BadUri::Scheme),
            ("//app.test/cb", BadUri::Scheme),
            ("HTTPS://app.test/cb", BadUri::Scheme),
            ("javascript:alert(1)//https://app.test", BadUri::Scheme),
            ("data:text/html,x", BadUri::Scheme),
            ("ftp://app.test/", BadUri::Scheme),
            ("com.example.app:/cb", BadUri::Scheme),
            ("http://app.test/cb", BadUri::PlainHttp),
            ("http://127.0.0.1.app.test/cb", BadUri::PlainHttp),
            ("http://localhost.app.test/cb", BadUri::PlainHttp),
            ("https://app.test/cb#x", BadUri::Fragment),
            ("https://app.test/cb#", BadUri::Fragment),
            ("https://*.app.test/cb", BadUri::Wildcard),
            ("https://app.test/*", BadUri::Wildcard),
            ("https://ada@app.test/cb", BadUri::UserInfo),
            ("https://@app.test/cb", BadUri::UserInfo),
            ("https://app.test\\@evil.test/", BadUri::Character),
            ("https://app.test/a b", BadUri::Character),
            ("https://app.test/\tcb", BadUri::Character),
            ("https://b\u{fc}cher.test/cb", BadUri::Character),
            ("https:app.test/cb", BadUri::Host),
            ("https:///app.test/cb", BadUri::Host),
            ("https://", BadUri::Host),
            ("https://:443/", BadUri::Host),
            ("https://APP.test/cb", BadUri::Host),
            ("https://app.test:/cb", BadUri::Host),
            ("https://app.test:99999/cb", BadUri::Host),
            ("http://2130706433/cb", BadUri::Host),
            ("http://127.1/cb", BadUri::Host),
            ("https://app.test/a/../cb", BadUri::Path),
            ("https://app.test/a/%2E%2e/cb", BadUri::Path),
            ("https://app.test//cb", BadUri::Path),
            ("https://app.test/%5c/cb", BadUri::Path),
        ] {
            assert_eq!(check_redirect_uri(bad, WEB), Err(why), "{bad:?}");
        }
    }

    /// RFC 8252 section 7.1: private schemes are named after a domain, and only for native applications.
    #[test]
    fn a_native_application_may_have_a_private_scheme() {
        for good in [
            "com.example.app:/callback",
            "com.example.app://callback",
            "http://127.0.0.1/cb",
            "https://app.test/cb",
        ] {
            assert_eq!(check_redirect_uri(good, NATIVE), Ok(()), "{good}");
        }
        for bad in [
            "myapp:/callback",
            "javascript:alert(1)",
            "com.example.app:/cb#x",
            "Com.Example.App:/cb",
            "com.example.app://ada@x/cb",
            "http://app.test/cb",
        ] {
            assert!(check_redirect_uri(bad, NATIVE).is_err(), "{bad}");
        }
    }

    /// RFC 6749 section 3.1.2.3, RFC 9700 section 2.1: simple string comparison.
    #[test]
    fn a_request_names_the_registered_characters() {
        let registered = "https://app.test/cb?a=1";
        assert!(same_redirect(registered, registered, WEB));
        for other in [
            "https://app.test/cb",
            "https://app.test/cb?a=1&b=2",
            "https://app.test/cb?a=1#",
            "https://app.test/cb/?a=1",
            "https://app.test/cb?A=1",
            "https://app.test:443/cb?a=1",
            "https://APP.test/cb?a=1",
            "https://app.test/x/../cb?a=1",
            "https://app.test/%63b?a=1",
            "https://app.test.evil.test/cb?a=1",
            "https://app.test@evil.test/cb?a=1",
            " https://app.test/cb?a=1",
            "https://app.test/cb?a=1\n",
            "",
        ] {
            assert!(!same_redirect(registered, other, WEB), "{other:?}");
            assert!(!same_redirect(registered, other, NATIVE), "{other:?}");
        }
    }

    /// RFC 8252 section 7.3: any port on loopback, only for native applications.
    #[test]
    fn a_native_application_may_take_any_port_on_loopback() {
        let registered = "http://127.0.0.1:9999/cb?x=1";
        for asked in [
            "http://127.0.0.1:1/cb?x=1",
            "http://127.0.0.1:65535/cb?x=1",
            "http://127.0.0.1/cb?x=1",
        ] {
            assert!(same_redirect(registered, asked, NATIVE), "{asked}");
            assert!(!same_redirect(registered, asked, WEB), "{asked}");
        }
        assert!(same_redirect(
            "http://[::1]/cb",
            "http://[::1]:5/cb",
            NATIVE
        ));
        for asked in [
            "http://127.0.0.1:1/cb",
            "http://127.0.0.1:1/cb?x=2",
            "http://localhost:1/cb?x=1",
            "http://127.0.0.2:1/cb?x=1",
            "https://127.0.0.1:1/cb?x=1",
            "http://127.0.0.1:99999/cb?x=1",
            "http://127.0.0.1:/cb?x=1",
            "http://127.0.0.1:+1/cb?x=1",
            "http://127.0.0.1:1@evil.test/cb?x=1",
            "http://127.0.0.1.evil.test/cb?x=1",
            "http://127.0.0.1:1\\@evil.test/cb?x=1",
        ] {
            assert!(!same_redirect(registered, asked, NATIVE), "{asked}");
        }
    }

    /// RFC 8252 section 8.6: addresses at which any program on the machine could listen.
    #[test]
    fn loopback_and_private_schemes_are_native() {
        let own = Url::parse("http://localhost:8080").unwrap();
        for native in [
            "http://localhost:9100/cb",
            "http://localhost/cb",
            "http://127.0.0.1:8080/cb",
            "http://127.0.0.2/cb",
            "http://[::1]:5/cb",
            "https://localhost:9443/cb",
            "http://app.localhost/cb",
            "https://localhost./cb",
            "https://app.localhost./cb",
            "https://[::ffff:7f00:1]/cb",
            "https://0.0.0.0/cb",
            "https://[::]/cb",
            "https://[::ffff:0:0]/cb",
            "com.example.app:/cb",
            "com.example.app://localhost:8080/cb",
            "",
        ] {
            assert!(is_native(native, &own), "{native}");
        }
        for other in [
            "http://localhost:8080/callback",
            "https://app.test/cb",
            "https://localhost.app.test/cb",
            "https://10.0.0.1/cb",
            "https://[::ffff:a00:1]/cb",
        ] {
            assert!(!is_native(other, &own), "{other}");
        }
    }

    /// RFC 6454 section 6.2.
    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for good in [
            "https://app.test",
            "https://app.test:8443",
            "http://localhost:8082",
        ] {
            assert_eq!(check_origin(good), Ok(()), "{good}");
        }
        for bad in [
            "https://app.test/",
            "https://app.test:443",
            "https://app.test?x",
            "http://app.test",
            "null",
            "*",
        ] {
            assert!(check_origin(bad).is_err(), "{bad}");
        }
    }
}
