//! The `callbackUrl` of legacy applications: where a launch token may be sent (attacks 1 to 4).

use url::Url;
use url::form_urlencoded;

use super::client::Legacy;
use super::spelling::BadUri;
use super::spelling::web_address;

/// Why no launch token may be sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCallback {
    /// Programs could read the spelling differently.
    #[error("the callbackUrl {0}")]
    Spelling(#[from] BadUri),
    #[error("the callbackUrl is of an origin that the application has not registered")]
    Origin,
}

/// An address at an origin of the application. Only [`Callback::check`] creates one, so it is always safe to send a
/// token to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Callback(Url);

impl Callback {
    /// Accepts `text` if its origin is one that `legacy` registered.
    pub fn check(text: &str, legacy: &Legacy) -> Result<Self, BadCallback> {
        let url = web_address(text)?;
        let origin = url.origin().ascii_serialization();
        if !legacy.callback_origins.contains(&origin) {
            return Err(BadCallback::Origin);
        }
        Ok(Self(url))
    }

    /// The address exactly as browsers parse it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The origin.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The address with `name=value` appended to its query. Other parameters of that name are removed; otherwise an
    /// application that reads the first one would use a token that someone else put into the link.
    pub fn with(&self, name: &str, value: &str) -> String {
        let mut kept: Vec<String> = self
            .0
            .query()
            .unwrap_or_default()
            .split('&')
            .filter(|pair| !pair.is_empty() && !is_named(pair, name))
            .map(str::to_owned)
            .collect();
        kept.push(
            form_urlencoded::Serializer::new(String::new())
                .append_pair(name, value)
                .finish(),
        );
        let mut url = self.0.clone();
        url.set_query(Some(&kept.join("&")));
        url.into()
    }
}

impl std::fmt::Debug for Callback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The query may contain an old token.
        write!(f, "Callback({})", self.origin())
    }
}

