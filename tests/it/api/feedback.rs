//! C-014, C-120 to C-122, E-25, G-60, G-61, K-36, S-25, T-50, V-20: feedback. The expectations are literals.

use atrium::catalogue::{ProductRow, ProductStatus};
use atrium::clock::{DAY, MINUTE};
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::agency_letters::{queued, start};
use super::announcements::insert;
use super::insider_attacks::holder;
use super::lists::ListCase;
use crate::access;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

pub const SUBMIT: &str = "/api/security/user/feedback/submit";
const OWN: &str = "/api/security/user/feedback/list";
pub const PICTURE: &str = "/api/security/user/feedback/picture";
const LIST: &str = "/api/security/admin/feedback/list";
pub const STATUS: &str = "/api/security/admin/feedback/upd-status";
const ASSIGN: &str = "/api/security/admin/feedback/assign";
pub const ANSWER: &str = "/api/security/admin/feedback/answer";
pub const MERGE: &str = "/api/security/admin/feedback/merge";
const OPTIONS: &str = "/api/security/admin/feedback/assignee/option-list";
pub const VIEW: &str = "feedback_center.FeedbackCenter.FeedbackList.view";
pub const HANDLE: &str = "feedback_center.FeedbackCenter.FeedbackList.answer";

/// A row of feedback about Atrium itself.
pub fn row(id: &str, account_id: &str, text: &str, created_at: i64) -> Value {
    json!({
        "id": id, "account_id": account_id, "product_id": 0, "app_name": "SSO", "category": 3, "feedback": text,
        "status": 0, "created_at": created_at,
    })
}

async fn product(server: &Server, id: i64, status: ProductStatus) {
    let row = ProductRow {
        id,
        name: format!("Product {id}"),
        app_name: format!("P{id}"),
        type_id: 1,
        everyone: status == ProductStatus::On,
        status,
        ..ProductRow::default()
    };
    access::save(server.db(), row, &[]).await;
}

/// Three pieces of feedback of one author, of which each is different in every filter.
async fn three(server: &Server) -> Person {
    house(server).await;
    product(server, 7, ProductStatus::On).await;
    let ada = ada(server).await;
    let author = server.account("Author", |_| {}).await;
    let mut first = row("f1", &author, "The plan stops", NOW);
    first["assignee_id"] = json!("worker");
    let mut second = row("f2", &author, "媒介计划太慢 plan", NOW - DAY);
    second["category"] = json!(4);
    second["product_id"] = json!(7);
    second["app_name"] = json!("P7");
    second["status"] = json!(1);
    let mut third = row("f3", &author, "Another font", NOW - 2 * DAY);
    third["status"] = json!(2);
    third["merged_into"] = json!("f1");
    insert(server, "feedback", vec![first, second, third]).await;
    super::lists::index_names(server).await;
    ada
}

/// C-120, G-51, G-60.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::feedback::FEEDBACK,
    always: "",
    name: "id",
    seed: |server| Box::pin(three(server)),
    orders: &[("created", &["f3", "f2", "f1"])],
    found: &[
        ("context=plan", &["f1", "f2"]),
        ("context=%E5%A4%AA%E6%85%A2", &["f2"]),
        ("context=nobody", &[]),
        ("categoryId=3", &["f1", "f3"]),
        ("projectId=7", &["f2"]),
        ("projectId=0", &["f1", "f3"]),
        ("status=1", &["f2"]),
        ("mergedInto=f1", &["f3"]),
        ("since=1795173600000", &["f1", "f2"]),
        ("before=1795260000000", &["f2", "f3"]),
        ("status=0&context=plan", &["f1"]),
        ("assigneeId=worker", &["f1"]),
    ],
    refused: &[("status=3", "status"), ("categoryId=5", "categoryId")],
};

/// Three of one person, and one of another.
async fn three_own(server: &Server) -> Person {
    let dan = server.person("DanMember", |_| {}).await;
    let other = server.account("Other", |_| {}).await;
    let rows = vec![
        row("o1", &dan.id, "One", NOW - 3),
        row("o2", &dan.id, "Two", NOW - 1),
        row("o3", &dan.id, "Three", NOW - 2),
        row("other", &other, "Of somebody else", NOW),
    ];
    insert(server, "feedback", rows).await;
    dan
}

/// What a person has sent; nobody sees that of others.
pub static OWN_LISTED: ListCase = ListCase {
    path: OWN,
    list: &atrium::feedback::OWN_FEEDBACK,
    always: "",
    name: "id",
    seed: |server| Box::pin(three_own(server)),
    orders: &[("created", &["o1", "o3", "o2"])],
    found: &[],
    refused: &[],
};

