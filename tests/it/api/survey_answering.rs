//! C-115, C-119, D-13, T-52, E-27, G-58, G-59, G-93, F-19, F-71: how people meet surveys and answer them. The expectations are
//! literals.

use atrium::clock::DAY;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::Status;
use atrium::surveys;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::announcements::insert;
use super::surveys::{ADD, DELETE, S, UPDATE, details, form, in_words, row};
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const READ: &str = "/api/security/admin/message/read";
const ASKED: &str = "/api/security/survey/details";
const LATER: &str = "/api/security/survey/later";
const ANSWER: &str = "/api/security/survey/answer";
const HOUR: i64 = 3_600_000;

async fn dan(server: &Server) -> Person {
    house(server).await;
    access::save(server.db(), access::product(7), &[]).await;
    access::group(server.db(), "team", &[7]).await;
    let dan = server.person("DanMember", |new| {
        new.agency_id = Some("north".to_owned());
        new.company_id = Some("nc".to_owned());
    });
    let dan = dan.await;
    let account = access::find(server.db(), &dan.id).await;
    access::join(server.db(), &account, "team", Status::Enabled).await;
    dan
}

async fn pop_up(server: &Server, person: &Person) -> Value {
    let answer = server.get_as(person, &format!("{S}/pop-up")).await;
    answer.data()["messageId"].clone()
}

async fn answers(server: &Server, person: &Person, id: &str, words: &str) -> Value {
    let body = json!({ "id": id, "answers": [{ "text": words }] });
    server.post_as(person, ANSWER, &body).await.json()
}

async fn results(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{S}/results?id={id}");
    server.get_as(person, &path).await.data()
}

async fn many(server: &Server, sql: &'static str, id: &str) -> Option<i64> {
    let mut view = server.db().read().await.unwrap();
    rows::number(&mut view, sql, id).await
}

/// C-115, E-27, D-13, T-52, G-58: the oldest that runs comes first; later puts it off until tomorrow; a link that was read does
/// not come again, and questions come again tomorrow until they are answered.
#[tokio::test]
async fn a_survey_is_offered_put_off_and_read() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        assert_eq!(pop_up(&server, &dan).await, Value::Null);
        let mut off = row("off", "Off", NOW - 9 * HOUR);
        off["status"] = json!(0);
        let mut over = row("over", "Over", NOW - 9 * HOUR);
        over["ends_at"] = json!(NOW);
        let mut link = row("link", "Link", NOW - 2 * HOUR);
        link["ends_at"] = json!(NOW + 9 * DAY);
        let mut own = in_words("own", "Own", NOW - HOUR);
        own["ends_at"] = json!(NOW + 9 * DAY);
        let planned = row("planned", "Planned", NOW + HOUR);
        insert(&server, "surveys", vec![off, over, link, own, planned]).await;
        let offered = server.get_as(&dan, &format!("{S}/pop-up")).await.data();
        let expected = json!({
            "id": "link", "messageId": "link", "surveyName": "Link", "description": "About Link.",
            "url": "https://ask.example/", "own": false, "anonymous": false,
        });
        assert_eq!(offered, expected);

        let body = json!({ "id": "link" });
        assert_eq!(server.post_as(&dan, LATER, &body).await.status(), 0);
        let offered = server.get_as(&dan, &format!("{S}/pop-up")).await.data();
        assert_eq!(
            (&offered["id"], &offered["own"]),
            (&json!("own"), &json!(true))
        );
        let url = offered["url"].as_str().unwrap();
        assert!(url.ends_with("/surveys/own"), "{url}");
        let body = json!({ "messageId": "own" });
        assert_eq!(server.post_as(&dan, READ, &body).await.status(), 0);
        assert_eq!(pop_up(&server, &dan).await, Value::Null);

        // It is 19:20 in Shanghai: tomorrow is near.
        server.clock.advance(5 * HOUR);
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(pop_up(&server, &dan).await, "link");
        let body = json!({ "messageId": "link" });
        assert_eq!(server.post_as(&dan, READ, &body).await.status(), 0);
        assert_eq!(pop_up(&server, &dan).await, "own", "it was not answered");
        let answered = answers(&server, &dan, "own", "Tea").await;
        assert_eq!(answered["status"], 0, "{answered}");
        assert_eq!(pop_up(&server, &dan).await, "planned", "it has begun");
        for unseen in ["off", "over", "nothing", "a\u{0}b"] {
            let body = json!({ "id": unseen });
            for call in [LATER, ANSWER] {
                let refused = server.post_as(&dan, call, &body).await;
                assert_eq!(refused.status(), 100_012, "{call} {unseen}");
            }
        }
    }
}

