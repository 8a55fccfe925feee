//! A call that creates something, sent twice with one `Idempotency-Key`, creates it once.

use std::collections::BTreeSet;
use std::time::Duration;

use atrium::api::CALLS;
use atrium::calls::table::{Call, Effect};
use atrium::clock::{DAY, MINUTE};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::everybody::{ask, ask_with, fields_of, furnish, of_call, proof};
use super::expected_rights::{ASKERS, EXPECTED, Row, status};
use crate::support::product_api::{Answered, Person, Server, borrowed};
use crate::support::{database, rows, worker};

const HEADER: &str = "idempotency-key";
const APPLICATION: &str = "/api/security/admin/application/add";
const GROUP: &str = "/api/security/admin/user-group/add";

/// Other calls that add rows, each with the reason why it takes no key.
#[rustfmt::skip]
const CREATE_NOTHING: &[(&str, &str, &str)] = &[
    ("POST", "/api/security/account/lock", "an account has one lock"),
    ("GET", "/api/security/chat-gpt/chat/add", "a person has one empty chat"),
    ("POST", "/api/security/chat-gpt/chat/add", "a person has one empty chat"),
    ("POST", "/api/security/chat-gpt/chat", "an older call; `stream` takes a key"),
    ("POST", "/api/security/admin/user/lock", "an account has one lock"),
    ("POST", "/api/security/account/delete", "an account has one deletion"),
    ("POST", "/api/security/admin/user/delete", "an account has one deletion"),
    ("POST", "/api/security/admin/user/remind-factors", "an owner is reminded once a day"),
    ("POST", "/api/security/admin/user/require-factor", "an account has one requirement"),
    ("POST", "/api/security/admin/user/temporary-code", "a new code replaces the one before"),
    ("POST", "/api/security/account/notifications/save", "one row of a person and a topic"),
    ("POST", "/api/security/account/absence/save", "an account has one absence"),
    ("POST", "/api/security/account/authenticator/add", "an account has one app"),
    ("POST", "/api/security/account/messaging-app/link", "a link is used once"),
    ("POST", "/api/security/account/passkeys/finish", "the challenge is used once"),
    ("POST", "/api/security/account/passkeys/offer", "a second offer is refused for a month"),
    ("POST", "/api/security/admin/home-tile/save", "each place has one tile"),
    ("POST", "/api/security/admin/assistant/quota/set", "one figure of a person or a group"),
    ("POST", "/api/security/app/favourite", "a person has one arrangement of home"),
    ("POST", "/api/security/app/order", "a person has one arrangement of home"),
    ("POST", "/api/security/app/hide", "a person has one arrangement of home"),
    ("POST", "/api/security/app/leave-welcome", "a person leaves it once"),
    ("GET", "/api/security/app/login-count", "an opening is counted once a minute"),
    ("POST", "/api/security/app/login-count", "an opening is counted once a minute"),
    ("GET", "/api/security/user/user-group/click-monitor", "one row of a person and a hint"),
    ("POST", "/api/security/user/user-group/click-monitor", "one row of a person and a hint"),
    ("POST", "/api/security/admin/message/read", "one row of a person and an announcement"),
    ("POST", "/api/security/survey/later", "one row of a person and a survey"),
    ("POST", "/api/security/survey/answer", "a person answers a survey once"),
    ("POST", "/api/security/admin/survey/del", "a survey is deleted once"),
    ("POST", "/api/security/admin/announcement/del", "an announcement is deleted once"),
    ("POST", "/api/security/acc-login", "nobody is signed in yet, and each session has its own token"),
    ("POST", "/api/security/admin/access/assign-group", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/app/upd", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/mail/approved", "a new link replaces the one before"),
    ("POST", "/api/security/admin/user/mail/approved", "a new link replaces the one before"),
    ("POST", "/api/security/admin/role/assign-user", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/role/upd", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user/assign-role", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/extend", "a last day: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/add-user", "one membership of a person and a group"),
    ("POST", "/api/security/admin/user-group/upd-member", "one membership of a person and a group"),
    ("POST", "/api/security/admin/user-group/data-access/industry-confirm", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/upd", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/upd-info", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/update-access", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user-group/update-visible", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/user/update", "a set: the second time it is as it was"),
    ("POST", "/api/security/admin/announcement/file-upload", "the name of a picture is its content"),
    ("POST", "/api/security/admin/app/file-upload", "what nothing uses for a day is deleted"),
    ("POST", "/api/security/account/picture", "a person has one picture"),
    ("POST", "/api/security/user/feedback/picture", "the name of a picture is its content"),
    ("POST", "/api/security/admin/user/import", "its check is of one state: the second time it is refused"),
];

/// Tables that record, count or index calls.
const BESIDE: [&str; 11] = [
    "answered_calls",
    "audit",
    "changes",
    "leases",
    "limit_counters",
    "routine_rounds",
    "search_",
    "sqlite_",
    "subject_changes",
    "way_givers",
    "wechat_tokens",
];

/// Cases of creating calls that create nothing.
const LEAVES: &str = "leave";

/// Each writing call, in each case that a person may cause.
fn writing() -> impl Iterator<Item = (&'static Call, &'static Row)> {
    CALLS
        .iter()
        .filter(|call| call.effect.writes())
        .flat_map(|call| {
            let rows = EXPECTED.iter();
            rows.filter(|row| (row.0, row.1) == of_call(call))
                .map(move |row| (call, row))
        })
}

/// The tables that grew, apart from [`BESIDE`].
async fn grown(server: &Server, before: &std::collections::BTreeMap<String, i64>) -> Vec<String> {
    let now = rows::in_each_table(server.db()).await;
    let more = now
        .iter()
        .filter(|(table, many)| before.get(*table) < Some(*many));
    let more = more.map(|(table, _)| table.clone());
    more.filter(|table| !BESIDE.iter().any(|beside| table.starts_with(beside)))
        .collect()
}

/// Waits until the server's worker has done every job that is due, such as an email and its link, and every answer of the
/// assistant has ended.
pub async fn settled(server: &Server) {
    let due = "SELECT (SELECT COUNT(*) FROM jobs WHERE given_up = 0 AND CAST(run_at AS TEXT) <= $1) \
        + (SELECT COUNT(*) FROM chat_answers)";
    let now = crate::support::product_api::NOW.to_string();
    let quiet = async {
        let mut view = server.db().read().await.unwrap();
        while rows::number(&mut view, due, &now).await != Some(0) {
            drop(view);
            tokio::time::sleep(Duration::from_millis(5)).await;
            view = server.db().read().await.unwrap();
        }
    };
    let wait = tokio::time::timeout(Duration::from_secs(30), quiet).await;
    wait.expect("the worker does its jobs");
}

/// A new call that makes rows says whether it creates something that its caller may press twice.
#[tokio::test]
async fn every_call_that_makes_rows_takes_a_key_or_says_why_not() {
    let database = database::sqlite().await;
    worker::hold_routines(&database.db, crate::support::product_api::NOW).await;
    let server = Server::start(&database.db).await;
    let mut undecided = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (number, (call, row)) in (1..).zip(writing()) {
        let asker = ASKERS.into_iter().find(|asker| status(row, *asker) == 0);
        let Some(asker) = asker else { continue };
        let scene = furnish(&server, number, asker, row).await;
        let fields = fields_of(row)(&scene).await;
        let (proof, _) = proof(&scene, 0).await;
        settled(&server).await;
        let before = rows::in_each_table(server.db()).await;
        ask(&server, call, &fields, &proof).await;
        settled(&server).await;
        let grown = grown(&server, &before).await;
        let (verb, path) = of_call(call);
        let excused = CREATE_NOTHING
            .iter()
            .any(|(v, p, _)| (*v, *p) == (verb, path));
        if !grown.is_empty() && excused {
            seen.insert((verb, path));
        }
        if !grown.is_empty() && !excused && call.effect != Effect::Creates {
            undecided.insert(format!("{verb} {path} ({}): {grown:?}", row.2));
        }
        if grown.is_empty() && call.effect == Effect::Creates && row.2 != LEAVES {
            undecided.insert(format!("{verb} {path} ({}) creates nothing", row.2));
        }
    }
    let undecided: Vec<_> = undecided.into_iter().collect();
    assert!(undecided.is_empty(), "{}", undecided.join("\n"));
    let listed: BTreeSet<_> = CREATE_NOTHING.iter().map(|(v, p, _)| (*v, *p)).collect();
    assert_eq!(seen, listed, "each exception is still needed");
}

/// The second of two requests with one key adds no row to any table, and names the same thing.
#[tokio::test]
async fn a_creating_call_that_is_sent_twice_acts_once() {
    for database in database::each_engine().await {
        worker::hold_routines(&database.db, crate::support::product_api::NOW).await;
        let server = Server::start(&database.db).await;
        let creating = writing().filter(|(call, _)| call.effect == Effect::Creates);
        for (number, (call, row)) in (1..).zip(creating) {
            if row.2 == LEAVES {
                continue;
            }
            let asker = ASKERS.into_iter().find(|asker| status(row, *asker) == 0);
            let asker = asker.unwrap_or_else(|| panic!("{row:?}"));
            let scene = furnish(&server, number, asker, row).await;
            let fields = fields_of(row)(&scene).await;
            let (proof, _) = proof(&scene, 0).await;
            let key = [(HEADER, format!("key {number}").replace(' ', "-"))];
            let first = ask_with(&server, call, &fields, &proof, &key).await.data();
            settled(&server).await;
            let before = rows::in_each_table(server.db()).await;
            let again = ask_with(&server, call, &fields, &proof, &key).await;
            assert_eq!(again.status(), 0, "{row:?}: {again:?}");
            let mut expected = first.clone();
            if let Some(secret) = expected.get_mut("secret") {
                *secret = Value::Null;
            }
            assert_eq!(again.data(), expected, "{row:?}");
            let mut grown = grown(&server, &before).await;
            // The worker makes the link of the first call's email meanwhile.
            grown.retain(|table| table != "one_time_links");
            assert!(grown.is_empty(), "{row:?}: {grown:?}");
        }
    }
}

async fn post(server: &Server, person: &Person, path: &str, key: &str, body: &Value) -> Answered {
    let mut headers = server.dpop(person, "POST", path, &json!({}));
    headers.push((HEADER, key.to_owned()));
    server.post(path, &borrowed(&headers), body).await
}

fn application() -> Value {
    json!({ "metadata": {
        "name": "Twice",
        "token_endpoint_auth_method": "client_secret_basic",
        "redirect_uris": ["https://twice.example/callback"],
    } })
}

async fn count(server: &Server, table: &str) -> i64 {
    rows::in_each_table(server.db()).await[table]
}

/// Ten presses at the same moment make one application with one secret, which one of the answers shows.
#[tokio::test]
async fn presses_at_once_create_one_application() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let before = count(&server, "clients").await;
        let body = application();
        let presses = (0..10).map(|_| post(&server, &ada, APPLICATION, "one-press", &body));
        let answers = join_all(presses).await;
        assert_eq!(count(&server, "clients").await, before + 1);
        let ids: BTreeSet<_> = answers
            .iter()
            .map(|answer| answer.data()["client_id"].to_string())
            .collect();
        assert_eq!(ids.len(), 1, "{answers:?}");
        let (shown, repeated): (Vec<_>, Vec<_>) = answers
            .iter()
            .partition(|answer| !answer.data()["secret"].is_null());
        assert_eq!(shown.len(), 1, "the secret is shown once");
        for answer in repeated {
            let words = answer.json()["msg"].clone();
            assert!(words.as_str().unwrap().contains("shown once"), "{words}");
        }
        let secret = shown[0].data()["secret"].as_str().unwrap().to_owned();
        let kept = everything_kept(&server).await;
        assert!(!kept.contains(&secret), "{kept}");
    }
}

