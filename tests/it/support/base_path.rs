//! The path under which the test servers are served. `ATRIUM_TEST_PATH=/sso` lets every test of the doors run under a
//! path: a proxy between test and server adds it to each request, and takes it from each answer of ours, which must
//! have it. So a test requests `/login` and is led to `/consent`, with any path.

use std::fmt;
use std::ops::Deref;
use std::sync::LazyLock;

use atrium::app::start::App;
use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Request, Response, Uri};
use http_body_util::BodyExt as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use tower::ServiceExt as _;

/// The origin of every test server; other programs of the host have it too.
pub const ORIGIN: &str = "http://localhost:8080";

/// The issuer of every test server: [`ORIGIN`] and the path.
pub const ISSUER: Issuer = Issuer;

static BASE: LazyLock<String> =
    LazyLock::new(|| std::env::var("ATRIUM_TEST_PATH").unwrap_or_default());
static TEXT: LazyLock<String> = LazyLock::new(|| format!("{ORIGIN}{}", *BASE));

/// Reads as its text.
#[derive(Clone, Copy, Debug)]
pub struct Issuer;

impl Deref for Issuer {
    type Target = str;

    fn deref(&self) -> &str {
        &TEXT
    }
}

impl fmt::Display for Issuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Serialize for Issuer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl PartialEq<Issuer> for Value {
    fn eq(&self, issuer: &Issuer) -> bool {
        self == &**issuer
    }
}

/// The path, without a trailing slash; empty if there is none.
pub fn base() -> &'static str {
    &BASE
}

/// The routes of `app` as a test sees them: without the path. A test that sets its own address sees that address.
pub fn seen(app: &App) -> Router {
    let server = app.router();
    if base().is_empty() || app.state().issuer != *ISSUER {
        return server;
    }
    Router::new().fallback(move |mut request: Request<Body>| {
        let server = server.clone();
        async move {
            *request.uri_mut() = under(request.uri());
            let response = server.oneshot(request).await.unwrap();
            from_under(response).await
        }
    })
}

/// The address at the server of an address in a test. An address that the server wrote has the path already.
fn under(uri: &Uri) -> Uri {
    let whole = uri.path_and_query().map_or("/", |whole| whole.as_str());
    if whole.starts_with(&format!("{}/", base())) {
        return uri.clone();
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{}{whole}", base()).parse().unwrap());
    Uri::from_parts(parts).unwrap()
}

/// One of our own paths without the path in front, which it must have.
fn without(own: &str) -> &str {
    let rest = own.strip_prefix(base());
    let rest = rest.filter(|rest| rest.starts_with('/'));
    rest.unwrap_or_else(|| panic!("{own} leads out of {}", base()))
}

async fn from_under(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let to = parts.headers.get(LOCATION).map(|to| to.to_str().unwrap());
    if let Some(own) = to.filter(|to| to.starts_with('/')) {
        let own = HeaderValue::from_str(without(own)).unwrap();
        parts.headers.insert(LOCATION, own);
    }
    cookies_from_under(&mut parts.headers);
    let kind = parts.headers.get(CONTENT_TYPE);
    let kind = kind.map_or("", |kind| kind.to_str().unwrap());
    let starts: &[&str] = match kind.split(';').next().unwrap_or_default() {
        "text/html" => &[" href=\"", " action=\"", " src=\"", "url="],
        "text/css" => &["url(\"", "url("],
        _ => return Response::from_parts(parts, body),
    };
    let text = body.collect().await.unwrap().to_bytes();
    let mut text = String::from_utf8(text.to_vec()).unwrap();
    for start in starts {
        text = links_from_under(&text, start);
    }
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(text))
}

fn cookies_from_under(headers: &mut HeaderMap) {
    let lines: Vec<HeaderValue> = headers.get_all(SET_COOKIE).iter().cloned().collect();
    headers.remove(SET_COOKIE);
    for line in lines {
        let line = line.to_str().unwrap();
        let path = format!("; Path={};", base());
        assert!(line.contains(&path), "a cookie for another path: {line}");
        let line = line.replace(&path, "; Path=/;");
        headers.append(SET_COOKIE, HeaderValue::from_str(&line).unwrap());
    }
}

/// `text` without the path in the links that follow `start`.
fn links_from_under(text: &str, start: &str) -> String {
    let mut pieces = text.split(start);
    let mut seen = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        seen.push_str(start);
        let own = piece.starts_with('/') && !piece.starts_with("//");
        seen.push_str(if own { without(piece) } else { piece });
    }
    seen
}
