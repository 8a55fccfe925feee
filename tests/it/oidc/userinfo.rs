//! UserInfo and resources (OpenID Connect Core 5.3, RFC 6750, RFC 9449 section 7).

use atrium::directory::Status;
use axum::body::Body;
use hyper::Request;
use serde_json::{Value, json};

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::browser::Browser;
use crate::support::jose::TestKey;
use crate::support::rows;

const PATH: &str = "/oauth2/userinfo";

async fn signed_in(app: &TestApp) -> Browser<'_> {
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    browser
}

fn access(tokens: &Value) -> String {
    tokens["access_token"].as_str().unwrap().to_owned()
}

/// `method PATH` with these headers.
async fn ask(app: &TestApp, method: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(PATH);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).unwrap()).await
}

async fn with_bearer(app: &TestApp, token: &str) -> Answer {
    ask(app, "GET", &[("authorization", &format!("Bearer {token}"))]).await
}

async fn with_proof(app: &TestApp, key: &TestKey, token: &str, more: &Value) -> Answer {
    let ath = atrium::random::hashed(token);
    let mut claims = json!({ "ath": ath });
    for (name, value) in more.as_object().unwrap() {
        claims[name] = value.clone();
    }
    let proof = key.proof("GET", &format!("{ISSUER}{PATH}"), app.now(), &claims);
    let authorization = format!("DPoP {token}");
    ask(
        app,
        "GET",
        &[("authorization", &authorization), ("dpop", &proof)],
    )
    .await
}

/// Core 5.3.2, 5.4: every standard claim of the granted scopes, `sub` the ID token's, and
/// nothing else; the same by GET, by POST and from the form.
#[tokio::test]
async fn claims_follow_the_granted_scopes() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let rp = app.rp("basic");
    let tokens = rp
        .tokens(&browser, "openid profile email address phone")
        .await;
    let sub = rp.id_token(&tokens).await["sub"].clone();
    let token = access(&tokens);
    let answer = with_bearer(&app, &token).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("cache-control"), "no-store");
    let claims = answer.json();
    assert_eq!(claims["sub"], sub);
    for name in atrium::directory::claims::supported() {
        // Groups and roles were not granted.
        let of_groups = ["groups", "roles"].contains(&name);
        assert_eq!(claims[name].is_null(), of_groups, "{name}");
    }
    assert_eq!(claims["email_verified"], true);
    assert_eq!(claims["phone_number_verified"], true);
    assert!(claims["updated_at"].as_i64().unwrap() <= app.now() / 1_000);
    assert!(claims["address"].is_object());
    let bearer = format!("Bearer {token}");
    let posted = ask(&app, "POST", &[("authorization", &bearer)]).await;
    assert_eq!(posted.json(), claims);
    let form = app.post_form(PATH, &[], &[("access_token", &token)]).await;
    assert_eq!(form.json(), claims);
    let odd = [("authorization", bearer.as_str()), ("accept", "text/html")];
    assert_eq!(ask(&app, "GET", &odd).await.json(), claims);

    let tokens = rp.tokens(&browser, "openid").await;
    let claims = with_bearer(&app, &access(&tokens)).await.json();
    assert_eq!(claims, json!({ "sub": sub }));
}

/// Core 5.1: `picture` is a URL, also where the picture was uploaded here.
#[tokio::test]
async fn an_uploaded_picture_has_a_whole_address() {
    let app = TestApp::start().await;
    let path = format!("/files/p/{}.png", "0a".repeat(32));
    let sql = "UPDATE accounts SET claims = $2 WHERE username = $1";
    let claims = json!({ "picture": path }).to_string();
    app.write(move |tx| {
        Box::pin(async move { rows::set(tx, sql, "DanMember", json!(claims)).await })
    })
    .await;
    let browser = signed_in(&app).await;
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "openid profile").await;
    let claims = with_bearer(&app, &access(&tokens)).await.json();
    assert_eq!(claims["picture"], format!("{ISSUER}{path}"));
}

/// A-31, Core 5.5: single claims by the `claims` parameter, for this endpoint alone; unknown ones are ignored.
#[tokio::test]
async fn single_claims_are_returned_on_request() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let rp = app.rp("basic");
    let claims = json!({
        "userinfo": { "email": null, "phone_number": { "essential": true }, "unheard_of": null },
        "id_token": { "nickname": null },
    });
    let ask = rp.ask("openid").with("claims", &claims.to_string());
    let tokens = rp.tokens_of(&browser, &ask).await;
    let disclosed = with_bearer(&app, &access(&tokens)).await.json();
    assert_eq!(disclosed["email"], "dan@demo.test");
    assert_eq!(disclosed["phone_number"], "+49 30 123456");
    assert_eq!(disclosed.as_object().unwrap().len(), 3, "{disclosed}");
}

