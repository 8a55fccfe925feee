//! Home in one answer (S-04 to S-12), and how a person arranges it (C-062, G-33). The expectations are literals.

use atrium::catalogue::ProductFile;
use atrium::clock::{DAY, MINUTE};
use atrium::config::HomeTile;
use atrium::db::DbError;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::announcements::{insert, row};
use crate::access::{self, appoint, group, join, product, save};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows, trail};

const HOME: &str = "/api/security/home";
const FAVOURITE: &str = "/api/security/app/favourite";
const ORDER: &str = "/api/security/app/order";
const HIDE: &str = "/api/security/app/hide";
const LIKED: &str = "/api/security/app/v2/list-my-favor";
const RESOURCES: &str = "/api/security/resource/list";
const INTRODUCTION: &str = "/api/security/external/edge-ai/introduction";

/// Products 2 to 6 of the three lists; 4 and 5 are open to members of `g`, 3 is for the agency south, 6 for north.
async fn stage(server: &Server) -> Person {
    for (id, type_id, agencies) in [
        (2, 2, &[][..]),
        (3, 3, &["south"][..]),
        (4, 1, &[]),
        (5, 1, &[]),
        (6, 2, &["north"]),
    ] {
        let mut row = product(id);
        (row.type_id, row.sort) = (type_id, 10 - id);
        row.attributes = ["What it is".into(), "How to use it".into(), "Ask us".into()];
        save(server.db(), row, agencies).await;
    }
    group(server.db(), "g", &[4, 5]).await;
    group(server.db(), "other", &[2, 6]).await;
    let dan = access::account(server.db(), "DanMember", Some("north")).await;
    join(server.db(), &dan, "g", Status::Enabled).await;
    server.signed_in(&dan.id).await
}

async fn home(server: &Server, person: &Person) -> Value {
    server.get_as(person, HOME).await.data()
}

async fn choose(server: &Server, person: &Person, path: &str, id: i64, on: bool) -> Value {
    let body = json!({ "id": id, "on": on });
    server.post_as(person, path, &body).await.data()
}

async fn open(server: &Server, person: &Person, id: i64) {
    let body = json!({ "productId": id });
    let opened = server.post_as(person, "/api/security/app/login-count", &body);
    opened.await.data();
    server.clock.advance(MINUTE);
}

fn ids(cards: &Value) -> Vec<i64> {
    let cards = cards.as_array().unwrap().iter();
    cards.map(|card| card["id"].as_i64().unwrap()).collect()
}

/// S-07, K-29, G-29, G-33: the cards of the three lists are those that each list answers, without the two texts of the
/// detail; the ids that the settings hide are left out.
#[tokio::test]
async fn home_is_one_answer() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        save(server.db(), product(16), &[]).await;
        let dan = stage(&server).await;
        let shown = home(&server, &dan).await;
        assert_eq!(ids(&shown["cards"]), [5, 4, 3, 6, 2]);
        let mut listed = Vec::new();
        for type_id in [1, 3, 2] {
            let path = format!("/api/security/app/v2/list-by-type?typeId={type_id}");
            let list = server.get_as(&dan, &path).await.data();
            listed.extend(list.as_array().unwrap().iter().cloned());
        }
        for card in &mut listed {
            card["attribute2"] = "".into();
            card["attribute3"] = "".into();
        }
        assert_eq!(shown["cards"], Value::Array(listed));
        let tiles = shown["tiles"].as_array().unwrap();
        assert_eq!(tiles.len(), 10);
        assert!(
            tiles
                .iter()
                .all(|tile| tile["url"] == "" && tile["productId"].is_null())
        );
        let notice = json!({ "isFirstLogin": false, "notify": 0, "clickStatus": 0 });
        for (field, value) in [
            ("chosen", json!({ "pins": [], "hidden": [], "version": 0 })),
            ("recent", json!([])),
            ("team", json!([6])),
            ("notice", notice),
            ("waiting", json!([])),
            ("requests", json!([])),
            ("assistant", json!(false)),
            ("announcement", Value::Null),
            ("latest", Value::Null),
            (
                "welcome",
                json!({ "group": true, "pinned": false, "passkey": false }),
            ),
            ("passkeyOffer", json!(true)),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
    }
}

