//! E-15, G-75, G-79: administrators add, change, delete and test versions of the assistant. The expectations are literals.

use atrium::clock::MINUTE;
use atrium::db::SqlQuery;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::chat_stage::{CHAT, VERSIONS, chatter, server};
use super::insider_attacks::holder;
use super::right_codes::ASSISTANT_EDIT;
use crate::support::ai_provider::AiProvider;
use crate::support::product_api::{Answered, Person, Server};
use crate::support::{database, trail};

const V: &str = "/api/security/admin/assistant/version";

fn form(base_url: &str) -> Value {
    json!({
        "value": " Large ", "baseUrl": base_url, "key": "sk-of-the-screen", "model": "large-1", "priceIn": 2.5,
        "priceOut": "10", "maxAnswerWords": 50, "monthlyWords": 40, "position": 2, "on": true,
    })
}

async fn post(server: &Server, person: &Person, call: &str, body: &Value) -> Answered {
    // Each entry has its own time.
    server.clock.advance(1);
    server.post_as(person, &format!("{V}/{call}"), body).await
}

/// The version `id` as the list has it.
async fn listed(server: &Server, person: &Person, id: i64) -> Value {
    let all = server.get_as(person, &format!("{V}/list")).await.data();
    let versions = all["versions"].as_array().unwrap();
    let found = versions.iter().find(|one| one["id"] == id);
    found.cloned().unwrap_or_default()
}

/// E-15, G-75, G-79: a version is offered at once, with its key; another address forgets the key; no answer, list or entry has it.
#[tokio::test]
async fn a_version_is_added_changed_and_deleted() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        house(&server).await;
        let (ada, dan) = (ada(&server).await, chatter(&server, "DanChats").await);
        let base_url = format!("{}/", provider.base_url);
        let added = post(&server, &ada, "add", &form(&base_url)).await.data();
        let expected = json!({ "id": 1_001, "version": 1, "keyForgotten": false });
        assert_eq!(added, expected);
        let shown = listed(&server, &ada, 1_001).await;
        let expected = json!({
            "id": 1_001, "value": "Large", "baseUrl": provider.base_url, "hasKey": true, "usable": true,
            "model": "large-1", "priceIn": 2.5, "priceOut": 10.0, "maxAnswerWords": 50, "monthlyWords": 40,
            "position": 2, "on": true, "ofFile": false, "version": 1,
        });
        assert_eq!(shown, expected);
        let ask =
            json!({ "messageList": [{ "role": "user", "content": "Hi" }], "versionId": 1_001 });
        assert_eq!(server.post_as(&dan, CHAT, &ask).await.status(), 0);
        let asked = provider.asked().pop().unwrap();
        assert_eq!(
            (asked.credential.as_str(), &asked.body["model"]),
            ("Bearer sk-of-the-screen", &json!("large-1"))
        );
        // Without a key the stored one stays.
        let mut body = form(&provider.base_url);
        for (field, value) in [
            ("key", json!("")),
            ("id", json!(1_001)),
            ("version", json!(1)),
            ("monthlyWords", Value::Null),
        ] {
            body[field] = value;
        }
        let changed = post(&server, &ada, "update", &body).await.data();
        assert_eq!(
            changed,
            json!({ "id": 1_001, "version": 2, "keyForgotten": false })
        );
        let shown = listed(&server, &ada, 1_001).await;
        assert_eq!(
            (&shown["hasKey"], &shown["monthlyWords"]),
            (&json!(true), &Value::Null)
        );
        let conflict = post(&server, &ada, "update", &body).await.json();
        assert_eq!(conflict["conflict"]["by"], "Ada Super");
        // A key is for its address alone.
        body["baseUrl"] = json!("https://other.example/v1");
        body["version"] = json!(2);
        let moved = post(&server, &ada, "update", &body).await.data();
        assert_eq!(
            moved,
            json!({ "id": 1_001, "version": 3, "keyForgotten": true })
        );
        assert_eq!(listed(&server, &ada, 1_001).await["hasKey"], false);
        body["on"] = json!(false);
        body["version"] = json!(3);
        post(&server, &ada, "update", &body).await.data();
        let offered = server.get_as(&dan, VERSIONS).await.data();
        assert_eq!(offered.as_array().unwrap().len(), 2, "it is off");
        post(&server, &ada, "delete", &json!({ "id": 1_001 }))
            .await
            .data();
        assert_eq!(listed(&server, &ada, 1_001).await, Value::Null);
        let gone = post(&server, &ada, "delete", &json!({ "id": 1_001 })).await;
        assert_eq!(gone.json()["field"], "id");
        // Its number is not given again.
        let next = post(&server, &ada, "add", &form(&base_url)).await.data();
        assert_eq!(next["id"], 1_002);
        recorded(&server).await;
    }
}

