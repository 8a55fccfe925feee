//! The layout of every page, and its response with security headers.

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName,
    HeaderValue, REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use url::Url;

use super::assets::Site;
use crate::clock::Millis;
use crate::i18n::language::{self, Language};
use crate::i18n::texts::Texts;
use crate::site::offered;

/// The header that separates a page from windows of other origins.
pub const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
pub const SAME_ORIGIN: &str = "same-origin";

/// The longest address that a page links to, in bytes: nginx takes a request line of 8 KiB by default.
const LONGEST_LINK: usize = 7_500;

/// What every page knows about its reader and its address.
#[derive(Clone, Debug)]
pub struct Frame {
    pub language: Language,
    pub site: Arc<Site>,
    pub request_id: String,
    /// The year in the footer.
    pub year: i16,
    /// Lines of plain text above the page.
    pub notices: Vec<String>,
    here: String,
}

/// One entry of the language switch.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    /// The language that it leads to.
    pub language: Language,
    /// The current page in that language.
    pub href: String,
    /// True when the page is in that language already.
    pub current: bool,
}

impl Frame {
    /// This layout for a page at `here`: the response to a POST links to its GET.
    #[must_use]
    pub fn at(mut self, here: &str) -> Self {
        local(here).clone_into(&mut self.here);
        self
    }

    /// The layout in `language`. `here` is the path and query that show this page by GET (for the page after a POST,
    /// the address of the form); `now` gives the footer's year.
    pub fn new(
        site: Arc<Site>,
        language: Language,
        here: &str,
        request_id: &str,
        now: Millis,
    ) -> Self {
        Self {
            notices: site.notices.shown(language, now),
            language,
            site,
            request_id: request_id.to_owned(),
            year: year(now),
            here: local(here).to_owned(),
        }
    }

    /// One of our own paths, such as `/login`, as a page writes it. Every link, form and asset of a page passes through
    /// this, because `server.public_url` may have a path. Redirects do not: `app::base_path` adds it to them.
    pub fn link(&self, path: &str) -> String {
        self.site.link(path)
    }

    /// The text with the key `key`.
    pub fn t<'a>(&self, key: &'a str) -> &'a str {
        Texts::of(self.language).get(key)
    }

    /// The text with the key `key`, with `{name}` replaced by `value`.
    pub fn with(&self, key: &str, name: &str, value: &str) -> String {
        Texts::of(self.language).fill(key, name, value)
    }

    /// The text with the key `key`, split at `{name}`, which shows `value`.
    pub fn around<'a>(&self, key: &'a str, name: &str, value: &str) -> (&'a str, &'a str) {
        Texts::of(self.language).around(key, name, value)
    }

    /// What stands between two sentences: Chinese has no space there.
    pub const fn gap(&self) -> &'static str {
        match self.language {
            Language::EnUs => " ",
            Language::ZhCn => "",
        }
    }

    /// True when pages may link to `path`, because that page exists.
    pub fn offers(&self, path: &str) -> bool {
        offered::is_offered(path)
    }

    /// The current page in each language, for the language switch. A page with an address too long for proxies has no
    /// switch.
    pub fn switches(&self) -> Vec<Switch> {
        if self.here.len() > LONGEST_LINK {
            return Vec::new();
        }
        let switches = Language::ALL.map(|to| Switch {
            language: to,
            href: self.link(&in_language(&self.here, to)),
            current: to == self.language,
        });
        switches.into()
    }
}

/// The Gregorian year of `now` in UTC; 1970 when `now` is outside the calendar.
fn year(now: Millis) -> i16 {
    jiff::Timestamp::from_millisecond(now)
        .map_or(1970, |at| at.to_zoned(jiff::tz::TimeZone::UTC).year())
}

/// Keeps only a path of ours; replaces a text that a browser could read as another host with the root.
fn local(here: &str) -> &str {
    let other_host = here.starts_with("//") || here.starts_with("/\\");
    let odd = here.bytes().any(|byte| byte.is_ascii_control());
    if here.starts_with('/') && !other_host && !odd {
        here
    } else {
        "/"
    }
}

/// `here` with its language parameter replaced; everything else stays unchanged.
fn in_language(here: &str, to: Language) -> String {
    let here = here.split('#').next().unwrap_or_default();
    let (path, query) = here.split_once('?').unwrap_or((here, ""));
    let ours = |pair: &&str| pair.split('=').next() != Some(language::QUERY);
    let mut href = path.to_owned();
    let mut mark = '?';
    for pair in query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .filter(ours)
    {
        href.push(mark);
        href.push_str(pair);
        mark = '&';
    }
    let _ = write!(href, "{mark}{}={}", language::QUERY, to.api());
    href
}

/// The hidden fields `csrf` and `flow`, which prevent other sites from sending our form.
#[derive(Clone)]
pub struct CsrfToken {
    pub token: String,
    /// The id of the sign-in flow; empty without one.
    pub flow: String,
    /// A path of ours that starts the same sign-in again, for a page that outlives its flow; empty without one.
    pub again: String,
}

/// A template that is rendered as a page.
pub trait ServerPage: Template {
    fn frame(&self) -> &Frame;

    /// The page in each of its states, with a name for each. Every free text goes through `say`, so that a test can
    /// replace it.
    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)>
    where
        Self: Sized;
}

impl CsrfToken {
    /// A token for the samples of pages.
    pub fn sample(say: &dyn Fn(&str) -> String) -> Self {
        Self {
            token: say("csrf-token"),
            flow: say("flow-id"),
            again: say("/oauth2/authorize?client_id=x"),
        }
    }
}