pub fn form() -> Value {
    json!({ "projectId": 0, "categoryId": 3, "feedback": " The plan stops.\r\nAlways. " })
}

pub async fn sent(server: &Server, person: &Person, form: &Value) -> String {
    let answer = server.post_as(person, SUBMIT, form).await.data();
    answer["id"].as_str().unwrap().to_owned()
}

pub async fn details(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("/api/security/admin/feedback/details?id={id}");
    server.get_as(person, &path).await.data()
}

/// C-014, C-120, C-121, E-25, G-60, T-50: what a person sends is kept, its author sees it, and the audit log has no word of it.
#[tokio::test]
async fn feedback_arrives_and_stays_its_authors() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        product(&server, 7, ProductStatus::On).await;
        let dan = server.person("DanMember", |new| new.full_name = "Dan".into());
        let dan = dan.await;
        let body = json!({ "projectId": "7", "appName": "X", "categoryId": "1", "feedback": " More.\r\nSoon. " });
        let id = sent(&server, &dan, &body).await;
        let ada = ada(&server).await;
        let expected = json!({
            "id": id, "projectId": 7, "projectName": "Product 7", "appName": "P7", "categoryId": 1,
            "feedback": "More.\nSoon.", "pictures": [], "userId": dan.id, "username": "DanMember", "fullName": "Dan",
            "status": 0, "assigneeId": null, "assignee": "", "answer": "", "answeredAt": null, "answeredBy": "",
            "mergedInto": null, "duplicates": [], "createdAt": NOW, "c_time": "2026-11-21 19:20:00", "version": 1,
            "changedAt": null, "changedBy": "",
        });
        assert_eq!(details(&server, &ada, &id).await, expected);
        let own = server.get_as(&dan, OWN).await.data()["list"][0].clone();
        assert_eq!((&own["id"], &own["status"]), (&json!(id), &json!(0)));
        let path = format!("/api/security/user/feedback/details?id={id}");
        assert_eq!(
            server.get_as(&dan, &path).await.data()["projectName"],
            "Product 7"
        );
        // Attack 33: that of others is as unknown as what is not there.
        let eve = server.person("EveOther", |_| {}).await;
        assert_eq!(server.get_as(&eve, &path).await.status(), 100_012);
        assert_eq!(server.get_as(&eve, OWN).await.data()["total"], 0);
        let about_atrium = sent(&server, &dan, &form()).await;
        let shown = details(&server, &ada, &about_atrium).await;
        assert_eq!(
            (&shown["appName"], &shown["feedback"]),
            (&json!("SSO"), &json!("The plan stops.\nAlways."))
        );
        let trail = entries(server.db(), "feedback.changed", &id).await;
        assert_eq!(
            trail[0].2,
            json!({ "change": "created", "changes": [
                { "field": "product", "from": null, "to": 7 },
                { "field": "category", "from": null, "to": "functional_requirements" },
            ]})
        );
    }
}

/// V-20, G-61: product, category and content are required; a product that the person may not learn of is unknown.
#[tokio::test]
async fn bad_feedback_is_refused_by_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        product(&server, 8, ProductStatus::Off).await;
        let dan = server.person("DanMember", |_| {}).await;
        for (field, value) in [
            ("projectId", json!("")),
            ("projectId", json!(8)),
            ("projectId", json!(99)),
            ("categoryId", json!("")),
            ("categoryId", json!(5)),
            ("feedback", json!(" \r\n ")),
            ("feedback", json!("x".repeat(2_001))),
            ("feedback", json!("Tea\u{202e}")),
            ("pictures", json!(["a.png", "b.png", "c.png", "d.png"])),
            ("pictures", json!([format!("{}.png", "0a".repeat(32))])),
            ("pictures", json!(["../a"])),
        ] {
            let mut body = form();
            body[field] = value.clone();
            let refused = server.post_as(&dan, SUBMIT, &body).await.json();
            assert_eq!(refused["status"], 100_012, "{field} {value}: {refused}");
            let blamed = refused["faults"][0]["field"].as_str();
            let blamed = blamed.or(refused["field"].as_str());
            assert_eq!(blamed, Some(field), "{value}: {refused}");
        }
        let empty = server.post_as(&dan, SUBMIT, &json!({})).await.json();
        let words: Vec<&str> = empty["faults"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| f["msg"].as_str().unwrap())
            .collect();
        assert_eq!(words, ["Please input valid format"; 3], "{empty}");
        assert_eq!(server.get_as(&dan, OWN).await.data()["total"], 0);
    }
}

