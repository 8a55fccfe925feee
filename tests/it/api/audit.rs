//! The audit log in the product API: its list, the history of one object, and the file.

use std::time::Duration;

use atrium::audit::{
    self, AuditContext, Change, Changes, Entry, Event, Field, ObjectKind, Origin, SignInRefusal,
};
use atrium::clock::Millis;
use atrium::db::list::ROWS_AT_ONCE;
use atrium::db::{Db, DbError, DbOptions};
use atrium::directory::NewAccount;
use atrium::random::Random;
use serde_json::{Value, json};

use super::lists::ListCase;
use crate::support::product_api::{NOW, Person, Server, borrowed};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/audit/list";
const HISTORY: &str = "/api/security/admin/audit/history";
const EXPORT: &str = "/api/security/admin/audit/export";

fn super_administrator(new: &mut NewAccount) {
    new.sup_admin = true;
    "Ada Lovelace".clone_into(&mut new.full_name);
}

async fn record(db: &Db, entries: Vec<Entry>) {
    let recorded = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for entry in &entries {
                audit::record(tx, entry).await?;
            }
            Ok(())
        })
    });
    recorded.await.unwrap();
}

/// An account that somebody changed, by a call, from an address.
fn changed(account: &str, by: &str, at: Millis) -> Entry {
    let origin = Origin {
        call: Some("POST /probe".to_owned()),
        address: Some([192, 0, 2, 7].into()),
        request_id: None,
        browser: None,
    };
    let audit = AuditContext::new(at, &Random::system(), &origin).by(by);
    let changes = Changes::default()
        .note(Field::recorded("email"), &None, &Some("new@demo.test"))
        .note(Field::hidden("password"), "hush-hush", "hush-hush-2");
    let event = Event::AccountChanged {
        change: Change::Updated,
        changes,
    };
    audit.entry(event).account(account)
}

async fn page(server: &Server, person: &Person, path: &str, query: &str) -> Value {
    let answer = server.get_as(person, &format!("{path}?{query}")).await;
    assert_eq!(answer.status(), 0, "{path}?{query}: {answer:?}");
    answer.data()
}

/// Who did what by which call, with old and new values. People and
/// applications have names, disabled ones too.
#[tokio::test]
async fn an_entry_has_names() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", super_administrator).await;
        let dan = server.account("dan", |_| {}).await;
        let entry = changed(&dan, &ada.id, NOW + 1);
        record(server.db(), vec![entry.client("old-query")]).await;
        let found = page(&server, &ada, LIST, "kind=account.changed").await;
        let response = &found["list"][0];
        assert_eq!(found["total"], 1);
        assert_eq!(response["at"], NOW + 1);
        assert_eq!(response["call"], "POST /probe");
        assert_eq!(response["address"], "192.0.2.7");
        let ada_told = json!({"kind": "account", "id": ada.id, "name": "Ada Lovelace", "username": "ada", "now": "ada"});
        assert_eq!(response["actor"], ada_told);
        assert_eq!(response["account"]["username"], "dan");
        assert_eq!(response["application"]["kind"], "application");
        assert!(response["application"]["name"].is_string(), "{response}");
        assert_eq!(
            response["object"],
            json!({"kind": "account", "id": dan, "name": "dan", "now": "dan"})
        );
        let changes = json!([
            {"field": "email", "recorded": true, "from": null, "to": "new@demo.test"},
            {"field": "password", "recorded": false, "from": null, "to": null},
        ]);
        assert_eq!(response["changes"], changes);
        assert_eq!(response["detail"], json!({"change": "updated"}));
        assert!(!response.to_string().contains("hush"), "{response}");
    }
}

