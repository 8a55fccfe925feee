//! What counts as use of a session: UserInfo, a refresh, a launch token (T), and the
//! portal.

use atrium::clock::{HOUR, MINUTE, Millis};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::app::{Answer, TestApp};
use crate::support::legacy_app::{launched, user_info};
use crate::support::product_api::{Server, borrowed};
use crate::support::{database, rows};

async fn last_seen(app: &TestApp, sid: &str) -> Millis {
    let mut tx = app.db().read().await.unwrap();
    let seen = "SELECT last_seen_at FROM sso_sessions WHERE id = $1";
    rows::number(&mut tx, seen, sid).await.unwrap()
}

async fn userinfo(app: &TestApp, tokens: &Value) -> Answer {
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
    app.send(request.body(Body::empty()).unwrap()).await
}

/// A server whose access tokens outlive an idle session.
async fn long_tokens() -> TestApp {
    TestApp::start_with(|config| config.sessions.access_token_lifetime = 24 * HOUR).await
}

/// UserInfo counts as use, which is stored at most once a minute, even if the answer comes from memory.
#[tokio::test]
async fn userinfo_keeps_a_session_awake() {
    let app = long_tokens().await;
    for client in ["basic", "jwt"] {
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let tokens = app.rp(client).tokens(&browser, "openid").await;
        for _ in 0..4 {
            app.clock.advance(110 * MINUTE);
            assert_eq!(userinfo(&app, &tokens).await.status, 200, "{client}");
            let noted = app.now();
            assert_eq!(last_seen(&app, &sid).await, noted, "{client}");
            for _ in 0..20 {
                app.clock.advance(MINUTE / 30);
                assert_eq!(userinfo(&app, &tokens).await.status, 200, "{client}");
                assert_eq!(
                    last_seen(&app, &sid).await,
                    noted,
                    "{client}: once a minute"
                );
            }
        }
        app.clock.advance(2 * HOUR);
        assert_eq!(userinfo(&app, &tokens).await.status, 401, "{client}: idle");
    }
}

/// Use of several tokens of one session is stored once.
#[tokio::test]
async fn many_tokens_of_a_session_are_one_use() {
    let app = long_tokens().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let mut all = Vec::new();
    for client in ["basic", "es256", "post"] {
        all.push(app.rp(client).tokens(&browser, "openid").await);
    }
    app.clock.advance(HOUR);
    let noted = app.now();
    for tokens in &all {
        assert_eq!(userinfo(&app, tokens).await.status, 200);
        app.clock.advance(1);
    }
    assert_eq!(last_seen(&app, &sid).await, noted);
}

/// Not counted as use: an offline grant, which no longer belongs to the session; introspection, which is a resource's
/// request; and a refused token.
#[tokio::test]
async fn what_is_no_use_keeps_nothing_awake() {
    let app = long_tokens().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let offline = rp.tokens(&browser, "openid offline_access").await;
    let online = rp.tokens(&browser, "openid").await;
    let unfit = app.rp("basic").tokens(&browser, "email").await;
    let before = last_seen(&app, &sid).await;
    app.clock.advance(HOUR);
    assert_eq!(userinfo(&app, &offline).await.status, 200);
    let token = online["access_token"].as_str().unwrap();
    let response = rp.post("/oauth2/introspect", &[("token", token)]).await;
    assert_eq!(response.json()["active"], true);
    assert_eq!(userinfo(&app, &unfit).await.status, 403);
    let refresh = offline["refresh_token"].as_str().unwrap();
    assert_eq!(rp.refresh(refresh).await.status, 200);
    assert_eq!(last_seen(&app, &sid).await, before);
}

/// A refresh with a token of the session counts as use.
#[tokio::test]
async fn refreshing_keeps_a_session_awake() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("steady");
    let tokens = rp.tokens(&browser, "openid").await;
    app.clock.advance(110 * MINUTE);
    let refresh = tokens["refresh_token"].as_str().unwrap();
    assert_eq!(rp.refresh(refresh).await.status, 200);
    assert_eq!(last_seen(&app, &sid).await, app.now());
}