/// Attack 44: ten in a day.
#[tokio::test]
async fn attack_44_a_person_sends_ten_in_a_day() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        for n in 0..10 {
            let answer = server.post_as(&dan, SUBMIT, &form()).await;
            assert_eq!(answer.status(), 0, "{n}: {answer:?}");
        }
        let refused = server.post_as(&dan, SUBMIT, &form()).await;
        assert_eq!(refused.http, 429);
        let words = "You have reached today’s limit for this. Try again tomorrow.";
        assert!(refused.text.contains(words), "{refused:?}");
        server.clock.advance(DAY + MINUTE);
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(server.post_as(&dan, SUBMIT, &form()).await.status(), 0);
    }
}

/// C-122, S-25: status, assignee and answer; the author gets the answer by email and sees it. Of two changes of one version
/// the second is refused.
#[tokio::test]
async fn feedback_is_handled_and_answered() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        house(&server).await;
        let dan = server.person("DanMember", |new| {
            new.full_name = "Dan".into();
            new.email = Some("dan@demo.test".to_owned());
            new.lang = Some("en-us".to_owned());
        });
        let dan = dan.await;
        let fay = holder(&server, "FayHandler", &[VIEW, HANDLE]).await;
        let ada = ada(&server).await;
        let id = sent(&server, &dan, &form()).await;
        let status = json!({ "id": id, "status": 1, "version": 1 });
        let changed = server.post_as(&fay, STATUS, &status).await.data();
        assert_eq!(changed, json!({ "id": id, "version": 2, "status": 1 }));
        let again = server
            .post_as(
                &ada,
                STATUS,
                &json!({ "id": id, "status": 2, "version": 1 }),
            )
            .await;
        assert_eq!(again.json()["conflict"]["by"], "FayHandler", "{again:?}");

        // Only people who may handle feedback work on it.
        let to_dan = json!({ "id": id, "userId": dan.id });
        let refused = server.post_as(&fay, ASSIGN, &to_dan).await.json();
        assert_eq!(refused["faults"][0]["field"], "userId", "{refused}");
        let to_fay = json!({ "id": id, "userId": fay.id });
        assert_eq!(
            server.post_as(&ada, ASSIGN, &to_fay).await.data()["version"],
            3
        );
        let options = format!("{OPTIONS}?context=member");
        assert_eq!(server.get_as(&ada, &options).await.data(), json!([]));
        let options = server
            .get_as(&ada, &format!("{OPTIONS}?context=fay"))
            .await
            .data();
        assert_eq!(options[0]["userId"], json!(fay.id));

        let answer = json!({ "id": id, "answer": " Thank you.\n\nIt is repaired. ", "status": 2 });
        assert_eq!(
            server.post_as(&fay, ANSWER, &answer).await.data()["status"],
            2
        );
        let letter = json!({
            "to_name": "Dan", "to": "dan@demo.test", "language": "en-us", "message": "feedback_answered",
            "name": "Dan", "feedback": "The plan stops.\nAlways.", "answer": ["Thank you.", "It is repaired."],
            "feedback_id": id,
        });
        assert_eq!(queued(&server).await, [letter]);
        let own = server.get_as(&dan, OWN).await.data()["list"][0].clone();
        assert_eq!(
            (&own["answer"], &own["status"]),
            (&json!("Thank you.\n\nIt is repaired."), &json!(2))
        );
        let shown = details(&server, &ada, &id).await;
        assert_eq!(
            (&shown["assigneeId"], &shown["answeredBy"]),
            (&json!(fay.id), &json!("FayHandler"))
        );
        let empty = server
            .post_as(&fay, ANSWER, &json!({ "id": id, "answer": " " }))
            .await;
        assert_eq!(empty.json()["faults"][0]["field"], "answer");
        // The audit log says what was done, and no text.
        let trail = entries(server.db(), "feedback.changed", &id).await;
        assert_eq!(trail.len(), 4);
        let answered = trail
            .iter()
            .find(|entry| entry.2.to_string().contains("answer"));
        assert_eq!(
            answered.unwrap().2["changes"],
            json!([{ "field": "status", "from": "handling", "to": "closed" }, { "field": "answer" }])
        );
        // Who only reads changes nothing.
        let rita = holder(&server, "RitaReader", &[VIEW]).await;
        assert_eq!(
            server.post_as(&rita, STATUS, &status).await.status(),
            100_013
        );
    }
}

