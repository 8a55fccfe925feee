//! What one administrator may cause in a day: added accounts, welcome emails and random passwords (trap T11,
//! contract F-63: no spam relay; attack 14: no list of who exists).

use atrium::audit;
use atrium::clock::DAY;
use atrium::config::Secret;
use atrium::db::{Db, SqlQuery};
use serde_json::{Value, json};

use super::account_changes::RANDOM;
use super::accounts::{ADD, ada, entries, house, in_chinese};
use super::request_scenes::{appoint, with_email};
use crate::support::database;
use crate::support::hash_pool::Pause;
use crate::support::legacy_client::encrypt;
use crate::support::product_api::{Answered, Person, Server};

const ADD_TO_GROUP: &str = "/api/security/admin/user-group/add-user";
const DELETE_FROM_GROUP: &str = "/api/security/admin/user-group/delete";

async fn add(server: &Server, by: &Person, username: &str) -> Answered {
    let email = format!("{username}@demo.test");
    let body = json!({"username": username, "email": email, "password": "Start2026*"});
    server.post_as(by, ADD, &body).await
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    let mut view = db.read().await.unwrap();
    let (counted,) = SqlQuery::kept(sql).fetch_one(&mut view).await.unwrap();
    counted
}

/// 429 with its number, when to come back, and words.
fn assert_refused(answer: &Answered, wait: &str, words: &str) {
    let refusals = answer.json();
    assert_eq!(answer.http, 429, "{refusals}");
    assert_eq!(refusals["status"], 999_999);
    assert_eq!(refusals["data"], Value::Null);
    assert_eq!(answer.header("retry-after"), wait);
    let msg = refusals["msg"].as_str().unwrap();
    assert!(msg.contains(words), "{msg}");
}

/// The refusals of this account in the audit trail.
async fn refusals(server: &Server, about: &str) -> Vec<(String, Value)> {
    server.state().recorder.stop().await;
    let entries = entries(server.db(), "limit.reached", about).await;
    let refusals = entries.into_iter();
    refusals
        .map(|(actor, _, detail)| (actor, detail["limit"].clone()))
        .collect()
}

/// Attack 14: a manager could test any number of names, and nobody would notice. Each try is counted before the
/// password is hashed.
#[tokio::test]
async fn attack_14_taken_names_are_not_asked_for_in_any_number() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| config.limits.person_added_accounts = 3;
        let server = Server::with(&database.db, limits).await;
        house(&server).await;
        let ada = ada(&server).await;
        // An attempt counts with any result.
        assert_eq!(add(&server, &ada, "AdaSuper").await.status(), 100_011);
        assert_eq!(add(&server, &ada, "no hump").await.status(), 100_012);
        let corporate = json!({"username": "NewFour", "email": "f@demo.test", "lionId": "four*4"});
        assert_eq!(server.post_as(&ada, ADD, &corporate).await.status(), 0);
        let effort = server.state().hashing.effort();
        for name in ["AdaSuper", "NewFive"] {
            let refused = add(&server, &ada, name).await;
            assert_refused(&refused, "86400", "limit for adding accounts");
        }
        let body =
            json!({"username": "NewSix", "email": "six@demo.test", "password": "Start2026*"});
        let chinese = in_chinese(&server, &ada, ADD, &body).await;
        assert_refused(&chinese, "86400", "添加的账号数量");
        assert_eq!(server.state().hashing.effort(), effort, "nothing is hashed");
        let accounts =
            "SELECT CAST(COUNT(*) AS BIGINT) FROM accounts WHERE username_key LIKE 'new%'";
        assert_eq!(count(server.db(), accounts).await, 1);
        // Each person has their own count, which lasts a day.
        let other = server.person("AnnaOther", |new| new.sup_admin = true).await;
        assert_eq!(add(&server, &other, "NewFive").await.status(), 0);
        server.clock.advance(DAY);
        let again = server.signed_in(&ada.id).await;
        assert_eq!(add(&server, &again, "NewSix").await.status(), 0);
        let refused = (ada.id.clone(), json!("added_accounts"));
        let expected = [refused.clone(), refused.clone(), refused];
        assert_eq!(refusals(&server, &ada.id).await, expected);
    }
}

