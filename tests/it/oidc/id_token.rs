//! The ID token (OpenID Connect Core 2 and 3.1.3.6).

use serde_json::json;

use crate::support::app::TestApp;
use crate::support::relying_party::verify;

/// Acceptance: iss, sub, aud, exp, iat; nonce as sent; kid; integer seconds; correct at_hash; sid;
/// azp absent; amr an array; no profile or e-mail claims by scope.
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

/// Acceptance: RS256 by default, as registered otherwise; kid in the header.
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

/// Acceptance: sub is stable over sessions and clients.
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
