//! Token endpoint (RFC 6749 section 3.2, OpenID Connect Core 3.1.3 and 9).

use atrium::clock::{MINUTE, SECOND};
use atrium::sessions::end;
use axum::body::Body;
use hyper::Request;
use serde_json::{Value, json};

use crate::support::app::{ISSUER, TestApp};
use crate::support::clients::SECRET;
use crate::support::database;
use crate::support::relying_party::{basic_header, random};

const TOKEN: &str = "/oauth2/token";

/// 200 JSON with access_token, token_type, expires_in (a number), scope; no-store.
#[tokio::test]
async fn the_answer_has_its_shape() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid profile");
    let code = rp.code(&browser, &ask).await;
    let answer = rp.exchange(&ask, &code).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(
        (answer.header("cache-control"), answer.header("pragma")),
        ("no-store", "no-cache")
    );
    let body = answer.json();
    assert_eq!(
        (&body["token_type"], &body["scope"]),
        (&json!("Bearer"), &json!("openid profile"))
    );
    assert_eq!(body["expires_in"], 600);
    assert!(body["access_token"].as_str().unwrap().len() >= 43);
    assert!(body.get("refresh_token").is_none(), "nobody asked to stay");
}

/// form POST only.
#[tokio::test]
async fn only_a_form_post_is_taken() {
    let app = TestApp::start().await;
    let basic = basic_header("machine", SECRET);
    let get =
        Request::get("/oauth2/token?grant_type=client_credentials").header("authorization", &basic);
    assert_eq!(app.send(get.body(Body::empty()).unwrap()).await.status, 405);
    for kind in [
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
    ] {
        let request = Request::post(TOKEN)
            .header("authorization", &basic)
            .header("content-type", kind)
            .body(Body::from("grant_type=client_credentials"))
            .unwrap();
        let answer = app.send(request).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "invalid_request")
        );
    }
    let in_query = Request::post("/oauth2/token?grant_type=client_credentials")
        .header("authorization", &basic)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::empty())
        .unwrap();
    assert_eq!(app.send(in_query).await.error(), "invalid_request");
}

/// the exact errors of bad grants.
#[tokio::test]
async fn grant_types_are_distinguished() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    for (pairs, error) in [
        (vec![], "invalid_request"),
        (
            vec![("grant_type", "password"), ("username", "DanMember")],
            "unsupported_grant_type",
        ),
        (vec![("grant_type", "urn:x")], "unsupported_grant_type"),
        (
            vec![("grant_type", "authorization_code")],
            "invalid_request",
        ),
        (
            vec![("grant_type", "authorization_code"), ("code", "nonsense")],
            "invalid_grant",
        ),
        (vec![("grant_type", "refresh_token")], "invalid_request"),
        (
            vec![
                ("grant_type", "refresh_token"),
                ("refresh_token", "nonsense"),
            ],
            "invalid_grant",
        ),
        (
            vec![
                ("grant_type", "client_credentials"),
                ("grant_type", "client_credentials"),
            ],
            "invalid_request",
        ),
    ] {
        let answer = rp.token(&pairs).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, error),
            "{pairs:?}"
        );
    }
    for (client, grant) in [
        ("es256", "client_credentials"),
        ("es256", "refresh_token"),
        ("machine", "authorization_code"),
    ] {
        let answer = app
            .rp(client)
            .token(&[("grant_type", grant), ("code", "x"), ("refresh_token", "x")])
            .await;
        assert_eq!(answer.error(), "unauthorized_client");
    }
}

/// A-59, RFC 6749 section 4.1.2, attack 25: a code used twice revokes what it gave; on both engines.
#[tokio::test]
async fn attack_25_a_replayed_code_revokes_what_it_gave() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        for client in ["basic", "jwt"] {
            let rp = app.rp(client);
            let ask = rp.ask("openid offline_access");
            let code = rp.code(&browser, &ask).await;
            let tokens = rp.exchange(&ask, &code).await.json();
            let refresh = tokens["refresh_token"].as_str().unwrap();
            let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
            let userinfo = async || {
                let request = Request::get("/oauth2/userinfo").header("authorization", &bearer);
                app.send(request.body(Body::empty()).unwrap()).await.status
            };
            assert_eq!(userinfo().await, 200);
            assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
            assert_eq!(rp.refresh(refresh).await.error(), "invalid_grant");
            assert_eq!(userinfo().await, 401, "{client}");
            assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
        }
        // Each replay is recorded once, with the grant that it ended; further replays write nothing.
        let recorded = app.entries("code.replayed").await;
        let dan = app.account("DanMember").await.id;
        assert_eq!(recorded.len(), 2, "{recorded:?}");
        assert!(
            recorded
                .iter()
                .all(|entry| entry.account_id.as_ref() == Some(&dan))
        );
    }
}