/// S-04, G-17: what waits for the caller's decision, and what the caller waits for.
#[tokio::test]
async fn home_says_what_waits() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let chloe = access::account(server.db(), "ChloeManager", None).await;
        appoint(server.db(), &chloe, "other").await;
        let ask = json!({ "productId": 2, "reason": "I plan media." });
        let asked = server.post_as(&dan, "/api/security/app/apply", &ask);
        let id = asked.await.data()["id"].clone();
        let shown = home(&server, &dan).await;
        assert_eq!(shown["requests"].as_array().unwrap().len(), 1);
        assert_eq!(shown["requests"][0]["id"], id);
        assert_eq!(shown["requests"][0]["groupAdmin"], "ChloeManager");
        assert_eq!(shown["waiting"], json!([]));
        let chloe = server.signed_in(&chloe.id).await;
        let shown = home(&server, &chloe).await;
        assert_eq!(shown["notice"]["notify"], 1);
        assert_eq!(shown["waiting"][0]["id"], id);
        assert_eq!(shown["waiting"][0]["mayDecide"], true);
        assert_eq!(shown["requests"], json!([]));
    }
}

/// C-106, D-15, G-59: the announcement that is due comes with home, until the person has read it.
#[tokio::test]
async fn home_has_the_announcement_that_is_due() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let news = vec![row("n1", "Maintenance", NOW - MINUTE)];
        insert(&server, "announcements", news).await;
        let due = home(&server, &dan).await["announcement"].clone();
        assert_eq!(
            (&due["messageId"], &due["title"]),
            (&json!("n1"), &json!("Maintenance"))
        );
        let read = json!({ "messageId": "n1" });
        let read = server.post_as(&dan, "/api/security/admin/message/read", &read);
        assert_eq!(read.await.status(), 0);
        let shown = home(&server, &dan).await;
        assert_eq!(shown["announcement"], Value::Null);
    }
}

/// The newest announcement that has not ended stands on home, read or not, and only for its audience.
#[tokio::test]
async fn home_has_the_latest_announcement() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let mut news = Vec::new();
        for (id, ago, change) in [
            ("for-all", 9, json!({})),
            ("must-read", 30, json!({ "must_read": 1 })),
            ("of-others", 5, json!({ "agency_ids": "[\"south\"]" })),
            ("ended", 4, json!({ "ends_at": NOW })),
            ("off", 3, json!({ "status": 0 })),
            ("planned", -60, json!({})),
        ] {
            let mut one = row(id, id, NOW - ago * MINUTE);
            for (column, value) in change.as_object().unwrap() {
                one[column] = value.clone();
            }
            news.push(one);
        }
        insert(&server, "announcements", news).await;
        let shown = home(&server, &dan).await;
        let expected = json!({
            "id": "for-all", "title": "for-all", "launchTime": "2026-11-21 19:11",
            "launchAt": NOW - 9 * MINUTE,
        });
        assert_eq!(shown["latest"], expected);
        assert_eq!(shown["announcement"]["id"], "must-read");
        for id in ["must-read", "for-all"] {
            let read = json!({ "messageId": id });
            let read = server.post_as(&dan, "/api/security/admin/message/read", &read);
            assert_eq!(read.await.status(), 0);
        }
        let shown = home(&server, &dan).await;
        assert_eq!(shown["latest"], expected, "also when it was read");
        assert_eq!(shown["announcement"], Value::Null);
    }
}

/// A newcomer sees three steps with what is done, in every browser, until they are done, left for good, or a month has passed.
#[tokio::test]
async fn newcomers_are_welcomed_until_they_leave() {
    const LEAVE: &str = "/api/security/app/leave-welcome";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let nora = server.person("NoraNew", |_| {}).await;
        let owen = server.person("OwenOld", |_| {}).await;
        let then = (NOW - 31 * DAY, owen.id.clone());
        let aged = server.db().write::<_, DbError, _>(move |tx| {
            let sql = format!(
                "UPDATE accounts SET created_at = {} WHERE id = '{}'",
                then.0, then.1
            );
            Box::pin(rows::run(tx, sql))
        });
        aged.await.unwrap();
        assert_eq!(home(&server, &owen).await["welcome"], Value::Null);
        let nothing = json!({ "group": false, "pinned": false, "passkey": false });
        assert_eq!(home(&server, &nora).await["welcome"], nothing);

        choose(&server, &dan, FAVOURITE, 4, true).await;
        let key = json!({
            "id": "k-1", "account_id": dan.id, "credential_id": "c-1", "credential": "{}", "rp_id": "localhost",
            "name": "Phone", "discoverable": 1, "backup_eligible": 0, "backed_up": 0, "added_at": NOW,
        });
        let steps = home(&server, &dan).await["welcome"].clone();
        assert_eq!(
            steps,
            json!({ "group": true, "pinned": true, "passkey": false })
        );
        insert(&server, "passkeys", vec![key]).await;
        assert_eq!(home(&server, &dan).await["welcome"], Value::Null);

        for _ in ["once", "again"] {
            assert_eq!(server.post_as(&nora, LEAVE, &json!({})).await.status(), 0);
            assert_eq!(home(&server, &nora).await["welcome"], Value::Null);
        }
        // What was left stays left when home is arranged, and leaving arranges nothing.
        let chosen = choose(&server, &nora, FAVOURITE, 2, true).await;
        assert_eq!(chosen, json!({ "pins": [2], "hidden": [], "version": 1 }));
        assert_eq!(home(&server, &nora).await["welcome"], Value::Null);
    }
}

