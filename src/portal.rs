//! Serves the built portal from the binary: compressed in advance, cached for ever under hashed
//! names. Every other path gets the start page (history mode, contract K-01).

mod handbook;

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::{Json, Router};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Value, json};
use url::Url;

use crate::clients::PORTAL;
use crate::http::redirect::see_other;
use crate::http::routing::get;
use crate::pages::handbook::PICTURES as HANDBOOK_PICTURES;
use crate::pages::page::{OPENER_POLICY, SAME_ORIGIN};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::random::hashed;
use crate::site::offered;
use crate::state::AppState;

#[derive(RustEmbed)]
#[folder = "portal/dist/"]
struct Files;

/// Where password managers look for the page that changes a password (A Well-Known URL for Changing Passwords).
pub const CHANGE_PASSWORD: &str = "/.well-known/change-password";
const START: &str = "index.html";
/// What the start page fetches if it is not this server that serves it.
const PRELOAD: &str =
    "<link rel=\"preload\" href=\"/config.json\" as=\"fetch\" crossorigin=\"anonymous\" />";
/// The scope that the portal requests.
const SCOPE: &str = "openid profile email";
/// The page loads from this origin only and has nothing inline.
const SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The part of it that grows by the analytics service of the settings.
const CONNECT: &str = "connect-src 'self'";
/// Where pictures come from.
const PICTURES: &str = "img-src 'self' data:";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const ASK_FIRST: &str = "no-cache";
/// Paths of programs begin with these segments; unknown ones are 404, not a page of the portal.
const NOT_PAGES: [&str; 7] = [
    "api",
    "files",
    "oauth2",
    ".well-known",
    "assets",
    "healthz",
    "readyz",
];

/// The routes: `/config.json`, the files, and every path that has no other route.
pub fn router() -> Router<Arc<AppState>> {
    Router::new()
        .route("/config.json", get(config))
        .route(handbook::HANDBOOK, get(handbook::page))
        .route(HANDBOOK_PICTURES, get(handbook::picture))
        .route(
            CHANGE_PASSWORD,
            get(async || see_other(offered::ACCOUNT_PASSWORD)),
        )
        .fallback(file)
}

/// The path of the script that estimates passwords, which pages of the server load too. `None` if the portal is not built.
pub fn strength_script() -> Option<String> {
    let mut scripts = Files::iter().filter(|name| name.starts_with("assets/strength-"));
    // Beside it are its compressed versions.
    let plain = scripts.find(|name| name.strip_suffix(".js").is_some());
    plain.map(|name| format!("/{name}"))
}

/// The settings that the portal needs.
async fn config(State(state): State<Arc<AppState>>) -> Response {
    let headers = [
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, Json(settings(&state))).into_response()
}

fn settings(state: &AppState) -> Value {
    let branding = &state.config.branding;
    let labels: serde_json::Map<_, _> = branding
        .type_labels
        .iter()
        .map(|(id, label)| {
            let both = json!({ "en-us": label.en_us, "zh-cn": label.zh_cn });
            (id.clone(), both)
        })
        .collect();
    let filings: Vec<_> = branding
        .filings
        .iter()
        .map(|filing| json!({ "text": filing.text, "url": filing.url }))
        .collect();
    json!({
        "productName": branding.product_name,
        "issuer": state.issuer,
        "clientId": PORTAL,
        "scope": SCOPE,
        "hiddenAppIds": branding.hidden_app_ids,
        "typeLabels": labels,
        "filings": filings,
        "handbookUrl": handbook_address(state),
        "filesUrl": state.config.files.public_url,
        "messagingApp": state.mini_program.is_some(),
        "registration": state.config.may_apply(),
        "invitations": state.config.may_invite(),
        "mail": !state.config.mail.is_off(),
        "selfDelete": state.config.accounts.self_delete,
        "deletionDays": state.config.accounts.deletion_days,
        "pageViews": {
            "count": state.config.page_views.count,
            "url": state.config.page_views.url,
        },
        "timeZone": state.config.accounts.time_zone,
    })
}

/// The installer's handbook, or ours.
fn handbook_address(state: &AppState) -> String {
    match state.config.branding.handbook_url.as_str() {
        "" => state.site.link(handbook::HANDBOOK),
        address => address.to_owned(),
    }
}

async fn file(
    State(state): State<Arc<AppState>>,
    method: Method,
    uri: Uri,
    visit: Visit,
) -> Response {
    let now = state.clock.now();
    let error =
        |kind| ErrorPage::new(visit.frame(&state.site, None, None, None, now), kind).respond();
    if !matches!(method, Method::GET | Method::HEAD) {
        return error(PageError::Method);
    }
    let path = uri.path().trim_start_matches('/');
    // Only an exact name of an embedded file matches. Nothing is decoded, so no path leads outside.
    let base = state.config.server.public_url.path();
    let at = Start {
        base,
        security: &security(&state),
        settings: &settings(&state).to_string(),
    };
    if let Some(found) = served(path, &visit.headers, &at) {
        return found;
    }
    let first = path.split('/').next().unwrap_or_default();
    if NOT_PAGES
        .iter()
        .any(|name| name.eq_ignore_ascii_case(first))
    {
        return error(PageError::NotFound);
    }
    served(START, &visit.headers, &at).unwrap_or_else(not_built)
}