/// Ten presses for a unique name: none is answered that it is taken.
#[tokio::test]
async fn presses_at_once_create_one_account() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let body = json!({ "username": "TwiceAdded", "email": "twice@demo.test", "password": "Tulip7Kite" });
        let path = "/api/security/admin/user/add-account";
        let presses = (0..10).map(|_| post(&server, &ada, path, "one-press", &body));
        let answers = join_all(presses).await;
        let ids: BTreeSet<_> = answers
            .iter()
            .map(|answer| answer.data()["userId"].to_string())
            .collect();
        assert_eq!(ids.len(), 1, "{answers:?}");
        assert!(!everything_kept(&server).await.contains("Tulip7Kite"));
    }
}

/// All texts of the kept answers.
async fn everything_kept(server: &Server) -> String {
    let mut tx = server.db().read().await.unwrap();
    let sql = "SELECT name || ' ' || sent || ' ' || answer FROM answered_calls";
    let rows = atrium::db::SqlQuery::kept(sql).fetch_all::<(String,)>(&mut tx);
    let rows = rows.await.unwrap().into_iter();
    rows.map(|(row,)| row).collect::<Vec<_>>().join("\n")
}

/// The key represents one action of one person: another body with it is refused in words, and other people may use the
/// same key.
#[tokio::test]
async fn a_key_stands_for_one_body_of_one_person_and_call() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let bob = server.person("bob", |new| new.sup_admin = true).await;
        let group = json!({ "groupName": "First" });
        let first = post(&server, &ada, GROUP, "key", &group).await.data();
        let other = json!({ "groupName": "Second" });
        let refused = post(&server, &ada, GROUP, "key", &other).await;
        assert_eq!(refused.status(), 100_012, "{refused:?}");
        assert_eq!(refused.json()["field"], "Idempotency-Key");
        let words = refused.json()["msg"].as_str().unwrap().to_owned();
        assert!(words.contains("other contents"), "{words}");
        let path = format!("{GROUP}?desc=more");
        let with_query = post(&server, &ada, &path, "key", &group).await;
        assert_eq!(with_query.status(), 100_012, "{with_query:?}");
        let of_bob = post(&server, &bob, GROUP, "key", &other).await.data();
        assert_ne!(of_bob["groupId"], first["groupId"]);
        let elsewhere = post(&server, &ada, APPLICATION, "key", &application()).await;
        assert_eq!(elsewhere.status(), 0, "{elsewhere:?}");
        let again = post(&server, &ada, GROUP, "key", &group).await;
        assert_eq!(again.data(), first);
    }
}

