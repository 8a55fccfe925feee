//! A value of each of our kinds, sent where every other kind is expected (bad input).

use atrium::random::hashed;
use axum::body::Body;
use hyper::Request;
use serde_json::{Value, json};

use crate::signin::reset_password;
use crate::support::app::{Answer, ISSUER, TestApp, form};
use crate::support::browser::{Browser, Page};
use crate::support::clients::CALLBACK;
use crate::support::doors::Shape;
use crate::support::html;
use crate::support::legacy_app::{acc_login, launched, user_info};
use crate::support::people::PASSWORD;
use crate::support::relying_party::{Ask, Rp};

/// Calls of the product API.
const INFO: &str = "/api/security/user/info";
const LOGOUT: &str = "/api/security/logout";
/// A part of the stranger's request, which no refusal shows. No value of ours contains it by chance.
const HUSH: &str = "hush.test";

/// The kinds of our values that a browser, a person or an application holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The sealed sign-in flow of a stranger's page.
    Flow,
    /// The id of a flow that is a row.
    StoredFlow,
    /// The token that binds a form to its page (`csrf`).
    FormToken,
    Session,
    /// The people who have signed in in this browser.
    Known,
    /// What binds a flow to its browser.
    FlowSecret,
    /// What identifies the browser that began a flow.
    Began,
    Code,
    Refresh,
    Access,
    SignedAccess,
    /// An access token of the portal, bound to its key.
    BoundAccess,
    IdToken,
    /// What acc-login gives.
    UserToken,
    LaunchToken,
    LaunchCode,
    /// The secret of a one-time link.
    Link,
}