fn is_named(pair: &str, name: &str) -> bool {
    form_urlencoded::parse(pair.as_bytes())
        .next()
        .is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::client::LegacyMode;

    fn old() -> Legacy {
        Legacy {
            app_name: "OLD".to_owned(),
            callback_origins: vec![
                "https://portal.example.com".to_owned(),
                "http://localhost:8082".to_owned(),
            ],
            mode: LegacyMode::Query,
        }
    }

    fn sent_to(text: &str) -> Result<String, BadCallback> {
        Callback::check(text, &old()).map(|callback| callback.with("token", "T"))
    }

    #[test]
    fn a_registered_origin_gets_the_token_and_keeps_its_query() {
        for (asked, sent) in [
            (
                "https://portal.example.com/home",
                "https://portal.example.com/home?token=T",
            ),
            (
                "https://portal.example.com",
                "https://portal.example.com/?token=T",
            ),
            (
                "https://portal.example.com:443/home?a=1&b=%2F..%2F",
                "https://portal.example.com/home?a=1&b=%2F..%2F&token=T",
            ),
            (
                "http://localhost:8082/?x",
                "http://localhost:8082/?x&token=T",
            ),
            (
                "https://portal.example.com/a?next=https://evil.test/@x",
                "https://portal.example.com/a?next=https://evil.test/@x&token=T",
            ),
            (
                "https://portal.example.com/主页?名=值",
                "https://portal.example.com/%E4%B8%BB%E9%A1%B5?%E5%90%8D=%E5%80%BC&token=T",
            ),
        ] {
            assert_eq!(sent_to(asked).as_deref(), Ok(sent), "{asked}");
        }
    }

    /// Attack 4 and trap T1: a token planted in the link is removed.
    #[test]
    fn attack_t1_a_planted_token_is_taken_out() {
        for asked in [
            "https://portal.example.com/?token=planted",
            "https://portal.example.com/?token=planted&token=again",
            "https://portal.example.com/?TOKEN=planted",
            "https://portal.example.com/?%74oken=planted",
            "https://portal.example.com/?token",
            "https://portal.example.com/?&&",
        ] {
            assert_eq!(
                sent_to(asked).as_deref(),
                Ok("https://portal.example.com/?token=T"),
                "{asked}"
            );
        }
    }

    /// Each of these gets an error page and no token.
    const HOSTILE: &[&str] = &[
        "",
        "/",
        "home",
        "//evil.test",
        "///evil.test",
        "https:evil.test",
        "https:/evil.test",
        "https:/portal.example.com/",
        "https:///portal.example.com/",
        "https://evil.test",
        "https://evil.test/https://portal.example.com",
        "https://evil.test?https://portal.example.com",
        "https://portal.example.com.evil.test/",
        "https://portal.example.com.",
        "https://portal.example.comevil.test/",
        "https://xportal.example.com/",
        "https://portalXexample.com/",
        "https://portal-example.com/",
        "https://sub.portal.example.com/",
        "https://example.com/",
        "http://portal.example.com/",
        "https://portal.example.com:8443/",
        "https://portal.example.com:80/",
        "https://portal.example.com:/",
        "https://portal.example.com:443x/",
        "https://portal.example.com:0443/",
        "https://portal.example.com@evil.test/",
        "https://portal.example.com:443@evil.test/",
        "https://evil.test@portal.example.com/",
        "https://a@b@portal.example.com/",
        "https://:@portal.example.com/",
        "https://portal.example.com%40evil.test/",
        "https://portal.example.com%2eevil.test/",
        "https://portal.example.com\\@evil.test/",
        "https://portal.example.com\\.evil.test/",
        "https:\\\\portal.example.com/",
        "https://evil.test\\@portal.example.com/",
        "https://portal.example.com/\\..\\x",
        "https://evil.test#@portal.example.com/",
        "https://evil.test?@portal.example.com/",
        "https://portal.example.com/#",
        "https://portal.example.com/#/home",
        "https://portal.example.com/a/../b",
        "https://portal.example.com/%2e%2e/b",
        "https://portal.example.com/%2E./b",
        "https://portal.example.com/.%2e;x/b",
        "https://portal.example.com/./b",
        "https://portal.example.com//evil.test",
        "https://portal.example.com/%2f%2fevil.test",
        "https://portal.example.com/%5cevil.test",
        "https://portal.example.com/%0d%0aSet-Cookie:x",
        "https://portal.example.com/\r\nSet-Cookie: x",
        "https://portal.example.com/\u{0}",
        "https://portal.example.com/\tx",
        "ht\ntps://portal.example.com/",
        "\thttps://portal.example.com/",
        " https://portal.example.com/",
        "https://portal.example.com/ ",
        "https://portal.exa\tmple.com/",
        "HTTPS://portal.example.com/",
        "Https://portal.example.com/",
        "https://PORTAL.example.com/",
        "https://p\u{f6}rtal.example.com/",
        "https://portal.example.com\u{3002}evil.test/",
        "https://portal\u{ff0e}example.com/",
        "https://ｐortal.example.com/",
        "https://portal.example\u{ad}.com/",
        "https://portal.example\u{200b}.com/",
        "https://xn--prtal-jua.example.com/",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "javascript://portal.example.com/%0aalert(1)",
        "java\tscript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:https://portal.example.com/x",
        "view-source:https://portal.example.com/",
        "ws://portal.example.com/",
        "null",
        "about:blank",
        "http://localhost:8083/",
        "http://localhost/",
        "http://127.0.0.1:8082/",
        "http://[::1]:8082/",
        "http://localhost:8082@evil.test/",
        "http://localhost:8082.evil.test/",
        "http://0x7f.1:8082/",
        "http://2130706433:8082/",
        "http://[::ffff:127.0.0.1]:8082/",
        "https://[portal.example.com]/",
        "https://*.example.com/",
        "https://portal.example.com,evil.test/",
        "https://portal.example.com;evil.test/",
    ];

    /// Attacks 1 to 3: hostile spellings, none of which may get a token.
    #[test]
    fn no_hostile_spelling_gets_a_token() {
        for spelling in HOSTILE {
            assert!(
                Callback::check(spelling, &old()).is_err(),
                "{spelling:?} got a token"
            );
        }
        let long = format!("https://portal.example.com/{}", "a".repeat(2_000));
        assert!(Callback::check(&long, &old()).is_err());
    }
}