/// F-19, G-58: nobody outside of the audience is offered the survey, reads it or answers it.
#[tokio::test]
async fn a_survey_reaches_its_audience_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let eve = server.person("EveOther", |_| {}).await;
        for (column, ids) in [
            ("agency_ids", r#"["north","south"]"#),
            ("company_ids", r#"["nc"]"#),
            ("group_ids", r#"["team"]"#),
            // A product that the group opens.
            ("app_name", "APP7"),
        ] {
            let mut survey = in_words(column, column, NOW - HOUR);
            survey[column] = json!(ids);
            insert(&server, "surveys", vec![survey]).await;
            assert_eq!(pop_up(&server, &dan).await, column);
            assert_eq!(pop_up(&server, &eve).await, Value::Null, "{column}");
            let path = format!("{ASKED}?id={column}");
            assert_eq!(server.get_as(&eve, &path).await.status(), 100_012);
            let refused = answers(&server, &eve, column, "Tea").await;
            assert_eq!(refused["status"], 100_012, "{column}");
            let body = json!({ "messageId": column });
            assert_eq!(server.post_as(&eve, READ, &body).await.status(), 100_012);
            let shown = server.get_as(&dan, &path).await.data();
            assert_eq!(shown["state"], Value::Null);
            assert_eq!(answers(&server, &dan, column, "Tea").await["status"], 0);
            let shown = server.get_as(&dan, &path).await.data();
            assert_eq!(shown["state"], "done");
        }
    }
}

/// An answer fits its question, is given once, also if it is sent several times at once, and belongs to the questions that were
/// read. Nothing of a refused answer is kept.
#[tokio::test]
async fn a_survey_is_answered_once() {
    const ONCE: &str = "You have already answered this survey.";
    const CHANGED: &str =
        "The questions changed meanwhile. Check your answers and send them again.";
    const STAYS: &str =
        "People have answered this survey, so this can’t change. Add another survey instead.";
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let ada = ada(&server).await;
        let mut body = form();
        for (field, value) in [
            ("status", json!(1)),
            ("anonymous", json!(false)),
            ("appName", json!("")),
        ] {
            body[field] = value;
        }
        let added = server.post_as(&ada, ADD, &body).await.data();
        let id = added["id"].as_str().unwrap();
        let given = json!({
            "id": id, "questionsVersion": 1,
            "answers": [{ "options": [1] }, { "options": [0, 1] }, { "scale": 7 }, { "text": " =1+1 " }],
        });
        let mut bad = given.clone();
        bad["answers"] =
            json!([{ "options": [2] }, {}, { "scale": 11 }, { "text": "x".repeat(2_001) }]);
        let refused = server.post_as(&dan, ANSWER, &bad).await.json();
        let faults = refused["faults"].as_array().unwrap();
        let fields: Vec<_> = faults.iter().map(|fault| &fault["field"]).collect();
        assert_eq!(fields, ["answers[0]", "answers[2]", "answers[3]"]);
        let mut old = given.clone();
        old["questionsVersion"] = json!(0);
        let refused = server.post_as(&dan, ANSWER, &old).await.json();
        assert_eq!(refused["faults"][0]["field"], "questionsVersion");
        assert_eq!(refused["faults"][0]["msg"], CHANGED);
        assert_eq!(details(&server, &ada, id).await["answers"], 0);

        let sent = join_all((0..5).map(|_| server.post_as(&dan, ANSWER, &given))).await;
        let kept = sent.iter().filter(|answer| answer.status() == 0).count();
        assert_eq!(kept, 1, "{sent:?}");
        let again = server.post_as(&dan, ANSWER, &given).await.json();
        assert_eq!(again["faults"][0]["msg"], ONCE, "{again}");
        assert_eq!(details(&server, &ada, id).await["answers"], 1);

        for (field, value) in [("questions", json!([])), ("anonymous", json!(true))] {
            let mut change = json!({ "id": id });
            change[field] = value;
            let refused = server.post_as(&ada, UPDATE, &change).await.json();
            let faults = refused["faults"].as_array().unwrap();
            let fault = faults.iter().find(|fault| fault["field"] == field);
            assert_eq!(fault.unwrap()["msg"], STAYS, "{refused}");
        }
        // A survey that names people says who wrote it, and each reading is recorded.
        let found = results(&server, &ada, id).await;
        assert_eq!(
            (&found["done"], &found["shown"], &found["anonymous"]),
            (&json!(1), &json!(1), &json!(false))
        );
        let question = |at: usize| found["questions"][at].clone();
        assert_eq!(
            question(0)["counts"],
            json!([{ "text": "Green", "count": 0 }, { "text": "Black", "count": 1 }])
        );
        assert_eq!(question(2)["counts"][7], json!({ "text": "7", "count": 1 }));
        let words = &question(3)["texts"][0];
        assert_eq!(
            (&words["text"], &words["at"]),
            (&json!("=1+1"), &json!(NOW))
        );
        assert_eq!(words["by"], "DanMember");
        let file = server.get_as(&ada, &format!("{S}/export?id={id}")).await;
        assert_eq!(
            file.text,
            "\u{feff}username,fullName,answeredAt,Which tea?,When?,How much?,Why?\r\n\
             DanMember,DanMember,2026-11-21T11:20:00.000Z,Black,Morning | Evening,7,'=1+1\r\n"
        );
        let read = entries(server.db(), "survey.results_read", id).await;
        let files = read.iter().filter(|entry| entry.2["as_file"] == true);
        assert_eq!((read.len(), files.count()), (2, 1));
    }
}