/// The questions that an administrator may have.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &audit::ENTRIES,
    always: "",
    name: "requestId",
    seed: |server| Box::pin(five_entries(server)),
    orders: &[("time", &["1", "2", "3", "4", "5"])],
    found: &[
        ("kind=account.changed", &["4", "3", "2", "1"]),
        ("kind=account.changed&actorId=ada", &["4", "3", "1"]),
        ("actorId=cli", &["2"]),
        ("accountId=dan", &["5", "3", "2", "1"]),
        ("applicationId=old-query", &["3"]),
        ("objectKind=account&objectId=dan", &["3", "2", "1"]),
        ("objectKind=account&objectId=dan&actorId=cli", &["2"]),
        // Another object may have the same id.
        ("objectKind=group&objectId=dan", &["5"]),
        ("segment=changes", &["5", "4", "3", "2", "1"]),
        ("segment=changes&actorId=cli", &["2"]),
        ("segment=sign_ins", &[]),
        ("segment=tokens", &[]),
        ("call=cli%20user%20edit", &["2"]),
        ("address=192.0.2.8", &["4"]),
        ("from=1795260000004", &["5", "4"]),
        ("until=1795260000003", &["2", "1"]),
        ("from=1795260000002&until=1795260000004", &["3", "2"]),
        ("call=POST%20/probe&from=1795260000002", &["4", "3"]),
    ],
    refused: &[
        ("objectKind=account", "objectId"),
        ("objectId=1", "objectKind"),
        ("objectKind=teapot&objectId=1", "objectKind"),
        ("segment=teapot", "segment"),
    ],
};

pub static HISTORY_LISTED: ListCase = ListCase {
    path: HISTORY,
    always: "objectKind=account&objectId=dan",
    orders: &[("time", &["1", "2", "3"])],
    found: &[],
    refused: &[],
    ..LISTED
};

/// Only the caller's own sign-ins, refusals and changes of ways in.
pub static OWN_LISTED: ListCase = ListCase {
    path: "/api/security/account/history",
    name: "kind",
    seed: |server| Box::pin(own_entries(server)),
    orders: &[(
        "time",
        &["sign_in.refused", "factor.changed", "passkey.removed"],
    )],
    found: &[],
    refused: &[],
    ..LISTED
};

/// Three entries that their owner reads, and others.
async fn own_entries(server: &Server) -> Person {
    five_entries(server).await;
    let dan = server.person("dan", |_| {}).await;
    let by_owner = |event, at| Entry::new(event, &Random::system(), NOW + at).account(&*dan.id);
    let reason = SignInRefusal::WrongPassword;
    let shown = [
        by_owner(Event::SignInRefused { reason }, 1),
        by_owner(Event::FactorChanged { change: "reset" }, 2).actor("ada"),
        by_owner(
            Event::PasskeyRemoved {
                passkey: "Key".into(),
            },
            3,
        ),
    ];
    let shown = shown.into_iter().zip(1..).map(|(entry, number)| {
        entry.origin(&Origin {
            address: Some(format!("192.0.2.{number}").parse().unwrap()),
            browser: Some("Firefox".to_owned()),
            ..Origin::default()
        })
    });
    let hidden = [
        by_owner(Event::HomeSeen {}, 4),
        by_owner(of_change(Change::Updated, "\"change\":\"locked\""), 7),
        changed(&dan.id, "ada", NOW + 5),
        Entry::new(Event::SignInRefused { reason }, &Random::system(), NOW + 6).account("eve"),
    ];
    let entries = shown.chain(hidden).collect();
    let forgotten = server
        .db()
        .write(|tx| Box::pin(rows::forget_all_entries(tx)));
    forgotten.await.unwrap();
    record(server.db(), entries).await;
    dan
}

/// A change of the account, whose name is `name` now.
fn of_change(change: Change, name: &str) -> Event {
    let changes = Changes::default().note(Field::recorded("full_name"), &"", &name);
    Event::AccountChanged { change, changes }
}

/// Their owner reads that an account was locked and opened again, and no other change of it.
#[tokio::test]
async fn people_read_when_their_account_was_locked() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = own_entries(&server).await;
        let by_owner = |event, at| Entry::new(event, &Random::system(), NOW + at).account(&*dan.id);
        let gone = Event::IdentityUnlinked {
            provider: "lion".to_owned(),
            subject: "dan-7".to_owned(),
        };
        let entries = vec![
            by_owner(of_change(Change::Locked, "Dan"), 10),
            by_owner(of_change(Change::Unlocked, "Dan"), 11).actor("ada"),
            by_owner(gone, 12),
            by_owner(of_change(Change::Disabled, "Dan"), 13),
        ];
        record(server.db(), entries).await;
        let found = server.get_as(&dan, OWN_LISTED.path).await.data();
        let rows = found["list"].as_array().unwrap();
        let seen = |row: &Value| (row["kind"].clone(), row["detail"]["change"].clone());
        let seen: Vec<_> = rows.iter().take(4).map(seen).collect();
        assert_eq!(
            seen,
            [
                (json!("identity.unlinked"), Value::Null),
                (json!("account.changed"), json!("unlocked")),
                (json!("account.changed"), json!("locked")),
                (json!("passkey.removed"), Value::Null),
            ]
        );
        assert_eq!(rows[0]["detail"]["provider"], "lion");
    }
}

