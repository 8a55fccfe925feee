//! C-068 to C-072: the details of a product, and what administrators change of it. The expectations are literals.

use atrium::access::rights;
use atrium::catalogue::ProductStatus;
use atrium::db::DbError;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house, in_chinese};
use super::rights::give_code;
use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server};

pub const ADD: &str = "/api/security/admin/app/add";
pub const UPDATE: &str = "/api/security/admin/app/upd";
const STATUS: &str = "/api/security/admin/app/update-status";
pub const DETAILS: &str = "/api/security/admin/app/details";
const OPTIONS: &str = "/api/security/admin/app/option-list";
pub const EDIT: &str = "operation_access.ProductManagement.ProductList.edit";

/// Every field of a product.
pub fn whole(admin: &str, other: &str) -> Value {
    json!({
        "name": "Media planner", "appName": "MEDIAPLAN", "applicationId": "demo-app", "typeId": 3,
        "typeName": "Planning", "adminId": admin, "adminIds": [other],
        "iconimgUrl": "lucide:calendar", "link": "https://plan.example/",
        "links": [{ "name": "Docs", "url": "https://docs.example/x#top" }],
        "nameZh": "媒介计划", "descriptionZh": "规划媒介投放。",
        "attribute1": "Plans media.", "attribute2": "Open it.", "attribute3": "Ask Chloe.",
        "featuresBenefits": [{ "title": "快", "description": "Saves time." }],
        "snapshots": ["https://cdn.example/1.png", "https://cdn.example/2.png"],
        "files": [{ "description": "Handbook", "url": "https://cdn.example/h.pdf" }],
        "agencyIds": ["south", "north"], "everyone": true, "linkDialog": true, "hidden": true,
        "sort": 7, "status": 1,
    })
}

pub async fn details(server: &Server, person: &Person, id: i64) -> Value {
    let path = format!("{DETAILS}?projectId={id}");
    server.get_as(person, &path).await.data()
}

pub async fn post(server: &Server, person: &Person, path: &str, body: &Value) -> Value {
    server.post_as(person, path, body).await.json()
}

/// One who holds this access code alone.
pub async fn holder(server: &Server, name: &'static str, code: &'static str) -> Person {
    let person = server.person(name, |_| {}).await;
    let id = person.id.clone();
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            rights::save_code(tx, "SSO", name, code).await?;
            rights::give_group(tx, &id, "SSO", name).await
        })
    });
    given.await.unwrap();
    person
}

