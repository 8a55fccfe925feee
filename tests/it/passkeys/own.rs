//! The caller's own passkeys by the product API.

use atrium::clock::{DAY, MINUTE};
use serde_json::{Value, json};

use crate::support::authenticator::Authenticator;
use crate::support::base_path::ORIGIN;
use crate::support::database;
use crate::support::passkeys;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::trail;

const OWN: &str = "/api/security/account/passkeys";

async fn post(server: &Server, person: &Person, call: &str, body: &Value) -> Value {
    let path = format!("{OWN}/{call}");
    server.post_as(person, &path, body).await.json()
}

/// Asks for a key, makes it with `device` and sends it.
async fn add(server: &Server, person: &Person, name: &str, device: &mut Authenticator) -> Value {
    let asked = post(server, person, "begin", &json!({})).await;
    let selection = &asked["data"]["options"]["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required", "{asked}");
    assert_eq!(selection["userVerification"], "required");
    let credential = device.create(&asked["data"]["options"]);
    let state = &asked["data"]["state"];
    let body = json!({ "state": state, "name": name, "credential": credential });
    post(server, person, "finish", &body).await
}

/// The key with this name.
fn keyed<'a>(list: &'a Value, name: &str) -> &'a Value {
    let keys = list["data"]["keys"].as_array().unwrap();
    keys.iter().find(|key| key["name"] == name).unwrap()
}

/// A key is added, listed, renamed and removed; each change is an entry and an email. What was asked is used up.
#[tokio::test]
async fn keys_are_added_named_and_removed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server
            .person("DanMember", |new| new.email = Some("dan@demo.test".into()))
            .await;
        let list = server.get_as(&dan, OWN).await.data();
        assert_eq!(
            (&list["available"], &list["rpId"]),
            (&json!(true), &json!("localhost"))
        );
        let mut device = Authenticator::synced(ORIGIN);
        let added = add(&server, &dan, "  My phone ", &mut device).await;
        let key = &added["data"]["keys"][0];
        assert_eq!(
            (&key["name"], &key["synced"]),
            (&json!("My phone"), &json!(true)),
            "{added}"
        );
        assert_eq!(
            (&key["usedAt"], &key["addedAt"]),
            (&Value::Null, &json!(NOW))
        );
        // From now on a change needs the key.
        let dan = server.signed_in(&dan.id).await;
        let again = add(&server, &dan, "Again", &mut device).await;
        assert_eq!(
            again["status"], 100_012,
            "the browser was asked for another key: {again}"
        );
        let plain = Authenticator {
            discoverable: Some(false),
            ..Authenticator::new(ORIGIN)
        };
        let second = add(&server, &dan, "Old key", &mut plain.clone()).await;
        assert_eq!(keyed(&second, "Old key")["discoverable"], false, "{second}");
        let named = json!({ "id": key["id"], "name": "Work phone" });
        let renamed = post(&server, &dan, "rename", &named).await;
        assert_eq!(keyed(&renamed, "Work phone")["id"], key["id"], "{renamed}");
        for bad in ["", " ", &"x".repeat(101)] {
            let named = json!({ "id": key["id"], "name": bad });
            assert_eq!(post(&server, &dan, "rename", &named).await["field"], "name");
        }
        let removed = post(&server, &dan, "remove", &json!({ "id": key["id"] })).await;
        assert_eq!(
            removed["data"]["keys"].as_array().unwrap().len(),
            1,
            "{removed}"
        );
        let gone = post(&server, &dan, "remove", &json!({ "id": key["id"] })).await;
        assert_eq!(
            (&gone["status"], &gone["field"]),
            (&json!(100_012), &json!("id"))
        );
        for (kind, many) in [
            ("passkey.added", 2),
            ("passkey.renamed", 1),
            ("passkey.removed", 1),
        ] {
            let entries = trail::of_kind(server.db(), kind).await;
            assert_eq!(entries.len(), many, "{kind}");
        }
    }
}

/// Attack 10: what was asked is answered once, in five minutes, by its own account.
#[tokio::test]
async fn attack_10_a_new_key_is_added_once_and_by_its_owner() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let (dan, eve) = (
        server.person("Dan", |_| {}).await,
        server.person("Eve", |_| {}).await,
    );
    let made = async |person: &Person| {
        let mut device = Authenticator::new(ORIGIN);
        let (state, credential) = passkeys::made(server.state(), &person.id, &mut device).await;
        json!({ "state": state, "name": "key", "credential": credential })
    };
    let body = made(&dan).await;
    assert_eq!(post(&server, &eve, "finish", &body).await["field"], "state");
    assert_eq!(post(&server, &dan, "finish", &body).await["status"], 0);
    let dan = server.signed_in(&dan.id).await;
    assert_eq!(post(&server, &dan, "finish", &body).await["field"], "state");
    let body = made(&dan).await;
    server.clock.advance(5 * MINUTE);
    let dan = server.signed_in(&dan.id).await;
    assert_eq!(post(&server, &dan, "finish", &body).await["field"], "state");
}

