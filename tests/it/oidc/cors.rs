//! Scripts of other origins (attack 36).

use axum::body::Body;
use hyper::Request;

use crate::support::app::{Answer, TestApp};

const FOR_SCRIPTS: [&str; 6] = [
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/oauth2/jwks",
    "/oauth2/token",
    "/oauth2/userinfo",
    "/oauth2/revoke",
];

async fn from(app: &TestApp, method: &str, path: &str, origin: &str) -> Answer {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("origin", origin);
    let request = request
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "dpop, authorization");
    app.send(request.body(Body::empty()).unwrap()).await
}

fn method(path: &str) -> &'static str {
    if ["/oauth2/token", "/oauth2/revoke"].contains(&path) {
        "POST"
    } else {
        "GET"
    }
}

/// The exact registered origin may read answers and refusals, without cookies.
#[tokio::test]
async fn registered_origins_may_read() {
    let app = TestApp::start().await;
    let ours = "http://localhost:9100";
    for path in FOR_SCRIPTS {
        let answer = from(&app, method(path), path, ours).await;
        assert_eq!(answer.header("access-control-allow-origin"), ours, "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
        let exposed = answer.header("access-control-expose-headers");
        for name in ["dpop-nonce", "www-authenticate", "retry-after"] {
            assert!(exposed.contains(name), "{name}");
        }
        let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
        assert!(format!("{vary:?}").contains("origin"), "{path} {vary:?}");

        let preflight = from(&app, "OPTIONS", path, ours).await;
        assert_eq!(preflight.status, 200);
        assert_eq!(preflight.header("access-control-allow-origin"), ours);
        let headers = preflight.header("access-control-allow-headers");
        for name in ["authorization", "content-type", "dpop"] {
            assert!(headers.contains(name), "{headers}");
        }
    }
}

/// No other origin, however alike, and no other endpoint.
#[tokio::test]
async fn attack_36_other_origins_may_not() {
    let app = TestApp::start().await;
    for origin in [
        "http://localhost:9101",
        "https://localhost:9100",
        "http://localhost:9100.evil.example",
        "http://evil.example",
        "HTTP://LOCALHOST:9100",
        "http://localhost:9100/",
        "null",
    ] {
        for path in FOR_SCRIPTS {
            for method in [method(path), "OPTIONS"] {
                let answer = from(&app, method, path, origin).await;
                assert_eq!(
                    answer.header("access-control-allow-origin"),
                    "",
                    "{method} {path}"
                );
            }
        }
    }
    for path in [
        "/oauth2/introspect",
        "/oauth2/authorize",
        "/oauth2/logout",
        "/logout",
    ] {
        let answer = from(&app, "GET", path, "http://localhost:9100").await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
}