/// A call that waits for the threads that hash passwords holds no connection meanwhile. The database has one.
#[tokio::test]
async fn a_new_account_that_waits_for_the_hash_pool_holds_no_reader() {
    for database in database::each_engine().await {
        let narrow = database.narrow().await;
        let one_thread = |config: &mut atrium::config::Config| config.limits.hashing_threads = 1;
        let server = Server::with(&narrow, one_thread).await;
        house(&server).await;
        let ada = ada(&server).await;
        let key = server.get("/api/security/common/public-key", &[]).await;
        let key = key.data()["publicKey"].as_str().unwrap().to_owned();
        let body = json!({
            "username": "NewOne", "email": "one@demo.test", "password": encrypt(&key, "Start2026*"),
        });

        let pause = Pause::begin(&server.state().hashing).await;
        let adding = server.post_as(&ada, ADD, &body);
        let reading = async {
            while server.state().hashing.waiting() == 0 {
                tokio::task::yield_now().await;
            }
            let read = server.db().read().await.map(drop);
            drop(pause);
            read
        };
        let (added, read) = tokio::join!(adding, reading);
        read.expect("the connection is free");
        assert_eq!(added.data()["welcomeSent"], true);
    }
}

/// F-63, trap T11: welcome emails are counted by who causes them.
#[tokio::test]
async fn attack_t11_welcome_emails_of_one_person_are_capped() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| config.limits.person_welcome_emails = 2;
        let server = Server::with(&database.db, limits).await;
        house(&server).await;
        let ada = ada(&server).await;
        for name in ["NewOne", "NewTwo"] {
            assert_eq!(add(&server, &ada, name).await.data()["welcomeSent"], true);
        }
        // A name that is taken sends nothing, so it is not counted for anybody.
        assert_eq!(add(&server, &ada, "NewTwo").await.status(), 100_011);
        assert_refused(
            &add(&server, &ada, "NewThree").await,
            "86400",
            "limit for accounts with a welcome email",
        );
        let body =
            json!({"username": "NewThree", "email": "n@demo.test", "password": "Start2026*"});
        let chinese = in_chinese(&server, &ada, ADD, &body).await;
        assert_refused(&chinese, "86400", "欢迎邮件");
        let accounts =
            "SELECT CAST(COUNT(*) AS BIGINT) FROM accounts WHERE username_key LIKE 'new%'";
        assert_eq!(
            count(server.db(), accounts).await,
            2,
            "nothing is added without its email"
        );
        let mails = "SELECT CAST(COUNT(*) AS BIGINT) FROM audit_entries WHERE kind = 'link.sent'";
        audit::settle(server.db()).await.unwrap();
        assert_eq!(count(server.db(), mails).await, 2);
        // A person who signs in through the corporate provider gets no email, so that is not counted.
        let corporate = json!({"username": "NewFour", "email": "f@demo.test", "lionId": "four*4"});
        let corporate = server.post_as(&ada, ADD, &corporate).await.data();
        assert_eq!(corporate["welcomeSent"], false);
        // Each person has their own count, which lasts a day.
        let other = server.person("AnnaOther", |new| new.sup_admin = true).await;
        assert_eq!(
            add(&server, &other, "NewFive").await.data()["welcomeSent"],
            true
        );
        server.clock.advance(DAY);
        let again = server.signed_in(&ada.id).await;
        assert_eq!(
            add(&server, &again, "NewThree").await.data()["welcomeSent"],
            true
        );
        let refused = (ada.id.clone(), json!("welcome_emails"));
        assert_eq!(refusals(&server, &ada.id).await, [refused.clone(), refused]);
    }
}

#[tokio::test]
async fn attack_t11_random_passwords_of_one_person_are_capped() {
    for database in database::each_engine().await {
        let limits =
            |config: &mut atrium::config::Config| config.limits.person_random_passwords = 2;
        let server = Server::with(&database.db, limits).await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut ids = Vec::new();
        for name in ["DanMember", "EveMember", "FayMember"] {
            ids.push(server.account(name, |_| {}).await);
        }
        for id in &ids[..2] {
            server
                .post_as(&ada, RANDOM, &json!({"userId": id}))
                .await
                .data();
        }
        let last = json!({"userId": ids[2]});
        assert_refused(
            &server.post_as(&ada, RANDOM, &last).await,
            "86400",
            "random passwords",
        );
        let changed = entries(server.db(), "password.changed", &ids[2]).await;
        assert!(changed.is_empty(), "the password stays");
        let other = server.person("AnnaOther", |new| new.sup_admin = true).await;
        server.post_as(&other, RANDOM, &last).await.data();
        let refused = [(ada.id.clone(), json!("random_passwords"))];
        assert_eq!(refusals(&server, &ids[2]).await, refused);
    }
}

