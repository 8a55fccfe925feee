//! The ID token (OpenID Connect Core 2 and 3.1.3.6).

use atrium::clients::Source;
use axum::body::Body;
use hyper::Request;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::relying_party::verify;

/// A-10, A-65, A-67: iss, sub, aud, exp, iat; nonce as sent; kid; integer seconds; correct at_hash; sid; azp absent;
/// amr an array; no profile or email claims by scope.
#[tokio::test]
async fn it_says_what_it_must_and_no_more() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid profile email phone address");
    let tokens = rp.tokens_of(&browser, &ask).await;
    let claims = rp.id_token(&tokens).await;
    let now = app.now() / 1_000;
    assert_eq!(
        (&claims["iat"], &claims["exp"]),
        (&json!(now), &json!(now + 600))
    );
    assert_eq!(claims["nonce"].as_str(), ask.get("nonce"));
    assert_eq!(claims["sid"], sid.as_str());
    assert_eq!(claims["amr"], json!(["pwd"]));
    assert!(claims["at_hash"].is_string());
    let subject = claims["sub"].as_str().unwrap();
    assert!(subject.is_ascii() && (1..=255).contains(&subject.len()));
    let mut names: Vec<&str> = claims
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    let expected = [
        "acr", "amr", "at_hash", "aud", "exp", "iat", "iss", "nonce", "sid", "sub",
    ];
    assert_eq!(names, expected);
}

/// The claims about a person in an ID token, without the protocol's.
fn of_person(claims: &Value) -> Vec<&str> {
    const PROTOCOL: [&str; 11] = [
        "acr",
        "amr",
        "at_hash",
        "aud",
        "exp",
        "iat",
        "iss",
        "nonce",
        "sid",
        "sub",
        "auth_time",
    ];
    let names = claims.as_object().unwrap().keys().map(String::as_str);
    let mut names: Vec<&str> = names.filter(|name| !PROTOCOL.contains(name)).collect();
    names.sort_unstable();
    names
}

/// A-65: an entry with `id_token_claims` gets the claims of the granted scopes in the ID token too, as at UserInfo,
/// together with those that `claims` asks for by name (Core 5.4, 5.5).
#[tokio::test]
async fn an_entry_may_have_the_claims_of_its_scopes_in_the_id_token() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("id-token-only");
    let ask = rp.ask("openid email");
    let tokens = rp.tokens_of(&browser, &ask).await;
    let claims = rp.id_token(&tokens).await;
    assert_eq!(of_person(&claims), ["email", "email_verified"]);
    assert_eq!(claims["email"], "dan@demo.test");
    assert_eq!(claims["nonce"].as_str(), ask.get("nonce"));
    assert_eq!(claims["sid"], sid.as_str());

    let all = rp
        .tokens(&browser, "openid profile email address phone")
        .await;
    let claims = rp.id_token(&all).await;
    let bearer = format!("Bearer {}", all["access_token"].as_str().unwrap());
    let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
    let userinfo = app.send(request.body(Body::empty()).unwrap()).await.json();
    for name in of_person(&claims) {
        assert_eq!(claims[name], userinfo[name], "{name}");
    }
    assert_eq!(of_person(&claims), of_person(&userinfo));
    assert!(claims["address"].is_object() && claims["name"].is_string());

    let by_name = rp
        .ask("openid email")
        .with("claims", r#"{"id_token":{"phone_number":null}}"#);
    let claims = rp.id_token(&rp.tokens_of(&browser, &by_name).await).await;
    let expected = ["email", "email_verified", "phone_number"];
    assert_eq!(of_person(&claims), expected);

    let alone = rp.id_token(&rp.tokens(&browser, "openid").await).await;
    assert!(of_person(&alone).is_empty(), "no scope, no claim");
}

/// A-65: a refreshed ID token follows the scope of its refresh: never more than was granted, less where less was
/// requested (RFC 6749 section 6), and nothing of a scope that the client has lost (attack 29).
#[tokio::test]
async fn a_refresh_never_widens_the_claims_of_the_id_token() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("id-token-only");
    let scope = "openid email phone offline_access";
    let tokens = rp
        .tokens_of(&browser, &rp.ask(scope).with("prompt", "consent"))
        .await;
    let mut token = tokens["refresh_token"].as_str().unwrap().to_owned();
    let mut refreshed = async |scope: &str| {
        let answer = rp
            .token(&[
                ("grant_type", "refresh_token"),
                ("refresh_token", &token),
                ("scope", scope),
            ])
            .await;
        let answer = answer.json();
        token = answer["refresh_token"].as_str().unwrap().to_owned();
        rp.id_token(&answer).await
    };
    let narrow = refreshed("openid phone").await;
    assert_eq!(
        of_person(&narrow),
        ["phone_number", "phone_number_verified"]
    );
    let whole = refreshed("").await;
    let expected = [
        "email",
        "email_verified",
        "phone_number",
        "phone_number_verified",
    ];
    assert_eq!(of_person(&whole), expected);

    let mut client = (*app.state().clients.get("id-token-only").unwrap()).clone();
    client.scopes.retain(|scope| scope != "email");
    client.source = Source::Admin;
    let now = app.now();
    app.write(move |tx| Box::pin(async move { atrium::clients::save(tx, &client, now).await }))
        .await;
    app.state().clients.reload().await.unwrap();
    let less = refreshed("").await;
    assert_eq!(of_person(&less), ["phone_number", "phone_number_verified"]);
}

/// A-66: RS256 by default, as registered otherwise; kid in the header.
#[tokio::test]
async fn it_is_signed_as_registered() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for (client, alg) in [("basic", "RS256"), ("spa", "RS256"), ("es256", "ES256")] {
        let tokens = app.rp(client).tokens(&browser, "openid").await;
        let (header, _) = verify(&app, tokens["id_token"].as_str().unwrap()).await;
        assert_eq!(header["alg"], alg, "{client}");
    }
}

/// A-67: sub is stable over sessions and clients.
#[tokio::test]
async fn the_subject_is_stable() {
    let app = TestApp::start().await;
    let mut seen = Vec::new();
    for client in ["basic", "es256", "basic"] {
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp(client);
        let claims = rp.id_token(&rp.tokens(&browser, "openid").await).await;
        seen.push((claims["sub"].clone(), claims["sid"].clone()));
    }
    assert!(seen.iter().all(|(sub, _)| *sub == seen[0].0));
    assert_ne!(seen[0].1, seen[2].1, "one sid a session");
}