/// Where something of ours is presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    CodeGrant,
    RefreshGrant,
    UserInfo,
    Introspection,
    Revocation,
    /// The product API, by each way to send a credential.
    AccessTokenHeader,
    Bearer,
    Dpop,
    ApiLogout,
    /// The product API for a legacy application that gets a token, and for one that gets a code.
    Launched,
    LaunchExchange,
    SessionCookie,
    KnownCookie,
    FlowCookie,
    BeganCookie,
    /// The address of a page, and the form of a page, in the stranger's browser.
    Page(&'static str),
    Form(&'static str),
    /// The consent page in the browser of the signed-in person.
    Consent,
    FormToken,
    ResetPassword,
    AuthorizeHint,
    LogoutHint,
}

/// How a door refuses.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    /// 400 with this error (RFC 6749 section 5.2).
    OAuth(&'static str),
    /// 401 with `invalid_token` and a challenge (RFC 6750 section 3.1).
    Challenge,
    /// 200, not active (RFC 7662 section 2.2).
    Inactive,
    /// 200 without a body (RFC 7009 section 2.2).
    Empty,
    /// This HTTP status, and this status in the envelope (contract K-45).
    Envelope(u16, i64),
    /// An error page with this status.
    Page(u16),
    /// Back to the application with this error (RFC 6749 section 4.1.2.1).
    Redirect(&'static str),
}

use Refusal::{Challenge, Empty, Envelope, Inactive, OAuth, Redirect};

/// The doors that accept any access or refresh token: introspection and revocation.
const TOKENS: &[Kind] = &[
    Kind::Access,
    Kind::SignedAccess,
    Kind::BoundAccess,
    Kind::Refresh,
];

/// Each door, the kinds that it wants, and how it refuses every other kind. The first door that wants a kind is the
/// kind's own, where it must work at the end.
#[rustfmt::skip]
const DOORS: &[(Door, &[Kind], Refusal)] = &[
    (Door::CodeGrant, &[Kind::Code], OAuth("invalid_grant")),
    (Door::RefreshGrant, &[Kind::Refresh], OAuth("invalid_grant")),
    (Door::UserInfo, &[Kind::Access, Kind::SignedAccess], Challenge),
    (Door::Dpop, &[Kind::BoundAccess], Envelope(401, 100_000)),
    (Door::Introspection, TOKENS, Inactive),
    (Door::Revocation, TOKENS, Empty),
    (Door::AccessTokenHeader, &[Kind::UserToken], Envelope(200, 100_000)),
    (Door::Bearer, &[Kind::UserToken], Envelope(200, 100_000)),
    // Without a session there is nothing to end, so this succeeds.
    (Door::ApiLogout, &[Kind::UserToken], Envelope(200, 0)),
    (Door::Launched, &[Kind::LaunchToken], Envelope(200, 100_000)),
    (Door::LaunchExchange, &[Kind::LaunchCode], Envelope(200, 100_000)),
    (Door::SessionCookie, &[Kind::Session], Redirect("login_required")),
    // The name is delayed at this address, except in a browser that has signed it in before.
    (Door::KnownCookie, &[Kind::Known], Refusal::Page(429)),
    (Door::FlowCookie, &[Kind::FlowSecret], Refusal::Page(400)),
    (Door::BeganCookie, &[Kind::Began], Refusal::Page(400)),
    (Door::Page("/login"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/login/password"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/login/account"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/login/access"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/login/launch"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/consent"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Page("/oauth2/authorize/resume"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/login"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/login/password"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/login/account"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/login/access"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/login/cancel"), &[Kind::Flow], Refusal::Page(400)),
    (Door::Form("/consent"), &[Kind::Flow], Refusal::Page(400)),
    // The stranger's flow is refused too, because it belongs to another browser.
    (Door::Consent, &[Kind::StoredFlow], Refusal::Page(400)),
    (Door::FormToken, &[Kind::FormToken], Refusal::Page(403)),
    (Door::ResetPassword, &[Kind::Link], Refusal::Page(400)),
    (Door::AuthorizeHint, &[Kind::IdToken], Redirect("invalid_request")),
    (Door::LogoutHint, &[Kind::IdToken], Refusal::Page(400)),
];

/// Doors with a separate refusal for one kind: only an ID token cannot be revoked (RFC 7009 section 2.2.1).
const EXCEPTIONS: &[(Door, Kind, Refusal)] = &[(
    Door::Revocation,
    Kind::IdToken,
    OAuth("unsupported_token_type"),
)];

/// The browsers and applications, and one good value of each kind.
struct Stage<'a> {
    app: &'a TestApp,
    rp: Rp<'a>,
    portal: Rp<'a>,
    /// The request that the code was given for.
    ask: Ask,
    /// Dan is signed in here.
    person: Browser<'a>,
    /// Nobody is signed in here; it shows the page of a sign-in.
    stranger: Browser<'a>,
    /// It shows the page that asks for the code of a one-time link.
    reader: Browser<'a>,
    reset: Page,
    held: Vec<(Kind, String)>,
}

/// A field of the form of `page` that has a field or button `wanted`.
fn field(page: &Page, wanted: &str, name: &str) -> String {
    let form = page.form(wanted);
    let form = form.unwrap_or_else(|| panic!("no {wanted}: {}", page.text()));
    form.value(name).unwrap().to_owned()
}

fn member(tokens: &Value, name: &str) -> String {
    let text = tokens[name].as_str();
    text.unwrap_or_else(|| panic!("no {name}: {tokens}"))
        .to_owned()
}

impl<'a> Stage<'a> {
    async fn set(app: &'a TestApp) -> Self {
        let cookies = &app.state().cookies;
        let (rp, portal) = (app.rp("basic"), app.rp("portal"));
        let (person, stranger, reader) = (app.browser(), app.browser(), app.browser());
        let cookie = |browser: &Browser<'_>, name: &str| browser.cookie(name).unwrap();

        let page = person.go("/login").await;
        person.sign_in(&page, "DanMember").await;
        let consent = person.go(&app.rp("asking").ask("openid").url()).await;
        let begun = rp.ask("openid").with("login_hint", "nobody@hush.test");
        let begun = stranger.go(&begun.url()).await;
        let ask = rp.ask("openid offline_access");
        let tokens = rp.tokens_of(&person, &ask).await;
        let signed = app.rp("jwt").tokens(&person, "openid").await;
        let of_portal = portal.ask("openid");
        let page = person.get(&of_portal.url()).await;
        let code = portal.outcome(&of_portal, &page).code();
        let bound = portal.exchange(&of_portal, &code).await.json();
        let user_token = acc_login(app, "DanMember", PASSWORD).await;
        let launch_token = launched(&person, "OLD", "http://localhost:9200/").await;
        let launch_code = launched(&person, "OLDCODE", "http://localhost:9201/").await;
        let held = vec![
            (Kind::Flow, field(&begun, "password", "flow")),
            (Kind::StoredFlow, field(&consent, "decision", "flow")),
            (Kind::FormToken, field(&begun, "password", "csrf")),
            (Kind::Session, cookie(&person, &cookies.session)),
            (Kind::Known, cookie(&person, &cookies.known)),
            (Kind::FlowSecret, cookie(&stranger, &cookies.flow)),
            (Kind::Began, cookie(&stranger, &cookies.began)),
            (Kind::Code, rp.code(&person, &ask).await),
            (Kind::Refresh, member(&tokens, "refresh_token")),
            (Kind::Access, member(&tokens, "access_token")),
            (Kind::SignedAccess, member(&signed, "access_token")),
            (Kind::BoundAccess, member(&bound, "access_token")),
            (Kind::IdToken, member(&tokens, "id_token")),
            (Kind::UserToken, user_token),
            (Kind::LaunchToken, launch_token),
            (Kind::LaunchCode, launch_code),
            (Kind::Link, reset_password::token(app).await),
        ];
        let reset = reader.go("/reset-password").await;
        // From now on the name is delayed at this address.
        for _ in 0..5 {
            let guesser = app.browser();
            let page = guesser.go("/login").await;
            let filled = [("account", "DanMember"), ("password", "wrong")];
            guesser.submit(&page, &filled).await;
        }
        Self {
            app,
            rp,
            portal,
            ask,
            person,
            stranger,
            reader,
            reset,
            held,
        }
    }

    fn held(&self, wanted: Kind) -> &str {
        let found = self.held.iter().find(|(kind, _)| *kind == wanted);
        &found.unwrap().1
    }

    /// A browser with this cookie alone.
    fn with_cookie(&self, name: &str, value: &str) -> Browser<'a> {
        let browser = self.app.browser();
        browser.set_cookie(name, value);
        browser
    }

    /// A call of the product API.
    async fn call(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::post(path).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.app.send(request.body(Body::from("{}")).unwrap()).await
    }

    /// A silent authorization request of a client that needs no consent.
    fn silent(&self) -> Ask {
        self.rp.ask("openid").with("prompt", "none")
    }

    /// Presents `value` at `door`.
    async fn give(&self, door: Door, value: &str) -> Answer {
        let (app, cookies) = (self.app, &self.app.state().cookies);
        let bearer = format!("Bearer {value}");
        let begun = page_of("/login", self.held(Kind::Flow));
        match door {
            Door::CodeGrant => self.rp.exchange(&self.ask, value).await,
            Door::RefreshGrant => self.rp.refresh(value).await,
            Door::UserInfo => {
                let headers = [("authorization", bearer.as_str())];
                app.post_form("/oauth2/userinfo", &headers, &[]).await
            }
            Door::Introspection => {
                let pairs = [("token", value)];
                self.rp.post("/oauth2/introspect", &pairs).await
            }
            Door::Revocation => self.rp.post("/oauth2/revoke", &[("token", value)]).await,
            Door::AccessTokenHeader => self.call(INFO, &[("access-token", value)]).await,
            Door::Bearer => self.call(INFO, &[("authorization", &bearer)]).await,
            Door::Dpop => {
                let key = self.portal.dpop.as_ref().unwrap();
                let url = format!("{ISSUER}{INFO}");
                let proof = key.proof("POST", &url, app.now(), &json!({"ath": hashed(value)}));
                let token = format!("DPoP {value}");
                self.call(INFO, &[("authorization", &token), ("dpop", &proof)])
                    .await
            }
            Door::ApiLogout => self.call(LOGOUT, &[("access-token", value)]).await,
            Door::Launched => user_info(app, value, "OLD").await,
            Door::LaunchExchange => user_info(app, value, "OLDCODE").await,
            Door::SessionCookie => {
                let browser = self.with_cookie(&cookies.session, value);
                browser.get(&self.silent().url()).await.answer
            }
            Door::KnownCookie => {
                let browser = self.with_cookie(&cookies.known, value);
                let page = browser.go("/login").await;
                let filled = [("account", "DanMember"), ("password", PASSWORD)];
                browser.send_form(&page, "password", &filled).await.answer
            }
            Door::FlowCookie => {
                let browser = self.with_cookie(&cookies.flow, value);
                browser.get(&begun).await.answer
            }
            Door::BeganCookie => {
                let browser = self.with_cookie(&cookies.began, value);
                browser.get(&begun).await.answer
            }
            Door::Page(path) => self.stranger.get(&page_of(path, value)).await.answer,
            Door::Form(path) => {
                let pairs = [
                    ("flow", value),
                    ("csrf", self.held(Kind::FormToken)),
                    ("account", "DanMember"),
                    ("password", PASSWORD),
                    ("choice", "current"),
                    ("decision", "allow"),
                ];
                self.stranger.post(path, &pairs).await.answer
            }
            Door::Consent => self.person.get(&page_of("/consent", value)).await.answer,
            Door::FormToken => {
                let pairs = [("flow", self.held(Kind::Flow)), ("csrf", value)];
                self.stranger.post("/login/cancel", &pairs).await.answer
            }
            Door::ResetPassword => {
                let filled = [("token", value)];
                let sent = self.reader.send_form(&self.reset, "token", &filled);
                sent.await.answer
            }
            Door::AuthorizeHint => {
                let ask = self.silent().with("id_token_hint", value);
                self.person.get(&ask.url()).await.answer
            }
            Door::LogoutHint => {
                let query = form(&[("id_token_hint", value)]);
                let path = format!("/oauth2/logout?{query}");
                self.person.get(&path).await.answer
            }
        }
    }
}

