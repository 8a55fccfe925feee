//! The call with which people ask for another email address (attacks 14, 17 and 19, trap T11).

use std::time::Duration;

use atrium::clock::{DAY, MINUTE};
use atrium::config::Secret;
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::directory::NewAccount;
use atrium::jobs::{JobFilter, ListedJob};
use serde_json::{Value, json};

use super::accounts::{entries, in_chinese};
use crate::support::product_api::{Answered, NOW, Person, Server, borrowed};
use crate::support::{database, rows};

const CHANGE: &str = "/api/security/account/email/change";
const INFO: &str = "/api/security/user/info";

/// A server that cannot send, so that each email stays in its queue.
pub async fn mute(db: &Db) -> Server {
    Server::with(db, |config| {
        config.mail.url = Secret::new("smtp://127.0.0.1:1");
    })
    .await
}

/// The queued emails, once there are `many` and nothing waits for an answer.
pub async fn queued(server: &Server, many: usize) -> Vec<Value> {
    for _ in 0..400 {
        let asked = jobs(server, "address.asked").await;
        let mails = jobs(server, "mail.send").await;
        if asked.is_empty() && mails.len() >= many {
            assert_eq!(mails.len(), many, "{mails:?}");
            return mails;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("not {many} emails");
}

async fn jobs(server: &Server, kind: &str) -> Vec<Value> {
    let filter = JobFilter {
        kind: Some(kind.to_owned()),
        ..JobFilter::default()
    };
    let mut view = server.db().read().await.unwrap();
    let query = filter.query(&Paging::default()).unwrap();
    let page = query.page::<ListedJob>(&mut view).await;
    let jobs = page.unwrap().rows.into_iter();
    jobs.map(|job| serde_json::from_str(&job.payload).unwrap())
        .collect()
}

pub fn with_address(email: &str) -> impl FnOnce(&mut NewAccount) + use<> {
    let email = email.to_owned();
    move |new| {
        new.email = Some(email);
        new.email_verified = true;
    }
}

async fn ask(server: &Server, person: &Person, email: &str) -> Answered {
    let body = json!({ "email": email });
    server.post_as(person, CHANGE, &body).await
}

/// Attack 14: the answer and the rows that it writes are the same whether or not somebody has the address. The reader of a free
/// one gets the link, the reader of another's hears of it, and nothing of the account changes (attack 19).
#[tokio::test]
async fn attack_14_a_taken_address_is_answered_alike() {
    for engine in [0, 1] {
        let mut written = Vec::new();
        let mut answers = Vec::new();
        for (email, message) in [
            ("free@demo.test", "address_link"),
            ("EVE@demo.test", "address_taken"),
            // Eve can take it back.
            ("eve.then@demo.test", "address_taken"),
        ] {
            let databases = database::each_engine().await;
            let Some(database) = databases.into_iter().nth(engine) else {
                return;
            };
            let server = mute(&database.db).await;
            let eve = server.account("EveMember", with_address("eve@demo.test"));
            let change = json!({
                "id": "change", "account_id": eve.await, "number": 1, "email": "eve.then@demo.test",
                "email_key": "eve.then@demo.test", "changed_at": 0, "expires_at": NOW + DAY,
            });
            let stored = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { rows::insert(tx, "address_changes", &change).await })
            });
            stored.await.unwrap();
            let dan = server
                .person("DanMember", with_address("dan@demo.test"))
                .await;
            let answer = ask(&server, &dan, &format!(" {email} ")).await;
            let mut said = answer.json();
            said.as_object_mut().unwrap().remove("requestId");
            answers.push((answer.http, said));
            let mails = queued(&server, 1).await;
            assert_eq!(
                (&mails[0]["message"], &mails[0]["to"]),
                (&json!(message), &json!(email))
            );
            assert_eq!(mails[0]["to_name"], "");
            assert!(message != "address_taken" || !mails[0].to_string().contains("Dan"));
            written.push(rows::in_each_table(server.db()).await);
            let info = server.post_as(&dan, INFO, &json!({})).await.data();
            assert_eq!(
                (&info["email"], &info["emailVerified"]),
                (&json!("dan@demo.test"), &json!(true))
            );
            let sent = entries(server.db(), "link.sent", &dan.id).await;
            assert_eq!(sent.len(), 1);
            assert_eq!(
                (&sent[0].0, &sent[0].2),
                (&dan.id, &json!({ "purpose": "address" }))
            );
        }
        written.dedup();
        assert_eq!(written.len(), 1, "{written:#?}");
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:#?}");
        assert_eq!(answers[0].1["status"], 0, "{answers:?}");
    }
}

