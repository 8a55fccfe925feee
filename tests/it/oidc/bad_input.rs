//! Bad input: any bytes at any door; never a panic, never a 500.

use atrium::config::{Config, Registration};
use axum::body::Body;
use bytes::Bytes;
use hyper::Request;

use crate::support::app::{Answer, TestApp};
use crate::support::clients::SECRET;
use crate::support::doors::{self, Shape};
use crate::support::noise::Noise;
use crate::support::relying_party::{basic_header, random};

/// The right names with strange values, to get past the first checks.
#[tokio::test]
async fn strange_values_of_known_parameters_are_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let noise = Noise::seeded(43);
    let strange = |noise: &Noise| -> String {
        let text = String::from_utf8_lossy(&noise.bytes(60)).into_owned();
        match noise.byte() % 6 {
            0 => "\u{0}".to_owned(),
            1 => "中文 \u{202e}\u{feff}".to_owned(),
            2 => "9".repeat(40),
            3 => "a".repeat(9_000),
            4 => "%00%ff../../\r\nSet-Cookie: a=b".to_owned(),
            _ => text,
        }
    };
    let rp = app.rp("asking");
    for _ in 0..40 {
        for name in [
            "scope",
            "state",
            "nonce",
            "prompt",
            "max_age",
            "claims",
            "login_hint",
            "ui_locales",
            "acr_values",
            "id_token_hint",
            "resource",
            "dpop_jkt",
            "response_mode",
            "display",
            "client_id",
            "redirect_uri",
            "response_type",
            "code_challenge",
        ] {
            let ask = rp.ask("openid").with(name, &strange(&noise));
            let page = browser.go(&ask.url()).await;
            assert!(page.status.as_u16() < 500, "{name}: {}", page.text());
            assert_eq!(
                page.answer.headers.get("set-cookie").map(|c| c == "a=b"),
                page.answer.headers.get("set-cookie").map(|_| false)
            );
        }
        let basic = basic_header("basic", SECRET);
        for name in [
            "grant_type",
            "code",
            "code_verifier",
            "redirect_uri",
            "refresh_token",
            "scope",
            "resource",
            "client_id",
            "client_assertion",
            "client_assertion_type",
        ] {
            let grant = noise.pick(&["authorization_code", "refresh_token", "client_credentials"]);
            let mut pairs = vec![("grant_type", grant), ("code", "x"), ("refresh_token", "x")];
            let value = strange(&noise);
            pairs.retain(|(key, _)| *key != name);
            pairs.push((name, &value));
            let answer = app
                .post_form("/oauth2/token", &[("authorization", &basic)], &pairs)
                .await;
            assert!(
                [200, 400, 401].contains(&answer.status.as_u16()),
                "{name}: {}",
                answer.text()
            );
            if answer.status != 200 {
                answer.error();
            }
        }
        let flow = strange(&noise);
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("flow", &flow);
        let path = noise.pick(&[
            "/login",
            "/consent",
            "/oauth2/authorize/resume",
            "/login/account",
        ]);
        let page = browser.get(&format!("{path}?{}", form.finish())).await;
        assert!(page.status.as_u16() < 500, "{path} {flow:?}");
    }
}

/// Every door that reads a body, as the router has them. All calls of the product API use the same reader, so
/// one public call is enough here.
async fn posts(app: &TestApp) -> Vec<(Shape, String)> {
    let doors = doors::all(app).await.into_iter();
    let posts = doors.filter(|door| door.takes("POST"));
    let posts = posts
        .filter(|door| door.shape != Shape::Envelope || door.path == "/api/security/acc-login");
    let posts: Vec<_> = posts.map(|door| (door.shape, door.path)).collect();
    assert!(posts.len() > 10, "{posts:?}");
    posts
}

/// Checks that an error has the format of its door; a page is in the reader's language.
fn assert_error_format(answer: &Answer, shape: Shape, error: &str, path: &str) {
    let kind = answer.header("content-type");
    match shape {
        Shape::OAuth => assert_eq!(answer.error(), error, "{path}"),
        Shape::Page => {
            assert!(kind.starts_with("text/html"), "{path}: {kind}");
            assert!(answer.text().contains("lang=\"zh-CN\""), "{path}");
        }
        Shape::Envelope => {
            assert!(kind.starts_with("application/json"), "{path}: {kind}");
            assert_eq!(answer.json()["status"], 999_999, "{path}");
        }
        other => panic!("{path}: a body is read by a door of the shape {other:?}"),
    }
    assert_eq!(answer.header("cache-control"), "no-store", "{path}");
}

fn posted(shape: Shape, path: &str, body: Body) -> Request<Body> {
    let kind = match shape {
        Shape::Envelope => "application/json",
        _ => "application/x-www-form-urlencoded",
    };
    let request = Request::post(path).header("content-type", kind);
    let request = request.header("accept-language", "zh-CN");
    request.body(body).unwrap()
}

