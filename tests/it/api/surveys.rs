//! C-113, C-114, C-116 to C-118, S-24, E-26, G-58, V-26, V-29, G-67: surveys for administrators. The expectations are literals.

use atrium::directory::Status;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::announcements::insert;
use super::group_stage::give_group_right;
use super::lists::ListCase;
use super::request_scenes::set;
use crate::access;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

pub const S: &str = "/api/security/admin/survey";
const LIST: &str = "/api/security/admin/survey/list";
pub const ADD: &str = "/api/security/admin/survey/add";
pub const UPDATE: &str = "/api/security/admin/survey/upd";
pub const DELETE: &str = "/api/security/admin/survey/del";
const HOUR: i64 = 3_600_000;

/// A row of a survey with a link for everybody that is on for a day.
pub fn row(id: &str, name: &str, begins_at: i64) -> Value {
    json!({
        "id": id, "name": name, "name_zh": "", "description": format!("About {name}."), "description_zh": "",
        "url": "https://ask.example/", "questions": "[]", "questions_version": 0, "anonymous": 0, "begins_at": begins_at,
        "ends_at": NOW + 24 * HOUR, "status": 1, "app_name": "", "company_ids": "[]", "agency_ids": "[]",
        "group_ids": "[]", "answers": 0, "created_at": NOW,
    })
}

/// The same with one question in words.
pub fn in_words(id: &str, name: &str, begins_at: i64) -> Value {
    let question = json!([{ "kind": "text", "text": "Why?", "required": true }]);
    let mut survey = row(id, name, begins_at);
    survey["url"] = json!("");
    survey["questions"] = json!(question.to_string());
    survey["questions_version"] = json!(1);
    survey
}

/// Three surveys, whose ids, names and times have different orders; the first has an answer.
async fn three(server: &Server) -> Person {
    house(server).await;
    let mut surveys = Vec::new();
    for (id, name, begins_at, created_at, status) in [
        ("s1", "Zeta", NOW, 3, 1),
        ("s2", "alpha 王小明", NOW - HOUR, 5, 0),
        ("s3", "Media", NOW + HOUR, 1, 1),
    ] {
        let mut one = in_words(id, name, begins_at);
        one["status"] = json!(status);
        one["created_at"] = json!(NOW + created_at);
        surveys.push(one);
    }
    insert(server, "surveys", surveys).await;
    let account = server.account("AnswersOne", |_| {}).await;
    let answer = json!({
        "id": "a1", "survey_id": "s1", "account_id": account, "answered_at": NOW, "content": "[\"Tea\"]",
    });
    insert(server, "survey_answers", vec![answer]).await;
    super::lists::index_names(server).await;
    ada(server).await
}

/// C-113, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::surveys::SURVEYS,
    always: "",
    name: "id",
    seed: |server| Box::pin(three(server)),
    orders: &[
        ("start", &["s2", "s1", "s3"]),
        ("created", &["s3", "s1", "s2"]),
        ("name", &["s2", "s3", "s1"]),
    ],
    found: &[
        ("context=ed", &["s3"]),
        ("context=%E5%B0%8F", &["s2"]),
        ("context=nobody", &[]),
        ("status=1", &["s3", "s1"]),
        ("status=0", &["s2"]),
        ("status=1&context=zeta", &["s1"]),
    ],
    refused: &[("status=2", "status")],
};

pub fn form() -> Value {
    json!({
        "surveyName": " Tea at four ", "surveyNameZh": "四点喝茶", "description": "About **tea**.", "descriptionZh": "关于茶",
        "anonymous": true, "startTime": "2026-11-21 09:00", "endTime": "2026-11-23 09:00",
        "questions": [
            { "kind": "one", "text": "Which tea?", "textZh": "哪种茶？", "required": true,
              "options": [{ "text": "Green", "textZh": "绿茶" }, { "text": "Black" }] },
            { "kind": "several", "text": "When?", "options": [{ "text": "Morning" }, { "text": "Evening" }] },
            { "kind": "scale", "text": "How much?", "most": 10, "required": true },
            { "kind": "text", "text": "Why?" },
        ],
        "clientIds": ["nc"], "agencyIds": ["north"], "groupIds": ["team"], "appName": "SSO",
    })
}

pub async fn details(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{S}/details?id={id}");
    server.get_as(person, &path).await.data()
}

