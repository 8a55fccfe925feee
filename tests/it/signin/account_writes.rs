//! Rapid sign-ins of one account (attack 44).

use atrium::clock::{Clock, MINUTE};
use axum::body::Body;
use hyper::{Request, StatusCode};
use serde_json::json;

use super::refusals::tried;
use crate::support::app::{Answer, TestApp};
use crate::support::database::{self, TestDatabase};
use crate::support::people::{self, PASSWORD};
use crate::support::relying_party::refresh_of;
use crate::support::{clients, rows};

/// A server that lets each account write ten times.
async fn with_ten(database: &TestDatabase) -> TestApp {
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    let ten = |config: &mut atrium::config::Config| config.limits.account_writes = 10;
    TestApp::build(database.db.clone(), clock, &clients::text(), ten).await
}

async fn count(app: &TestApp, sql: &'static str, id: &str) -> i64 {
    let mut view = app.db().read().await.unwrap();
    rows::number(&mut view, sql, id).await.unwrap()
}

/// Attack 44, OpenID Connect Core 3.1.2.6: with `prompt=none` the application gets `temporarily_unavailable`; otherwise
/// the person gets a page with 429. No code is stored.
#[tokio::test]
async fn attack_44_sign_ins_of_applications_are_bounded() {
    for database in database::each_engine().await {
        let app = with_ten(&database).await;
        let (browser, rp) = (app.browser(), app.rp("basic"));
        browser.sign_in_directly("DanMember").await;
        let ask = rp.ask("openid");
        let silent = ask.clone().with("prompt", "none");
        for _ in 0..5 {
            rp.code(&browser, &silent).await;
            rp.code(&browser, &ask).await;
        }
        let refused = rp.authorize(&browser, &silent).await;
        assert_eq!(refused.error(), "temporarily_unavailable");
        let page = browser.get(&ask.url()).await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(page.header("retry-after"), "61");
        app.clock.advance(MINUTE + 1);
        rp.code(&browser, &silent).await;
        let refused = rp.authorize(&browser, &silent).await;
        assert_eq!(refused.error(), "temporarily_unavailable");
    }
}

/// Attack 44: each sign-in without cookies begins a session. Wrong passwords count elsewhere, so nobody uses up the
/// limit of another.
#[tokio::test]
async fn attack_44_sign_ins_with_the_right_password_are_bounded() {
    for database in database::each_engine().await {
        let app = with_ten(&database).await;
        for n in 0..5 {
            assert_eq!(acc_login(&app, "wrong", n).await.json()["status"], 100_013);
        }
        for n in 0..5 {
            assert_eq!(acc_login(&app, PASSWORD, n + 100).await.json()["status"], 0);
            let browser = app.browser().at([192, 0, 2, n]);
            tried(&browser, "DanMember", PASSWORD).await;
            assert!(browser.session_cookie().is_some(), "{n}");
        }
        let refused = acc_login(&app, PASSWORD, 50).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.header("retry-after"), "61");
        let browser = app.browser().at([192, 0, 2, 51]);
        let page = tried(&browser, "DanMember", PASSWORD).await;
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(browser.session_cookie().is_none());
        let sql = "SELECT COUNT(*) FROM sso_sessions WHERE account_id = $1";
        let dan = app.account("DanMember").await;
        assert_eq!(count(&app, sql, &dan.id).await, 10);
        app.clock.advance(MINUTE + 1);
        assert_eq!(acc_login(&app, PASSWORD, 52).await.json()["status"], 0);
    }
}

/// Attack 44: a renewal that is refused spends nothing, and works a minute later. An application uses up nothing of the
/// person's own limit.
#[tokio::test]
async fn attack_44_renewals_are_bounded() {
    for database in database::each_engine().await {
        let app = with_ten(&database).await;
        let (browser, rp) = (app.browser(), app.rp("basic"));
        browser.sign_in_directly("DanMember").await;
        let mut tokens = rp.tokens(&browser, "openid offline_access").await;
        for _ in 0..12 {
            let wider = [
                ("grant_type", "refresh_token"),
                ("refresh_token", refresh_of(&tokens)),
                ("scope", "more"),
            ];
            let refused = rp.token(&wider).await;
            assert_eq!(refused.error(), "invalid_scope", "not counted");
        }
        for n in 0..10 {
            let answer = rp.refresh(refresh_of(&tokens)).await;
            assert_eq!(answer.status, StatusCode::OK, "{n}");
            tokens = answer.json();
        }
        // The second one is refused before it writes.
        for _ in 0..2 {
            let refused = rp.refresh(refresh_of(&tokens)).await;
            assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(refused.error(), "temporarily_unavailable");
            assert_eq!(refused.header("retry-after"), "61");
        }
        rp.code(&browser, &rp.ask("openid")).await;
        app.clock.advance(MINUTE + 1);
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, StatusCode::OK);
        let other = app.browser();
        other.sign_in_directly("ChloeManager").await;
        let tokens = rp.tokens(&other, "openid offline_access").await;
        assert_eq!(rp.refresh(refresh_of(&tokens)).await.status, StatusCode::OK);
    }
}

/// A sign-in by the product API.
async fn acc_login(app: &TestApp, password: &str, from: u8) -> Answer {
    let body = json!({"account": "DanMember", "password": password});
    let request = Request::post("/api/security/acc-login")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    app.send_from([198, 51, 100, from], request.unwrap()).await
}
