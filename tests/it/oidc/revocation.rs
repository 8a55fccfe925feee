//! Token revocation (RFC 7009).

use serde_json::Value;

use crate::support::app::TestApp;

const PATH: &str = "/oauth2/revoke";

async fn revoke(app: &TestApp, client: &str, token: &Value) {
    let token = token.as_str().unwrap();
    let answer = app.rp(client).post(PATH, &[("token", token)]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.body.len()),
        (200, 0),
        "{}",
        answer.text()
    );
}

async fn is_active(app: &TestApp, client: &str, token: &Value) -> bool {
    let token = token.as_str().unwrap();
    let answer = app
        .rp(client)
        .post("/oauth2/introspect", &[("token", token)])
        .await;
    answer.json()["active"] == true
}

async fn tokens(app: &TestApp, client: &str) -> Value {
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    app.rp(client)
        .tokens(&browser, "openid offline_access")
        .await
}

/// Section 2.1: revoking an access token ends only this token, opaque or signed.
#[tokio::test]
async fn an_access_token_dies_alone() {
    let app = TestApp::start().await;
    for client in ["basic", "jwt"] {
        let tokens = tokens(&app, client).await;
        revoke(&app, client, &tokens["access_token"]).await;
        assert!(!is_active(&app, client, &tokens["access_token"]).await);
        assert!(is_active(&app, client, &tokens["refresh_token"]).await);
        let renewed = app
            .rp(client)
            .refresh(tokens["refresh_token"].as_str().unwrap())
            .await;
        assert_eq!(renewed.status, 200);
    }
}

/// A-90, section 2.1: revoking a refresh token ends its grant and every access token of it, and writes an audit entry.
#[tokio::test]
async fn a_refresh_token_takes_everything_with_it() {
    let app = TestApp::start().await;
    for client in ["basic", "jwt"] {
        let tokens = tokens(&app, client).await;
        revoke(&app, client, &tokens["refresh_token"]).await;
        assert!(!is_active(&app, client, &tokens["access_token"]).await);
        let renewed = app
            .rp(client)
            .refresh(tokens["refresh_token"].as_str().unwrap())
            .await;
        assert_eq!(renewed.error(), "invalid_grant");
    }
    let entries = app.entries("token.revoked").await;
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0].detail, r#"{"token":"refresh"}"#);
    let mut clients: Vec<_> = entries
        .iter()
        .map(|entry| entry.client_id.as_deref())
        .collect();
    clients.sort_unstable();
    assert_eq!(clients, [Some("basic"), Some("jwt")]);
}

/// A-89, A-90, section 2.2: 200 for an unknown or invalid token and for another client's, which stays valid; the type
/// hint is optional.
#[tokio::test]
async fn strangers_learn_and_change_nothing() {
    let app = TestApp::start().await;
    let owned = tokens(&app, "basic").await;
    for token in ["access_token", "refresh_token"] {
        revoke(&app, "post", &owned[token]).await;
        assert!(is_active(&app, "basic", &owned[token]).await, "{token}");
    }
    let signed = tokens(&app, "jwt").await;
    revoke(&app, "basic", &signed["access_token"]).await;
    assert!(is_active(&app, "jwt", &signed["access_token"]).await);
    for unknown in ["x", "a.b.c", &"A".repeat(43)] {
        revoke(&app, "basic", &unknown.into()).await;
    }
    for hint in ["refresh_token", "access_token", "something_else"] {
        let token = tokens(&app, "basic").await["access_token"].clone();
        let pairs = [
            ("token", token.as_str().unwrap()),
            ("token_type_hint", hint),
        ];
        assert_eq!(app.rp("basic").post(PATH, &pairs).await.status, 200);
        assert!(!is_active(&app, "basic", &token).await, "{hint}");
    }
}

/// A-89, section 2.2.1: an ID token cannot be revoked, and a request must be whole.
#[tokio::test]
async fn what_cannot_be_revoked_is_said() {
    let app = TestApp::start().await;
    let tokens = tokens(&app, "basic").await;
    let id_token = tokens["id_token"].as_str().unwrap();
    let answer = app.rp("basic").post(PATH, &[("token", id_token)]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.error().as_str()),
        (400, "unsupported_token_type")
    );
    assert_eq!(
        app.rp("basic").post(PATH, &[]).await.error(),
        "invalid_request"
    );
    let nobody = app.post_form(PATH, &[], &[("token", "x")]).await;
    assert_eq!(
        (nobody.status.as_u16(), nobody.error().as_str()),
        (401, "invalid_client")
    );
}

/// Section 2.1: a public client says who it is.
#[tokio::test]
async fn a_public_client_gives_its_own_tokens_back() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("spa");
    let tokens = rp.tokens(&browser, "openid offline_access").await;
    revoke(&app, "spa", &tokens["refresh_token"]).await;
    let renewed = rp.refresh(tokens["refresh_token"].as_str().unwrap()).await;
    assert_eq!(renewed.error(), "invalid_grant");
}
