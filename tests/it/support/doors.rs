//! Lists all addresses of the server with their error formats, and compares the list with the
//! router.

use std::collections::BTreeSet;

use atrium::api::CALLS;
use atrium::telemetry::metrics::Metrics;
use atrium_listener::Shutdown;
use axum::Router;
use axum::body::Body;
use hyper::{HeaderMap, Request, StatusCode};
use serde_json::Value;

use super::app::{Answer, TestApp, sent};

/// The format in which a door answers and reports errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// JSON errors of RFC 6749 section 5.2. No request succeeds without a credential.
    OAuth,
    /// A published document of the provider. Its errors have the format of [`Shape::OAuth`].
    Document,
    /// A page in the reader's language, or a redirect to one of our pages.
    Page,
    /// A file of the portal. An error is a page.
    Portal,
    Envelope,
    /// The API's description. Its errors have the format of [`Shape::Envelope`].
    Description,
    /// A line of plain text for the operator.
    Probe,
    /// A picture. An error has no body.
    Picture,
}

/// All addresses and their formats. The product API has its own table, so its addresses are not
/// here.
const DOORS: &[(&str, Shape)] = &[
    ("/.well-known/openid-configuration", Shape::Document),
    ("/.well-known/oauth-authorization-server", Shape::Document),
    ("/.well-known/webauthn", Shape::Document),
    ("/.well-known/passkey-endpoints", Shape::Document),
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
    ("/federation/{id}", Shape::Page),
    ("/federation/{id}/icon", Shape::Portal),
    ("/federation/{id}/callback", Shape::Page),
    ("/federation/{id}/backchannel-logout", Shape::OAuth),
    ("/second-factor", Shape::Page),
    ("/second-factor/new", Shape::Page),
    ("/passkey", Shape::Page),
    ("/login/password", Shape::Page),
    ("/login/account", Shape::Page),
    ("/login/access", Shape::Page),
    ("/login/cancel", Shape::Page),
    ("/login/launch", Shape::Page),
    ("/open/{id}", Shape::Page),
    ("/consent", Shape::Page),
    ("/forgot-password", Shape::Page),
    ("/account-user/apply", Shape::Page),
    ("/account-user/application", Shape::Page),
    ("/account-user/invitation", Shape::Page),
    ("/sign-in-trouble", Shape::Page),
    ("/account-user/address", Shape::Page),
    ("/account-user/address-undo", Shape::Page),
    ("/account-user/deletion-undo", Shape::Page),
    ("/reset-password", Shape::Page),
    ("/lock-account", Shape::Page),
    ("/logout", Shape::Page),
    // Legacy applications send browsers to this address.
    ("/api/security/lion-login", Shape::Page),
    ("/login-mp-weixin", Shape::Page),
    ("/mph5", Shape::Page),
    ("/api", Shape::Envelope),
    ("/api/", Shape::Envelope),
    ("/api/{*rest}", Shape::Envelope),
    ("/api/openapi.json", Shape::Description),
    ("/api/docs", Shape::Description),
    ("/api/docs/style.css", Shape::Description),
    ("/config.json", Shape::Portal),
    ("/handbook", Shape::Page),
    ("/handbook/pictures/{name}", Shape::Portal),
    ("/.well-known/change-password", Shape::Page),
    ("/assets/{hashed}", Shape::Portal),
    ("/favicon.ico", Shape::Portal),
    ("/robots.txt", Shape::Portal),
    // The portal answers every path that no other door answers.
    ("/", Shape::Portal),
    ("/{*other}", Shape::Portal),
    ("/files/s/{sealed}", Shape::Probe),
    ("/files/p/{name}", Shape::Picture),
    ("/files/p/small/{name}", Shape::Picture),
    ("/healthz", Shape::Probe),
    ("/readyz", Shape::Probe),
    ("/metrics", Shape::Probe),
];

/// An address in the router.
#[derive(Clone, Debug)]
pub struct Door {
    /// The path in the router, with its wildcards.
    pub path: String,
    pub shape: Shape,
    /// The allowed methods; empty if all methods get the same answer.
    pub methods: Vec<String>,
}

impl Door {
    pub fn takes(&self, method: &str) -> bool {
        self.methods.iter().any(|taken| taken == method)
    }
}