/// What the files of the portal are served for.
struct Start<'a> {
    /// The path of `server.public_url`.
    base: &'a str,
    /// The value of `Content-Security-Policy`.
    security: &'a str,
    /// What `/config.json` answers.
    settings: &'a str,
}

/// The policy of the portal. It also allows pictures of the other origin of our files, and the analytics service of the
/// settings, which gets page views.
fn security(state: &AppState) -> String {
    let config = &state.config;
    let service = Url::parse(&config.page_views.url).ok();
    let service = service.map(|url| url.origin().ascii_serialization());
    let pictures = config.files.public_url.as_ref().map(ToString::to_string);
    [(CONNECT, service), (PICTURES, pictures)]
        .into_iter()
        .filter_map(|(part, origin)| Some((part, origin?)))
        .fold(SECURITY.to_owned(), |policy, (part, origin)| {
            policy.replace(part, &format!("{part} {origin}"))
        })
}

/// A file of the portal in the best encoding that the browser accepts. The compressed versions have
/// no paths of their own. The start page is written for this installation.
fn served(path: &str, headers: &HeaderMap, at: &Start<'_>) -> Option<Response> {
    let ending = std::path::Path::new(path).extension();
    if path.is_empty() || ending.is_some_and(|ending| ending == "br" || ending == "gz") {
        return None;
    }
    let mut plain = Files::get(path)?;
    let mut etag = etag(&plain);
    let written = path == START;
    if written {
        let page = at.page(&plain.data);
        let hash = format!("W/\"{}\"", hashed(&page));
        etag = HeaderValue::from_str(&hash).unwrap_or(etag);
        plain.data = page.into_bytes().into();
    }
    let kind = plain.metadata.mimetype().to_owned();
    let packed = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(coding, _)| !written && takes(headers, coding))
        .find_map(|(coding, ending)| Some((coding, Files::get(&format!("{path}{ending}"))?)));
    let mut response = if headers
        .get(IF_NONE_MATCH)
        .is_some_and(|asked| *asked == etag)
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else if let Some((coding, file)) = packed {
        ([(CONTENT_ENCODING, coding)], body(file.data)).into_response()
    } else {
        body(plain.data).into_response()
    };
    let hashed = path.starts_with("assets/");
    let answered: [(HeaderName, &str); 8] = [
        (CONTENT_TYPE, &with_charset(kind)),
        (CACHE_CONTROL, if hashed { FOR_EVER } else { ASK_FIRST }),
        (VARY, "Accept-Encoding"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CONTENT_SECURITY_POLICY, at.security),
        (OPENER_POLICY, SAME_ORIGIN),
    ];
    let headers = response.headers_mut();
    for (name, value) in answered {
        headers.extend(HeaderValue::from_str(value).ok().map(|value| (name, value)));
    }
    headers.insert(ETAG, etag);
    Some(response)
}

impl Start<'_> {
    /// The start page with the settings, so that a visit does not wait for them. For a portal under a path, its files are
    /// there, and its script reads the path from it.
    fn page(&self, page: &[u8]) -> String {
        let page = String::from_utf8_lossy(page);
        let settings = self.settings.replace('&', "&amp;").replace('"', "&quot;");
        let settings = settings.replace('<', "&lt;");
        let settings = format!("<meta name=\"atrium-settings\" content=\"{settings}\" />");
        let page = page.replacen(PRELOAD, &settings, 1);
        if self.base.is_empty() {
            return page;
        }
        let base = self.base;
        let page = page.replace("=\"/", &format!("=\"{base}/"));
        page.replacen("<html ", &format!("<html data-base=\"{base}\" "), 1)
    }
}

fn body(data: Cow<'static, [u8]>) -> Body {
    Body::from(match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

/// A weak `ETag`, the same for every encoding of a file.
fn etag(file: &EmbeddedFile) -> HeaderValue {
    use std::fmt::Write as _;
    let hash = file.metadata.sha256_hash();
    let hex = hash.iter().take(12).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    HeaderValue::from_str(&format!("W/\"{hex}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

fn with_charset(kind: String) -> String {
    match kind.as_str() {
        "text/html" | "text/css" | "text/javascript" => format!("{kind}; charset=utf-8"),
        _ => kind,
    }
}

/// RFC 9110 section 12.5.3, simplified: the coding is listed with a weight other than 0.
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).into_iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|range| {
            let (name, weight) = range.split_once(';').unwrap_or((range, ""));
            let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
            name.trim().eq_ignore_ascii_case(coding) && weight.parse().unwrap_or(0.0_f32) > 0.0
        })
}

/// The answer if the binary was built without the portal.
fn not_built() -> Response {
    let text = "The portal is not built into this program.\n\
        Build it (npm ci && npm run build in portal/), then build Atrium again; make run does both.\n";
    let headers = [
        (CACHE_CONTROL, "no-store"),
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
    ];
    (StatusCode::NOT_FOUND, headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_chosen_by_the_browser() {
        let of = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(text));
            (takes(&headers, "br"), takes(&headers, "gzip"))
        };
        assert_eq!(of("gzip, deflate, br, zstd"), (true, true));
        assert_eq!(of("gzip;q=1.0, br;q=0"), (false, true));
        assert_eq!(of("BR ; q=0.1"), (true, false));
        assert_eq!(of("identity"), (false, false));
        assert_eq!(of("xbr, gzipx"), (false, false));
    }
}
