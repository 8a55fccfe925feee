//! Claims that a person did not allow, or no longer allows, are not given.

use atrium::clients::Source;
use atrium::directory::{AccountError, Status};
use atrium::sessions::end;
use atrium::sessions::grants::{self, Grant, GrantContext};
use atrium::sessions::sso::{Authentication, SsoSession};
use axum::body::Body;
use axum::http::Request;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::support::app::{Answer, TestApp};
use crate::support::{database, rows};

async fn userinfo(app: &TestApp, authorization: &str) -> Answer {
    let request = Request::get("/oauth2/userinfo").header("authorization", authorization);
    app.send(request.body(Body::empty()).unwrap()).await
}

/// Attack 29: a claim that is requested by name needs consent for its scope, and a client that may not
/// request this scope does not get it.
#[tokio::test]
async fn single_claims_cost_their_scope() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("asking");
        let plain = rp.ask("openid");
        let page = browser.go(&plain.url()).await;
        let page = browser.submit(&page, &[("decision", "allow")]).await;
        rp.outcome(&plain, &page).code();
        let claims = r#"{"userinfo":{"email":null},"id_token":{"phone_number":null}}"#;
        let named = rp.ask("openid").with("claims", claims);
        let silent = rp
            .ask("openid")
            .with("claims", claims)
            .with("prompt", "none");
        assert_eq!(
            rp.authorize(&browser, &silent).await.error(),
            "consent_required"
        );
        let page = browser.go(&named.url()).await;
        assert!(
            page.form("decision").is_some(),
            "more would be disclosed, so it is asked for"
        );
        let page = browser.submit(&page, &[("decision", "deny")]).await;
        assert_eq!(rp.outcome(&named, &page).error(), "access_denied");

        let jwt = app.rp("jwt");
        let claims = r#"{"id_token":{"phone_number":null,"email":null}}"#;
        let ask = jwt.ask("openid").with("claims", claims);
        let disclosed = jwt.id_token(&jwt.tokens_of(&browser, &ask).await).await;
        assert_eq!(
            disclosed.get("phone_number"),
            None,
            "phone is not in its registered scopes"
        );
        assert!(disclosed.get("email").is_some());
    }
}

/// Attack 29, Core 5.5: a claim that is requested by name, or by its scope at UserInfo, is given only while
/// the client may request its scope, with an old token and with a new one.
#[tokio::test]
async fn single_claims_end_with_the_scope_they_belong_to() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let claims =
            r#"{"userinfo":{"email":null,"name":null},"id_token":{"email":null,"name":null}}"#;
        let ask = rp.ask("openid offline_access").with("claims", claims);
        let tokens = rp.tokens_of(&browser, &ask).await;
        let by_scope = rp.tokens(&browser, "openid email profile").await;
        let disclosed = async |tokens: &Value| {
            let by_id_token = rp.id_token(tokens).await;
            let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
            [by_id_token, userinfo(&app, &bearer).await.json()]
        };
        for disclosed in disclosed(&tokens).await {
            assert!(
                disclosed["email"].is_string() && disclosed["name"].is_string(),
                "{disclosed}"
            );
        }

        let mut client = (*app.state().clients.get("basic").unwrap()).clone();
        client.scopes.retain(|scope| scope != "email");
        client.source = Source::Admin;
        let now = app.now();
        app.write(move |tx| Box::pin(async move { atrium::clients::save(tx, &client, now).await }))
            .await;
        app.state().clients.reload().await.unwrap();
        let token = tokens["refresh_token"].as_str().unwrap();
        let renewed = rp.refresh(token).await.json();
        let [_, by_old_token] = disclosed(&tokens).await;
        let [_, by_old_scope] = disclosed(&by_scope).await;
        let [by_id_token, by_new_token] = disclosed(&renewed).await;
        for disclosed in [by_old_token, by_old_scope, by_id_token, by_new_token] {
            assert!(disclosed.get("email").is_none(), "{disclosed}");
            assert!(disclosed["name"].is_string(), "{disclosed}");
        }
    }
}

/// Attack 8 (another browser's proof): a flow in which another person signed in does not sign in this
/// browser.
#[tokio::test]
async fn a_proof_in_another_browser_does_not_count_here() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let here = app.browser();
        here.sign_in_directly("DanMember").await;
        app.clock.advance(60_000);
        let rp = app.rp("basic");
        let ask = rp.ask("openid").with("prompt", "login");
        let page = here.go(&ask.url()).await;
        assert!(page.form("password").is_some());
        let flow = app.state().cookies.flow.clone();
        let there = app.browser();
        there.set_cookie(&flow, &here.cookie(&flow).unwrap());
        let form = page.form("password").unwrap();
        let carried = there
            .go(&format!("/login?flow={}", form.value("flow").unwrap()))
            .await;
        there.sign_in(&carried, "ChloeManager").await;
        let back = here
            .go(&format!(
                "/oauth2/authorize/resume?flow={}",
                form.value("flow").unwrap()
            ))
            .await;
        assert!(
            back.form("password").is_some(),
            "Dan's own password is still asked for"
        );
    }
}