/// RFC 6750 section 3: a bare challenge without a token, and the errors with their status.
#[tokio::test]
async fn refusals_carry_their_challenge() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let bare = ask(&app, "GET", &[]).await;
    assert_eq!((bare.status.as_u16(), bare.body.len()), (401, 0));
    let challenge = bare.header("www-authenticate");
    assert!(
        challenge.starts_with("Bearer ") && !challenge.contains("error"),
        "{challenge}"
    );
    let other = ask(&app, "GET", &[("authorization", "Basic eDp5")]).await;
    assert!(!other.header("www-authenticate").contains("error"));

    let wrong = with_bearer(&app, "x").await;
    assert_eq!(
        (wrong.status.as_u16(), wrong.error().as_str()),
        (401, "invalid_token")
    );
    assert!(
        wrong
            .header("www-authenticate")
            .contains("error=\"invalid_token\"")
    );

    let plain = access(&app.rp("basic").tokens(&browser, "email").await);
    let narrow = with_bearer(&app, &plain).await;
    assert_eq!(
        (narrow.status.as_u16(), narrow.error().as_str()),
        (403, "insufficient_scope")
    );

    let token = access(&app.rp("basic").tokens(&browser, "openid").await);
    let bearer = format!("Bearer {token}");
    for headers in [
        vec![("authorization", "Bearer")],
        vec![
            ("authorization", bearer.as_str()),
            ("authorization", bearer.as_str()),
        ],
    ] {
        let answer = ask(&app, "GET", &headers).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (400, "invalid_request")
        );
    }
    let twice = [("authorization", bearer.as_str())];
    let twice = app
        .post_form(PATH, &twice, &[("access_token", &token)])
        .await;
    assert_eq!(twice.error(), "invalid_request");
    let in_query = app.get(&format!("{PATH}?access_token={token}")).await;
    assert_eq!(
        (in_query.status.as_u16(), in_query.error().as_str()),
        (400, "invalid_request")
    );
}

/// A-68, attack 28: the scheme is case-insensitive, the token is compared exactly.
#[tokio::test]
async fn another_spelling_of_a_token_is_invalid() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    for client in ["basic", "jwt"] {
        let token = access(&app.rp(client).tokens(&browser, "openid").await);
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let authorization = format!("{scheme} {token}");
            let answer = ask(&app, "GET", &[("authorization", &authorization)]).await;
            assert_eq!(answer.status, 200, "{client} {scheme}");
        }
        for bad in [
            token[..token.len() - 1].to_owned(),
            format!("{token}A"),
            format!("{token}="),
            token.to_ascii_lowercase(),
            token.to_ascii_uppercase(),
            format!(" {token}"),
            format!("{token},"),
            token.replace(['-', '.'], "%2D"),
            format!("%{token}"),
        ] {
            if bad == token {
                continue;
            }
            let answer = with_bearer(&app, &bad).await;
            assert_eq!(
                (answer.status.as_u16(), answer.error().as_str()),
                (401, "invalid_token"),
                "{bad}"
            );
        }
    }
}

/// A-75, RFC 9449 section 7: a bound token works only with a proof of its own key.
#[tokio::test]
async fn a_bound_token_wants_its_key() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let rp = app.rp("bound");
    let key = rp.dpop.as_ref().unwrap();
    let token = access(&rp.tokens(&browser, "openid email").await);
    let good = with_proof(&app, key, &token, &json!({})).await;
    assert_eq!(
        (good.status.as_u16(), &good.json()["email"]),
        (200, &json!("dan@demo.test"))
    );

    let as_bearer = with_bearer(&app, &token).await;
    assert_eq!(
        (as_bearer.status.as_u16(), as_bearer.error().as_str()),
        (401, "invalid_token")
    );
    assert!(as_bearer.header("www-authenticate").starts_with("DPoP "));
    let in_form = app.post_form(PATH, &[], &[("access_token", &token)]).await;
    assert_eq!(in_form.error(), "invalid_token");

    let stranger = with_proof(&app, &TestKey::es256(), &token, &json!({})).await;
    assert_eq!(
        (stranger.status.as_u16(), stranger.error().as_str()),
        (401, "invalid_token")
    );
    let authorization = format!("DPoP {token}");
    let without = ask(&app, "GET", &[("authorization", &authorization)]).await;
    assert_eq!(
        (without.status.as_u16(), without.error().as_str()),
        (401, "invalid_dpop_proof")
    );
    for wrong in [
        json!({ "htm": "POST" }),
        json!({ "htu": format!("{ISSUER}/oauth2/token") }),
        json!({ "ath": "x" }),
        json!({ "ath": null }),
    ] {
        let answer = with_proof(&app, key, &token, &wrong).await;
        assert_eq!(
            (answer.status.as_u16(), answer.error().as_str()),
            (401, "invalid_dpop_proof"),
            "{wrong}"
        );
    }
    let plain = access(&app.rp("basic").tokens(&browser, "openid").await);
    let unbound = with_proof(&app, key, &plain, &json!({})).await;
    assert_eq!(
        (unbound.status.as_u16(), unbound.error().as_str()),
        (401, "invalid_token")
    );
}

