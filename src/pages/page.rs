//! The frame of every page, and its answer with the headers that keep it safe.

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

/// The header by which a page is cut off from windows of other origins.
pub const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
/// Its value.
pub const SAME_ORIGIN: &str = "same-origin";

/// What every page knows of its reader and of where it stands.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The language it is written in.
    pub language: Language,
    /// The product's name and assets.
    pub site: Arc<Site>,
    /// The id of the request, for the reader to quote.
    pub request_id: String,
    /// The year of the footer.
    pub year: i16,
    here: String,
}

/// One entry of the language switch.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    /// The language it leads to.
    pub language: Language,
    /// The present page in that language.
    pub href: String,
    /// Whether the page is in it already.
    pub current: bool,
}

impl Frame {
    /// The same frame on a page whose address is `here`: an answer to a POST leads back to its GET.
    #[must_use]
    pub fn at(mut self, here: &str) -> Self {
        local(here).clone_into(&mut self.here);
        self
    }

    /// A frame in `language`. `here` is path and query under which the page can be had again by
    /// GET (for the page after a POST, the address of the form); `now` gives the footer's year.
    pub fn new(
        site: Arc<Site>,
        language: Language,
        here: &str,
        request_id: &str,
        now: Millis,
    ) -> Self {
        Self {
            language,
            site,
            request_id: request_id.to_owned(),
            year: year(now),
            here: local(here).to_owned(),
        }
    }

    /// The text named `key`.
    pub fn t<'a>(&self, key: &'a str) -> &'a str {
        Texts::of(self.language).get(key)
    }

    /// The text named `key` with `{name}` replaced by `value`.
    pub fn with(&self, key: &str, name: &str, value: &str) -> String {
        Texts::of(self.language).fill(key, name, value)
    }

    /// The text named `key` before and after `{name}`.
    pub fn around<'a>(&self, key: &'a str, name: &str) -> (&'a str, &'a str) {
        Texts::of(self.language).around(key, name)
    }

    /// Whether a link may lead to `path`: pages that are not built yet are named nowhere.
    pub fn offers(&self, path: &str) -> bool {
        offered::is_offered(path)
    }

    /// The present page in each language, for the language switch.
    pub fn switches(&self) -> [Switch; 2] {
        Language::ALL.map(|to| Switch {
            language: to,
            href: in_language(&self.here, to),
            current: to == self.language,
        })
    }
}

/// The Gregorian year of a moment, in UTC; the epoch's where the moment is beyond the calendar.
fn year(now: Millis) -> i16 {
    jiff::Timestamp::from_millisecond(now)
        .map_or(1970, |at| at.to_zoned(jiff::tz::TimeZone::UTC).year())
}

/// Keeps only a path of ours: what a browser would take for another host becomes the root.
fn local(here: &str) -> &str {
    let other_host = here.starts_with("//") || here.starts_with("/\\");
    let odd = here.bytes().any(|byte| byte.is_ascii_control());
    if here.starts_with('/') && !other_host && !odd {
        here
    } else {
        "/"
    }
}

/// `here` with its language parameter replaced; everything else stays byte for byte.
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

/// What a form of ours carries so that no other site can send it: hidden fields `csrf` and `flow`.
#[derive(Clone)]
pub struct CsrfToken {
    /// The token of this form.
    pub token: String,
    /// The sign-in under way; empty where there is none.
    pub flow: String,
    /// A path of ours where the same sign-in begins anew, for a page that outlives all that is
    /// kept of it; empty where there is none.
    pub again: String,
}

/// A template that can be answered as a page.
pub trait Page: Template {
    /// The frame it was made with.
    fn frame(&self) -> &Frame;

    /// The page in each of its states, with a name for each state. Every free text goes through
    /// `say`, so that a test may put anything in its place.
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

/// How much a page may do in the browser; every constructor starts from nothing.
#[derive(Clone, Debug)]
pub struct PagePolicy {
    forms_to: Option<String>,
    images_from: Option<String>,
    referrer: &'static str,
    retry_after: Option<u64>,
    keeps_opener: bool,
}

impl PagePolicy {
    /// For pages with forms. Their `Referrer-Policy` is `same-origin`, as with `no-referrer`
    /// Chromium would send `Origin: null` on our own POST.
    pub const fn form() -> Self {
        Self {
            forms_to: None,
            images_from: None,
            referrer: "same-origin",
            retry_after: None,
            keeps_opener: false,
        }
    }

    /// For pages that carry a code or token to `target`: nothing of their address may leak.
    pub fn handoff(target: &str) -> Self {
        Self {
            referrer: "no-referrer",
            ..Self::form()
        }
        .redirecting_to(target)
        .keeping_its_opener()
    }

    /// Keeps the link to the window that opened this page. For a pending authorization: a single-page
    /// application may run it in a pop-up, and the answer must reach that application. Every other page is
    /// cut off from its opener (`Cross-Origin-Opener-Policy`).
    #[must_use]
    pub const fn keeping_its_opener(mut self) -> Self {
        self.keeps_opener = true;
        self
    }

    /// Lets the answer to a form redirect to the origin of `target`, an address or origin already
    /// validated for the pending request; without it Chromium blocks the redirect after the POST.
    #[must_use]
    pub fn redirecting_to(mut self, target: &str) -> Self {
        self.forms_to = source(target);
        self
    }

    /// Lets the page show a client's picture from `address`.
    #[must_use]
    pub fn showing(mut self, address: &str) -> Self {
        self.images_from = source(address);
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
        let also = |source: &Option<String>| {
            source
                .as_ref()
                .map_or_else(String::new, |s| format!(" {s}"))
        };
        format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:{}; \
             font-src 'self'; form-action 'self'{}; frame-ancestors 'none'; base-uri 'none'",
            also(&self.images_from),
            also(&self.forms_to),
        )
    }
}

/// The CSP source for an address's origin; `None` where it is no URL. A host that the CSP grammar
/// cannot hold (an IPv6 address, or characters that would end the directive) and a private-use
/// scheme are named by scheme alone.
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

/// Answers `page` with `status` and the headers of `policy`.
pub fn respond(status: StatusCode, page: &impl Page, policy: &PagePolicy) -> Response {
    match page.render() {
        Ok(html) => answer(status, page.frame().language, html, policy),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            let text = "The page could not be made. Try again.\n";
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
    // `source` lets only plain hosts and schemes through; were it ever otherwise, the page is
    // answered with a policy that allows nothing.
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
    fn policies_name_one_origin() {
        let csp = |url: &str| PagePolicy::form().redirecting_to(url).content_security();
        assert!(
            csp("https://app.example:8443/cb?x=1")
                .contains("form-action 'self' https://app.example:8443;")
        );
        assert!(csp("http://[::1]:9999/cb").contains("form-action 'self' http:;"));
        assert!(csp("com.example.app:/cb").contains("form-action 'self' com.example.app:;"));
        assert!(csp("https://a;script-src/").contains("form-action 'self' https:;"));
        assert!(
            PagePolicy::form()
                .content_security()
                .contains("form-action 'self';")
        );
    }

    #[test]
    fn the_footer_year_comes_from_the_clock() {
        assert_eq!(year(1_795_000_000_000), 2026);
        assert_eq!(year(i64::MAX), 1970);
    }
}
