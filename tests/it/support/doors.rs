//! Every address that the server has, held against the router, and the shape in which each tells what
//! is wrong.

use std::collections::BTreeSet;

use atrium::api::calls::CALLS;
use atrium::app::shutdown::Shutdown;
use atrium::telemetry::metrics::Metrics;
use axum::Router;
use axum::body::Body;
use hyper::{HeaderMap, Request, StatusCode};
use serde_json::Value;

use super::app::{Answer, TestApp, sent};

/// The shape in which a door tells what is wrong, and in which it answers at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// JSON of RFC 6749 section 5.2; without a credential there is no success.
    OAuth,
    /// A document of the provider; what is wrong is told as by [`Shape::OAuth`].
    Document,
    /// A page in the reader's language, or another address of ours.
    Page,
    /// A file of the portal; what is wrong is told by a page.
    Portal,
    /// `{status, data, msg}`.
    Envelope,
    /// The API's description; what is wrong is told as by [`Shape::Envelope`].
    Description,
    /// A status line for the operator.
    Probe,
}

/// Every address but those of the calls, which stand in their own table, and its shape.
const DOORS: &[(&str, Shape)] = &[
    ("/.well-known/openid-configuration", Shape::Document),
    ("/.well-known/oauth-authorization-server", Shape::Document),
    ("/.well-known/{*rest}", Shape::OAuth),
    ("/oauth2/jwks", Shape::Document),
    ("/oauth2/authorize", Shape::Page),
    ("/oauth2/authorize/resume", Shape::Page),
    ("/oauth2/token", Shape::OAuth),
    ("/oauth2/userinfo", Shape::OAuth),
    ("/oauth2/introspect", Shape::OAuth),
    ("/oauth2/revoke", Shape::OAuth),
    ("/oauth2/logout", Shape::Page),
    ("/oauth2/{*rest}", Shape::OAuth),
    ("/login", Shape::Page),
    ("/login/password", Shape::Page),
    ("/login/account", Shape::Page),
    ("/login/access", Shape::Page),
    ("/login/cancel", Shape::Page),
    ("/login/launch", Shape::Page),
    ("/consent", Shape::Page),
    ("/reset-password", Shape::Page),
    ("/logout", Shape::Page),
    // Of the old kind: a browser is sent there.
    ("/api/security/lion-login", Shape::Page),
    ("/api", Shape::Envelope),
    ("/api/", Shape::Envelope),
    ("/api/{*rest}", Shape::Envelope),
    ("/api/openapi.json", Shape::Description),
    ("/api/docs", Shape::Description),
    ("/api/docs/style.css", Shape::Description),
    ("/config.json", Shape::Portal),
    ("/assets/{hashed}", Shape::Portal),
    // The portal has every path that no other door has.
    ("/", Shape::Portal),
    ("/{*other}", Shape::Portal),
    ("/healthz", Shape::Probe),
    ("/readyz", Shape::Probe),
    ("/metrics", Shape::Probe),
];

/// An address of the router.
#[derive(Clone, Debug)]
pub struct Door {
    /// As the router has it, with its wildcards.
    pub path: String,
    pub shape: Shape,
    /// The methods that it takes; none where it answers all of them alike.
    pub methods: Vec<String>,
}

impl Door {
    pub fn takes(&self, method: &str) -> bool {
        self.methods.iter().any(|taken| taken == method)
    }
}

/// Every address of the main listener, as `atrium serve` mounts them.
///
/// # Panics
/// The router has an address that no table says the shape of, or a table one that is not mounted.
pub async fn all(app: &TestApp) -> Vec<Door> {
    let told: BTreeSet<&str> = DOORS.iter().map(|(path, _)| *path).collect();
    let calls: BTreeSet<&str> = CALLS.iter().map(|call| call.path).collect();
    let mut doors = Vec::new();
    let mut mounted = BTreeSet::new();
    let router = served(app);
    for path in paths(&router) {
        let name = named(&path);
        let shape = if calls.contains(name) {
            Shape::Envelope
        } else {
            let found = DOORS.iter().find(|(path, _)| *path == name);
            let (_, shape) = found.unwrap_or_else(|| panic!("{path}: say its shape in DOORS"));
            *shape
        };
        mounted.insert(name.to_owned());
        let methods = methods(&router, &path).await;
        doors.push(Door {
            path,
            shape,
            methods,
        });
    }
    for path in told.iter().chain(&calls) {
        assert!(mounted.contains(*path), "{path} is not mounted");
    }
    doors
}

/// The router of the main listener.
pub fn served(app: &TestApp) -> Router {
    let probes = app.app.probes(Metrics::install(), &Shutdown::new());
    app.app.served(&probes)
}

/// The paths of a router, which tells them to whoever debugs it.
fn paths(router: &Router) -> Vec<String> {
    let shown = format!("{router:?}");
    let routes = shown.split("RouteId(").skip(1);
    let paths: BTreeSet<String> = routes
        .filter_map(|route| {
            let (number, rest) = route.split_once("): \"")?;
            let is_path = number.bytes().all(|byte| byte.is_ascii_digit());
            let path = is_path.then(|| rest.split('"').next())??;
            Some(path.replace("{*__private__axum_fallback}", "{*other}"))
        })
        .collect();
    assert!(paths.len() > 30, "axum shows its paths otherwise: {shown}");
    paths.into_iter().collect()
}