/// Beyond the contract: pins have the person's order, what is hidden is not pinned, and each change is one's own (trap T8).
#[tokio::test]
async fn a_person_arranges_home() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let eve = server.person("EveMember", |_| {}).await;
        for (id, version) in [(4, 1), (2, 2), (5, 3)] {
            let chosen = choose(&server, &dan, FAVOURITE, id, true).await;
            assert_eq!(chosen["version"], version);
        }
        // The same again changes nothing.
        let chosen = choose(&server, &dan, FAVOURITE, 5, true).await;
        assert_eq!(
            chosen,
            json!({ "pins": [4, 2, 5], "hidden": [], "version": 3 })
        );
        let chosen = choose(&server, &dan, HIDE, 2, true).await;
        assert_eq!(
            chosen,
            json!({ "pins": [4, 5], "hidden": [2], "version": 4 })
        );
        let shown = home(&server, &dan).await;
        assert_eq!(shown["chosen"], chosen);
        assert_eq!(ids(&shown["cards"]), [5, 4, 3, 6, 2]);
        let chosen = choose(&server, &dan, FAVOURITE, 2, true).await;
        assert_eq!(
            chosen,
            json!({ "pins": [4, 5, 2], "hidden": [], "version": 5 })
        );
        let chosen = choose(&server, &dan, FAVOURITE, 4, false).await;
        assert_eq!(chosen["pins"], json!([5, 2]));
        let of_eve = home(&server, &eve).await["chosen"].clone();
        assert_eq!(of_eve, json!({ "pins": [], "hidden": [], "version": 0 }));
        // Attack 14: a product that the person may not know of is unknown.
        for path in [FAVOURITE, HIDE] {
            let unknown = json!({ "id": 99, "on": true });
            let answer = server.post_as(&dan, path, &unknown).await.json();
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!("id"))
            );
        }
    }
}

/// The order that a tab read first is not saved over that of another tab; the answer has the newest.
#[tokio::test]
async fn two_tabs_do_not_overwrite_each_other() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        for id in [2, 4, 5] {
            choose(&server, &dan, FAVOURITE, id, true).await;
        }
        let order = async |ids: &[i64], version: i64| {
            let body = json!({ "ids": ids, "version": version });
            server.post_as(&dan, ORDER, &body).await.json()
        };
        let first = order(&[5, 4, 2], 3).await["data"].clone();
        let newest = json!({ "saved": true, "pins": [5, 4, 2], "hidden": [], "version": 4 });
        assert_eq!(first, newest);
        let second = order(&[4, 2, 5], 3).await["data"].clone();
        assert_eq!(
            (&second["saved"], &second["pins"]),
            (&json!(false), &newest["pins"])
        );
        for wrong in [&[5, 4][..], &[5, 4, 2, 2], &[5, 4, 2, 6]] {
            let answer = order(wrong, 4).await;
            let is_part = wrong.len() == 2;
            assert_eq!(answer["status"] == 0, is_part, "{answer}");
        }
        assert_eq!(
            home(&server, &dan).await["chosen"]["pins"],
            json!([5, 4, 2])
        );
    }
}

/// C-062, G-33: the pins in their order, then what is opened most; nothing hidden. Home has what was opened last.
#[tokio::test]
async fn favourites_are_the_pins_and_what_is_opened_most() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        for id in [7, 8] {
            let mut row = product(id);
            (row.everyone, row.sort) = (true, id);
            save(server.db(), row, &[]).await;
        }
        for id in [4, 7, 7, 7, 5, 5, 8] {
            open(&server, &dan, id).await;
        }
        let liked = async || ids(&server.get_as(&dan, LIKED).await.data());
        assert_eq!(liked().await, [7, 5, 4, 8]);
        assert_eq!(home(&server, &dan).await["recent"], json!([8, 5, 7, 4]));
        choose(&server, &dan, FAVOURITE, 2, true).await;
        choose(&server, &dan, FAVOURITE, 5, true).await;
        choose(&server, &dan, HIDE, 7, true).await;
        assert_eq!(liked().await, [2, 5, 4, 8]);
    }
}