/// K-31, C-071, C-068, C-070, E-36, G-44: every field is stored, answered and audited; each can be changed again.
#[tokio::test]
async fn every_field_of_a_product_is_kept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let chloe =
            |new: &mut atrium::directory::NewAccount| "Chloe".clone_into(&mut new.full_name);
        let chloe = server.account("ChloeManager", chloe).await;
        let dan = server.account("DanMember", |_| {}).await;
        // The application still has a product when the tested product drops it.
        let mut other = access::product(7);
        other.client_id = Some("demo-app".to_owned());
        access::save(server.db(), other, &[]).await;
        let answer = post(&server, &ada, ADD, &whole(&chloe, &dan)).await;
        // K-30, K-31: the ids below 100 are those that the contract names.
        let expected = json!({ "projectId": 100, "version": 1, "status": 1 });
        assert_eq!(answer["data"], expected, "{answer}");
        let shown = details(&server, &ada, 100).await;
        for (field, value) in whole(&chloe, &dan).as_object().unwrap() {
            if !matches!(field.as_str(), "adminIds" | "agencyIds") {
                assert_eq!(shown[field], *value, "{field}");
            }
        }
        assert_eq!(shown["agencyIds"], json!(["north", "south"]));
        assert_eq!(shown["c_time"], "2026-11-21 19:20:00");
        assert_eq!(shown["adminName"], "Chloe");
        let mut administrators: Vec<&str> = shown["administrators"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        administrators.sort_unstable();
        assert_eq!(
            administrators,
            ["Chloe", "DanMember"],
            "the one on the card is one of them"
        );
        assert_eq!(
            (&shown["changedAt"], &shown["mayEdit"]),
            (&Value::Null, &json!(true))
        );
        let added = entries(server.db(), "product.changed", "100").await;
        assert_eq!(added.len(), 1);
        assert_eq!(added[0].2["change"], "created");
        let changes = added[0].2["changes"].as_array().unwrap();
        let link = json!({ "field": "link", "from": null, "to": "https://plan.example/" });
        assert!(changes.contains(&link), "{changes:?}");

        let body = json!({
            "projectId": 100, "version": 1, "link": "https://new.example/", "agencyIds": ["south"],
            "adminId": dan, "status": 0, "applicationId": "", "typeName": "", "links": [],
        });
        let answer = post(&server, &ada, UPDATE, &body).await;
        assert_eq!(
            answer["data"],
            json!({ "projectId": 100, "version": 2, "status": 0 }),
            "{answer}"
        );
        let shown = details(&server, &ada, 100).await;
        for (field, value) in [
            ("link", json!("https://new.example/")),
            ("links", json!([])),
            ("agencyIds", json!(["south"])),
            ("applicationId", json!("")),
            ("typeName", json!("")),
            ("attribute1", json!("Plans media.")),
            ("nameZh", json!("媒介计划")),
            ("descriptionZh", json!("规划媒介投放。")),
            (
                "administrators",
                json!([{ "userId": dan, "name": "DanMember" }]),
            ),
            ("changedBy", json!("Ada Super")),
        ] {
            assert_eq!(shown[field], value, "{field}");
        }
        let written = entries(server.db(), "product.changed", "100").await;
        let updated = |entry: &&(String, String, Value)| entry.2["change"] == "updated";
        let changed = written.iter().find(updated).unwrap();
        assert_eq!(
            (&changed.0, changed.1.as_str()),
            (&ada.id, "POST /api/security/admin/app/upd")
        );
        let changes = changed.2["changes"].as_array().unwrap();
        for change in [
            json!({ "field": "agencies", "from": ["north", "south"], "to": ["south"] }),
            json!({ "field": "status", "from": "off", "to": "on" }),
            json!({ "field": "client_id", "from": "demo-app", "to": null }),
        ] {
            assert!(changes.contains(&change), "{change} in {changes:?}");
        }
        // The same again changes nothing: no version, no entry.
        let same =
            json!({ "projectId": 100, "link": "https://new.example/", "agencyIds": ["south"] });
        let answer = post(&server, &ada, UPDATE, &same).await;
        assert_eq!(answer["data"]["version"], 2);
        assert_eq!(
            entries(server.db(), "product.changed", "100").await.len(),
            2
        );
    }
}