/// What `client` may do in `session`.
fn grant_in(id: String, session: SsoSession, client: &str) -> Grant {
    let context = GrantContext {
        client_id: client.to_owned(),
        account_id: session.account_id,
        session_id: session.id,
        offline: false,
        scope: vec!["openid".to_owned()],
        nonce: None,
        auth_time: session.auth_time,
        wants_auth_time: false,
        acr: session.acr,
        amr: session.amr,
        claims: None,
        resources: Vec::new(),
    };
    Grant {
        id,
        context,
        revoked_at: None,
        session: None,
    }
}

/// Attacks 11 and 24: all sessions of an account end at once, in any number. Each has an audit entry, and each client
/// is notified of each (Back-Channel Logout 1.0 section 2.3), once.
#[tokio::test]
async fn attack_11_no_number_of_sessions_outlives_a_disabled_account() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let account = app.account("DanMember").await.id;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let tokens = app.rp("basic").tokens(&browser, "openid").await;
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let (now, random) = (app.now(), app.state().random.clone());
        let (audit, clients) = (app.audit(), app.state().clients.clone());
        let ended = app
            .db()
            .write::<_, AccountError, _>(move |tx| {
                Box::pin(async move {
                    let proof = Authentication::password(&account);
                    for at in 1..1_001 {
                        let session = SsoSession::begin(&proof, now + at, &random);
                        rows::session(tx, &session).await?;
                        let id = random.uuid_v4().to_string();
                        // Every tenth client has an address for logout notices, the others have none.
                        let client = if at % 10 == 0 { "basic" } else { "jwt" };
                        let grant = grant_in(id, session, client);
                        grants::keep(tx, &grant, None, now).await?;
                    }
                    end::set_account_status(
                        tx,
                        &account,
                        Status::Disabled,
                        (&TimeZone::UTC, &clients),
                        &audit,
                    )
                    .await
                })
            })
            .await
            .unwrap();
        assert_eq!(ended, 1_001);
        let live = "SELECT COUNT(*) FROM (SELECT COUNT(*) AS n FROM sso_sessions \
                    WHERE ended_at IS NULL) AS live WHERE n = $1";
        app.becomes(live, 0).await;
        assert_eq!(userinfo(&app, &bearer).await.status.as_u16(), 401);
        let entries = "SELECT COUNT(*) FROM (SELECT COUNT(*) AS n, COUNT(DISTINCT session_id) AS apart \
                       FROM audit_entries WHERE kind = 'session.ended') AS disclosed \
                       WHERE n = $1 AND apart = n";
        app.becomes(entries, 1_001).await;
        let notices = "SELECT COUNT(*) FROM (SELECT COUNT(*) AS n FROM jobs \
                       WHERE kind = 'logout.deliver') AS queued WHERE n = $1";
        app.becomes(notices, 101).await;
    }
}

/// Attack 24: a code is invalid after its consent was withdrawn or its client was switched off.
#[tokio::test]
async fn a_waiting_code_dies_with_its_consent() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let account = app.account("DanMember").await.id;
        let rp = app.rp("asking");
        let ask = rp.ask("openid");
        let page = browser.go(&ask.url()).await;
        let page = browser.submit(&page, &[("decision", "allow")]).await;
        let code = rp.outcome(&ask, &page).code();
        let audit = app.audit();
        app.db()
            .write::<_, atrium::db::DbError, _>(move |tx| {
                Box::pin(async move { end::withdraw_consent(tx, &account, "asking", &audit).await })
            })
            .await
            .unwrap();
        let answer = rp.exchange(&ask, &code).await;
        assert_eq!(answer.json()["error"], "invalid_grant");
    }
}

/// Attack 24: all tokens of a client are invalid once it is switched off.
#[tokio::test]
async fn tokens_of_a_switched_off_client_are_dead() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid").await;
        let access = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let disclosed = userinfo(&app, &access).await;
        assert_eq!(disclosed.status.as_u16(), 200);
        let mut client = (*app.state().clients.get("basic").unwrap()).clone();
        client.enabled = false;
        client.source = Source::Admin;
        let now = app.now();
        app.db()
            .write::<_, atrium::db::DbError, _>(move |tx| {
                Box::pin(async move { atrium::clients::save(tx, &client, now).await })
            })
            .await
            .unwrap();
        app.state().clients.reload().await.unwrap();
        let disclosed = userinfo(&app, &access).await;
        assert_eq!(disclosed.status.as_u16(), 401);
    }
}