/// C-113, C-114, C-116, C-117, C-118, S-24, E-26, G-58: every field is kept, each change leaves an entry with its fields, and of
/// two changes of one version the second is refused.
#[tokio::test]
async fn a_survey_is_added_changed_and_deleted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        let ada = ada(&server).await;
        let added = server.post_as(&ada, ADD, &form()).await.data();
        let id = added["id"].as_str().unwrap();
        assert_eq!(added, json!({ "id": id, "version": 1, "status": 0 }));
        let choice = |text: &str, zh: &str| json!({ "text": text, "textZh": zh });
        let expected = json!({
            "id": id, "surveyName": "Tea at four", "surveyNameZh": "四点喝茶", "description": "About **tea**.",
            "descriptionZh": "关于茶", "url": "", "anonymous": true, "startTime": "2026-11-21 09:00",
            "endTime": "2026-11-23 09:00", "status": 0, "appName": "SSO", "clientIds": ["nc"],
            "questions": [
                { "kind": "one", "text": "Which tea?", "textZh": "哪种茶？", "required": true, "most": 0,
                  "options": [choice("Green", "绿茶"), choice("Black", "")] },
                { "kind": "several", "text": "When?", "textZh": "", "required": false, "most": 0,
                  "options": [choice("Morning", ""), choice("Evening", "")] },
                { "kind": "scale", "text": "How much?", "textZh": "", "required": true, "most": 10, "options": [] },
                { "kind": "text", "text": "Why?", "textZh": "", "required": false, "most": 0, "options": [] },
            ],
            "clients": [{ "id": "nc", "name": "North Client" }],
            "agencies": [{ "id": "north", "agencyId": "north", "agencyName": "North" }], "agencyIds": ["north"],
            "groupIds": ["team"], "groups": [{ "id": "team", "name": "Group team" }], "hiddenGroups": 0, "answers": 0,
            "timeZone": "Asia/Shanghai", "c_time": "2026-11-21 19:20:00", "version": 1, "changedAt": null,
            "changedBy": "",
        });
        assert_eq!(details(&server, &ada, id).await, expected);
        let listed = server.get_as(&ada, LIST).await.data()["list"][0].clone();
        assert_eq!(listed["surveyName"], "Tea at four");
        assert_eq!(listed["startTime"], "2026-11-21 09:00");
        assert_eq!(
            (&listed["targeted"], &listed["answers"]),
            (&json!(true), &json!(0))
        );

        let change = json!({ "id": id, "version": 1, "description": "No tea.", "groupIds": [] });
        let changed = server.post_as(&ada, UPDATE, &change).await.data();
        assert_eq!(changed, json!({ "id": id, "version": 2, "status": 0 }));
        let again = server.post_as(&ada, UPDATE, &change).await.json();
        assert_eq!(again["conflict"]["by"], "Ada Super", "{again}");
        let on = json!({ "id": id, "status": 1 });
        let on = server.post_as(&ada, UPDATE, &on).await.data();
        assert_eq!(on, json!({ "id": id, "version": 3, "status": 1 }));
        let trail = entries(server.db(), "survey.changed", id).await;
        let updated = trail.iter().find(|entry| entry.2["change"] == "updated");
        assert_eq!(
            updated.unwrap().2,
            json!({ "change": "updated", "changes": [
                { "field": "description", "from": "About **tea**.", "to": "No tea." },
                { "field": "groups", "from": ["team"], "to": [] },
            ]})
        );
        assert!(trail.iter().any(|entry| entry.2["change"] == "enabled"));

        let gone = server.post_as(&ada, DELETE, &json!({ "id": id })).await;
        assert_eq!(gone.data(), Value::Null);
        let again = server.post_as(&ada, DELETE, &json!({ "id": id })).await;
        assert_eq!(again.status(), 100_012);
        let trail = entries(server.db(), "survey.changed", id).await;
        assert_eq!(trail.len(), 4);
        assert!(trail.iter().any(|entry| entry.2["change"] == "deleted"));
    }
}

/// V-26, V-29, G-67, attack T13: every box is filled, a choice has an option, a link is https, and ids name something.
#[tokio::test]
async fn attack_t13_a_bad_survey_is_refused_by_field() {
    const FORMAT: &str = "Please input valid format";
    const SELECT: &str = "please select or enter";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let question = |question: Value| json!([question]);
        for (field, value, blamed, words) in [
            ("surveyName", json!(" "), "surveyName", FORMAT),
            ("surveyName", json!("x".repeat(101)), "surveyName", ""),
            ("surveyNameZh", json!("茶".repeat(101)), "surveyNameZh", ""),
            ("description", json!(""), "description", FORMAT),
            ("description", json!("x".repeat(2_001)), "description", ""),
            ("endTime", json!(""), "endTime", FORMAT),
            ("endTime", json!("2026-11-21 09:00"), "endTime", ""),
            ("startTime", json!("tomorrow"), "startTime", ""),
            ("questions", json!([]), "url", FORMAT),
            (
                "url",
                json!("https://ask.example/"),
                "url",
                "A survey has a link or questions of its own, not both. Remove one of them.",
            ),
            (
                "questions",
                question(json!({ "kind": "text", "text": "" })),
                "questions[0].text",
                FORMAT,
            ),
            (
                "questions",
                question(json!({ "kind": "one", "text": "Which?" })),
                "questions[0].options",
                SELECT,
            ),
            (
                "questions",
                question(json!({ "kind": "scale", "text": "Which?", "most": 4 })),
                "questions[0].most",
                SELECT,
            ),
            (
                "questions",
                json!(vec![json!({ "kind": "text", "text": "Which?" }); 31]),
                "questions",
                "",
            ),
            ("appName", json!("NOTHING"), "appName", ""),
            ("clientIds", json!(["north"]), "clientIds", ""),
            ("agencyIds", json!(["nc"]), "agencyIds", ""),
            ("groupIds", json!(["nobody"]), "groupIds", ""),
        ] {
            let mut body = form();
            body["groupIds"] = json!([]);
            body[field] = value;
            let refused = server.post_as(&ada, ADD, &body).await;
            assert_eq!(refused.status(), 100_012, "{field}: {refused:?}");
            let faults = refused.json()["faults"].clone();
            assert_eq!(faults[0]["field"], blamed, "{faults}");
            if !words.is_empty() {
                assert_eq!(faults[0]["msg"], words, "{faults}");
            }
        }
        for url in [
            "http://ask.example/",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            let mut body = form();
            body["groupIds"] = json!([]);
            body["questions"] = json!([]);
            body["url"] = json!(url);
            let refused = server.post_as(&ada, ADD, &body).await;
            assert_eq!(refused.status(), 100_012, "{url}: {refused:?}");
            assert_eq!(refused.json()["faults"][0]["field"], "url", "{url}");
        }
        assert_eq!(server.get_as(&ada, LIST).await.data()["total"], 0);
    }
}

