//! DPoP at the token endpoint, as the portal needs it (RFC 9449).

use std::sync::LazyLock;

use atrium::clock::{HOUR, SECOND};
use serde_json::{Value, json};

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::base_path::base;
use crate::support::jose::TestKey;
use crate::support::relying_party::{Ask, claims_of};

static URL: LazyLock<String> = LazyLock::new(|| format!("{ISSUER}/oauth2/token"));

async fn exchange(app: &TestApp, ask: &Ask, code: &str, proofs: &[&str]) -> Answer {
    let headers: Vec<(&str, &str)> = proofs.iter().map(|proof| ("dpop", *proof)).collect();
    let pairs = [
        ("grant_type", "authorization_code"),
        ("client_id", ask.get("client_id").unwrap()),
        ("code", code),
        ("code_verifier", &ask.verifier),
        ("redirect_uri", ask.get("redirect_uri").unwrap()),
    ];
    app.post_form("/oauth2/token", &headers, &pairs).await
}

/// exactly one DPoP header, of this method and address, fresh, and used once; a bad proof is a 400
/// `invalid_dpop_proof` and does not use up the code.
#[tokio::test]
async fn a_proof_is_checked_in_every_part() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("bound");
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    let key = TestKey::es256();
    let proof = |method: &str, url: &str, more: Value| key.proof(method, url, app.now(), &more);
    let good = proof("POST", &URL, json!({}));
    let other = proof("POST", &URL, json!({}));
    for (name, bad) in [
        ("none", vec![]),
        ("two", vec![good.as_str(), other.as_str()]),
        ("empty", vec![""]),
        ("method", vec![&proof("GET", &URL, json!({}))]),
        (
            "address",
            vec![&proof(
                "POST",
                &format!("{ISSUER}/oauth2/userinfo"),
                json!({}),
            )],
        ),
        (
            "host",
            vec![&proof(
                "POST",
                "http://evil.example/oauth2/token",
                json!({}),
            )],
        ),
        ("jti", vec![&proof("POST", &URL, json!({"jti": ""}))]),
    ] {
        let answer = exchange(&app, &ask, &code, &bad).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "invalid_dpop_proof"),
            "{name}"
        );
    }
    for hours in [-1, 1] {
        let at = app.now() + hours * HOUR;
        let stale = key.proof("POST", &URL, at, &json!({}));
        let answer = exchange(&app, &ask, &code, &[&stale]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "use_dpop_nonce")
        );
        let nonce = answer.header("dpop-nonce").to_owned();
        assert!(!nonce.is_empty());
        if hours == 1 {
            let fresh = key.proof("POST", &URL, at, &json!({"nonce": nonce}));
            let answer = exchange(&app, &ask, &code, &[&fresh]).await;
            assert_eq!(
                answer.status,
                200,
                "a clock that is wrong: {}",
                answer.text()
            );
        }
    }
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    let used = proof(
        "POST",
        &format!("HTTP://LOCALHOST:8080{}/oauth2/token?x#y", base()),
        json!({"iat": app.now() / 1_000 - 9}),
    );
    assert_eq!(exchange(&app, &ask, &code, &[&used]).await.status, 200);
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    assert_eq!(
        exchange(&app, &ask, &code, &[&used]).await.error(),
        "invalid_dpop_proof",
        "replayed"
    );
}

/// `token_type` DPoP, and a signed token carries cnf.jkt.
#[tokio::test]
async fn tokens_are_bound_to_the_key() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let mut rp = app.rp("jwt");
    rp.dpop = Some(TestKey::es256());
    let tokens = rp.tokens(&browser, "openid").await;
    assert_eq!(tokens["token_type"], "DPoP");
    let claims = claims_of(tokens["access_token"].as_str().unwrap());
    let jwk = rp.dpop.as_ref().unwrap().jwk();
    let public = atrium::keys::PublicKey::from_jwk(jwk.as_object().unwrap()).unwrap();
    assert_eq!(claims["cnf"]["jkt"], public.thumbprint());
    assert_eq!(claims["iss"], ISSUER);
}

/// A-50, RFC 9449 section 10: dpop_jkt binds the code.
#[tokio::test]
async fn a_code_may_be_bound_to_a_key() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("bound");
    let key = TestKey::es256();
    let jwk = key.jwk();
    let public = atrium::keys::PublicKey::from_jwk(jwk.as_object().unwrap()).unwrap();
    let ask = rp.ask("openid").with("dpop_jkt", public.thumbprint());
    let code = rp.code(&browser, &ask).await;
    let foreign = TestKey::es256().proof("POST", &URL, app.now(), &json!({}));
    assert_eq!(
        exchange(&app, &ask, &code, &[&foreign]).await.error(),
        "invalid_dpop_proof"
    );
    app.clock.advance(SECOND);
    let own = key.proof("POST", &URL, app.now(), &json!({}));
    assert_eq!(exchange(&app, &ask, &code, &[&own]).await.status, 200);
    let bad = rp.ask("openid").with("dpop_jkt", "x");
    assert_eq!(
        rp.authorize(&browser, &bad).await.error(),
        "invalid_request"
    );
}