/// A duplicate follows the first, whose answer reaches every author; it is not changed itself, and can be its own again.
#[tokio::test]
async fn duplicates_follow_the_first() {
    for database in database::each_engine().await {
        let server = start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let mut ids = Vec::new();
        for (name, email) in [
            ("DanMember", "dan@demo.test"),
            ("EveOther", "eve@demo.test"),
            ("GusThird", "gus@demo.test"),
        ] {
            let author = server
                .person(name, |new| new.email = Some(email.to_owned()))
                .await;
            ids.push(sent(&server, &author, &form()).await);
            server.clock.advance(MINUTE);
        }
        let [first, second, third] = &ids[..] else {
            panic!()
        };
        let merge = async |id: &str, into: &str| {
            let body = json!({ "id": id, "intoId": into });
            server.post_as(&ada, MERGE, &body).await
        };
        assert_eq!(merge(third, second).await.status(), 0);
        assert_eq!(
            merge(second, first).await.status(),
            0,
            "its duplicate comes along"
        );
        let shown = details(&server, &ada, first).await;
        let duplicates: Vec<&Value> = shown["duplicates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["id"])
            .collect();
        assert_eq!(duplicates, [&json!(second), &json!(third)]);
        for (id, into) in [(first, first), (first, second)] {
            let refused = merge(id, into).await.json();
            assert_eq!(refused["faults"][0]["field"], "intoId", "{refused}");
        }
        assert_eq!(merge(first, "nothing").await.status(), 100_012);
        let refused = server
            .post_as(&ada, STATUS, &json!({ "id": third, "status": 1 }))
            .await;
        let words = "This says the same as another piece of feedback, which has the answer. Open that one instead.";
        assert_eq!(refused.json()["faults"][0]["msg"], words, "{refused:?}");

        let answer = json!({ "id": first, "answer": "It is repaired.", "status": 2 });
        assert_eq!(server.post_as(&ada, ANSWER, &answer).await.status(), 0);
        let mut readers: Vec<Value> = queued(&server)
            .await
            .iter()
            .map(|letter| letter["to"].clone())
            .collect();
        readers.sort_by_key(ToString::to_string);
        assert_eq!(readers, ["dan@demo.test", "eve@demo.test", "gus@demo.test"]);
        let followed = details(&server, &ada, third).await;
        assert_eq!(
            (&followed["status"], &followed["answer"]),
            (&json!(2), &json!("It is repaired."))
        );
        assert_eq!(followed["mergedInto"]["id"], json!(first));

        // What is merged later gets the answer too.
        let late = server
            .person("LateAuthor", |new| {
                new.email = Some("late@demo.test".to_owned());
            })
            .await;
        let late = sent(&server, &late, &form()).await;
        assert_eq!(merge(&late, first).await.data()["status"], 2);
        assert_eq!(queued(&server).await.len(), 4);
        assert_eq!(merge(&late, "").await.status(), 0);
        assert_eq!(
            details(&server, &ada, &late).await["mergedInto"],
            Value::Null
        );
    }
}

/// Figures by category and week, in the server's zone (Asia/Shanghai). 2026-11-21 is a Saturday.
#[tokio::test]
async fn feedback_is_counted_by_category_and_week() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        // Monday, 2026-11-16 at 00:00 in Shanghai.
        let monday = 1_794_758_400_000;
        let mut before = row("f1", &ada.id, "Sunday", monday - 1);
        before["category"] = json!(1);
        let rows = vec![
            before,
            row("f2", &ada.id, "Monday", monday),
            row("f3", &ada.id, "Now", NOW),
        ];
        insert(&server, "feedback", rows).await;
        let path = "/api/security/admin/feedback/weeks?weeks=2";
        let weeks = server.get_as(&ada, path).await.data();
        let count = |week: usize| {
            let counts = weeks[week]["counts"].as_array().unwrap().iter();
            counts
                .map(|of| of["count"].as_i64().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(weeks[0]["week"], "2026-11-09");
        assert_eq!((count(0), count(1)), (vec![1, 0, 0, 0], vec![0, 0, 2, 0]));
        assert_eq!(
            (&weeks[1]["from"], &weeks[0]["until"]),
            (&json!(monday), &json!(monday))
        );
        for wrong in ["0", "54", "x"] {
            let path = format!("/api/security/admin/feedback/weeks?weeks={wrong}");
            assert_eq!(server.get_as(&ada, &path).await.json()["field"], "weeks");
        }
    }
}