/// Attack 44: every door has a limit for bodies, below `server.body_limit`, and a larger body gets an error
/// in the door's format.
#[tokio::test]
async fn a_huge_body_is_refused() {
    let open = |config: &mut Config| config.accounts.registration = Registration::Open;
    let app = TestApp::start_with(open).await;
    for (shape, path) in &posts(&app).await {
        let huge = Body::from(format!("state={}", "a".repeat(100_000)));
        let answer = app.send(posted(*shape, path, huge)).await;
        assert_eq!(answer.status, 413, "{path}");
        assert_error_format(&answer, *shape, "invalid_request", path);
    }
    let app = TestApp::start_with(|config| {
        open(config);
        config.server.body_limit = 16 * 1024;
    });
    let app = app.await;
    for (shape, path) in &posts(&app).await {
        let large = Body::from(format!("state={}", "a".repeat(20_000)));
        let answer = app.send(posted(*shape, path, large)).await;
        assert_eq!(answer.status, 413, "{path}: the setting is the outer bound");
    }
}

/// Attack 44: a body that does not end gets an error in the door's format after `server.request_timeout`.
#[tokio::test]
async fn a_body_without_end_is_given_up() {
    let app = TestApp::start_with(|config| {
        config.server.request_timeout = std::time::Duration::from_millis(200);
    })
    .await;
    for (shape, path) in &posts(&app).await {
        let endless = futures_util::stream::pending::<Result<Bytes, std::io::Error>>();
        let request = posted(*shape, path, Body::from_stream(endless));
        let answer = app.send(request).await;
        assert_eq!(answer.status, 503, "{path}");
        assert_error_format(&answer, *shape, "temporarily_unavailable", path);
        assert!(!answer.header("retry-after").is_empty(), "{path}");
    }
}

/// Attack 44: the stored parts of a request are limited, before it is parsed; other parts do not count.
#[tokio::test]
async fn a_kept_request_is_small() {
    let app = TestApp::start().await;
    let rp = app.rp("asking");
    let long = "x".repeat(17 * 1024);
    let claims = format!("{{\"userinfo\":{{\"{long}\":null}}}}");
    for (name, value, status) in [
        ("claims", claims.as_str(), 413),
        ("login_hint", &long, 413),
        ("not_read", &long, 303),
    ] {
        let ask = rp.ask("openid").with(name, value);
        for answer in [
            app.post_form("/oauth2/authorize", &[], &ask.pairs()).await,
            app.get(&ask.url()).await,
        ] {
            assert_eq!(answer.status, status, "{name}");
            assert_eq!(answer.header("location").is_empty(), status == 413);
        }
    }
}

/// Attack 4: every endpoint for programs refuses a repeated parameter, with any values; only `resource` may repeat (RFC
/// 6749 section 3.2, RFC 8707 section 2).
#[tokio::test]
async fn repeated_parameters_are_refused() {
    let app = TestApp::start().await;
    let rp = app.rp("machine");
    let grant = ("grant_type", "client_credentials");
    for twice in [
        grant,
        ("scope", "reports"),
        ("code", "x"),
        ("refresh_token", "x"),
        ("redirect_uri", "http://localhost:9100/callback"),
        ("client_id", "machine"),
        ("unknown", "x"),
    ] {
        let answer = rp.token(&[grant, twice, twice]).await;
        let found = (answer.status.as_u16(), answer.error());
        assert_eq!(found, (400, "invalid_request".to_owned()), "{}", twice.0);
    }
    for path in ["/oauth2/revoke", "/oauth2/introspect"] {
        for twice in [("token", "x"), ("token_type_hint", "access_token")] {
            let answer = rp.post(path, &[("token", "y"), twice, twice]).await;
            let found = (answer.status.as_u16(), answer.error());
            assert_eq!(found, (400, "invalid_request".to_owned()), "{path}");
        }
    }
    let twice = [
        grant,
        ("resource", "https://reports.example"),
        ("resource", "https://archive.example"),
    ];
    assert_eq!(app.rp("jwt").token(&twice).await.status, 200);
}

/// Attack 38: control characters in what is logged or echoed never split a header.
#[tokio::test]
async fn echoes_cannot_split_headers() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let state = format!("a\r\nSet-Cookie: evil=1\r\n\u{1b}[31m{}", random());
    let ask = rp.ask("openid").with("state", &state);
    let page = browser.get(&ask.url()).await;
    let to = page.header("location");
    assert!(to.contains("%0D%0A") && !to.contains('\r'), "{to}");
    assert_eq!(rp.outcome(&ask, &page).get("state"), Some(state.as_str()));
}