/// so does T, from its first use on. Used with another application's name, or unknown, it does not count.
#[tokio::test]
async fn a_launch_token_keeps_a_session_awake() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let token = launched(&browser, "OLD", "http://localhost:9200/start").await;
        let accepted = |answer: &Answer| answer.json()["status"] == 0;
        app.clock.advance(10 * MINUTE);
        for _ in 0..4 {
            let answer = user_info(&app, &token, "OLD").await;
            assert!(accepted(&answer), "{}", answer.text());
            let noted = app.now();
            assert_eq!(last_seen(&app, &sid).await, noted);
            app.clock.advance(MINUTE / 2);
            assert!(accepted(&user_info(&app, &token, "OLD").await));
            assert!(!accepted(&user_info(&app, &token, "OLDCODE").await));
            assert_eq!(last_seen(&app, &sid).await, noted, "once a minute");
            app.clock.advance(110 * MINUTE);
        }
        app.clock.advance(2 * HOUR);
        assert!(!accepted(&user_info(&app, &token, "OLD").await), "idle");
    }
}

/// A timer of the portal is no person: with `Atrium-Unattended` its calls and its refreshes do not count as use, so
/// the session ends at an unattended desk. They are answered until then. Without the header they count.
#[tokio::test]
async fn what_only_a_timer_wants_keeps_nothing_awake() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let dan = server.person("dan", |_| {}).await;
    let path = "/api/security/user/user-group/notify";
    let seen = async || {
        let mut tx = server.db().read().await.unwrap();
        let seen = "SELECT last_seen_at FROM sso_sessions WHERE account_id = $1";
        rows::number(&mut tx, seen, &dan.id).await.unwrap()
    };
    let begun = seen().await;
    for (mark, counts) in [(Some("?1"), false), (Some("?0"), true), (None, true)] {
        server.clock.advance(2 * MINUTE);
        let mut headers = server.dpop(&dan, "GET", path, &json!({}));
        headers.extend(mark.map(|mark| ("atrium-unattended", mark.to_owned())));
        assert_eq!(server.get(path, &borrowed(&headers)).await.status(), 0);
        let expected = if counts { server.clock.now() } else { begun };
        assert_eq!(seen().await, expected, "{mark:?}");
    }
}

/// The same of a refresh.
#[tokio::test]
async fn a_refresh_that_only_a_timer_wants_keeps_nothing_awake() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("steady");
    let tokens = rp.tokens(&browser, "openid").await;
    let before = last_seen(&app, &sid).await;
    app.clock.advance(10 * MINUTE);
    let refresh = tokens["refresh_token"].as_str().unwrap();
    let pairs = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
    let alone = [("atrium-unattended", "?1")];
    let answer = rp.post_with("/oauth2/token", &pairs, &alone).await;
    assert_eq!(answer.status, 200);
    assert_eq!(last_seen(&app, &sid).await, before);
}

/// Use also counts if the idle time is little more than the minute between two writes.
#[tokio::test]
async fn use_counts_where_the_idle_time_is_short() {
    let app = TestApp::start_with(|config| config.sessions.idle = MINUTE).await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "openid").await;
    for _ in 0..15 {
        app.clock.advance(MINUTE / 3);
        assert_eq!(userinfo(&app, &tokens).await.status, 200);
    }
    for _ in 0..15 {
        app.clock.advance(MINUTE / 3);
        let silent = rp.ask("openid").with("prompt", "none");
        rp.authorize(&browser, &silent).await.code();
    }
    let noted = last_seen(&app, &sid).await;
    app.clock.advance(MINUTE);
    let silent = rp.ask("openid").with("prompt", "none");
    let refused = rp.authorize(&browser, &silent).await;
    assert_eq!(refused.error(), "login_required", "{noted}");
}