/// Each change leaves an entry, and no entry and no column has the key.
async fn recorded(server: &Server) {
    let entries = trail::of_kind(server.db(), "assistant_version.changed").await;
    let details: Vec<Value> = entries
        .iter()
        .map(|entry| serde_json::from_str(&entry.detail).unwrap())
        .collect();
    let changes: Vec<&str> = details
        .iter()
        .rev()
        .map(|detail| detail["change"].as_str().unwrap())
        .collect();
    assert_eq!(
        changes,
        [
            "created", "updated", "updated", "disabled", "deleted", "created"
        ]
    );
    let moved = details[3]["changes"].as_array().unwrap();
    let key = moved.iter().find(|change| change["field"] == "api_key");
    assert_eq!(key, Some(&json!({ "field": "api_key" })));
    assert_eq!(details[3]["version"], "Large");
    let text = serde_json::to_string(&details).unwrap();
    assert!(!text.contains("sk-of"), "{text}");
    let mut view = server.db().read().await.unwrap();
    let sealed = SqlQuery::kept("SELECT sealed_key FROM assistant_versions ORDER BY id")
        .fetch_all::<(String,)>(&mut view)
        .await
        .unwrap();
    assert_eq!(sealed[0].0, "", "a deleted version has no key");
    assert!(!sealed[1].0.is_empty() && !sealed[1].0.contains("sk-of"));
}

/// G-75: every fault by its field, in words; versions of the settings file are only read.
#[tokio::test]
async fn a_bad_version_is_refused_by_its_fields() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        house(&server).await;
        let ada = ada(&server).await;
        let price = "Enter a price from 0 to 1,000,000.";
        let words = "Enter a whole number from 0 to 1,000,000,000.";
        let address = "Enter an https address that this server may reach, such as https://api.example.com/v1. Your operator can allow others (outbound.allow).";
        for (field, value, message) in [
            (
                "value",
                json!("n".repeat(41)),
                "At most 40 characters are allowed.",
            ),
            ("baseUrl", json!("http://ai.example/v1"), address),
            ("baseUrl", json!("https://10.0.0.1/v1"), address),
            ("baseUrl", json!("https://ai.example/v1?key=1"), address),
            ("baseUrl", json!("file:///etc/passwd"), address),
            (
                "key",
                json!("two words"),
                "Paste the key without spaces and line breaks.",
            ),
            ("priceIn", json!(-1), price),
            ("priceOut", json!(1_000_001), price),
            (
                "maxAnswerWords",
                json!(0),
                "Enter a whole number from 1 to 100,000.",
            ),
            ("monthlyWords", json!(-2), words),
        ] {
            let mut body = form(&provider.base_url);
            body[field] = value;
            let refused = post(&server, &ada, "add", &body).await.json();
            assert_eq!(
                refused["faults"][0],
                json!({ "field": field, "msg": message })
            );
        }
        let mut of_file = form(&provider.base_url);
        of_file["id"] = json!(1);
        let refused = post(&server, &ada, "update", &of_file).await.json();
        assert_eq!(
            refused["msg"],
            "This version is declared in the settings file. Change it there."
        );
        assert_eq!(listed(&server, &ada, 1).await["ofFile"], true);
        for _ in 0..50 {
            let added = post(&server, &ada, "add", &form(&provider.base_url)).await;
            assert_eq!(added.status(), 0, "{added:?}");
        }
        let refused = post(&server, &ada, "add", &form(&provider.base_url)).await;
        assert_eq!(
            refused.json()["msg"],
            "There are as many versions as there can be. Delete one first."
        );
    }
}

