//! Token introspection (RFC 7662), and who gets which answer (attack 27).

use serde_json::{Value, json};

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::clients::SECRET;
use crate::support::relying_party::basic_header;

const PATH: &str = "/oauth2/introspect";

async fn inspect(app: &TestApp, caller: &str, token: &Value) -> Answer {
    let token = token.as_str().unwrap();
    app.rp(caller).post(PATH, &[("token", token)]).await
}

async fn is_unknown(app: &TestApp, caller: &str, token: &Value) {
    let answer = inspect(app, caller, token).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()),
        (200, json!({ "active": false }))
    );
    assert_eq!(answer.header("cache-control"), "no-store");
}

/// A-92, section 2.2: a client's own tokens, opaque, signed and refresh.
#[tokio::test]
async fn a_client_learns_about_its_own_tokens() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let dan = app.account("DanMember").await;
    for client in ["basic", "jwt"] {
        let tokens = app
            .rp(client)
            .tokens(&browser, "openid profile offline_access")
            .await;
        let response = inspect(&app, client, &tokens["access_token"]).await.json();
        assert_eq!(response["active"], true);
        assert_eq!(response["scope"], "offline_access openid profile");
        assert_eq!(response["client_id"], client);
        assert_eq!(response["sub"], dan.id.as_str());
        assert_eq!(response["username"], "DanMember");
        assert_eq!(response["sid"], sid.as_str());
        assert_eq!(response["iss"], ISSUER);
        assert_eq!(response["token_type"], "Bearer");
        assert!(response["aud"].as_array().unwrap().contains(&json!(ISSUER)));
        let (iat, exp) = (
            response["iat"].as_i64().unwrap(),
            response["exp"].as_i64().unwrap(),
        );
        assert_eq!((iat, exp - iat), (app.now() / 1_000, 600));

        let refresh = inspect(&app, client, &tokens["refresh_token"]).await.json();
        assert_eq!(
            (&refresh["active"], &refresh["client_id"]),
            (&json!(true), &json!(client))
        );
        assert_eq!(refresh["sub"], dan.id.as_str());
        assert!(refresh["exp"].as_i64().unwrap() > exp);
        // Looking spends nothing.
        let renewed = app
            .rp(client)
            .refresh(tokens["refresh_token"].as_str().unwrap())
            .await;
        assert_eq!(renewed.status, 200);
        is_unknown(&app, client, &tokens["refresh_token"]).await;
    }
}

/// A-92, RFC 9449 section 6.2: the answer has the key that a token is bound to.
#[tokio::test]
async fn a_bound_token_shows_its_key() {
    let app = TestApp::start().await;
    let mut rp = app.rp("basic");
    rp.dpop = Some(crate::support::jose::TestKey::es256());
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = rp.tokens(&browser, "openid").await;
    let response = inspect(&app, "basic", &tokens["access_token"]).await.json();
    assert_eq!(response["token_type"], "DPoP");
    assert_eq!(response["cnf"]["jkt"].as_str().unwrap().len(), 43);
}

/// A-91, RFC 7662 section 4, attack 27: another client's token and an invalid token are not active.
#[tokio::test]
async fn attack_27_everything_else_is_inactive_in_the_same_words() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for (owner, other) in [("basic", "post"), ("jwt", "basic")] {
        let tokens = app
            .rp(owner)
            .tokens(&browser, "openid offline_access")
            .await;
        is_unknown(&app, other, &tokens["access_token"]).await;
        is_unknown(&app, other, &tokens["refresh_token"]).await;
        is_unknown(&app, owner, &tokens["id_token"]).await;
        app.clock.advance(10 * 60_000);
        is_unknown(&app, owner, &tokens["access_token"]).await;
    }
    for garbage in ["x", "a.b.c", "\u{4e2d}", &"A".repeat(43)] {
        is_unknown(&app, "basic", &json!(garbage)).await;
    }
}

/// RFC 8707: the resource that a token was issued for may introspect it.
#[tokio::test]
async fn a_resource_learns_about_tokens_made_for_it() {
    let text = format!(
        "{}\n[[client]]\nclient_id = \"reports\"\nname = \"Reports\"\nsecret = \"{SECRET}\"\n\
         grant_types = [\"client_credentials\"]\nserves = [\"https://reports.example\"]\n",
        crate::support::clients::text()
    );
    let database = crate::support::database::each_engine().await.remove(0);
    crate::support::people::add_all(&database.db, atrium::clock::Clock::system().now()).await;
    let clock = atrium::clock::Clock::fixed(atrium::clock::Clock::system().now());
    let app = TestApp::build(database.db.clone(), clock, &text, |_| {}).await;
    let pairs = |resource| {
        [
            ("grant_type", "client_credentials"),
            ("scope", "reports"),
            ("resource", resource),
        ]
    };
    let token = app
        .rp("jwt")
        .token(&pairs("https://reports.example"))
        .await
        .json();
    let response = inspect(&app, "reports", &token["access_token"])
        .await
        .json();
    assert_eq!(
        (&response["active"], &response["sub"]),
        (&json!(true), &json!("jwt"))
    );
    let token = app
        .rp("jwt")
        .token(&pairs("https://archive.example"))
        .await
        .json();
    is_unknown(&app, "reports", &token["access_token"]).await;
}

/// A-91, section 2.1: the client must authenticate; a public client cannot.
#[tokio::test]
async fn callers_are_authenticated() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let tokens = app.rp("spa").tokens(&browser, "openid").await;
    let public = inspect(&app, "spa", &tokens["access_token"]).await;
    assert_eq!(
        (public.status.as_u16(), public.error().as_str()),
        (401, "invalid_client")
    );
    let wrong = basic_header("basic", "a wrong secret of forty characters 00001");
    let wrong = app
        .post_form(PATH, &[("authorization", &wrong)], &[("token", "x")])
        .await;
    assert_eq!(
        (wrong.status.as_u16(), wrong.error().as_str()),
        (401, "invalid_client")
    );
    assert!(wrong.header("www-authenticate").starts_with("Basic "));
    let nothing = app.rp("basic").post(PATH, &[]).await;
    assert_eq!(
        (nothing.status.as_u16(), nothing.error().as_str()),
        (400, "invalid_request")
    );
    let twice = app
        .rp("basic")
        .post(PATH, &[("token", "a"), ("token", "b")])
        .await;
    assert_eq!(twice.error(), "invalid_request");
}

/// RFC 7523 section 3: an assertion works once, here as at the token endpoint.
#[tokio::test]
async fn an_assertion_is_spent() {
    let app = TestApp::start().await;
    let rp = app.rp("pkjwt");
    let assertion = rp.assertion(&json!({}));
    let pairs = [
        ("token", "x"),
        (
            "client_assertion_type",
            crate::support::relying_party::ASSERTION_TYPE,
        ),
        ("client_assertion", assertion.as_str()),
    ];
    assert_eq!(app.post_form(PATH, &[], &pairs).await.status, 200);
    assert_eq!(
        app.post_form(PATH, &[], &pairs).await.error(),
        "invalid_client"
    );
}
