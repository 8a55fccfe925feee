//! Contract G-86, attack 36: the scripts that may ask who owns their token.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

use crate::support::base_path::ORIGIN;
use crate::support::database;
use crate::support::product_api::{Answered, Server};

const INFO: &str = "/api/security/user/info";

async fn preflight(server: &Server, path: &str, origin: &str) -> Answered {
    let request = Request::builder()
        .method(Method::OPTIONS)
        .uri(path)
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "access-token,content-type,traceparent,x-requested-with,x-forwarded-for",
        )
        .body(Body::empty())
        .unwrap();
    server.send(request).await
}

/// G-88.
#[tokio::test]
async fn scripts_of_legacy_applications_may_ask() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for origin in [
        "http://localhost:8082",
        "https://old.example.com",
        "https://code.example.com",
    ] {
        for path in [INFO, "/api/security/logout"] {
            let answer = preflight(&server, path, origin).await;
            assert_eq!(answer.http, 204, "{path} {origin}");
            assert_eq!(answer.header("access-control-allow-origin"), origin);
            assert_eq!(answer.header("access-control-allow-credentials"), "");
            assert_eq!(
                answer.header("access-control-allow-headers"),
                "access-token, authorization, content-type, traceparent, x-requested-with"
            );
            assert_eq!(answer.header("vary"), "Origin");
        }
        let answer = server.post(INFO, &[("origin", origin)], &json!({})).await;
        assert_eq!(answer.status(), 100_000);
        assert_eq!(
            answer.header("access-control-allow-origin"),
            origin,
            "also on a refusal"
        );
    }
}

/// Attack 36.
#[tokio::test]
async fn other_scripts_may_not_ask() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    for origin in [
        "https://evil.test",
        "null",
        ORIGIN,
        "http://old.example.com",
        "https://old.example.com:8443",
        "https://old.example.com.evil.test",
        "https://OLD.example.com",
        "https://old.example.com/",
        "https://sub.old.example.com",
        "https://moved.example.com",
        "http://localhost:8081",
        "*",
    ] {
        let answer = preflight(&server, INFO, origin).await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{origin}");
        let answer = server.post(INFO, &[("origin", origin)], &json!({})).await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{origin}");
    }
    for path in ["/api/security/acc-login", "/api/security/user/set-lang"] {
        let answer = preflight(&server, path, "https://old.example.com").await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
}