/// G-79: a test says in a word what came back, and never shows the key or the words of a provider.
#[tokio::test]
async fn a_version_is_tested() {
    let database = database::sqlite().await;
    let provider = AiProvider::start().await;
    let server = server(&database, &provider, 1_000).await;
    house(&server).await;
    let ada = ada(&server).await;
    for (field, value, outcome) in [
        ("value", "Fine", "answered"),
        ("key", "sk-wrong", "key"),
        ("model", "no-such-model", "model"),
        ("baseUrl", "http://127.0.0.1:1/v1", "not_reached"),
    ] {
        let mut body = form(&provider.base_url);
        body[field] = json!(value);
        let id = post(&server, &ada, "add", &body).await.data()["id"].clone();
        let tested = post(&server, &ada, "test", &json!({ "id": id })).await;
        assert_eq!(
            tested.data(),
            json!({ "outcome": outcome, "status": null }),
            "{value}"
        );
        assert!(!tested.text.contains("sk-"), "{tested:?}");
    }
    // A test names the limit that every question does: this model takes 4,096 tokens, and the version allows 6,000.
    for (model, outcome, status) in [
        ("small-model", "answered", Value::Null),
        ("stubborn-model", "refused", json!(400)),
    ] {
        let mut body = form(&provider.base_url);
        (body["model"], body["maxAnswerWords"]) = (json!(model), json!(2_000));
        let id = post(&server, &ada, "add", &body).await.data()["id"].clone();
        let before = provider.asked().len();
        let tested = post(&server, &ada, "test", &json!({ "id": id })).await;
        let expected = json!({ "outcome": outcome, "status": status });
        assert_eq!(tested.data(), expected, "{model}");
        let asked = provider.asked().split_off(before);
        assert_eq!(asked[0].body["max_tokens"], 6_000);
        assert_eq!(asked.len(), 3, "{model}");
    }
    let of_file = post(&server, &ada, "test", &json!({ "id": 2 })).await;
    assert_eq!(of_file.data()["outcome"], "answered");
    let unknown = post(&server, &ada, "test", &json!({ "id": 77 })).await;
    assert_eq!(unknown.json()["field"], "id");
    let used = trail::all(server.db()).await;
    assert!(used.iter().all(|entry| !entry.detail.contains("sk-")));
}

/// Attack 17, RFC 9470: a session that somebody left open sends nobody's questions elsewhere. A version is added, changed and
/// deleted only soon after a proof; a missing right is said first.
#[tokio::test]
async fn attack_17_questions_go_elsewhere_only_soon_after_a_proof() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        house(&server).await;
        let carol = holder(&server, "CarolEdits", &[ASSISTANT_EDIT]).await;
        let eve = server.person("EveMember", |_| {}).await;
        let added = post(&server, &carol, "add", &form(&provider.base_url)).await;
        let id = added.data()["id"].clone();
        server.clock.advance(5 * MINUTE);
        let mut moved = form("https://elsewhere.example/v1");
        let added = post(&server, &carol, "add", &moved).await;
        moved["id"] = id.clone();
        let stale = [
            added,
            post(&server, &carol, "update", &moved).await,
            post(&server, &carol, "delete", &json!({ "id": id })).await,
        ];
        for answer in stale {
            assert_eq!(answer.http, 401, "{answer:?}");
            let asked = answer.header("www-authenticate");
            assert!(
                asked.contains("insufficient_user_authentication"),
                "{asked}"
            );
        }
        let without_right = post(&server, &eve, "update", &moved).await;
        assert_eq!(without_right.status(), 100_013);
        let ada = ada(&server).await;
        let shown = listed(&server, &ada, 1_001).await;
        assert_eq!(
            (&shown["baseUrl"], &shown["hasKey"]),
            (&json!(provider.base_url), &json!(true))
        );
        assert_eq!(listed(&server, &ada, 1_002).await, Value::Null);
        let carol = server.signed_in(&carol.id).await;
        let changed = post(&server, &carol, "update", &moved).await;
        assert_eq!(changed.status(), 0, "{changed:?}");
    }
}

/// Attack 44: each test costs the operator a few tokens, so a person begins 50 in a day. Each leaves an entry before the provider
/// is asked, and so does the refusal.
#[tokio::test]
async fn attack_44_versions_are_tested_only_so_often_in_a_day() {
    for database in database::each_engine().await {
        let provider = AiProvider::start().await;
        let server = server(&database, &provider, 1_000).await;
        house(&server).await;
        let ada = ada(&server).await;
        for _ in 0..50 {
            let tested = post(&server, &ada, "test", &json!({ "id": 1 })).await;
            assert_eq!(tested.data()["outcome"], "answered");
        }
        let asked = provider.asked().len();
        let refused = post(&server, &ada, "test", &json!({ "id": 1 })).await;
        assert_eq!((refused.http.as_u16(), refused.status()), (429, 999_999));
        assert_eq!(provider.asked().len(), asked, "nothing was sent");
        let tests = trail::of_kind(server.db(), "assistant_version.tested").await;
        assert_eq!(tests.len(), 50);
        let detail: Value = serde_json::from_str(&tests[0].detail).unwrap();
        assert_eq!(detail, json!({ "version": "GPT 3.5" }));
        assert_eq!(tests[0].actor_id.as_deref(), Some(&*ada.id));
        server.state().recorder.stop().await;
        let noted = entries(server.db(), "limit.reached", &ada.id).await;
        assert_eq!(noted[0].2["limit"], "assistant_tests");
    }
}
