//! The sessions of an account, for people who administer accounts: who is signed in where, and the end of it
//! (decision 0024).

use atrium::db::DbError;
use atrium::random::Random;
use atrium::sessions::grants::{self, Grant, GrantContext};
use atrium::sessions::refresh_tokens::{self, RefreshTokenRules};
use atrium::sessions::sso::{Authentication, SsoSession};
use serde_json::{Value, json};

use super::accounts::entries;
use super::rights::give_code;
use crate::support::product_api::{NOW, PASSWORD, Person, Server};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/user/session/list";
const END: &str = "/api/security/admin/user/session/end";
const END_ALL: &str = "/api/security/admin/user/session/end-all";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn sessions(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{LIST}?userId={id}");
    server.get_as(person, &path).await.data()
}

/// Signs in by the call of applications without a browser page, and returns the userToken.
pub(super) async fn signed_in(server: &Server, username: &str, browser: &str) -> String {
    let body = json!({ "account": username, "password": PASSWORD, "appName": "SSO" });
    let headers = [("user-agent", browser)];
    let answer = server
        .post("/api/security/acc-login", &headers, &body)
        .await;
    answer.data()["userToken"].as_str().unwrap().to_owned()
}

pub(super) async fn info(server: &Server, token: &str) -> i64 {
    let headers = [("access-token", token)];
    let body = json!({ "appName": "SSO" });
    let answer = server
        .post("/api/security/user/info", &headers, &body)
        .await;
    answer.json()["status"].as_i64().unwrap()
}

/// A grant of `client_id` in the session.
pub(super) async fn granted(server: &Server, session: &SsoSession, client_id: &str, offline: bool) {
    let id = Random::system().uuid_v7(NOW).to_string();
    let grant = Grant {
        id: id.clone(),
        context: GrantContext {
            client_id: client_id.to_owned(),
            account_id: session.account_id.clone(),
            session_id: session.id.clone(),
            offline,
            scope: vec!["openid".into()],
            nonce: None,
            auth_time: session.auth_time,
            wants_auth_time: false,
            acr: session.acr.clone(),
            amr: session.amr.clone(),
            claims: None,
            resources: Vec::new(),
        },
        revoked_at: None,
        session: Some(session.clone()),
    };
    let kept = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            grants::keep(tx, &grant, None, NOW).await?;
            let rules = RefreshTokenRules {
                offline_idle: 1_000_000,
                ..RefreshTokenRules::default()
            };
            let random = Random::system();
            let issued = refresh_tokens::issue(tx, &grant, None, rules, NOW, &random).await;
            issued.map(drop)
        })
    });
    kept.await.unwrap();
}

/// C-038.
#[tokio::test]
async fn a_session_says_where_it_began_and_what_it_opened() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        assert_eq!(
            sessions(&server, &ada, &dan).await,
            json!({ "sessions": [], "more": false, "offline": [], "mayEnd": true })
        );
        signed_in(&server, "DanMember", FIREFOX).await;
        server.clock.advance(1_000);
        let (second, _) = server.user_token(&dan).await;
        granted(&server, &second, "demo-app", false).await;
        granted(&server, &second, "old-query", true).await;
        let found = sessions(&server, &ada, &dan).await;
        let list = found["sessions"].as_array().unwrap();
        assert_eq!(list.len(), 2);
        // The most recently used one is first; it began without a request.
        assert_eq!(list[0]["sessionId"], second.id.as_str());
        assert_eq!(list[0]["browser"], Value::Null);
        assert_eq!(
            list[0]["applications"],
            json!([
                { "client_id": "demo-app", "name": "Demo App" },
                { "client_id": "old-query", "name": "Old Query" },
            ])
        );
        assert_eq!(list[1]["browser"], FIREFOX);
        assert_eq!(list[1]["address"], "127.0.0.1");
        assert_eq!(list[1]["amr"], json!(["pwd"]));
        assert_eq!(list[1]["createdAt"], NOW);
        assert_eq!(list[1]["current"], false);
        let offline = json!([{ "client_id": "old-query", "name": "Old Query" }]);
        assert_eq!(found["offline"], offline);
        // One's own session is marked, and nobody needs a code to see it (contract F-14).
        let dan = server.signed_in(&dan).await;
        let own = sessions(&server, &dan, &dan.id).await;
        let own_sessions = own["sessions"].as_array().unwrap().iter();
        let current = own_sessions.filter(|one| one["current"] == true).count();
        assert_eq!(current, 1, "{own}");
        assert_eq!(own["mayEnd"], false);
    }
}

