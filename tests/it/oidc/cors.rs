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

/// Attack 36, decision 0050: a preflight may ask for the headers that tracing, caching and ajax libraries add. It may
/// ask neither for headers that proxies write nor for invalid names.
#[tokio::test]
async fn libraries_may_add_their_headers() {
    let app = TestApp::start().await;
    let allowed = async |asked: &str| {
        let request = Request::options("/oauth2/userinfo")
            .header("origin", "http://localhost:9100")
            .header("access-control-request-method", "GET")
            .header("access-control-request-headers", asked);
        let answer = app.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, 200);
        let allowed = answer.header("access-control-allow-headers").to_owned();
        allowed.split(", ").map(str::to_owned).collect::<Vec<_>>()
    };
    for name in [
        "traceparent",
        "tracestate",
        "baggage",
        "sentry-trace",
        "x-b3-traceid",
        "x-datadog-parent-id",
        "x-requested-with",
        "x-request-id",
        "x-client-sku",
        "cache-control",
        "pragma",
        "if-none-match",
        "If-Modified-Since",
        "newrelic",
        "elastic-apm-traceparent",
    ] {
        let allowed = allowed(&format!("authorization,{name}")).await;
        assert!(allowed.contains(&name.to_ascii_lowercase()), "{allowed:?}");
    }
    for name in [
        "x-forwarded-for",
        "X-Forwarded-Host",
        "forwarded",
        "x-real-ip",
        "cookie",
        "sec-fetch-site",
        "x-http-method-override",
        "x-original-url",
        "a b",
        "a:b",
        "*",
        "",
    ] {
        let allowed = allowed(&format!("traceparent,{name},dpop")).await;
        let expected = ["authorization", "content-type", "dpop", "traceparent"];
        assert_eq!(allowed, expected, "{name}");
    }
    let many: Vec<_> = (0..500).map(|n| format!("x-{n}")).collect();
    let allowed = allowed(&many.join(",")).await.join(", ");
    assert!((900..=1_010).contains(&allowed.len()), "{}", allowed.len());
}

/// No other origin, even a similar one, and no other endpoint.
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
