//! A path in `server.public_url` (RFC 8414 section 3.1; OpenID Connect Discovery 1.0 section 4). Here the tests
//! see the addresses as a browser does. The doors under a path: `make rust-test-under-a-path`.

use std::path::Path;

use axum::body::Body;
use hyper::Request;

use crate::support::app::{Answer, TestApp, sent};
use crate::support::doors;
use crate::support::people::PASSWORD;

const ISSUER: &str = "https://host.example/sso";

async fn started() -> TestApp {
    TestApp::start_with(|config| config.server.public_url = ISSUER.parse().unwrap()).await
}

/// An answer of all routes, the probes too.
async fn get(app: &TestApp, path: &str) -> Answer {
    let request = Request::get(path).body(Body::empty()).unwrap();
    sent(doors::served(app), [127, 0, 0, 1], request).await
}

///
#[tokio::test]
async fn both_well_known_forms_lead_to_the_issuer() {
    let app = started().await;
    for path in [
        "/sso/.well-known/openid-configuration",
        "/.well-known/openid-configuration/sso",
        "/.well-known/oauth-authorization-server/sso",
        "/sso/.well-known/oauth-authorization-server",
    ] {
        let document = get(&app, path).await.json();
        assert_eq!(document["issuer"], ISSUER, "{path}");
        let token = format!("{ISSUER}/oauth2/token");
        assert_eq!(document["token_endpoint"], token, "{path}");
    }
}

/// Everything outside of the path is another program's, and the page names the usual cause.
#[tokio::test]
async fn outside_of_the_path_is_nothing_but_the_documents_and_the_probes() {
    let app = started().await;
    for path in [
        "/",
        "/login",
        "/config.json",
        "/assets/none.js",
        "/oauth2/jwks",
        "/api/security/user/info",
        "/.well-known/openid-configuration",
        "/.well-known/openid-configuration/other",
        "/ssologin",
        "/SSO/login",
        "/sso%2flogin",
    ] {
        let answer = get(&app, path).await;
        assert_eq!(answer.status, 404, "{path}");
        let text = answer.text();
        assert!(text.contains("begin with /sso/"), "{path}: {text}");
        assert!(text.contains(" href=\"/sso/assets/"), "{path}: {text}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
    for path in ["/healthz", "/readyz", "/sso/healthz", "/sso/login"] {
        let status = get(&app, path).await.status.as_u16();
        assert!([200, 303].contains(&status), "{path}: {status}");
    }
    for (path, to) in [("/sso", "/sso/"), ("/sso?q=a", "/sso/?q=a")] {
        let answer = get(&app, path).await;
        assert_eq!(answer.status, 303);
        assert_eq!(answer.header("location"), to);
    }
}

/// Attack 9: every cookie is for the path alone, from the first page to the sign-out.
#[tokio::test]
async fn attack_9_a_sign_in_stays_under_the_path() {
    let app = started().await;
    let browser = app.browser();
    let page = browser
        .go("/sso/login?callbackUrl=/sso/requests&lang=zh-cn")
        .await;
    assert!(page.url.path() == "/sso/login", "{}", page.url);
    let filled = [("account", "DanMember"), ("password", PASSWORD)];
    let answer = browser.send_form(&page, "password", &filled).await;
    assert_eq!(answer.answer.header("location"), "/sso/requests");
    let names = &app.state().cookies;
    assert_eq!(names.session, "__Secure-atrium_session");
    for name in [&names.session, &names.flow, &names.began, &names.known] {
        let lines = browser.set_cookie_lines(name);
        assert!(!lines.is_empty(), "{name}");
        for line in lines {
            assert!(
                line.contains("; Path=/sso;") || line.ends_with("; Path=/sso"),
                "{line}"
            );
            assert!(
                line.contains("; Secure") && line.contains("; HttpOnly"),
                "{line}"
            );
        }
    }
    let lines = browser.set_cookie_lines("lang");
    assert!(
        lines.iter().all(|line| line.contains("; Path=/sso;")),
        "{lines:?}"
    );
    let page = browser.go("/sso/logout").await;
    let page = browser.submit(&page, &[("logout", "yes")]).await;
    // The portal keeps its tokens and its key under a name with the path: its script deletes these (attack 11).
    let text = page.answer.text();
    assert!(text.contains(" data-ended=\"/sso\""), "{text}");
    let lines = browser.set_cookie_lines(&names.session);
    let last = lines.last().unwrap();
    assert!(
        last.contains("Max-Age=0") && last.contains("; Path=/sso;"),
        "{last}"
    );
}

/// Attack 18: `Origin` has no path, so another program of the host passes it; the form's own token decides.
#[tokio::test]
async fn a_form_of_another_program_of_the_host_lacks_the_token() {
    let app = started().await;
    let browser = app.browser();
    let page = browser.go("/sso/login").await;
    let flow = page
        .form("password")
        .unwrap()
        .value("flow")
        .unwrap()
        .to_owned();
    let fields = [
        ("flow", flow.as_str()),
        ("account", "DanMember"),
        ("password", PASSWORD),
    ];
    for origin in ["https://host.example", "https://other.example", ISSUER] {
        let answer = browser
            .post_saying("/sso/login", &fields, Some(origin))
            .await;
        assert!(answer.answer.status.is_client_error(), "{origin}");
    }
    assert!(browser.session_cookie().is_none());
}

/// F-03: the browser's address and our own path lead to one target; addresses of other programs on the host are
/// refused.
#[tokio::test]
async fn a_callback_may_name_us_with_the_path() {
    let app = started().await;
    let own = |text: &str| app.state().own_path(text);
    for text in [
        "/requests?a",
        "/sso/requests?a",
        "https://host.example/sso/requests?a",
    ] {
        assert_eq!(own(text).as_deref(), Some("/requests?a"), "{text}");
    }
    for text in [
        "https://host.example/other",
        "https://host.example/ssorequests",
        "https://host.example/",
        "//host.example/sso/",
        "/sso//evil.example",
    ] {
        assert_eq!(own(text), None, "{text}");
    }
}

/// K-01: the same built files, named under the path, on every address of the portal.
#[tokio::test]
async fn the_portal_is_under_the_path() {
    let app = started().await;
    if !Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/portal/dist/index.html"
    ))
    .exists()
    {
        return;
    }
    for path in [
        "/sso/",
        "/sso/index.html",
        "/sso/auth-management/account-list",
    ] {
        let answer = get(&app, path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-encoding"), "");
        let text = answer.text();
        assert!(
            text.contains("<html data-base=\"/sso\" lang=\"en\">"),
            "{text}"
        );
        assert!(!text.contains("=\"/assets/"), "{text}");
        for piece in text.split("=\"/sso/").skip(1) {
            let file = piece.split('"').next().unwrap();
            let answer = get(&app, &format!("/sso/{file}")).await;
            assert_eq!(answer.status, 200, "{file}");
            let page = answer.header("content-type").starts_with("text/html");
            assert!(!page, "{file} is there");
        }
    }
    let settings = get(&app, "/sso/config.json").await.json();
    assert_eq!(settings["issuer"], ISSUER);
}

/// RFC 3986: programs read the addresses of the API from its description.
#[tokio::test]
async fn the_description_of_the_api_names_the_path() {
    let app = started().await;
    let document = get(&app, "/sso/api/openapi.json").await.json();
    assert_eq!(document["servers"][0]["url"], "/sso");
    let page = get(&app, "/sso/api/docs").await.text();
    assert!(page.contains(" href=\"/sso/api/docs/style.css\""));
    assert!(page.contains(" href=\"/sso/api/openapi.json\""));
}
