//! An administrator changes the email address of an account: the readers of both addresses hear of it (attack 19).

use atrium::config::Secret;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::address_change::undo_link;
use atrium::random::Random;
use serde_json::{Value, json};

use super::account_changes::UPDATE;
use super::accounts::{ADD, ada, entries};
use super::own_email::{mute, queued, with_address};
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

async fn update(server: &Server, by: &Person, id: &str, email: &str) -> Value {
    let body = json!({ "userId": id, "email": email });
    server.post_as(by, UPDATE, &body).await.json()
}

/// The emails as they are queued, by their readers.
fn by_reader(mut mails: Vec<Value>) -> Vec<Value> {
    mails.sort_by_key(|mail| mail["to"].as_str().unwrap().to_owned());
    mails
}

/// Who changed it, what it is now and whom to write to is in both emails; no link takes an administrator's change back. The
/// reader of an address that nobody confirmed may be a stranger and hears nothing. The audit trail has both addresses.
#[tokio::test]
async fn both_addresses_hear_of_a_change_by_an_administrator() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            config.mail.url = Secret::new("smtp://127.0.0.1:1");
            config.branding.contact = "help@demo.test".to_owned();
        })
        .await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", with_address("dan@demo.test"))
            .await;
        assert_eq!(
            update(&server, &ada, &dan, "dan.m@demo.test").await["status"],
            0
        );
        let letter = |to: &str, email: Value| {
            json!({
                "to_name": "DanMember", "to": to, "language": "en-us", "message": "address_set", "name": "DanMember",
                "account": "DanMember", "by": "Ada Super", "email": email, "at": NOW, "contact": "help@demo.test",
            })
        };
        let new = json!("dan.m@demo.test");
        let expected = [
            letter("dan.m@demo.test", new.clone()),
            letter("dan@demo.test", new),
        ];
        assert_eq!(by_reader(queued(&server, 2).await), expected);
        let changed = entries(server.db(), "account.changed", &dan).await;
        let detail = changed.last().unwrap().2.to_string();
        assert!(
            detail.contains("dan@demo.test") && detail.contains("dan.m@demo.test"),
            "{detail}"
        );
        // Nobody has confirmed the present address.
        assert_eq!(update(&server, &ada, &dan, "").await["status"], 0);
        assert_eq!(
            update(&server, &ada, &dan, "Dan.M@demo.test").await["status"],
            0
        );
        let mails = queued(&server, 3).await;
        let last = mails.iter().filter(|mail| mail["to"] == "Dan.M@demo.test");
        assert_eq!(last.count(), 1, "{mails:?}");
        // Another spelling of the same mailbox is no other address.
        assert_eq!(
            update(&server, &ada, &dan, "dan.m@DEMO.test").await["status"],
            0
        );
        queued(&server, 3).await;
    }
}

/// A verified address that is removed hears of it.
#[tokio::test]
async fn a_removed_address_hears_of_it() {
    let database = database::sqlite().await;
    let server = mute(&database.db).await;
    let ada = ada(&server).await;
    let dan = server
        .account("DanMember", with_address("dan@demo.test"))
        .await;
    assert_eq!(update(&server, &ada, &dan, "").await["status"], 0);
    let mails = queued(&server, 1).await;
    assert_eq!(
        (&mails[0]["to"], &mails[0]["email"]),
        (&json!("dan@demo.test"), &Value::Null)
    );
}

/// Attack 13: what an administrator decides stays: no link from before takes it back or confirms another address, and the
/// earlier address is free.
#[tokio::test]
async fn a_decision_of_an_administrator_stays() {
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        let ada = ada(&server).await;
        let dan = server
            .account("DanMember", with_address("dan@demo.test"))
            .await;
        let id = dan.clone();
        let stored = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "INSERT INTO address_changes (id, account_id, number, email, email_key, changed_at, expires_at) \
                    VALUES ('change', $1, 1, 'old@demo.test', 'old@demo.test', 0, $2)";
                let query = SqlQuery::kept(sql).bind(id).bind(NOW + 1_000);
                query.execute(tx).await.map(drop)
            })
        });
        stored.await.unwrap();
        let add =
            json!({ "username": "OlgaMember", "email": "old@demo.test", "password": "Start2026*" });
        let reserved = server.post_as(&ada, ADD, &add).await.json();
        assert_eq!(
            reserved["msg"], "Another account has this email address.",
            "{reserved}"
        );
        assert_eq!(
            update(&server, &ada, &dan, "dan.m@demo.test").await["status"],
            0
        );
        let minted = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let which = ("change", "old@demo.test");
                undo_link::mint(tx, which, &Random::system(), NOW).await
            })
        });
        assert!(minted.await.unwrap().is_none());
        let free = server.post_as(&ada, ADD, &add).await.json();
        assert_eq!(free["status"], 0, "{free}");
    }
}

/// Trap T11: an administrator who changes addresses again and again writes to one stranger only three times a day.
#[tokio::test]
async fn attack_t11_changed_addresses_write_to_a_stranger_only_so_often() {
    let database = database::sqlite().await;
    let server = mute(&database.db).await;
    let ada = ada(&server).await;
    let dan = server.account("DanMember", |_| {}).await;
    for _ in 0..5 {
        for email in ["stranger@else.test", ""] {
            let answer = update(&server, &ada, &dan, email).await;
            assert_eq!(answer["status"], 0, "{answer}");
        }
    }
    assert_eq!(queued(&server, 3).await.len(), 3);
}