/// The address of the page `path` of a flow.
fn page_of(path: &str, flow: &str) -> String {
    format!("{path}?{}", form(&[("flow", flow)]))
}

/// A parameter that an answer sends to the application.
fn sent_back(answer: &Answer, name: &str) -> Option<String> {
    let (address, query) = answer.header("location").split_once('?')?;
    assert_eq!(address, CALLBACK, "no other address gets an answer");
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let found = pairs.find(|(key, _)| key == name);
    found.map(|(_, value)| value.into_owned())
}

/// Checks that `answer` is this refusal, in the shape of the door.
fn check(refusal: Refusal, answer: &Answer, what: &str) {
    let (status, text) = (answer.status.as_u16(), answer.text());
    assert!(status < 500, "{what}: {status} {text}");
    assert!(!text.contains(HUSH), "{what} shows a stranger's request");
    let has = |shape: Shape| {
        let received = answer.received(&text);
        assert!(shape.is_error(&received), "{what}: {answer:?}");
    };
    let challenge = answer.header("www-authenticate");
    let is_challenged = challenge.contains("error=\"invalid_token\"");
    match refusal {
        OAuth(error) => {
            has(Shape::OAuth);
            assert_eq!((status, answer.error().as_str()), (400, error), "{what}");
        }
        Challenge => {
            has(Shape::OAuth);
            assert_eq!(status, 401, "{what}");
            assert!(is_challenged, "{what}: {challenge}");
            assert_eq!(answer.error(), "invalid_token", "{what}");
        }
        Inactive => {
            let found = (status, answer.json());
            assert_eq!(found, (200, json!({"active": false})), "{what}");
        }
        Empty => assert_eq!((status, text.as_str()), (200, ""), "{what}"),
        Envelope(http, number) => {
            has(Shape::Envelope);
            let found = (status, answer.json()["status"].as_i64());
            assert_eq!(found, (http, Some(number)), "{what}");
            // RFC 9449 section 7.1.
            assert_eq!(is_challenged, http == 401, "{what}: {challenge}");
        }
        Refusal::Page(wanted) => {
            has(Shape::Page);
            assert_eq!(status, wanted, "{what}");
        }
        Redirect(error) => {
            let found = sent_back(answer, "error");
            assert!(matches!(status, 200 | 303), "{what}");
            assert_eq!(found.as_deref(), Some(error), "{what}");
            assert_eq!(sent_back(answer, "code"), None, "{what}");
        }
    }
}