/// V-27, V-29, G-67, X-27: every empty box and every missing choice is named with the contract's words, and nothing is
/// stored.
#[tokio::test]
async fn every_box_of_a_product_is_filled_in() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    house(&server).await;
    let ada = ada(&server).await;
    let faults = |answer: &Value| -> Vec<(String, String)> {
        let text = |fault: &Value, name: &str| fault[name].as_str().unwrap().to_owned();
        let faults = answer["faults"].as_array().unwrap().iter();
        faults
            .map(|fault| (text(fault, "field"), text(fault, "msg")))
            .collect()
    };
    let body = json!({
        "links": [{ "name": "", "url": "https://a.example/" }, { "name": "B", "url": " " }],
        "featuresBenefits": [{ "title": "T", "description": "" }],
        "snapshots": [""], "files": [{ "description": "", "url": "" }],
    });
    let answer = post(&server, &ada, ADD, &body).await;
    assert_eq!(answer["status"], 100_012);
    let (empty, none) = ("Please input valid format", "please select or enter");
    let expected = [
        ("name", empty),
        ("appName", empty),
        ("attribute1", empty),
        ("attribute2", empty),
        ("attribute3", empty),
        ("typeId", none),
        ("adminId", none),
        ("links[0].name", empty),
        ("links[1].url", empty),
        ("featuresBenefits[0].description", empty),
        ("snapshots[0]", empty),
        ("files[0].description", empty),
        ("files[0].url", empty),
    ]
    .map(|(field, text)| (field.to_owned(), text.to_owned()));
    assert_eq!(faults(&answer), expected);
    let chinese = in_chinese(&server, &ada, ADD, &body).await.json();
    assert_eq!(chinese["faults"][0]["msg"], "请输入有效格式");
    assert_eq!(chinese["faults"][5]["msg"], "请选择或输入");
    // Without any address, the box of the first one is empty.
    let answer = post(&server, &ada, ADD, &json!({ "links": [] })).await;
    assert!(faults(&answer).contains(&("link".to_owned(), empty.to_owned())));
    // Only changed fields are checked; the rest may stay as imported.
    access::save(server.db(), access::product(7), &[]).await;
    let answer = post(
        &server,
        &ada,
        UPDATE,
        &json!({ "projectId": 7, "attribute1": "" }),
    )
    .await;
    assert_eq!(answer["field"], "attribute1");
    let answer = post(
        &server,
        &ada,
        UPDATE,
        &json!({ "projectId": 7, "attribute1": "Now" }),
    )
    .await;
    assert_eq!(answer["status"], 0, "{answer}");
}

/// a code belongs to one product and never changes; its application must exist; no product opens the
/// portal.
#[tokio::test]
async fn what_a_product_names_exists() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let first = post(&server, &ada, ADD, &whole(&ada.id, &ada.id)).await;
        assert_eq!(first["data"]["projectId"], 100, "{first}");
        let mut again = whole(&ada.id, &ada.id);
        again["appName"] = "MediaPlan".into();
        let answer = post(&server, &ada, ADD, &again).await;
        assert_eq!(
            (&answer["status"], &answer["field"]),
            (&json!(100_011), &json!("appName"))
        );
        for (body, field) in [
            (json!({ "appName": "OTHER" }), "appName"),
            (json!({ "applicationId": "nobody" }), "applicationId"),
            (json!({ "applicationId": "portal" }), "applicationId"),
            (json!({ "adminId": "nobody" }), "adminId"),
            (json!({ "adminIds": [ada.id, "nobody"] }), "adminIds"),
            (json!({ "agencyIds": ["north", "nowhere"] }), "agencyIds"),
            (json!({ "typeId": 4 }), "typeId"),
            (json!({ "sort": -1 }), "sort"),
            (json!({ "status": 2 }), "status"),
            (json!({ "name": "x".repeat(101) }), "name"),
            (json!({ "attribute1": "x".repeat(5_001) }), "attribute1"),
            (
                json!({ "snapshots": vec!["https://a.example/"; 21] }),
                "snapshots",
            ),
            (json!({ "links": "x" }), "links"),
        ] {
            let mut body = body;
            body["projectId"] = 100.into();
            let answer = post(&server, &ada, UPDATE, &body).await;
            let refused = (&answer["status"], &answer["field"]);
            assert_eq!(refused, (&json!(100_012), &json!(field)), "{body}");
        }
        assert_eq!(
            details(&server, &ada, 100).await["version"],
            1,
            "nothing was saved"
        );
        for path in [UPDATE, STATUS] {
            let body = json!({ "projectId": 99, "status": 1 });
            let answer = post(&server, &ada, path, &body).await;
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!("projectId"))
            );
        }
    }
}

