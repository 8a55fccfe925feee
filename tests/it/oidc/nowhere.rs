//! Addresses and methods that do not exist.

use axum::body::Body;
use hyper::Request;

use crate::support::app::{Answer, TestApp};

async fn send(app: &TestApp, method: &str, path: &str) -> Answer {
    let request = Request::builder().method(method).uri(path);
    app.send(request.body(Body::empty()).unwrap()).await
}

/// RFC 9110 section 15.5.6: 405 with `Allow`; JSON for programs.
#[tokio::test]
async fn programs_get_errors_in_json() {
    let app = TestApp::start().await;
    for (method, path, allow) in [
        ("GET", "/oauth2/token", "POST"),
        ("GET", "/oauth2/introspect", "POST"),
        ("GET", "/oauth2/revoke", "POST"),
        ("PUT", "/oauth2/userinfo", "GET,HEAD,POST"),
        ("POST", "/oauth2/jwks", "GET,HEAD"),
        ("DELETE", "/.well-known/openid-configuration", "GET,HEAD"),
    ] {
        let answer = send(&app, method, path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (405, "invalid_request")
        );
        assert_eq!(answer.header("allow"), allow, "{path}");
    }
    for path in [
        "/oauth2/par",
        "/oauth2/register",
        "/oauth2/x/y",
        "/.well-known/webfinger",
    ] {
        let answer = send(&app, "GET", path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (404, "invalid_request")
        );
    }
    assert_eq!(send(&app, "HEAD", "/oauth2/jwks").await.status, 200);
}

/// The same as a page, for people.
#[tokio::test]
async fn people_get_an_error_page() {
    let app = TestApp::start().await;
    for (method, path, allow) in [
        ("PUT", "/oauth2/authorize", "GET,HEAD,POST"),
        ("POST", "/oauth2/authorize/resume", "GET,HEAD"),
        ("PUT", "/oauth2/logout", "GET,HEAD,POST"),
        ("PUT", "/logout", "GET,HEAD,POST"),
        ("PUT", "/login", "GET,HEAD,POST"),
        ("DELETE", "/login/password", "GET,HEAD,POST"),
        ("PATCH", "/login/account", "GET,HEAD,POST"),
        ("PUT", "/consent", "GET,HEAD,POST"),
        ("GET", "/login/cancel", "POST"),
        ("POST", "/login/launch", "GET,HEAD"),
        ("POST", "/api/security/lion-login", "GET,HEAD"),
    ] {
        let answer = send(&app, method, path).await;
        assert_eq!(answer.status, 405, "{path}");
        assert!(answer.header("content-type").starts_with("text/html"));
        assert_eq!(answer.header("allow"), allow, "{path}");
    }
}