/// Attack 16.
#[tokio::test]
async fn attack_t11_random_passwords_of_one_account_are_capped() {
    for database in database::each_engine().await {
        let limits =
            |config: &mut atrium::config::Config| config.limits.account_random_passwords = 2;
        let server = Server::with(&database.db, limits).await;
        house(&server).await;
        let ada = ada(&server).await;
        let anna = server.person("AnnaOther", |new| new.sup_admin = true).await;
        let dan = server.account("DanMember", |_| {}).await;
        let body = json!({"userId": dan});
        for _ in 0..2 {
            server.post_as(&ada, RANDOM, &body).await.data();
        }
        let chinese = in_chinese(&server, &ada, RANDOM, &body).await;
        assert_refused(&chinese, "86400", "随机密码");
        // Attack 16: the person may need a password, so nobody can use up the passwords that others may give them.
        server.post_as(&anna, RANDOM, &body).await.data();
        let eve = server.account("EveMember", |_| {}).await;
        server
            .post_as(&ada, RANDOM, &json!({"userId": eve}))
            .await
            .data();
        server.clock.advance(DAY);
        let again = server.signed_in(&ada.id).await;
        server.post_as(&again, RANDOM, &body).await.data();
    }
}

/// F-63: each added person gets an email, so there is a daily limit for added people, and a lower one for the same
/// person.
#[tokio::test]
async fn attack_t11_people_added_to_groups_are_capped() {
    for database in database::each_engine().await {
        let limits = |config: &mut atrium::config::Config| {
            config.limits.person_added_members = 3;
            config.limits.account_added_members = 2;
            // It cannot send, so that each email stays in its queue.
            config.mail.url = Secret::new("smtp://127.0.0.1:1");
        };
        let server = Server::with(&database.db, limits).await;
        let chloe = server.person("Chloe", with_email).await;
        appoint(&server, &chloe, "media").await;
        let add = async |by: &Person, username: &str| {
            let body = json!({ "groupId": "media", "username": username });
            server.post_as(by, ADD_TO_GROUP, &body).await
        };
        let remove = async |id: &str| {
            let body = json!({ "groupId": "media", "userId": id });
            server.post_as(&chloe, DELETE_FROM_GROUP, &body).await
        };
        let mut ids = Vec::new();
        for name in ["Dan", "Eve", "Fay"] {
            ids.push(server.account(name, with_email).await);
        }
        for _ in 0..2 {
            assert_eq!(add(&chloe, "Dan").await.status(), 0);
            // Adding a member again sends no email.
            assert_eq!(add(&chloe, "Dan").await.status(), 0);
            assert_eq!(remove(&ids[0]).await.status(), 0);
        }
        assert_refused(&add(&chloe, "Dan").await, "86400", "today’s limit");
        assert_eq!(add(&chloe, "Eve").await.status(), 0);
        assert_refused(&add(&chloe, "Fay").await, "86400", "today’s limit");
        let mails = "SELECT CAST(COUNT(*) AS BIGINT) FROM jobs WHERE kind = 'mail.send'";
        assert_eq!(count(server.db(), mails).await, 3, "one each");
        let members = "SELECT CAST(COUNT(*) AS BIGINT) FROM memberships WHERE status = 0 \
            AND account_id IN (SELECT id FROM accounts WHERE username IN ('Dan', 'Fay'))";
        assert_eq!(
            count(server.db(), members).await,
            0,
            "nobody without an email"
        );
        // Each person has their own count, which lasts a day.
        let carl = server.person("Carl", with_email).await;
        appoint(&server, &carl, "media").await;
        assert_eq!(add(&carl, "Dan").await.status(), 0);
        server.clock.advance(DAY);
        let again = server.signed_in(&chloe.id).await;
        assert_eq!(add(&again, "Fay").await.status(), 0);
    }
}