/// All addresses of the main listener of `atrium serve`.
///
/// # Panics
/// If the router has an address that no table lists, or a table lists one that the router does not
/// have.
pub async fn all(app: &TestApp) -> Vec<Door> {
    let listed: BTreeSet<&str> = DOORS.iter().map(|(path, _)| *path).collect();
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
    for path in &listed {
        assert!(mounted.contains(*path), "{path} is not mounted");
    }
    doors
}

pub fn served(app: &TestApp) -> Router {
    let probes = app.app.probes(Metrics::install(), &Shutdown::new());
    app.app.served(&probes)
}

/// The paths of a router, taken from its debug output.
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

/// The path that the table lists for `path`. The real path of a file of the sign-in pages contains
/// a hash, so the table lists a placeholder.
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

/// `path` with `rest` in place of its wildcard. A wildcard for one segment is not empty and has no slash.
pub fn filled(path: &str, rest: &str) -> String {
    match path.split_once('{') {
        Some((before, name)) if name.starts_with('*') => format!("{before}{rest}"),
        Some((before, name)) => {
            let (_, after) = name.split_once('}').unwrap();
            format!("{before}-{}{after}", rest.replace('/', "-"))
        }
        None => path.to_owned(),
    }
}

/// The registered `error` values that this server may answer.
const ERRORS: &[&str] = &[
    "insufficient_scope",
    "insufficient_user_authentication",
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

/// The status numbers of an envelope (contract K-45).
const NUMBERS: [i64; 7] = [0, 1, 100_000, 100_011, 100_012, 100_013, 999_999];

/// A response of any kind.
pub struct Received<'a> {
    pub status: StatusCode,
    pub headers: &'a HeaderMap,
    pub text: &'a str,
}

impl Received<'_> {
    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap_or_default())
    }

    fn json(&self) -> Option<Value> {
        let kind = self.header("content-type");
        kind.starts_with("application/json").then_some(())?;
        serde_json::from_str(self.text).ok()
    }

    /// True for an OAuth error (RFC 6749 section 5.2). Also true for a challenge without an error,
    /// which is the answer to a request without a token (RFC 6750 section 3.1).
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

    /// True for a complete page that is not cached and runs nothing from other origins (attack 5).
    fn is_page(&self) -> bool {
        self.header("content-type").starts_with("text/html")
            && self.text.contains("<html lang=\"")
            && self.text.trim_end().ends_with("</html>")
            && self.header("cache-control") == "no-store"
            && self
                .header("content-security-policy")
                .contains("default-src 'none'")
    }

    /// True for a redirect to one of our addresses. Bad input must not redirect a browser to
    /// another site (attack 2).
    fn is_own_redirect(&self) -> bool {
        let to = self.header("location");
        self.status == 303 && to.starts_with('/') && !to.starts_with("//")
    }

    /// True for an envelope. A refusal has a reason and no data (contract E-38).
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
    /// True if an error has the format of this door.
    pub fn is_error(self, received: &Received<'_>) -> bool {
        match self {
            Self::OAuth | Self::Document => received.is_oauth_error(),
            Self::Page | Self::Portal => received.is_page(),
            Self::Envelope | Self::Description => received.is_envelope(),
            Self::Probe => [401, 404, 405, 503].contains(&received.status.as_u16()),
            Self::Picture => {
                received.text.is_empty() && [404, 405].contains(&received.status.as_u16())
            }
        }
    }

    /// True if this door may give this answer to a request without a credential.
    pub fn answers(self, received: &Received<'_>) -> bool {
        let refused = received.status.is_client_error() && self.is_error(received);
        match self {
            Self::OAuth => refused,
            Self::Document => refused || received.is_file() && received.json().is_some(),
            Self::Page => {
                refused
                    || received.is_own_redirect()
                    || received.status == 200 && received.is_page()
            }
            Self::Portal | Self::Description | Self::Probe | Self::Picture => {
                refused || received.is_file()
            }
            Self::Envelope => refused || received.status == 200 && received.is_envelope(),
        }
    }
}

impl Answer {
    /// The response in the form that a [`Shape`] checks. `text` is its body.
    pub fn received<'a>(&'a self, text: &'a str) -> Received<'a> {
        Received {
            status: self.status,
            headers: &self.headers,
            text,
        }
    }
}
