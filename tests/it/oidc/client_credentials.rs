//! `client_credentials` (RFC 6749 section 4.4).

use atrium::clients::{self, Client, GrantType};
use serde_json::json;

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::clients::SECRET;
use crate::support::jose::TestKey;
use crate::support::relying_party::{basic_header, claims_of, verify};

const GRANT: (&str, &str) = ("grant_type", "client_credentials");

/// confidential clients only; no refresh token, no id_token.
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

/// RFC 9449 section 11.1: a DPoP proof gets one token, although a client's own token usually needs no transaction.
#[tokio::test]
async fn a_proof_gets_one_token() {
    let app = TestApp::start().await;
    let url = format!("{ISSUER}/oauth2/token");
    let proof = TestKey::es256().proof("POST", &url, app.now(), &json!({}));
    let secret = basic_header("machine", SECRET);
    let headers = [("authorization", &*secret), ("dpop", &*proof)];
    let first = app.post_form("/oauth2/token", &headers, &[GRANT]).await;
    assert_eq!(first.json()["token_type"], "DPoP", "{}", first.text());
    let again = app.post_form("/oauth2/token", &headers, &[GRANT]).await;
    assert_eq!(again.status, 400);
    assert_eq!(again.error(), "invalid_dpop_proof");
}

/// RFC 6749 section 4.4, "confidential clients alone": a client without a secret is refused even if its row
/// has the grant, which the clients file does not allow.
#[tokio::test]
async fn a_public_client_is_refused_whatever_its_row_says() {
    let app = TestApp::start().await;
    let client = app.state().clients.get("spa").unwrap();
    let mut client = Client::clone(&client);
    client.grant_types.push(GrantType::ClientCredentials);
    client.scopes.push("archive".to_owned());
    let now = app.now();
    app.write(move |tx| Box::pin(async move { clients::save(tx, &client, now).await }))
        .await;
    app.state().clients.reload().await.unwrap();
    let answer = app.rp("spa").token(&[GRANT, ("scope", "archive")]).await;
    assert_eq!(answer.error(), "unauthorized_client");
    assert!(
        answer.text().contains("cannot use client_credentials"),
        "{}",
        answer.text()
    );
}

/// Attack 29: only configured scopes, and none about a person.
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

/// RFC 9068, a token without a row: signed, for the first audience or the requested one, with the client as
/// subject.
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

/// A-93, RFC 9068 section 4: RS256 is for resources that support nothing else. Such a token is valid wherever one with
/// ES256 is: for a machine, for a person at UserInfo, and at introspection.
#[tokio::test]
async fn signed_tokens_are_there_with_each_algorithm() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for (client, alg) in [("jwt", "ES256"), ("jwt-rsa", "RS256")] {
        let rp = app.rp(client);
        let machine = rp.token(&[GRANT, ("scope", "reports")]).await.json();
        let (header, _) = verify(&app, machine["access_token"].as_str().unwrap()).await;
        assert_eq!(
            (&header["typ"], &header["alg"]),
            (&"at+jwt".into(), &alg.into())
        );
        let person = rp.tokens(&browser, "openid email").await;
        let token = person["access_token"].as_str().unwrap();
        let (header, _) = verify(&app, token).await;
        assert_eq!(header["alg"], alg);
        let userinfo = with_bearer(&app, token).await;
        assert_eq!(userinfo.json()["email"], "dan@demo.test", "{client}");
        let response = rp.post("/oauth2/introspect", &[("token", token)]).await;
        assert_eq!(response.json()["active"], true, "{client}");
        let ended = rp.post("/oauth2/revoke", &[("token", token)]).await;
        assert_eq!(ended.status, 200);
        assert_eq!(with_bearer(&app, token).await.status, 401);
    }
}

/// RFC 9068, RFC 8707: a resource with `serves_signed` gets signed tokens even from a client with opaque
/// ones, for a machine and for a person.
#[tokio::test]
async fn a_resource_may_want_its_tokens_signed() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("for-reader");
    let format = |tokens: &serde_json::Value| {
        let token = tokens["access_token"].as_str().unwrap();
        if token.contains('.') {
            "at+jwt"
        } else {
            "opaque"
        }
    };
    for (resource, expected) in [
        ("https://reports.example", "opaque"),
        ("https://signed.example", "at+jwt"),
    ] {
        let named = [GRANT, ("resource", resource)];
        let machine = rp.token(&named).await.json();
        assert_eq!(format(&machine), expected, "{resource}");
        let ask = rp.ask("openid").with("resource", resource);
        let person = rp.tokens_of(&browser, &ask).await;
        assert_eq!(format(&person), expected, "{resource}");
        for tokens in [machine, person] {
            let token = tokens["access_token"].as_str().unwrap();
            let response = app
                .rp("reader")
                .post("/oauth2/introspect", &[("token", token)])
                .await;
            assert_eq!(
                response.json()["active"],
                expected == "at+jwt",
                "for its own audience alone"
            );
        }
    }
}

async fn with_bearer(app: &TestApp, token: &str) -> Answer {
    let request = hyper::Request::get("/oauth2/userinfo")
        .header("authorization", format!("Bearer {token}"))
        .body(axum::body::Body::empty())
        .unwrap();
    app.send(request).await
}