/// Attack 17: a session that is not fresh changes no address, and a userToken never does.
#[tokio::test]
async fn attack_17_only_a_fresh_session_asks_for_another_address() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        let dan = server
            .person("DanMember", with_address("dan@demo.test"))
            .await;
        server.clock.advance(5 * MINUTE);
        let stale = ask(&server, &dan, "dan.m@demo.test").await;
        assert_eq!(stale.http, 401, "{stale:?}");
        let wanted = stale.header("www-authenticate");
        assert!(
            wanted.contains("insufficient_user_authentication"),
            "{wanted}"
        );
        let (_, token) = server.user_token(&dan.id).await;
        let headers = [("access-token", token)];
        let body = json!({ "email": "dan.m@demo.test" });
        let by_token = server.post(CHANGE, &borrowed(&headers), &body).await;
        assert_ne!(by_token.status(), 0);
        let nobody = server.post(CHANGE, &[], &body).await;
        assert_ne!(nobody.status(), 0);
        queued(&server, 0).await;
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(ask(&server, &dan, "dan.m@demo.test").await.status(), 0);
        queued(&server, 1).await;
    }
}

/// Trap T11: an account asks five times a day, and an address gets three emails, however many accounts ask. No answer shows the
/// second limit.
#[tokio::test]
async fn attack_t11_a_person_asks_a_limited_number_of_times() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        let dan = server
            .person("DanMember", with_address("dan@demo.test"))
            .await;
        let eve = server
            .person("EveMember", with_address("eve@demo.test"))
            .await;
        for _ in 0..4 {
            assert_eq!(ask(&server, &dan, "one@demo.test").await.status(), 0);
        }
        queued(&server, 3).await;
        assert_eq!(ask(&server, &eve, "One@demo.test").await.status(), 0);
        queued(&server, 3).await;
        assert_eq!(ask(&server, &dan, "two@demo.test").await.status(), 0);
        let late = ask(&server, &dan, "two@demo.test").await;
        assert_eq!(late.http, 429);
        assert_eq!(
            late.json()["msg"],
            "You have reached today’s limit for this. Try again tomorrow."
        );
        assert_eq!(late.header("retry-after"), (DAY / 1_000).to_string());
        queued(&server, 4).await;
    }
}

/// What is refused at the field, in words: another form, the present address, and an address that is the name of the account.
#[tokio::test]
async fn a_wrong_address_is_refused_at_its_field() {
    let database = database::sqlite().await;
    let server = mute(&database.db).await;
    let dan = server
        .person("DanMember", with_address("dan@demo.test"))
        .await;
    let eve = server
        .person("eve@demo.test", with_address("eve@demo.test"))
        .await;
    for (person, email, words) in [
        (&dan, "DAN@demo.test", "This is your email address already."),
        (
            &eve,
            "eve.m@demo.test",
            "Your account name is this email address, and an account name can’t be changed.",
        ),
    ] {
        let refused = ask(&server, person, email).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("email"))
        );
        assert_eq!(refused["msg"], words, "{refused}");
    }
    for email in [
        "",
        "dan",
        "dan@demo",
        "a b@demo.test",
        "<a@b.test>",
        &format!("{}@demo.test", "x".repeat(100)),
    ] {
        let refused = ask(&server, &dan, email).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("email"))
        );
        assert_eq!(refused["faults"][0]["rule"], "form", "{email}: {refused}");
    }
    let body = json!({ "email": "dan@demo.test" });
    let chinese = in_chinese(&server, &dan, CHANGE, &body).await.json();
    assert_eq!(chinese["msg"], "这已经是您的邮箱。");
    queued(&server, 0).await;
}