/// What a person reads of their own account has the browser and the reason, and says what others did; it
/// names nobody else.
#[tokio::test]
async fn people_read_the_history_of_their_own_ways_in() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = own_entries(&server).await;
        let found = server.get_as(&dan, OWN_LISTED.path).await.data();
        let rows = found["list"].as_array().unwrap();
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (&row["kind"], &row["byAnother"], &row["detail"]))
            .collect();
        assert_eq!(
            seen,
            [
                (
                    &json!("passkey.removed"),
                    &json!(false),
                    &json!({"passkey": "Key"})
                ),
                (
                    &json!("factor.changed"),
                    &json!(true),
                    &json!({"change": "reset"})
                ),
                (
                    &json!("sign_in.refused"),
                    &json!(false),
                    &json!({"reason": "wrong_password"})
                ),
            ]
        );
        // Where an administrator works is not the owner's to know.
        for row in rows {
            let is_own = row["byAnother"] == false;
            assert_eq!(row["browser"] == "Firefox", is_own, "{row}");
            assert_eq!(row["address"].is_string(), is_own, "{row}");
        }
        assert!(!found.to_string().contains("ada"), "{found}");
    }
}

/// Exactly five entries, a millisecond apart.
async fn five_entries(server: &Server) -> Person {
    let ada = server.person("ada", super_administrator).await;
    let entries = [
        changed("dan", "ada", NOW + 1),
        changed("dan", audit::CLI, NOW + 2),
        changed("dan", "ada", NOW + 3).client("old-query"),
        changed("eve", "ada", NOW + 4),
        Entry::new(
            Event::MemberAdded { until: None },
            &Random::system(),
            NOW + 5,
        )
        .account("dan")
        .object(ObjectKind::Group, "dan"),
    ];
    let origins = [
        ("POST /probe", "192.0.2.7"),
        ("cli user edit", "192.0.2.7"),
        ("POST /probe", "192.0.2.7"),
        ("POST /probe", "192.0.2.8"),
        ("POST /other", "192.0.2.7"),
    ];
    let entries = entries.into_iter().zip(origins).zip(1..);
    let entries = entries.map(|((entry, (call, address)), number)| {
        entry.origin(&Origin {
            call: Some(call.to_owned()),
            address: Some(address.parse().unwrap()),
            request_id: Some(format!("{number}")),
            browser: None,
        })
    });
    let forgotten = server
        .db()
        .write(|tx| Box::pin(rows::forget_all_entries(tx)));
    forgotten.await.unwrap();
    record(server.db(), entries.collect()).await;
    ada
}

/// The history of an object has all its entries and no others, page by page.
#[tokio::test]
async fn a_history_is_of_one_thing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", super_administrator).await;
        let dan = server.account("dan", |_| {}).await;
        let eve = server.account("eve", |_| {}).await;
        let mut entries: Vec<Entry> = (1..=25).map(|n| changed(&dan, &ada.id, NOW + n)).collect();
        entries.push(changed(&eve, &dan, NOW + 30));
        // About something else that has the same id.
        entries.push(changed(&eve, &ada.id, NOW + 31).object(ObjectKind::Group, &*dan));
        record(server.db(), entries).await;
        let query = format!("objectKind=account&objectId={dan}&pageSize=20");
        let first = page(&server, &ada, HISTORY, &query).await;
        assert_eq!(first["total"], 25);
        assert_eq!(first["list"][0]["at"], NOW + 25, "newest first");
        let next = first["next"].as_str().unwrap();
        let second = page(&server, &ada, HISTORY, &format!("{query}&cursor={next}")).await;
        let times: Vec<i64> = [&first, &second]
            .iter()
            .flat_map(|page| page["list"].as_array().unwrap())
            .map(|entry| entry["at"].as_i64().unwrap() - NOW)
            .collect();
        assert_eq!(times, (1..=25).rev().collect::<Vec<_>>());
        let query = format!("objectKind=group&objectId={dan}");
        assert_eq!(page(&server, &ada, HISTORY, &query).await["total"], 1);
    }
}