/// Decision 0091: an anonymous answer has no account and no time; results begin with five answers and change by five, in the
/// file too, so that the sixth is not read by difference; who has answered is counted apart.
#[tokio::test]
async fn anonymous_answers_are_shown_five_at_a_time() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let mut survey = in_words("quiet", "Quiet", NOW - HOUR);
        survey["anonymous"] = json!(1);
        insert(&server, "surveys", vec![survey]).await;
        for number in 1..=11_i64 {
            let person = server.person(&format!("Person{number}"), |_| {}).await;
            let words = format!("Words {number}");
            let answered = answers(&server, &person, "quiet", &words).await;
            assert_eq!(answered["status"], 0, "{answered}");
            let found = results(&server, &ada, "quiet").await;
            let shown = number / 5 * 5;
            assert_eq!(
                (&found["done"], &found["shown"]),
                (&json!(number), &json!(shown))
            );
            let texts = found["questions"][0]["texts"].as_array().unwrap();
            assert_eq!(texts.len(), usize::try_from(shown).unwrap(), "{number}");
            assert!(
                texts
                    .iter()
                    .all(|text| text["by"] == "" && text["at"].is_null())
            );
            let file = server.get_as(&ada, &format!("{S}/export?id=quiet")).await;
            assert_eq!(
                file.text.lines().count(),
                usize::try_from(shown + 1).unwrap(),
                "{}",
                file.text
            );
            assert!(file.text.starts_with("\u{feff}Why?\r\n"), "{}", file.text);
        }
        let named = "SELECT COUNT(*) FROM survey_answers WHERE survey_id = $1 \
            AND (account_id IS NOT NULL OR answered_at IS NOT NULL)";
        assert_eq!(many(&server, named, "quiet").await, Some(0));
        let timed =
            "SELECT COUNT(*) FROM survey_people WHERE survey_id = $1 AND later_until IS NOT NULL";
        assert_eq!(many(&server, timed, "quiet").await, Some(0));
        let waiting = "SELECT COUNT(*) FROM survey_waiting WHERE survey_id = $1";
        assert_eq!(many(&server, waiting, "quiet").await, Some(1));
        // Reading what nobody is named in is no event; the files are.
        let read = entries(server.db(), "survey.results_read", "quiet").await;
        assert!(read.iter().all(|entry| entry.2["as_file"] == true));
        assert_eq!(read.len(), 11);
    }
}

/// S-24: the results say how many people opened the survey, put it off and answered it, each person once.
#[tokio::test]
async fn results_count_who_opened_put_off_and_answered() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        insert(&server, "surveys", vec![in_words("own", "Own", NOW - HOUR)]).await;
        let (read, own) = (json!({ "messageId": "own" }), json!({ "id": "own" }));
        for number in 0..6 {
            let person = server.person(&format!("Person{number}"), |_| {}).await;
            assert_eq!(server.post_as(&person, READ, &read).await.status(), 0);
            if number >= 3 {
                assert_eq!(server.post_as(&person, LATER, &own).await.status(), 0);
            }
            if number == 5 {
                let answered = answers(&server, &person, "own", "Tea").await;
                assert_eq!(answered["status"], 0, "{answered}");
            }
        }
        let found = results(&server, &ada, "own").await;
        let counts = ["opened", "later", "done", "shown"].map(|name| found[name].clone());
        assert_eq!(json!(counts), json!([3, 2, 1, 1]), "{found}");
    }
}