/// True if `door` took what it was given.
fn took(door: Door, answer: &Answer) -> bool {
    let (status, text) = (answer.status.as_u16(), answer.text());
    let asks_for = |field: &str| {
        let forms = html::forms(&text);
        status == 200 && forms.iter().any(|form| form.has(field))
    };
    let says =
        |name: &str, wanted: fn(&Value) -> bool| status == 200 && wanted(&answer.json()[name]);
    match door {
        Door::CodeGrant | Door::RefreshGrant => says("access_token", Value::is_string),
        Door::UserInfo => says("sub", Value::is_string),
        Door::Introspection => says("active", |active| *active == true),
        Door::AccessTokenHeader
        | Door::Bearer
        | Door::Dpop
        | Door::Launched
        | Door::LaunchExchange => says("status", |number| *number == 0),
        Door::SessionCookie | Door::AuthorizeHint => sent_back(answer, "code").is_some(),
        Door::KnownCookie | Door::FormToken => status == 303,
        Door::FlowCookie | Door::Page(_) => asks_for("password"),
        Door::BeganCookie => status == 400 && text.contains(HUSH),
        Door::Consent => asks_for("decision"),
        Door::ResetPassword => asks_for("new_password"),
        // The answers of these doors do not show their effect, so no kind has its own door here.
        Door::Revocation | Door::ApiLogout | Door::Form(_) | Door::LogoutHint => false,
    }
}

/// Bad input, attacks 8, 27 and 28: a value that was made for one door opens no other. Each door refuses it in its own
/// shape, never by a 500, and does not use it up or end it: afterwards each value works at its own door.
#[tokio::test]
async fn what_is_wanted_elsewhere_is_refused_in_the_shape_of_the_door() {
    let app = TestApp::start().await;
    let stage = Stage::set(&app).await;
    for (door, wanted, refusal) in DOORS {
        let others = stage.held.iter().filter(|(kind, _)| !wanted.contains(kind));
        for (kind, value) in others {
            let mut exceptions = EXCEPTIONS.iter();
            let exception = exceptions.find(|(at, of, _)| at == door && of == kind);
            let refusal = exception.map_or(*refusal, |(_, _, own)| *own);
            let answer = stage.give(*door, value).await;
            check(refusal, &answer, &format!("{kind:?} at {door:?}"));
        }
    }
    for (kind, value) in &stage.held {
        let own = DOORS.iter().find(|(_, wanted, _)| wanted.contains(kind));
        let (door, ..) = own.unwrap_or_else(|| panic!("{kind:?} has no door"));
        let answer = stage.give(*door, value).await;
        assert!(took(*door, &answer), "{kind:?} at {door:?}: {answer:?}");
    }
}