/// The path as the table names it: a file of the sign-in pages is named by its content.
fn named(path: &str) -> &str {
    match path.strip_prefix("/assets/") {
        Some(_) => "/assets/{hashed}",
        None => path,
    }
}

async fn methods(router: &Router, path: &str) -> Vec<String> {
    let request = Request::builder().method("PURGE").uri(filled(path, "none"));
    let request = request.body(Body::empty()).unwrap();
    let answer = sent(router.clone(), [127, 0, 0, 1], request).await;
    let allowed = answer.header("allow").split(',').map(str::trim);
    let allowed = allowed.filter(|method| !method.is_empty());
    allowed.map(str::to_owned).collect()
}

/// `path` with `rest` for its wildcard.
pub fn filled(path: &str, rest: &str) -> String {
    match path.split_once('{') {
        Some((before, _)) => format!("{before}{rest}"),
        None => path.to_owned(),
    }
}

/// The `error` values of the registries that this server may answer.
const ERRORS: &[&str] = &[
    "insufficient_scope",
    "invalid_client",
    "invalid_dpop_proof",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "invalid_target",
    "invalid_token",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_token_type",
    "use_dpop_nonce",
];

/// The numbers of an envelope (contract K-45).
const NUMBERS: [i64; 7] = [0, 1, 100_000, 100_011, 100_012, 100_013, 999_999];

/// What came back, however it travelled.
pub struct Told<'a> {
    pub status: StatusCode,
    pub headers: &'a HeaderMap,
    pub text: &'a str,
}

impl Told<'_> {
    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap_or_default())
    }

    fn json(&self) -> Option<Value> {
        let kind = self.header("content-type");
        kind.starts_with("application/json").then_some(())?;
        serde_json::from_str(self.text).ok()
    }

    /// True for an OAuth error (RFC 6749 section 5.2), or for a bare challenge, which is what somebody
    /// without a token is told (RFC 6750 section 3.1).
    fn is_oauth_error(&self) -> bool {
        let challenge = self.header("www-authenticate");
        if self.status == 401 && self.text.is_empty() && challenge.starts_with("Bearer ") {
            return self.header("cache-control") == "no-store";
        }
        let body = self.json().unwrap_or_default();
        let code = body["error"].as_str().unwrap_or_default();
        let challenged = self.status != 401 || !challenge.is_empty();
        ERRORS.contains(&code)
            && body["error_description"].is_string()
            && self.header("cache-control") == "no-store"
            && challenged
    }

    /// True for a whole page that nobody keeps and that runs nothing of others (attack 5).
    fn is_page(&self) -> bool {
        self.header("content-type").starts_with("text/html")
            && self.text.contains("<html lang=\"")
            && self.text.trim_end().ends_with("</html>")
            && self.header("cache-control") == "no-store"
            && self
                .header("content-security-policy")
                .contains("default-src 'none'")
    }

    /// True for another address of ours: noise leads nobody away (attack 2).
    fn is_own_redirect(&self) -> bool {
        let to = self.header("location");
        self.status == 303 && to.starts_with('/') && !to.starts_with("//")
    }

    /// True for an envelope; a refusal has a reason and no data (contract E-38).
    fn is_envelope(&self) -> bool {
        let body = self.json().unwrap_or_default();
        let Some(number) = body["status"].as_i64() else {
            return false;
        };
        let reason = body["msg"].as_str();
        let refused = reason.is_some_and(|reason| !reason.is_empty()) && body["data"].is_null();
        let whole = if number == 0 {
            self.status == 200
        } else {
            refused
        };
        NUMBERS.contains(&number) && whole && self.header("cache-control") == "no-store"
    }

    fn is_file(&self) -> bool {
        self.status == 200 && !self.header("content-type").is_empty() && !self.text.is_empty()
    }
}

impl Shape {
    /// True when a refusal, or a server that is busy, is told as this door tells it.
    pub fn tells(self, told: &Told<'_>) -> bool {
        match self {
            Self::OAuth | Self::Document => told.is_oauth_error(),
            Self::Page | Self::Portal => told.is_page(),
            Self::Envelope | Self::Description => told.is_envelope(),
            Self::Probe => [401, 404, 405, 503].contains(&told.status.as_u16()),
        }
    }

    /// True when `told` is an answer that this door may give to whoever proves nothing.
    pub fn answers(self, told: &Told<'_>) -> bool {
        let refused = told.status.is_client_error() && self.tells(told);
        match self {
            Self::OAuth => refused,
            Self::Document => refused || told.is_file() && told.json().is_some(),
            Self::Page => refused || told.is_own_redirect() || told.status == 200 && told.is_page(),
            Self::Portal | Self::Description | Self::Probe => refused || told.is_file(),
            Self::Envelope => refused || told.status == 200 && told.is_envelope(),
        }
    }
}

impl Answer {
    /// The answer as a shape looks at it; `text` is its body.
    pub fn told<'a>(&'a self, text: &'a str) -> Told<'a> {
        Told {
            status: self.status,
            headers: &self.headers,
            text,
        }
    }
}