/// RFC 9449 section 11.1 and 9: a proof works once; a stale one is answered with a nonce that then proves
/// freshness.
#[tokio::test]
async fn a_proof_works_once_and_freshness_can_be_proved() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let rp = app.rp("bound");
    let key = rp.dpop.as_ref().unwrap();
    let token = access(&rp.tokens(&browser, "openid").await);
    let same = json!({ "jti": "the-same" });
    assert_eq!(with_proof(&app, key, &token, &same).await.status, 200);
    let again = with_proof(&app, key, &token, &same).await;
    assert_eq!(
        (again.status.as_u16(), again.error().as_str()),
        (401, "invalid_dpop_proof")
    );

    let hour_ago = json!({ "iat": app.now() / 1_000 - 3_600 });
    let stale = with_proof(&app, key, &token, &hour_ago).await;
    assert_eq!(
        (stale.status.as_u16(), stale.error().as_str()),
        (401, "use_dpop_nonce")
    );
    assert!(stale.header("www-authenticate").contains("use_dpop_nonce"));
    let nonce = stale.header("dpop-nonce");
    let fresh = json!({ "iat": app.now() / 1_000 - 3_600, "nonce": nonce });
    assert_eq!(with_proof(&app, key, &token, &fresh).await.status, 200);
}

/// Attack 24: a token is invalid when its account is disabled, its session has ended, or it has
/// expired.
#[tokio::test]
async fn a_token_ends_with_its_grant_and_session() {
    let app = TestApp::start().await;
    for client in ["basic", "jwt"] {
        let browser = signed_in(&app).await;
        let token = access(&app.rp(client).tokens(&browser, "openid").await);
        let id = app.account("DanMember").await.id;
        assert_eq!(with_bearer(&app, &token).await.status, 200);
        set_status(&app, &id, Status::Disabled).await;
        assert_eq!(with_bearer(&app, &token).await.error(), "invalid_token");
        set_status(&app, &id, Status::Enabled).await;
        assert_eq!(with_bearer(&app, &token).await.status, 200);
        app.clock.advance(11 * 60_000);
        assert_eq!(with_bearer(&app, &token).await.error(), "invalid_token");
    }
}

async fn set_status(app: &TestApp, id: &str, status: Status) {
    let id = id.to_owned();
    app.write(move |tx| Box::pin(async move { rows::status(tx, &id, status).await }))
        .await;
}

/// A-93, RFC 9068 section 4, attack 27: an ID token is no access token, and a client's own token represents no person.
#[tokio::test]
async fn other_tokens_of_ours_are_refused() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let tokens = app.rp("basic").tokens(&browser, "openid").await;
    let id_token = tokens["id_token"].as_str().unwrap();
    assert_eq!(with_bearer(&app, id_token).await.error(), "invalid_token");
    let own = app
        .rp("machine")
        .token(&[("grant_type", "client_credentials"), ("scope", "reports")])
        .await;
    let answer = with_bearer(&app, &access(&own.json())).await;
    assert_eq!(
        (answer.status.as_u16(), answer.error().as_str()),
        (403, "insufficient_scope")
    );
}

/// RFC 6749 section 4.1.2: a replayed code revokes its tokens.
#[tokio::test]
async fn a_replayed_code_kills_its_token() {
    let app = TestApp::start().await;
    let browser = signed_in(&app).await;
    let rp = app.rp("basic");
    let asked = rp.ask("openid");
    let code = rp.code(&browser, &asked).await;
    let token = access(&rp.exchange(&asked, &code).await.json());
    assert_eq!(with_bearer(&app, &token).await.status, 200);
    assert_eq!(rp.exchange(&asked, &code).await.error(), "invalid_grant");
    assert_eq!(with_bearer(&app, &token).await.error(), "invalid_token");
}
