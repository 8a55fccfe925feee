//! What people see and end of their own account: sessions and applications.

use atrium::clock::MINUTE;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::NewAccount;
use atrium::sessions::consents::{self, Allowed};
use serde_json::{Value, json};

use super::account_sessions::{granted, info, signed_in};
use super::accounts::entries;
use crate::support::people::PASSWORD;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const CHANGE_PASSWORD: &str = "/api/security/user/change-pwd";
const SESSIONS: &str = "/api/security/account/sessions";
const END: &str = "/api/security/account/session/end";
const END_OTHERS: &str = "/api/security/account/session/end-others";
const APPLICATIONS: &str = "/api/security/account/applications";
const WITHDRAW: &str = "/api/security/account/application/withdraw";

/// A session that is too old to change a way in ends others all the same: who is robbed ends sessions first.
#[tokio::test]
async fn people_end_their_own_sessions() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        server.clock.advance(10 * 60_000);
        let one = signed_in(&server, "DanMember", "one").await;
        server.clock.advance(1_000);
        let other = signed_in(&server, "DanMember", "other").await;
        let found = server.get_as(&dan, SESSIONS).await.data();
        let list = found["sessions"].as_array().unwrap();
        let shown: Vec<_> = list
            .iter()
            .map(|one| (&one["browser"], &one["current"]))
            .collect();
        let (yes, no) = (json!(true), json!(false));
        assert_eq!(
            shown,
            [
                (&json!("other"), &no),
                (&json!("one"), &no),
                (&Value::Null, &yes)
            ],
            "{found}"
        );
        let body = json!({ "sessionId": list[1]["sessionId"] });
        let ended = server.post_as(&dan, END, &body).await.data();
        assert_eq!(ended["endedSessions"], 1);
        assert_eq!(info(&server, &one).await, 100_000);
        assert_eq!(info(&server, &other).await, 0);
        let again = server.post_as(&dan, END, &body).await.data();
        assert_eq!(again["endedSessions"], 0);
        let id = list[1]["sessionId"].as_str().unwrap();
        let recorded = entries(server.db(), "session.ended", id).await;
        assert_eq!(recorded.len(), 1, "{recorded:?}");
        assert_eq!(
            (&recorded[0].0, &recorded[0].2),
            (&dan.id, &json!({ "reason": "logout" }))
        );

        let all = server.post_as(&dan, END_OTHERS, &json!({})).await.data();
        assert_eq!(all["endedSessions"], 1);
        assert_eq!(info(&server, &other).await, 100_000);
        let left = server.get_as(&dan, SESSIONS).await.data();
        assert_eq!(left["sessions"].as_array().unwrap().len(), 1, "{left}");
        assert_eq!(left["sessions"][0]["current"], true);
    }
}

/// C-011, F-13, F-55, V-12, V-13, trap T5: only one's own password, soon after a proof. Every session ends, and the owner's link to lock the
/// account still works.
#[tokio::test]
async fn attack_t5_people_change_their_own_password() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let with_address = |new: &mut NewAccount| {
            new.email = Some("dan@demo.test".to_owned());
            new.email_verified = true;
        };
        let dan = server.person("DanMember", with_address).await;
        let eve = server
            .person("EveNewcomer", |new| new.password_hash = None)
            .await;
        let other = signed_in(&server, "DanMember", "other").await;
        let body = |id: &str, new: &str, again: &str| json!({ "userId": id, "newPassword": new, "confirmPassword": again });
        let good = body(&dan.id, "Changed2026*", "Changed2026*");
        let of_eve = body(&eve.id, "Changed2026*", "Changed2026*");
        for (person, sent, status, words) in [
            (&dan, &of_eve, 100_013, "aren’t allowed"),
            (&eve, &of_eve, 100_012, "userId"),
            (
                &dan,
                &body(&dan.id, "short1*", "short1*"),
                100_012,
                "Please input valid format",
            ),
            (
                &dan,
                &body(&dan.id, "Changed 2026", "Changed 2026"),
                100_012,
                "Only digits, letters and * are allowed",
            ),
            (
                &dan,
                &body(&dan.id, "Changed2026*", "Changed2026"),
                100_012,
                "The new password and its confirmation do not match",
            ),
            (
                &dan,
                &body(&dan.id, "DanMember123", "DanMember123"),
                100_012,
                "This password is easy to guess: it is common, or made of names, dates or neighbouring keys. Choose another one.",
            ),
            (
                &dan,
                &body(&dan.id, PASSWORD, PASSWORD),
                100_012,
                "The new password must be different from the current one.",
            ),
        ] {
            let refused = server.post_as(person, CHANGE_PASSWORD, sent).await.json();
            assert_eq!(refused["status"], status, "{refused}");
            assert!(refused.to_string().contains(words), "{refused}");
        }
        let link = "INSERT INTO one_time_links (hash, account_id, purpose, email_key, expires_at) \
            SELECT purpose || 'hash', id, purpose, 'dan@demo.test', 9000000000000 FROM accounts, \
            (SELECT 'lock' AS purpose UNION SELECT 'welcome') purposes WHERE username = 'DanMember'";
        run(&server, link).await;
        server.post_as(&dan, CHANGE_PASSWORD, &good).await.data();
        assert_eq!(info(&server, &other).await, 100_000);
        assert_eq!(server.get_as(&dan, SESSIONS).await.http, 401);
        let changed = entries(server.db(), "password.changed", &dan.id).await;
        assert_eq!(changed[0].2, json!({ "by": "owner" }));
        let mut view = server.db().read().await.unwrap();
        let left = SqlQuery::kept("SELECT purpose FROM one_time_links");
        let left: Vec<(String,)> = left.fetch_all(&mut view).await.unwrap();
        assert_eq!(left, [("lock".to_owned(),)]);
        drop(view);

        let dan = server.signed_in(&dan.id).await;
        server.clock.advance(5 * MINUTE);
        let stale = server.post_as(&dan, CHANGE_PASSWORD, &good).await;
        assert_eq!(stale.http, 401);
        let asked = stale.header("www-authenticate");
        assert!(
            asked.contains("insufficient_user_authentication"),
            "{asked}"
        );
    }
}