/// C-065, E-10, F-23, G-34: products with their texts; files only with access.
#[tokio::test]
async fn products_offer_their_texts_and_files() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = stage(&server).await;
        let file = ProductFile {
            description: "Handbook".into(),
            url: "https://cdn.example/h.pdf".into(),
        };
        for id in [4, 2] {
            let mut row = product(id);
            row.files = vec![file.clone()];
            row.attributes[0] = "What it is".into();
            save(server.db(), row, &[]).await;
        }
        let found = server.get_as(&dan, RESOURCES).await.data();
        assert_eq!(ids(&found), [2, 4, 5, 3, 6]);
        let files = json!([{ "description": "Handbook", "url": "https://cdn.example/h.pdf" }]);
        assert_eq!(
            (&found[0]["files"], &found[1]["files"]),
            (&json!([]), &files)
        );
        assert_eq!(found[2]["attribute2"], "How to use it");
        assert_eq!(found[2]["attribute3"], "Ask us");
    }
}

/// C-066, F-32, G-23, G-35, K-31, attack T10: the assistant's texts, and the address of its site for people who may use it.
/// A tile says where it leads; its address has no token.
#[tokio::test]
async fn the_assistant_and_the_tiles_have_their_targets() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            let site = HomeTile {
                url: "https://ai.test/".into(),
                ..HomeTile::default()
            };
            let upskill = HomeTile {
                product: Some(4),
                ..HomeTile::default()
            };
            let tiles = [("ai_site", site), ("upskill", upskill)];
            config.home.tiles = tiles.map(|(slot, tile)| (slot.to_owned(), tile)).into();
        })
        .await;
        let dan = stage(&server).await;
        let nothing = json!({ "title": "", "contentTitle": "", "contentMain": "", "url": "" });
        let introduction = async || server.get_as(&dan, INTRODUCTION).await.data();
        assert_eq!(introduction().await, nothing);
        let mut row = product(56);
        row.name = "Assistant".into();
        row.attributes = ["Ask it".into(), "Write a question.".into(), String::new()];
        save(server.db(), row.clone(), &[]).await;
        let texts = json!({
            "title": "Assistant", "contentTitle": "Ask it", "contentMain": "Write a question.", "url": "",
        });
        assert_eq!(introduction().await, texts);
        assert_eq!(home(&server, &dan).await["assistant"], false);
        row.everyone = true;
        save(server.db(), row, &[]).await;
        assert_eq!(introduction().await["url"], "https://ai.test/");
        let shown = home(&server, &dan).await;
        assert_eq!(shown["assistant"], true);
        for tile in [
            json!({ "slot": "upskill", "name": "", "description": "", "url": "", "productId": 4 }),
            json!({
                "slot": "ai_site", "name": "", "description": "", "url": "https://ai.test/", "productId": null,
            }),
        ] {
            assert!(shown["tiles"].as_array().unwrap().contains(&tile), "{tile}");
        }
    }
}

/// G-23, attacks T10 and T13: what an administrator sets replaces the settings. It is https or a product, has a version, and
/// is audited.
#[tokio::test]
async fn an_administrator_sets_the_tiles() {
    const LIST: &str = "/api/security/admin/home-tile/list";
    const SAVE: &str = "/api/security/admin/home-tile/save";
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| {
            let brief = HomeTile {
                url: "https://briefs.test/".into(),
                ..HomeTile::default()
            };
            config.home.tiles = [("brief".to_owned(), brief)].into();
        })
        .await;
        let dan = stage(&server).await;
        let ada = server.person("AdaAdmin", |new| new.sup_admin = true).await;
        let listed = server.get_as(&ada, LIST).await.data();
        assert_eq!(listed[5]["slot"], "brief");
        assert_eq!(
            (&listed[5]["url"], &listed[5]["version"]),
            (&json!("https://briefs.test/"), &json!(0))
        );
        let save = async |body: Value| server.post_as(&ada, SAVE, &body).await.json();
        for (field, body) in [
            ("slot", json!({ "slot": "case_studies" })),
            (
                "url",
                json!({ "slot": "brief", "url": "http://briefs.test/" }),
            ),
            (
                "url",
                json!({ "slot": "brief", "url": "javascript:alert(1)" }),
            ),
            ("productId", json!({ "slot": "brief", "productId": 99 })),
            (
                "description",
                json!({ "slot": "brief", "description": "x".repeat(501) }),
            ),
        ] {
            let answer = save(body).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!(field))
            );
        }
        let tile = json!({
            "slot": "brief", "name": "Briefs", "nameZh": "简报", "url": "https://other.test/", "productId": 4,
            "version": 0,
        });
        assert_eq!(save(tile.clone()).await["status"], 0);
        // Another administrator read the version before.
        assert!(save(tile).await["conflict"].is_object());
        let shown = home(&server, &dan).await["tiles"].clone();
        let brief = json!({ "slot": "brief", "name": "Briefs", "description": "", "url": "", "productId": 4 });
        assert!(shown.as_array().unwrap().contains(&brief), "{shown}");
        let entries = trail::of_kind(server.db(), "home_tile.changed").await;
        assert_eq!(entries.len(), 1);
    }
}
