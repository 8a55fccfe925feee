//! `client_credentials` (RFC 6749 section 4.4).

use crate::support::app::TestApp;
use crate::support::relying_party::{claims_of, verify};

const GRANT: (&str, &str) = ("grant_type", "client_credentials");

/// Acceptance: confidential clients only; no refresh token, no id_token.
#[tokio::test]
async fn a_client_acts_for_itself() {
    let app = TestApp::start().await;
    let answer = app
        .rp("machine")
        .token(&[GRANT, ("scope", "archive")])
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    assert_eq!(
        (&body["token_type"], &body["scope"]),
        (&"Bearer".into(), &"archive".into())
    );
    assert!(body.get("refresh_token").is_none() && body.get("id_token").is_none());
    assert_eq!(
        app.rp("spa").token(&[GRANT]).await.error(),
        "unauthorized_client"
    );
}

/// Attack 29: scopes only as configured, and none that speak of a person.
#[tokio::test]
async fn scopes_only_as_configured() {
    let app = TestApp::start().await;
    for (client, scope) in [
        ("machine", "reports admin"),
        ("machine", "openid"),
        ("basic", "openid"),
        ("basic", "offline_access"),
        ("machine", "REPORTS"),
        ("machine", "\"reports\""),
    ] {
        let answer = app.rp(client).token(&[GRANT, ("scope", scope)]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "invalid_scope"),
            "{client} {scope}"
        );
    }
}

/// RFC 9068 without a row: signed, of the first audience or the one asked for, of itself.
#[tokio::test]
async fn a_signed_token_is_of_the_client_itself() {
    let app = TestApp::start().await;
    let rp = app.rp("jwt");
    let tokens = rp.token(&[GRANT, ("scope", "reports")]).await.json();
    let (header, claims) = verify(&app, tokens["access_token"].as_str().unwrap()).await;
    assert_eq!(
        (&header["typ"], &claims["sub"]),
        (&"at+jwt".into(), &"jwt".into())
    );
    assert_eq!(claims["aud"], "https://reports.example");
    assert!(claims.get("sid").is_none() && claims.get("auth_time").is_none());
    let named = [GRANT, ("resource", "https://archive.example")];
    let tokens = rp.token(&named).await.json();
    let claims = claims_of(tokens["access_token"].as_str().unwrap());
    assert_eq!(claims["aud"], "https://archive.example");
    let strange = [GRANT, ("resource", "https://elsewhere.example")];
    assert_eq!(rp.token(&strange).await.error(), "invalid_target");
}