/// A-59, attack 25: of parallel exchanges at most one gives tokens, and these are invalid after the replay.
#[tokio::test]
async fn attack_25_of_parallel_exchanges_at_most_one_wins() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid offline_access");
        let code = rp.code(&browser, &ask).await;
        let tries = (0..8).map(|_| rp.exchange(&ask, &code));
        let answers = futures_util::future::join_all(tries).await;
        let won: Vec<Value> = answers
            .iter()
            .filter(|answer| answer.status == 200)
            .map(crate::support::app::Answer::json)
            .collect();
        assert_eq!(won.len(), 1);
        let refresh = won[0]["refresh_token"].as_str().unwrap();
        assert_eq!(
            rp.refresh(refresh).await.error(),
            "invalid_grant",
            "replayed"
        );
    }
}

/// Attacks 25 and 28: no other value passes as a code or a refresh token, nor does another spelling.
#[tokio::test]
async fn one_secret_does_not_pose_as_another() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access");
    let code = rp.code(&browser, &ask).await;
    for bad in [
        code[1..].to_owned(),
        format!("{code}="),
        format!("{code} "),
        code.to_lowercase(),
        code.to_uppercase(),
        atrium::random::hashed(&code),
    ] {
        assert_eq!(rp.exchange(&ask, &bad).await.error(), "invalid_grant");
    }
    assert_eq!(rp.refresh(&code).await.error(), "invalid_grant");
    let tokens = rp.exchange(&ask, &code).await.json();
    let (access, refresh) = (
        tokens["access_token"].as_str().unwrap(),
        tokens["refresh_token"].as_str().unwrap(),
    );
    assert_eq!(rp.refresh(access).await.error(), "invalid_grant");
    assert_eq!(rp.exchange(&ask, refresh).await.error(), "invalid_grant");
    assert_eq!(
        rp.refresh(&refresh.to_uppercase()).await.error(),
        "invalid_grant"
    );
    let flow = random();
    assert_eq!(rp.exchange(&ask, &flow).await.error(), "invalid_grant");
    assert_eq!(rp.refresh(refresh).await.status, 200);
}

/// A code is worthless once its session has ended or its account is disabled (attack 24).
#[tokio::test]
async fn a_code_dies_with_its_session_and_account() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    let (audit, clients) = (app.audit(), app.state().clients.clone());
    app.write(move |tx| {
        Box::pin(async move { end::sign_out_of(tx, &sid, &audit, &clients).await.map(drop) })
    })
    .await;
    assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let code = rp.code(&browser, &ask).await;
    app.disable("DanMember").await;
    assert_eq!(rp.exchange(&ask, &code).await.error(), "invalid_grant");
}

/// A-94, RFC 8707: at+jwt for the first registered audience, or for the one asked; never a wider one.
#[tokio::test]
async fn audiences_are_as_asked_and_granted() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("jwt");
    let audience = |tokens: &Value| {
        let claims =
            crate::support::relying_party::claims_of(tokens["access_token"].as_str().unwrap());
        claims["aud"].clone()
    };
    let tokens = rp.tokens(&browser, "reports").await;
    assert_eq!(audience(&tokens), "https://reports.example");
    let ask = rp.ask("openid").with("resource", "https://archive.example");
    let tokens = rp.tokens_of(&browser, &ask).await;
    assert_eq!(
        audience(&tokens),
        json!(["https://archive.example", ISSUER])
    );
    let code = rp.code(&browser, &ask).await;
    let wider = rp
        .token(&[
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("code_verifier", &ask.verifier),
            ("redirect_uri", &rp.redirect_uri),
            ("resource", "https://reports.example"),
        ])
        .await;
    assert_eq!(wider.error(), "invalid_target");
}

/// A-93, RFC 9068 section 2: the signed access token.
#[tokio::test]
async fn a_signed_access_token_says_what_it_must() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("jwt");
    let tokens = rp.tokens(&browser, "openid email").await;
    let token = tokens["access_token"].as_str().unwrap();
    let (header, claims) = crate::support::relying_party::verify(&app, token).await;
    assert_eq!(header["typ"], "at+jwt");
    assert_eq!(
        (&claims["client_id"], &claims["scope"]),
        (&json!("jwt"), &json!("email openid"))
    );
    assert_eq!(claims["sub"], app.account("DanMember").await.id);
    let now = app.now() / 1_000;
    assert_eq!(
        (&claims["iat"], &claims["exp"]),
        (&json!(now), &json!(now + 600))
    );
    assert!(!claims["jti"].as_str().unwrap().is_empty());
    assert!(claims.get("email").is_none() && claims.get("nonce").is_none());
    app.clock.advance(SECOND * 60 + MINUTE);
}
