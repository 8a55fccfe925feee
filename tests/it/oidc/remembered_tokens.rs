//! Tokens in memory: the process that makes a change sees it at once, every other process within a
//! second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use atrium::clock::MINUTE;
use atrium::config::Config;
use atrium::db::DbError;
use atrium::directory::change_language;
use atrium::sessions::live_tokens::GoodToken;
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

use crate::support::app::{Answer, TestApp};
use crate::support::database;
use crate::support::key_set::new_keys;

/// A person's token of one client, sealed or signed.
struct ClientToken {
    client: &'static str,
    sid: String,
    access: String,
    refresh: String,
}

impl ClientToken {
    /// A token to be ended `how`; only an offline grant has a refresh token.
    async fn to_end(app: &TestApp, client: &'static str, how: &str) -> Self {
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let scope = match how {
            "revoke refresh" => "openid offline_access",
            _ => "openid",
        };
        let tokens = app.rp(client).tokens(&browser, scope).await;
        let text = |name: &str| tokens[name].as_str().unwrap_or_default().to_owned();
        Self {
            client,
            sid,
            access: text("access_token"),
            refresh: text("refresh_token"),
        }
    }

    async fn userinfo(&self, app: &TestApp) -> Answer {
        let bearer = format!("Bearer {}", self.access);
        let request = Request::get("/oauth2/userinfo").header("authorization", bearer);
        app.send(request.body(Body::empty()).unwrap()).await
    }

    async fn introspection(&self, app: &TestApp) -> Value {
        let asked = [("token", self.access.as_str())];
        let rp = app.rp(self.client);
        rp.post("/oauth2/introspect", &asked).await.json()
    }

    /// True while both doors accept it; they must agree.
    async fn is_good(&self, app: &TestApp) -> bool {
        let accepted = self.userinfo(app).await.status == 200;
        let active = self.introspection(app).await["active"] == true;
        assert_eq!(accepted, active, "{}", self.client);
        accepted
    }
}

/// Everything that ends a token before its time.
const ENDS: [&str; 8] = [
    "revoke",
    "revoke refresh",
    "log out",
    "disable",
    "password",
    "reset",
    "withdraw",
    "end client",
];

async fn finish(app: &TestApp, held: &ClientToken, how: &str) {
    let given_back = match how {
        "revoke" => &held.access,
        "revoke refresh" => &held.refresh,
        "log out" => return app.sign_out(&held.sid).await,
        "disable" => return app.disable("DanMember").await,
        "password" => return app.change_password("DanMember").await,
        "reset" => return app.reset_password("DanMember").await,
        "end client" => return app.end_client(held.client).await,
        _ => return app.withdraw("DanMember", held.client).await,
    };
    let form = [("token", given_back.as_str())];
    let answer = app.rp(held.client).post("/oauth2/revoke", &form).await;
    assert_eq!(answer.status, 200);
}

/// RFC 7009 section 2, attack 24: a token that was just accepted is refused once its revocation is answered.
#[tokio::test]
async fn an_end_takes_effect_at_once_in_its_own_process() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        for client in ["basic", "jwt"] {
            for how in ENDS {
                let held = ClientToken::to_end(&app, client, how).await;
                remembered(&app, &held).await;
                assert!(held.is_good(&app).await, "{how}");
                finish(&app, &held, how).await;
                assert!(!held.is_good(&app).await, "{client}: {how}");
                app.enable("DanMember").await;
            }
        }
    }
}

/// And by another process within a second.
#[tokio::test]
async fn an_end_takes_effect_in_another_process_within_a_second() {
    for database in database::each_engine().await {
        let here = TestApp::on(&database).await;
        let there = TestApp::beside(&here, database.again().await).await;
        for how in ENDS {
            let held = ClientToken::to_end(&here, "basic", how).await;
            assert!(held.is_good(&there).await, "{how}");
            finish(&here, &held, how).await;
            let ended = Instant::now();
            loop {
                let asked = ended.elapsed();
                if held.userinfo(&there).await.status == 401 {
                    break;
                }
                // Even on a slow machine: memory is not used if other processes were not heard for a second.
                assert!(asked < Duration::from_secs(1), "{how}");
            }
            here.enable("DanMember").await;
        }
    }
}

/// A valid token needs no database, and a changed claim is read again.
#[tokio::test]
async fn a_good_token_is_served_from_memory_until_its_person_changes() {
    let app = TestApp::start().await;
    let held = ClientToken::to_end(&app, "basic", "").await;
    let id = app.account("DanMember").await.id;
    remembered(&app, &held).await;
    let audit = app.audit();
    app.write(move |tx| {
        Box::pin(async move {
            let set = change_language(tx, &id, "zh-cn", &audit).await;
            set.map_err(|_| DbError::WriterGone)
        })
    })
    .await;
    let response = found(&app, &held).await;
    assert_eq!(
        response.account.as_ref().unwrap().lang.as_deref(),
        Some("zh-cn")
    );
}

async fn found(app: &TestApp, held: &ClientToken) -> Arc<GoodToken> {
    let found = app.state().live_tokens.find(&held.access, app.now());
    found.await.unwrap().unwrap()
}

/// Asks until the answer comes from memory, which is not used before other processes were heard for the first
/// time.
async fn remembered(app: &TestApp, held: &ClientToken) {
    let begun = Instant::now();
    let mut known = found(app, held).await;
    loop {
        let again = found(app, held).await;
        if Arc::ptr_eq(&known, &again) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "not remembered");
        known = again;
    }
}

/// A token in memory expires with its own time or with its session.
#[tokio::test]
async fn a_remembered_token_ends_in_its_time() {
    for (change, life) in [
        (TOKENS_FIRST, "the token's"),
        (SESSIONS_FIRST, "the session's"),
    ] {
        let app = TestApp::start_with(change).await;
        let held = ClientToken::to_end(&app, "basic", "").await;
        remembered(&app, &held).await;
        app.clock.advance(10 * MINUTE - 1);
        // Not with UserInfo, which would count as use of the session.
        assert_eq!(held.introspection(&app).await["active"], true, "{life}");
        app.clock.advance(1);
        assert!(!held.is_good(&app).await, "{life}");
    }
}

/// Ends tokens ten minutes after a sign-in, by their lifetime.
const TOKENS_FIRST: fn(&mut Config) = |config| {
    config.sessions.access_token_lifetime = 10 * MINUTE;
};
/// By the idle time of their session.
const SESSIONS_FIRST: fn(&mut Config) = |config| {
    config.sessions.access_token_lifetime = 60 * MINUTE;
    config.sessions.idle = 10 * MINUTE;
};

/// Attack 28: what a leaked key signed or sealed is refused as soon as the keys in memory change, even if it was just
/// accepted.
#[tokio::test]
async fn a_remembered_token_ends_with_its_key() {
    for client in ["jwt", "basic"] {
        let app = TestApp::start().await;
        let held = ClientToken::to_end(&app, client, "").await;
        remembered(&app, &held).await;
        let other = new_keys().ring();
        app.state().keys.replace(Arc::into_inner(other).unwrap());
        assert!(!held.is_good(&app).await, "{client}");
    }
}