/// A change of an older state is a conflict that says who changed it and when; the status in a
/// change needs its own right (C-072).
#[tokio::test]
async fn an_older_state_is_not_saved_over_a_newer_one() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let eva = holder(&server, "EvaEditor", EDIT).await;
        access::save(server.db(), access::product(7), &[]).await;
        let first = json!({ "projectId": 7, "version": 1, "name": "Ada's" });
        assert_eq!(post(&server, &ada, UPDATE, &first).await["status"], 0);
        let second = json!({ "projectId": 7, "version": 1, "name": "Eva's" });
        let answer = post(&server, &eva, UPDATE, &second).await;
        assert_eq!(answer["status"], 100_012);
        assert_eq!(answer["conflict"]["by"], "Ada Super");
        assert_eq!(details(&server, &ada, 7).await["name"], "Ada's");
        let off = json!({ "projectId": 7, "status": 1 });
        assert_eq!(post(&server, &eva, UPDATE, &off).await["status"], 100_013);
        let answer = post(&server, &ada, STATUS, &off).await;
        assert_eq!(
            answer["data"],
            json!({ "projectId": 7, "version": 3, "status": 1 })
        );
        let entries = entries(server.db(), "product.changed", "7").await;
        let disabled = |entry: &(String, String, Value)| entry.2["change"] == "disabled";
        assert!(entries.iter().any(disabled), "{entries:?}");
    }
}

/// C-070: several products that are added at the same time get different ids, and only one gets a code.
#[tokio::test]
async fn products_that_are_added_at_once_do_not_meet() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let add = async |code: String| {
            let mut body = whole(&ada.id, &ada.id);
            body["appName"] = code.into();
            post(&server, &ada, ADD, &body).await
        };
        let answers = futures_util::future::join_all((0..6).map(|at| {
            add(if at < 3 {
                "ONE".to_owned()
            } else {
                format!("CODE{at}")
            })
        }));
        let answers = answers.await;
        let mut ids: Vec<i64> = answers
            .iter()
            .filter_map(|answer| answer["data"]["projectId"].as_i64())
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, [100, 101, 102, 103], "{answers:?}");
        let taken = answers.iter().filter(|answer| answer["status"] == 100_011);
        assert_eq!(taken.count(), 2);
    }
}

/// C-069: everybody chooses from what the home page shows, an administrator from all.
#[tokio::test]
async fn products_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (id, name, hidden, status) in [
            (2, "Zeta", false, ProductStatus::On),
            (3, "媒体", false, ProductStatus::On),
            (4, "Alpha", true, ProductStatus::On),
            (5, "Beta", false, ProductStatus::Off),
            (16, "Gamma", false, ProductStatus::On),
        ] {
            let mut product = access::product(id);
            name.clone_into(&mut product.name);
            (product.hidden, product.status) = (hidden, status);
            access::save(server.db(), product, &[]).await;
        }
        let names = async |person: &Person, query: &str| -> Vec<String> {
            let answer = server
                .get_as(person, &format!("{OPTIONS}?{query}"))
                .await
                .data();
            let options = answer.as_array().unwrap().iter();
            options
                .map(|one| one["projectName"].as_str().unwrap().to_owned())
                .collect()
        };
        let dan = server.person("DanMember", |_| {}).await;
        assert_eq!(
            names(&dan, "").await,
            ["Zeta", "媒体"],
            "K-30, G-29: 16 is hidden by the settings"
        );
        // Attack 14: a page of options has no gap where a hidden product stands.
        assert_eq!(names(&dan, "pageSize=1").await, ["Zeta"]);
        assert_eq!(names(&dan, "pageNum=2&pageSize=1").await, ["媒体"]);
        for hidden in ["context=alph", "context=bet", "context=gam", "context=a"] {
            assert_eq!(names(&dan, hidden).await, [""; 0], "{hidden}");
        }
        // A person who sees the access rights of all products chooses among all in their form.
        let eve = server.person("EveRights", |_| {}).await;
        let rights = "operation_access.AccessManagement.AccessList.view";
        give_code(server.db(), &eve, "SSO", rights).await;
        let ada = ada(&server).await;
        for person in [&ada, &eve] {
            assert_eq!(
                names(person, "").await,
                ["Alpha", "Beta", "Gamma", "Zeta", "媒体"]
            );
        }
        assert_eq!(names(&ada, "context=et").await, ["Beta", "Zeta"]);
        assert_eq!(names(&ada, "pageNum=2&pageSize=2").await, ["Gamma", "Zeta"]);
    }
}