/// A refused call created nothing, so its key may be sent again when the cause is gone.
#[tokio::test]
async fn a_refusal_is_not_kept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let group = json!({ "groupName": "Wanted" });
        let holder = server.post_as(&ada, GROUP, &group).await.data();
        let taken = post(&server, &ada, GROUP, "key", &group).await;
        assert_ne!(taken.status(), 0, "{taken:?}");
        let rename = json!({ "groupId": holder["groupId"], "groupName": "Another" });
        let renamed = server.post_as(&ada, "/api/security/admin/user-group/upd", &rename);
        assert_eq!(renamed.await.status(), 0);
        let added = post(&server, &ada, GROUP, "key", &group).await.data();
        assert_ne!(added["groupId"], holder["groupId"]);
    }
}

/// A member asks for a group and the answer says so. A late repetition of the press does not ask again.
#[tokio::test]
async fn an_answer_that_created_nothing_is_kept_too() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let group = json!({ "groupName": "Wanted" });
        let group = server.post_as(&ada, GROUP, &group).await.data()["groupId"].clone();
        let dan = server.person("dan", |_| {}).await;
        let add = json!({ "groupId": group, "username": "dan" });
        let added = server.post_as(&ada, "/api/security/admin/user-group/add-user", &add);
        assert_eq!(added.await.status(), 0);
        let apply = "/api/security/user/user-group/apply";
        let wish = json!({ "groupId": group });
        let first = post(&server, &dan, apply, "key", &wish).await.data();
        assert_eq!(first["statusName"], "approved");
        let leave = json!({ "groupId": group, "actionId": 3 });
        assert_eq!(server.post_as(&dan, apply, &leave).await.status(), 0);
        let before = count(&server, "requests").await;
        let late = post(&server, &dan, apply, "key", &wish).await.data();
        assert_eq!(late, first);
        assert_eq!(count(&server, "requests").await, before);
    }
}