/// Contract T-14, S-27, trap T5: with `keepSession` the session that changed the password goes on with its tokens; every other one,
/// and all offline access, ends.
#[tokio::test]
async fn attack_t5_a_password_that_is_changed_on_the_account_page_keeps_its_session() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let other = signed_in(&server, "DanMember", "other").await;
        let offline = "INSERT INTO grants (id, client_id, account_id, session_id, offline, context, created_at) \
            SELECT 'offline', client_id, account_id, session_id, 1, context, created_at FROM grants \
            WHERE account_id IN (SELECT id FROM accounts WHERE username = 'DanMember') AND session_id IS NOT NULL \
            AND offline = 0 LIMIT 1";
        run(&server, offline).await;
        let body = json!({
            "userId": dan.id, "newPassword": "Changed2026*", "confirmPassword": "Changed2026*", "keepSession": true,
        });
        server.post_as(&dan, CHANGE_PASSWORD, &body).await.data();
        assert_eq!(info(&server, &other).await, 100_000);
        let left = server.get_as(&dan, SESSIONS).await.data();
        assert_eq!(left["sessions"].as_array().unwrap().len(), 1, "{left}");
        assert_eq!(left["sessions"][0]["current"], true);
        let mut view = server.db().read().await.unwrap();
        let revoked = "SELECT COUNT(*) FROM grants WHERE id = $1 AND revoked_at IS NOT NULL";
        assert_eq!(rows::number(&mut view, revoked, "offline").await, Some(1));
    }
}

/// The portal warns before the session ends: each answer says when that is, and a call that nobody caused does not move it.
#[tokio::test]
async fn an_answer_says_when_the_session_ends() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("DanMember", |_| {}).await;
    let left = async || {
        let answer = server.get_as(&dan, SESSIONS).await;
        answer.header("atrium-session-ends-in").to_owned()
    };
    assert_eq!(left().await, "7200");
    server.clock.advance(4 * MINUTE);
    assert_eq!(left().await, "7200");
    let legacy = server.user_token(&dan.id).await.1;
    let header = [("access-token", legacy.as_str())];
    let answer = server
        .post("/api/security/user/info", &header, &json!({}))
        .await;
    assert_eq!(answer.header("atrium-session-ends-in"), "");
}

async fn run(server: &Server, sql: &'static str) {
    let written = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { SqlQuery::kept(sql).execute(tx).await })
    });
    written.await.unwrap();
}

/// Attack 34: the id of another person's session ends nothing.
#[tokio::test]
async fn attack_34_nobody_ends_the_session_of_another() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let eve = server.account("EveNewcomer", |_| {}).await;
        let (session, token) = server.user_token(&eve).await;
        let body = json!({ "sessionId": session.id });
        let refused = server.post_as(&dan, END, &body).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("sessionId"))
        );
        server.post_as(&dan, END_OTHERS, &json!({})).await.data();
        assert_eq!(info(&server, &token).await, 0);
    }
}

async fn consented(server: &Server, person: &Person, client_id: &str) {
    let allowed = Allowed {
        account_id: person.id.clone(),
        client_id: client_id.to_owned(),
        session_id: "s".to_owned(),
        scope: vec!["email".into(), "openid".into()],
        asked_again: false,
    };
    let audit = server.state().audit(NOW, &atrium::audit::Origin::default());
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { consents::give(tx, &allowed, &audit).await })
    });
    given.await.unwrap();
}

/// The applications of a person; the portal, with which these tests ask, is not among them.
async fn guests(server: &Server, person: &Person) -> Value {
    server.get_as(person, APPLICATIONS).await.data()["applications"].clone()
}

/// Consents and tokens are one list; withdrawing ends both, offline access too, and only one's own.
#[tokio::test]
async fn people_withdraw_from_applications() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let eve = server.person("EveNewcomer", |_| {}).await;
        let (session, _) = server.user_token(&dan.id).await;
        consented(&server, &dan, "demo-app").await;
        consented(&server, &eve, "demo-app").await;
        granted(&server, &session, "old-query", true).await;
        assert_eq!(
            guests(&server, &dan).await,
            json!([
                {
                    "client_id": "demo-app", "name": "Demo App", "scope": ["email", "openid"], "since": NOW,
                    "usedAt": null, "offline": false,
                },
                {
                    "client_id": "old-query", "name": "Old Query", "scope": ["openid"], "since": NOW,
                    "usedAt": NOW, "offline": true,
                },
            ])
        );
        for client_id in ["demo-app", "old-query", "nothing"] {
            let body = json!({ "client_id": client_id });
            server.post_as(&dan, WITHDRAW, &body).await.data();
        }
        assert_eq!(guests(&server, &dan).await, json!([]));
        let others = guests(&server, &eve).await;
        assert_eq!(others[0]["client_id"], "demo-app");
        let recorded = entries(server.db(), "grant.revoked", &dan.id).await;
        assert_eq!(recorded.len(), 1, "{recorded:?}");
        assert_eq!(recorded[0].2["reason"], "consent_withdrawn");
    }
}