/// Attack 22: a new key comes from our origin and verifies its user.
#[tokio::test]
async fn attack_22_a_new_key_that_breaks_a_rule_is_refused() {
    type Change = fn(&mut Authenticator);
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("Dan", |_| {}).await;
    let changes: [Change; 3] = [
        |device| device.origin = "https://evil.test".to_owned(),
        |device| device.rp_id = "evil.test".to_owned(),
        |device| device.verifies = false,
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let mut device = Authenticator::new(ORIGIN);
        change(&mut device);
        let refused = add(&server, &dan, "key", &mut device).await;
        assert_eq!(refused["field"], "credential", "{n}: {refused}");
    }
}

/// Attack 17: five minutes after the last proof, no key is added, renamed or removed.
#[tokio::test]
async fn attack_17_keys_change_only_soon_after_a_proof() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("Dan", |_| {}).await;
    let key = passkeys::added(server.state(), &dan.id, &mut Authenticator::new(ORIGIN)).await;
    server.clock.advance(5 * MINUTE);
    for (call, body) in [
        ("begin", json!({})),
        (
            "finish",
            json!({ "state": "x", "name": "x", "credential": {} }),
        ),
        ("rename", json!({ "id": key, "name": "x" })),
        ("remove", json!({ "id": key })),
    ] {
        let refused = server.post_as(&dan, &format!("{OWN}/{call}"), &body).await;
        assert_eq!(refused.http, 401, "{call}");
        let challenge = refused.header("www-authenticate");
        assert!(
            challenge.contains("insufficient_user_authentication"),
            "{challenge}"
        );
    }
    assert_eq!(
        server.get_as(&dan, OWN).await.data()["keys"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// Trap T11: each new name is an email, so their number in a day is limited.
#[tokio::test]
async fn a_key_is_renamed_twenty_times_a_day() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("DanMember", |_| {}).await;
    let added = add(&server, &dan, "Key", &mut Authenticator::new(ORIGIN)).await;
    let id = keyed(&added, "Key")["id"].clone();
    let dan = server.signed_in(&dan.id).await;
    let mut renamed = 0;
    let refused = loop {
        let named = json!({ "id": id, "name": format!("Key {renamed}") });
        let answer = post(&server, &dan, "rename", &named).await;
        if answer["status"] != 0 {
            break answer;
        }
        renamed += 1;
    };
    let words = "You have reached today’s limit for this. Try again tomorrow.";
    assert_eq!((renamed, &refused["msg"]), (20, &json!(words)));
}

/// Attack T8: nobody renames or removes another's key.
#[tokio::test]
async fn attack_t8_another_persons_key_is_unknown() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let (dan, eve) = (
        server.person("Dan", |_| {}).await,
        server.person("Eve", |_| {}).await,
    );
    let key = passkeys::added(server.state(), &dan.id, &mut Authenticator::new(ORIGIN)).await;
    for (call, body) in [
        ("rename", json!({ "id": key, "name": "x" })),
        ("remove", json!({ "id": key })),
    ] {
        assert_eq!(
            post(&server, &eve, call, &body).await["field"],
            "id",
            "{call}"
        );
    }
}

/// A passkey is offered once a month to a person who has none and used the password. Home says so before, and notes nothing.
#[tokio::test]
async fn a_passkey_is_offered_once_a_month() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.account("Dan", |_| {}).await;
        let offered = async || {
            let person = server.signed_in(&dan).await;
            let home = server.get_as(&person, "/api/security/home").await.data();
            let offered =
                post(&server, &person, "offer", &json!({})).await["data"]["offer"].clone();
            assert_eq!(home["passkeyOffer"], offered);
            offered
        };
        assert_eq!(offered().await, true);
        assert_eq!(offered().await, false);
        server.clock.advance(30 * DAY);
        assert_eq!(offered().await, true);
        server.clock.advance(30 * DAY);
        passkeys::added(server.state(), &dan, &mut Authenticator::new(ORIGIN)).await;
        assert_eq!(offered().await, false);
    }
}