/// Decision 0091: the ids of anonymous answers are random (version 4), so neither they nor the order of the file say when an
/// answer arrived.
#[tokio::test]
async fn the_ids_of_anonymous_answers_tell_no_order() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let mut survey = in_words("quiet", "Quiet", NOW - HOUR);
        survey["anonymous"] = json!(1);
        insert(&server, "surveys", vec![survey]).await;
        let mut arrived = Vec::new();
        for number in 10..23 {
            let person = server.person(&format!("Person{number}"), |_| {}).await;
            let words = format!("Words {number}");
            let answered = answers(&server, &person, "quiet", &words).await;
            assert_eq!(answered["status"], 0, "{answered}");
            arrived.push(format!("[\"{words}\"]"));
        }
        let mut view = server.db().read().await.unwrap();
        let kept = "SELECT id, content FROM survey_answers";
        let waiting = "SELECT id, content FROM survey_waiting";
        let mut kept: Vec<(String, String)> =
            SqlQuery::kept(kept).fetch_all(&mut view).await.unwrap();
        let waiting: Vec<(String, String)> =
            SqlQuery::kept(waiting).fetch_all(&mut view).await.unwrap();
        assert_eq!((kept.len(), waiting.len()), (10, 3));
        for (id, _) in kept.iter().chain(&waiting) {
            let id: uuid::Uuid = id.parse().unwrap();
            assert_eq!(id.get_version_num(), 4, "{id}");
        }
        kept.sort();
        let by_id: Vec<&String> = kept.iter().map(|(_, content)| content).collect();
        let as_they_came: Vec<&String> = arrived.iter().take(10).collect();
        assert_ne!(by_id, as_they_came);
        let mut all = by_id.clone();
        all.sort();
        assert_eq!(all, as_they_came, "they are the same answers");
    }
}

/// Decision 0091: anonymous answers that are too few to be shown are deleted some days after their survey ended, and those of
/// others wait on. What was counted stays.
#[tokio::test]
async fn anonymous_answers_that_wait_in_vain_are_swept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let dan = dan(&server).await;
        let quiet = |id: &str, ends_at: i64| {
            let mut survey = in_words(id, id, NOW - HOUR);
            survey["anonymous"] = json!(1);
            survey["ends_at"] = json!(ends_at);
            survey
        };
        let both = vec![quiet("ends", NOW + DAY), quiet("runs", NOW + 30 * DAY)];
        insert(&server, "surveys", both).await;
        for person in [&ada, &dan] {
            for id in ["ends", "runs"] {
                assert_eq!(answers(&server, person, id, "Tea").await["status"], 0);
            }
        }
        let swept = async |before: i64| {
            let sweep = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(surveys::sweep_waiting(tx, before, 100))
            });
            sweep.await.unwrap()
        };
        let passed = [NOW + DAY, NOW + DAY + 1, NOW + DAY + 1];
        for (before, expected) in passed.into_iter().zip([0, 2, 0]) {
            assert_eq!(swept(before).await, expected, "{before}");
        }
        let waiting = "SELECT COUNT(*) FROM survey_waiting WHERE survey_id = $1";
        assert_eq!(many(&server, waiting, "ends").await, Some(0));
        assert_eq!(many(&server, waiting, "runs").await, Some(2));
        assert_eq!(results(&server, &ada, "ends").await["done"], 2);
    }
}

/// C-117: nothing of a deleted survey can be read, and its answers are swept.
#[tokio::test]
async fn the_answers_of_a_deleted_survey_are_swept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let dan = dan(&server).await;
        let mut quiet = in_words("gone", "Gone", NOW - HOUR);
        quiet["anonymous"] = json!(1);
        let kept = in_words("kept", "Kept", NOW - HOUR);
        insert(&server, "surveys", vec![quiet, kept]).await;
        for person in [&ada, &dan] {
            for id in ["gone", "kept"] {
                assert_eq!(answers(&server, person, id, "Tea").await["status"], 0);
            }
        }
        let body = json!({ "id": "gone" });
        server.post_as(&ada, DELETE, &body).await.data();
        let path = format!("{S}/results?id=gone");
        assert_eq!(server.get_as(&ada, &path).await.status(), 100_012);
        let waiting = "SELECT COUNT(*) FROM survey_waiting WHERE survey_id = $1";
        assert_eq!(many(&server, waiting, "gone").await, Some(0));
        for expected in [1, 1, 0, 0] {
            let sweep = server
                .db()
                .write::<_, DbError, _>(|tx| Box::pin(surveys::sweep(tx, NOW + 1, 1)));
            assert_eq!(sweep.await.unwrap(), expected);
        }
        let people = "SELECT COUNT(*) FROM survey_people WHERE survey_id = $1";
        let answered = "SELECT COUNT(*) FROM survey_answers WHERE survey_id = $1";
        assert_eq!(many(&server, people, "gone").await, Some(0));
        assert_eq!(many(&server, people, "kept").await, Some(2));
        assert_eq!(many(&server, answered, "kept").await, Some(2));
    }
}