/// A key is 1 to 200 visible characters, once. A call that creates nothing does not look at it.
#[tokio::test]
async fn a_key_is_short_and_visible() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    let group = json!({ "groupName": "New" });
    for bad in ["", "two words", "\u{e9}", &"x".repeat(201)] {
        let refused = post(&server, &ada, GROUP, bad, &group).await;
        assert_eq!(refused.status(), 100_012, "{bad}: {refused:?}");
        assert_eq!(refused.json()["field"], "Idempotency-Key", "{bad}");
        let lang = json!({ "lang": "en-us" });
        let ignored = post(&server, &ada, "/api/security/user/set-lang", bad, &lang).await;
        assert_eq!(ignored.status(), 0, "{ignored:?}");
    }
    let mut headers = server.dpop(&ada, "POST", GROUP, &json!({}));
    headers.extend([(HEADER, "a".to_owned()), (HEADER, "a".to_owned())]);
    let twice = server.post(GROUP, &borrowed(&headers), &group).await;
    assert_eq!(twice.status(), 100_012, "{twice:?}");
    let longest = post(&server, &ada, GROUP, &"x".repeat(200), &group).await;
    assert_eq!(longest.status(), 0, "{longest:?}");
}

/// The answer is kept for 24 hours and given to the person who still has the right.
#[tokio::test]
async fn an_answer_is_kept_a_day_and_for_those_who_may() {
    for database in database::each_engine().await {
        worker::hold_routines(&database.db, crate::support::product_api::NOW).await;
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let body = application();
        let first = post(&server, &ada, APPLICATION, "key", &body).await.data();
        let demote = |value: i64| {
            let id = ada.id.clone();
            server.db().write::<_, atrium::db::DbError, _>(move |tx| {
                let sql = "UPDATE accounts SET sup_admin = $2 WHERE id = $1";
                Box::pin(async move { rows::set(tx, sql, &id, value).await })
            })
        };
        demote(0).await.unwrap();
        let refused = post(&server, &ada, APPLICATION, "key", &body).await;
        assert_eq!(refused.status(), 100_013, "{refused:?}");
        demote(1).await.unwrap();
        server.clock.advance(DAY - MINUTE);
        let ada = server.signed_in(&ada.id).await;
        let kept = post(&server, &ada, APPLICATION, "key", &body).await.data();
        assert_eq!(kept["client_id"], first["client_id"]);
        server.clock.advance(MINUTE);
        let ada = server.signed_in(&ada.id).await;
        let other = post(&server, &ada, APPLICATION, "key", &body).await.data();
        assert_ne!(other["client_id"], first["client_id"]);
        let again = post(&server, &ada, APPLICATION, "key", &body).await.data();
        assert_eq!(again["client_id"], other["client_id"]);
    }
}

/// The document says which calls take the header: exactly the table's.
#[test]
fn the_document_names_the_header_at_each_creating_call() {
    let document: Value = serde_json::to_value(atrium::api::describe()).unwrap();
    for call in CALLS {
        let verb = call.verb.method().as_str().to_lowercase();
        let parameters = &document["paths"][call.path][verb]["parameters"];
        let named = parameters.as_array().is_some_and(|all| {
            all.iter()
                .any(|one| one["name"] == "Idempotency-Key" && one["in"] == "header")
        });
        assert_eq!(named, call.effect == Effect::Creates, "{}", call.path);
    }
}