/// Attack 38: what a browser calls itself is cut, and has no control characters.
#[tokio::test]
async fn attack_38_a_browser_names_itself_briefly() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let long = format!("a\tb{}", "x".repeat(5_000));
        signed_in(&server, "DanMember", &long).await;
        let found = sessions(&server, &ada, &dan).await;
        let browser = found["sessions"][0]["browser"].as_str().unwrap();
        assert!(browser.starts_with("abx"), "{browser}");
        assert_eq!(browser.len(), 300);
    }
}

/// A program that signs in again and again does not make the answer long.
#[tokio::test]
async fn a_list_of_sessions_is_bounded() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let id = dan.clone();
        let many = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for at in 0..101 {
                    let proof = Authentication::password(id.clone());
                    let random = atrium::random::Random::seeded(at);
                    let session = SsoSession::begin(&proof, NOW, &random);
                    rows::session(tx, &session).await?;
                }
                Ok(())
            })
        });
        many.await.unwrap();
        let found = sessions(&server, &ada, &dan).await;
        assert_eq!(found["sessions"].as_array().unwrap().len(), 100);
        assert_eq!(found["more"], true);
        // Sessions whose time is over are not shown.
        server.clock.advance(3 * 3_600_000);
        let ada = server.signed_in(&ada.id).await;
        let found = sessions(&server, &ada, &dan).await;
        assert_eq!(found["sessions"], json!([]));
    }
}

/// C-038, A-87: an ended session is invalid at once, is in the audit log, and affects no other session.
#[tokio::test]
async fn an_ended_session_opens_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let one = signed_in(&server, "DanMember", "one").await;
        server.clock.advance(1_000);
        let other = signed_in(&server, "DanMember", "other").await;
        assert_eq!(info(&server, &one).await, 0);
        let found = sessions(&server, &ada, &dan).await;
        let id = found["sessions"][1]["sessionId"].clone();
        let body = json!({ "userId": dan, "sessionId": id });
        let ended = server.post_as(&ada, END, &body).await.data();
        assert_eq!(ended["endedSessions"], 1);
        assert_eq!(info(&server, &one).await, 100_000);
        assert_eq!(info(&server, &other).await, 0);
        let again = server.post_as(&ada, END, &body).await.data();
        assert_eq!(again["endedSessions"], 0, "no second entry either");
        let ended = id.as_str().unwrap();
        let recorded = entries(server.db(), "session.ended", ended).await;
        assert_eq!(recorded.len(), 1, "{recorded:?}");
        assert_eq!(recorded[0].0, ada.id);
        assert_eq!(recorded[0].1, format!("POST {END}"));
        assert_eq!(recorded[0].2, json!({ "reason": "administrator" }));

        let body = json!({ "userId": dan });
        let all = server.post_as(&ada, END_ALL, &body).await;
        assert_eq!(all.data()["endedSessions"], 1);
        assert_eq!(info(&server, &other).await, 100_000);
    }
}

/// Attack 34: an id of another person's session ends nothing, whatever account the request names with it.
#[tokio::test]
async fn attack_34_a_session_ends_only_with_its_own_account() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ben = server.person("BenHelp", |_| {}).await;
        let code = "account_maintain.AccountManagement.AccountList.status";
        give_code(server.db(), &ben, "SSO", code).await;
        let ada = server.account("AdaSuper", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let (above, token) = server.user_token(&ada).await;
        for named in [&dan, &ben.id] {
            let body = json!({ "userId": named, "sessionId": above.id });
            let answer = server.post_as(&ben, END, &body).await.json();
            assert_eq!(
                (answer["status"].as_i64(), answer["field"].as_str()),
                (Some(100_012), Some("sessionId"))
            );
        }
        let body = json!({ "userId": ada, "sessionId": above.id });
        let refused = server.post_as(&ben, END, &body).await;
        assert_eq!(refused.json()["status"], 100_013);
        assert_eq!(info(&server, &token).await, 0);
    }
}

/// Offline access outlives the sessions, also those that an administrator ends.
#[tokio::test]
async fn offline_access_outlives_the_end_of_all_sessions() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let (session, _) = server.user_token(&dan).await;
        granted(&server, &session, "demo-app", true).await;
        let body = json!({ "userId": dan });
        let all = server.post_as(&ada, END_ALL, &body).await;
        assert_eq!(all.data()["endedSessions"], 1);
        let found = sessions(&server, &ada, &dan).await;
        assert_eq!(found["sessions"], json!([]));
        assert_eq!(found["offline"][0]["client_id"], "demo-app");
    }
}