/// What a page may do in the browser; each constructor starts from nothing.
#[derive(Clone, Debug)]
pub struct PagePolicy {
    leaves_by_form: bool,
    images_from: Option<String>,
    referrer: &'static str,
    retry_after: Option<u64>,
    keeps_opener: bool,
    fetches: bool,
}

impl PagePolicy {
    /// For pages with forms. Their `Referrer-Policy` is `same-origin`: with `no-referrer`, Chromium would send `Origin:
    /// null` with our own POST.
    pub const fn form() -> Self {
        Self {
            leaves_by_form: false,
            images_from: None,
            referrer: "same-origin",
            retry_after: None,
            keeps_opener: false,
            fetches: false,
        }
    }

    /// For pages that lead out of our origin: nothing of their address may leak, and a window of the application may wait.
    pub fn leaving() -> Self {
        Self {
            referrer: "no-referrer",
            keeps_opener: true,
            ..Self::form()
        }
    }

    /// For a page that sends a code by a form. It has no `form-action`, which would also restrict the application's
    /// next redirects; nobody types on such a page.
    pub fn leaving_by_form() -> Self {
        Self {
            leaves_by_form: true,
            ..Self::leaving()
        }
    }

    /// Keeps the link to the window that opened this page. For a pending authorization: a single-page application may
    /// run it in a pop-up, and the response must reach that application. All other pages are separated from their
    /// opener (`Cross-Origin-Opener-Policy`).
    #[must_use]
    pub const fn keeping_its_opener(mut self) -> Self {
        self.keeps_opener = true;
        self
    }

    /// Allows the page to show a client's picture from `address`.
    #[must_use]
    pub fn showing(mut self, address: &str) -> Self {
        self.images_from = source(address);
        self
    }

    /// Allows the page's script to fetch from our origin.
    #[must_use]
    pub const fn fetching(mut self) -> Self {
        self.fetches = true;
        self
    }

    /// Adds `Retry-After`, in seconds.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The value of `Content-Security-Policy`.
    fn content_security(&self) -> String {
        let images = self.images_from.as_ref();
        let images = images.map_or_else(String::new, |source| format!(" {source}"));
        let fetches = if self.fetches {
            "connect-src 'self'; "
        } else {
            ""
        };
        let forms = if self.leaves_by_form {
            ""
        } else {
            "form-action 'self'; "
        };
        format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:{images}; \
             font-src 'self'; {fetches}{forms}frame-ancestors 'none'; base-uri 'none'",
        )
    }
}

/// The CSP source for an address's origin; `None` if it is not a URL. A host that the CSP grammar does not allow (an
/// IPv6 address, or characters that would end the directive) and a private-use scheme are listed by scheme alone.
fn source(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let plain = |host: &&str| {
        host.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
    };
    let web = matches!(url.scheme(), "http" | "https");
    Some(match url.host_str().filter(plain) {
        Some(_) if web => url.origin().ascii_serialization(),
        _ => format!("{}:", url.scheme()),
    })
}

/// Responds with `page`, `status` and the headers of `policy`.
pub fn respond(status: StatusCode, page: &impl ServerPage, policy: &PagePolicy) -> Response {
    match page.render() {
        Ok(html) => answer(status, page.frame().language, html, policy),
        Err(error) => {
            tracing::error!(%error, "cannot render a page");
            let text = "The page could not be rendered. Try again.\n";
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}

fn answer(status: StatusCode, language: Language, html: String, policy: &PagePolicy) -> Response {
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 7] = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_LANGUAGE, language.tag()),
        (CACHE_CONTROL, "no-store"),
        (VARY, "Accept-Language, Cookie"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, policy.referrer),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // `source` only returns plain hosts and schemes. If that ever fails, the page gets a policy that allows nothing.
    let security = HeaderValue::from_str(&policy.content_security())
        .unwrap_or(HeaderValue::from_static("default-src 'none'"));
    headers.insert(CONTENT_SECURITY_POLICY, security);
    if !policy.keeps_opener {
        headers.insert(OPENER_POLICY, HeaderValue::from_static(SAME_ORIGIN));
    }
    if let Some(seconds) = policy.retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_switch_keeps_the_address() {
        let to = |here| in_language(local(here), Language::ZhCn);
        assert_eq!(to("/login"), "/login?lang=zh-cn");
        assert_eq!(
            to("/login?callbackUrl=http%3A%2F%2Fa%2F%3Fx%3D1&lang=en-us&appName=A#top"),
            "/login?callbackUrl=http%3A%2F%2Fa%2F%3Fx%3D1&appName=A&lang=zh-cn"
        );
        for hostile in [
            "//evil.example/",
            "/\\evil.example",
            "https://evil.example",
            "",
            "/\t/evil",
        ] {
            assert_eq!(to(hostile), "/?lang=zh-cn", "{hostile}");
        }
    }

    #[test]
    fn pictures_come_from_one_origin() {
        let csp = |url: &str| PagePolicy::form().showing(url).content_security();
        assert!(csp("https://app.example:8443/a.png").contains(" data: https://app.example:8443;"));
        assert!(csp("http://[::1]:9999/a.png").contains(" data: http:;"));
        assert!(csp("https://a;script-src/").contains(" data: https:;"));
    }

    /// No form of ours leaves our origin, except for `form_post`.
    #[test]
    fn forms_stay_within_our_origin() {
        for policy in [PagePolicy::form(), PagePolicy::leaving()] {
            assert!(policy.content_security().contains("form-action 'self';"));
        }
        let form_post = PagePolicy::leaving_by_form().content_security();
        assert!(!form_post.contains("form-action"), "{form_post}");
    }

    #[test]
    fn the_footer_year_comes_from_the_clock() {
        assert_eq!(year(1_795_000_000_000), 2026);
        assert_eq!(year(i64::MAX), 1970);
    }
}