/// P-07: each of the three codes opens its own calls. A hidden group of an audience has no name for those who may not see it.
#[tokio::test]
async fn each_code_of_surveys_opens_its_own_calls() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        access::group(server.db(), "asks", &[]).await;
        let eve = server.person("EveAuthor", |_| {}).await;
        let account = access::find(server.db(), &eve.id).await;
        access::join(server.db(), &account, "asks", Status::Enabled).await;
        let mut survey = in_words("s1", "Tea", NOW);
        survey["group_ids"] = json!(r#"["secret"]"#);
        insert(&server, "surveys", vec![survey]).await;
        let change = json!({ "id": "s1", "surveyName": "Coffee" });
        let may = async || {
            [
                server.get_as(&eve, LIST).await.status() == 0,
                server.post_as(&eve, UPDATE, &change).await.status() == 0,
                server
                    .get_as(&eve, &format!("{S}/results?id=s1"))
                    .await
                    .status()
                    == 0,
            ]
        };
        assert_eq!(may().await, [false; 3]);
        for (right, expected) in [
            ("view", [true, false, false]),
            ("edit", [true, true, false]),
            ("results", [true; 3]),
        ] {
            let code = format!("feedback_center.FeedbackCenter.SurveyList.{right}");
            give_group_right(server.db(), "asks", &code).await;
            assert_eq!(may().await, expected, "{right}");
        }
        let shown = details(&server, &eve, "s1").await;
        assert_eq!(
            (&shown["groupIds"], &shown["hiddenGroups"]),
            (&json!([]), &json!(1))
        );
    }
}

/// C-118, decision 0091: the audience of an answered anonymous survey stays. A hidden group in it is no change of those who may
/// not see it: they save its other fields.
#[tokio::test]
async fn a_hidden_group_keeps_nobody_from_saving_an_answered_survey() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for group in ["asks", "secret"] {
            access::group(server.db(), group, &[]).await;
        }
        let hide = "UPDATE groups SET visible = $2 WHERE id = $1";
        set(&server, hide, "secret", 1).await;
        let eve = server.person("EveAuthor", |_| {}).await;
        let account = access::find(server.db(), &eve.id).await;
        access::join(server.db(), &account, "asks", Status::Enabled).await;
        for right in ["view", "edit"] {
            let code = format!("feedback_center.FeedbackCenter.SurveyList.{right}");
            give_group_right(server.db(), "asks", &code).await;
        }
        let mut survey = in_words("s1", "Tea", NOW);
        survey["group_ids"] = json!(r#"["secret"]"#);
        survey["anonymous"] = json!(1);
        survey["answers"] = json!(5);
        insert(&server, "surveys", vec![survey]).await;

        let later = json!({ "id": "s1", "groupIds": [], "endTime": "2026-11-25 09:00" });
        let saved = server.post_as(&eve, UPDATE, &later).await;
        assert_eq!(saved.status(), 0, "{saved:?}");
        let kept = details(&server, &ada, "s1").await;
        assert_eq!(
            (&kept["groupIds"], &kept["endTime"]),
            (&json!(["secret"]), &json!("2026-11-25 09:00"))
        );
        for (person, groups) in [
            (&eve, json!(["asks"])),
            (&ada, json!([])),
            (&ada, json!(["asks", "secret"])),
        ] {
            let other = json!({ "id": "s1", "groupIds": groups });
            let refused = server.post_as(person, UPDATE, &other).await.json();
            let fault = &refused["faults"][0];
            assert_eq!(fault["field"], "groupIds", "{refused}");
            assert_eq!(
                fault["msg"],
                "People have answered this survey, so this can’t change. Add another survey instead."
            );
        }
    }
}