/// The file has every entry of the list, read in several pieces. The export has an audit entry. No
/// cell is a formula or breaks its line.
#[tokio::test]
async fn the_trail_is_a_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server
            .person("ada", |new| {
                super_administrator(new);
                new.full_name = "=HYPERLINK(\"https://evil.test\")".to_owned();
            })
            .await;
        let dan = server.account("dan", |_| {}).await;
        let count = ROWS_AT_ONCE + 1;
        let entries = (0..count)
            .map(|n| changed(&dan, &ada.id, NOW - 1 - n))
            .collect();
        record(server.db(), entries).await;
        let later = vec![changed(&dan, &ada.id, NOW + 1)];
        record(server.db(), later).await;
        let path = format!("{EXPORT}?call=POST%20/probe");
        let answer = server.get_as(&ada, &path).await;
        assert_eq!(
            answer.header("content-type"),
            "text/csv; charset=utf-8; header=present"
        );
        assert_eq!(
            answer.header("content-disposition"),
            "attachment; filename=\"audit-log.csv\""
        );
        assert_eq!(answer.header("cache-control"), "no-store");
        let lines: Vec<&str> = answer.text.split("\r\n").collect();
        assert!(
            lines[0].starts_with("\u{feff}time,kind,actor_kind,"),
            "{}",
            lines[0]
        );
        assert_eq!(
            i64::try_from(lines.len()).unwrap(),
            count + 2,
            "headings and the last end of line"
        );
        let line = lines[1];
        assert!(line.contains(",account.changed,account,"), "{line}");
        assert!(line.contains(r#""'=HYPERLINK"#), "{line}");
        assert!(line.contains("email:  → new@demo.test; password"), "{line}");
        assert!(!answer.text.contains("hush"));
        assert!(lines[1] > lines[2], "newest first");
        let response = page(&server, &ada, LIST, "kind=audit.exported").await;
        assert_eq!(response["total"], 1);
        assert_eq!(response["list"][0]["actor"]["id"], ada.id.as_str());
        assert_eq!(response["list"][0]["call"], format!("GET {EXPORT}"));
        assert_eq!(
            response["list"][0]["detail"]["filter"]["call"],
            "POST /probe"
        );
    }
}

/// Attack 44: if a filter takes the database too long, it is refused with a message in the format
/// of this API.
#[tokio::test]
async fn attack_44_a_slow_filter_is_refused_in_words() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = server.person("ada", super_administrator).await;
    let dan = server.account("dan", |_| {}).await;
    let entries = (0..3_000).map(|n| changed(&dan, &ada.id, NOW - n));
    record(server.db(), entries.collect()).await;
    audit::settle(server.db()).await.unwrap();
    let hurried = DbOptions {
        statement_timeout: Duration::from_nanos(1),
        ..DbOptions::new(&database.url)
    };
    let hurried = Server::start(&Db::connect(&hurried).await.unwrap()).await;
    let slow = format!("{LIST}?actorId={}&call=POST%20/probe", ada.id);
    for (language, words) in [
        (
            "en-us",
            "This search takes too long. Choose a shorter period, or a filter that matches fewer entries.",
        ),
        ("zh-cn", "耗时过长"),
    ] {
        let mut headers = hurried.dpop(&ada, "GET", &slow, &json!({}));
        headers.push(("cookie", format!("lang={language}")));
        let answer = hurried.get(&slow, &borrowed(&headers)).await;
        let response = answer.json();
        assert_eq!(
            (answer.http.as_u16(), &response["status"]),
            (503, &json!(999_999))
        );
        assert!(
            response["msg"].as_str().unwrap().contains(words),
            "{response}"
        );
    }
    assert_eq!(
        page(&hurried, &ada, LIST, "kind=audit.exported").await["total"],
        0
    );
}
