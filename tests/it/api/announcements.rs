//! C-104, C-105, C-108 to C-111, S-23, G-57, F-43: announcements for administrators. The expectations are literals.

use atrium::db::DbError;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::group_stage::give_group_right;
use super::lists::ListCase;
use super::uploads::{EDITOR, upload};
use crate::access;
use crate::signin::provider_icons::png;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

pub const A: &str = "/api/security/admin/announcement";
const LIST: &str = "/api/security/admin/announcement/list";
pub const DELETE: &str = "/api/security/admin/announcement/del";
const READERS: &str = "/api/security/admin/announcement/readers";
const ADD: &str = "/api/security/admin/announcement/add";
const UPDATE: &str = "/api/security/admin/announcement/upd";
const STATUS: &str = "/api/security/admin/announcement/upd-status";
const HOUR: i64 = 3_600_000;
const MINUTE: i64 = 60_000;

/// A row of an announcement for everybody that is on.
pub fn row(id: &str, title: &str, launch_at: i64) -> Value {
    json!({
        "id": id, "title": title, "title_zh": "", "content": format!("About **{title}**."), "content_zh": "",
        "launch_at": launch_at, "status": 1, "must_read": 0, "app_name": "", "company_ids": "[]", "agency_ids": "[]",
        "group_ids": "[]", "sign_in_line": "", "sign_in_line_zh": "", "created_at": NOW,
    })
}

pub async fn insert(server: &Server, table: &'static str, rows: Vec<Value>) {
    let inserted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for row in rows {
                rows::insert(tx, table, &row).await?;
            }
            Ok(())
        })
    });
    inserted.await.unwrap();
}

/// Three announcements, whose ids, titles and times have different orders.
async fn three(server: &Server) -> Person {
    house(server).await;
    let mut news = Vec::new();
    for (id, title, launch_at, created_at, status) in [
        ("n1", "Zeta", NOW, 3, 1),
        ("n2", "alpha 王小明", NOW - HOUR, 5, 0),
        ("n3", "Media", NOW + HOUR, 1, 1),
    ] {
        let mut one = row(id, title, launch_at);
        one["status"] = json!(status);
        one["created_at"] = json!(NOW + created_at);
        news.push(one);
    }
    insert(server, "announcements", news).await;
    super::lists::index_names(server).await;
    ada(server).await
}

/// C-104, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::announcements::ANNOUNCEMENTS,
    always: "",
    name: "id",
    seed: |server| Box::pin(three(server)),
    orders: &[
        ("launch", &["n2", "n1", "n3"]),
        ("created", &["n3", "n1", "n2"]),
        ("title", &["n2", "n3", "n1"]),
    ],
    found: &[
        ("context=ed", &["n3"]),
        ("context=%E5%B0%8F", &["n2"]),
        ("context=nobody", &[]),
        ("status=1", &["n3", "n1"]),
        ("status=0", &["n2"]),
        ("status=1&context=zeta", &["n1"]),
    ],
    refused: &[("status=2", "status")],
};

/// Three people who have read `n1`, and one who has read another.
async fn three_readers(server: &Server) -> Person {
    let ada = three(server).await;
    let mut reads = Vec::new();
    for (username, id, read_at) in [
        ("ReaderB", "n1", 2),
        ("ReaderA", "n1", 3),
        ("ReaderC", "n1", 1),
        ("ReaderD", "n2", 4),
    ] {
        let account = server.account(username, |_| {}).await;
        let row = json!({ "account_id": account, "announcement_id": id, "read_at": NOW + read_at });
        reads.push(row);
    }
    insert(server, "announcement_reads", reads).await;
    ada
}

/// Who has read an announcement, for its author.
pub static READERS_LISTED: ListCase = ListCase {
    path: READERS,
    list: &atrium::announcements::READERS,
    always: "id=n1",
    name: "username",
    seed: |server| Box::pin(three_readers(server)),
    orders: &[("read", &["ReaderC", "ReaderB", "ReaderA"])],
    found: &[],
    refused: &[],
};

fn form() -> Value {
    json!({
        "title": " Tea at four ", "titleZh": "四点喝茶", "content": "We have **tea**.", "contentZh": "有**茶**。",
        "launchTime": "2026-11-22 09:00", "endTime": "2026-11-23 09:00", "mustRead": true,
        "clientIds": ["nc"], "agencyIds": ["north"], "groupIds": ["team"], "appName": "SSO",
    })
}

async fn details(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{A}/details?id={id}");
    server.get_as(person, &path).await.data()
}

/// C-105, C-108, C-109, C-110, C-111, S-23, E-17, G-57: every field is kept, times are in the named zone of the server, each
/// change leaves an entry with its fields, and of two changes of one version the second is refused.
#[tokio::test]
async fn an_announcement_is_added_changed_and_deleted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        let ada = ada(&server).await;
        let added = server.post_as(&ada, ADD, &form()).await.data();
        let id = added["id"].as_str().unwrap();
        assert_eq!(added, json!({ "id": id, "version": 1, "status": 0 }));
        let expected = json!({
            "id": id, "title": "Tea at four", "titleZh": "四点喝茶", "content": "We have **tea**.",
            "contentZh": "有**茶**。", "launchTime": "2026-11-22 09:00", "endTime": "2026-11-23 09:00", "status": 0,
            "mustRead": true, "appName": "SSO", "clientIds": ["nc"], "clients": [{ "id": "nc", "name": "North Client" }],
            "agencies": [{ "id": "north", "agencyId": "north", "agencyName": "North" }], "agencyIds": ["north"],
            "groupIds": ["team"], "groups": [{ "id": "team", "name": "Group team" }], "hiddenGroups": 0,
            "signInLine": "", "signInLineZh": "", "signInFrom": "", "signInUntil": "", "timeZone": "Asia/Shanghai",
            "c_time": "2026-11-21 19:20:00", "version": 1, "changedAt": null, "changedBy": "",
        });
        assert_eq!(details(&server, &ada, id).await, expected);
        let listed = server.get_as(&ada, LIST).await.data()["list"][0].clone();
        assert_eq!(listed["launchTime"], "2026-11-22 09:00");
        assert_eq!(
            (&listed["targeted"], &listed["readers"]),
            (&json!(true), &json!(0))
        );

        let change =
            json!({ "id": id, "version": 1, "content": "No tea.", "endTime": "", "groupIds": [] });
        let changed = server.post_as(&ada, UPDATE, &change).await.data();
        assert_eq!(changed, json!({ "id": id, "version": 2, "status": 0 }));
        let again = server.post_as(&ada, UPDATE, &change).await.json();
        assert_eq!(again["conflict"]["by"], "Ada Super", "{again}");
        let status = json!({ "id": id, "status": 1 });
        let on = server
            .post_as(&ada, &format!("{A}/upd-status"), &status)
            .await;
        assert_eq!(on.data(), json!({ "id": id, "version": 3, "status": 1 }));
        let trail = entries(server.db(), "announcement.changed", id).await;
        let updated = trail.iter().find(|entry| entry.2["change"] == "updated");
        assert_eq!(
            updated.unwrap().2,
            json!({ "change": "updated", "changes": [
                { "field": "content", "from": "We have **tea**.", "to": "No tea." },
                { "field": "ends_at", "from": 1_795_395_600_000_i64, "to": null },
                { "field": "groups", "from": ["team"], "to": [] },
            ]})
        );
        assert!(trail.iter().any(|entry| entry.2["change"] == "enabled"));

        let gone = server.post_as(&ada, DELETE, &json!({ "id": id })).await;
        assert_eq!(gone.data(), Value::Null);
        let again = server.post_as(&ada, DELETE, &json!({ "id": id })).await;
        assert_eq!(again.status(), 100_012);
        let trail = entries(server.db(), "announcement.changed", id).await;
        assert_eq!(trail.len(), 4);
        assert!(trail.iter().any(|entry| entry.2["change"] == "deleted"));
        let mut megabyte = form();
        megabyte["content"] = json!("> ".repeat(500_000));
        let refused = server.post_as(&ada, ADD, &megabyte).await;
        assert_eq!(refused.status(), 100_012, "{refused:?}");
        assert_eq!(server.get_as(&ada, LIST).await.data()["total"], 0);
        // Both texts may have their whole length.
        let mut longest = form();
        longest["groupIds"] = json!([]);
        for field in ["content", "contentZh"] {
            longest[field] = json!("茶".repeat(20_000));
        }
        let added = server.post_as(&ada, ADD, &longest).await;
        assert_eq!(added.status(), 0, "{added:?}");
    }
}

/// V-28, F-43, attack 41: a megabyte, times that are none, and ids of nothing are refused by field.
#[tokio::test]
async fn a_bad_announcement_is_refused_by_field() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        for (field, value) in [
            ("title", json!("")),
            ("title", json!("x".repeat(101))),
            ("titleZh", json!("茶".repeat(101))),
            ("content", json!(" ")),
            ("content", json!("x".repeat(20_001))),
            ("launchTime", json!("tomorrow")),
            ("endTime", json!("2026-11-22 09:00")),
            ("endTime", json!("2026-02-30 09:00")),
            ("appName", json!("NOTHING")),
            ("clientIds", json!(["north"])),
            ("agencyIds", json!(["nc"])),
            ("groupIds", json!(["nobody"])),
            ("signInLine", json!("x".repeat(101))),
            ("signInLine", json!("two\nlines")),
            ("signInUntil", json!("soon")),
        ] {
            let mut body = form();
            body["groupIds"] = json!([]);
            body[field] = value;
            let refused = server.post_as(&ada, ADD, &body).await;
            assert_eq!(refused.status(), 100_012, "{field}: {refused:?}");
            let faults = refused.json()["faults"].clone();
            assert_eq!(faults[0]["field"], field, "{faults}");
        }
        assert_eq!(server.get_as(&ada, LIST).await.data()["total"], 0);
    }
}

/// P-08: who may only change announcements neither switches them on nor writes onto the sign-in pages.
#[tokio::test]
async fn status_and_the_line_of_the_sign_in_pages_need_their_own_codes() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let eve = author(&server, &["view", "add", "edit"]).await;
        let body = json!({ "title": "Tea", "content": "Tea." });
        let id = server.post_as(&eve, ADD, &body).await.data()["id"].clone();
        for (field, value) in [("status", json!(1)), ("signInLine", json!("Tonight"))] {
            let mut change = json!({ "id": id });
            change[field] = value.clone();
            let refused = server.post_as(&eve, UPDATE, &change).await;
            assert_eq!(refused.status(), 100_013, "{field}");
            let mut new = body.clone();
            new[field] = value;
            assert_eq!(
                server.post_as(&eve, ADD, &new).await.status(),
                100_013,
                "{field}"
            );
        }
        // What stays as it is needs no further right.
        let same = json!({ "id": id, "status": 0, "signInLine": "", "title": "Coffee" });
        assert_eq!(
            server.post_as(&eve, UPDATE, &same).await.data()["version"],
            2
        );
        let readers = format!("{READERS}?id={}", id.as_str().unwrap());
        assert_eq!(server.get_as(&eve, &readers).await.status(), 100_013);
    }
}

/// An author who holds these codes for announcements and nothing else.
async fn author(server: &Server, rights: &[&str]) -> Person {
    access::group(server.db(), "news", &[]).await;
    let eve = server.person("EveAuthor", |_| {}).await;
    let account = access::find(server.db(), &eve.id).await;
    access::join(
        server.db(),
        &account,
        "news",
        atrium::directory::Status::Enabled,
    )
    .await;
    for right in rights {
        give_group_right(server.db(), "news", &code(right)).await;
    }
    eve
}

fn code(right: &str) -> String {
    format!("operation_access.AnnouncementManagement.AnnouncementList.{right}")
}

/// P-08, decision 0086: what people see now changes only with the right to switch it; an announcement with a line of the
/// sign-in pages is changed and switched on only with the right to write one, and switched off without it.
#[tokio::test]
async fn what_is_out_changes_only_with_the_right_to_put_it_out() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let eve = author(&server, &["view", "edit"]).await;
        let mut line = row("line", "Maintenance", NOW);
        line["status"] = json!(0);
        line["sign_in_line"] = json!("Tonight from 20:00");
        let news = vec![
            row("on", "Tea", NOW),
            row("later", "Cake", NOW + HOUR),
            line,
        ];
        insert(&server, "announcements", news).await;
        let title = async |id: &str, title: &str| {
            let change = json!({ "id": id, "title": title });
            server.post_as(&eve, UPDATE, &change).await.status()
        };
        let switch = async |id: &str, status: i64| {
            let change = json!({ "id": id, "status": status });
            server.post_as(&eve, STATUS, &change).await.status()
        };
        assert_eq!(title("on", "Coffee").await, 100_013);
        assert_eq!(title("later", "Coffee").await, 100_013, "it will be out");
        assert_eq!(
            title("line", "Coffee").await,
            100_013,
            "its line is another's"
        );
        assert_eq!(title("on", "Tea").await, 0, "nothing changes");

        give_group_right(server.db(), "news", &code("status")).await;
        assert_eq!(title("on", "Coffee").await, 0);
        assert_eq!(switch("line", 1).await, 100_013);
        let both = json!({ "id": "line", "status": 1, "content": "New." });
        assert_eq!(server.post_as(&eve, UPDATE, &both).await.status(), 100_013);

        give_group_right(server.db(), "news", &code("signin")).await;
        assert_eq!(switch("line", 1).await, 0);
        assert_eq!(title("line", "Work").await, 0);
        let taken = server.db().write::<_, DbError, _>(|tx| {
            let sql = "DELETE FROM group_rights WHERE right_id LIKE '%.signin'".to_owned();
            Box::pin(rows::run(tx, sql))
        });
        taken.await.unwrap();
        assert_eq!(title("line", "Tea").await, 100_013);
        assert_eq!(switch("line", 0).await, 0, "a line goes at once");
    }
}

/// Attack 14, trap T8: an author sees the names of hidden groups only where they may see the groups. A group that they may
/// not see is as unknown as a group that does not exist, also if the announcement is for it; and their changes keep it.
#[tokio::test]
async fn a_hidden_group_is_unknown_to_an_author_who_may_not_see_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let eve = author(&server, &["view", "add", "edit"]).await;
        for id in ["open", "secret", "mine", "other"] {
            access::group(server.db(), id, &[]).await;
        }
        let hidden = server.db().write::<_, DbError, _>(|tx| {
            let sql = "UPDATE groups SET visible = 1 WHERE id IN ('secret', 'mine', 'other')";
            Box::pin(rows::run(tx, sql.to_owned()))
        });
        hidden.await.unwrap();
        let account = access::find(server.db(), &eve.id).await;
        access::appoint(server.db(), &account, "mine").await;
        let mut news = row("n1", "Tea", NOW);
        news["status"] = json!(0);
        news["group_ids"] = json!("[\"mine\",\"open\",\"secret\"]");
        insert(&server, "announcements", vec![news]).await;

        let groups = async |person: &Person| {
            let shown = details(&server, person, "n1").await;
            (shown["groupIds"].clone(), shown["hiddenGroups"].clone())
        };
        let seen = (json!(["mine", "open"]), json!(1));
        assert_eq!(groups(&eve).await, seen);
        let whole = details(&server, &eve, "n1").await.to_string();
        assert!(!whole.contains("secret"), "{whole}");

        // The same answer for what is hidden and what is not there.
        let mut answers = Vec::new();
        for id in ["secret", "other", "nothing"] {
            let change = json!({ "id": "n1", "groupIds": ["open", id] });
            let mut changed = server.post_as(&eve, UPDATE, &change).await.json();
            let new = json!({ "title": "Tea", "content": "Tea.", "groupIds": [id] });
            let mut added = server.post_as(&eve, ADD, &new).await.json();
            for answer in [&mut changed, &mut added] {
                assert_eq!(answer["faults"][0]["field"], "groupIds", "{answer}");
                answer.as_object_mut().unwrap().remove("requestId");
            }
            answers.push((changed, added));
        }
        assert!(
            answers.windows(2).all(|two| two[0] == two[1]),
            "{answers:?}"
        );

        let change = json!({ "id": "n1", "groupIds": [] });
        assert_eq!(server.post_as(&eve, UPDATE, &change).await.status(), 0);
        assert_eq!(groups(&eve).await, (json!([]), json!(1)));
        let ada = ada(&server).await;
        assert_eq!(groups(&ada).await, (json!(["secret"]), json!(0)));
        assert_eq!(server.post_as(&ada, UPDATE, &change).await.status(), 0);
        assert_eq!(groups(&ada).await, (json!([]), json!(0)));
    }
}

/// One line of plain text on the sign-in pages, in both languages, from its start until its end; it is no HTML (F-65).
#[tokio::test]
async fn a_line_stands_on_the_sign_in_pages() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let page = async |language: &str| {
            let path = format!("/sign-in-trouble?lang={language}");
            server.get(&path, &[]).await.text
        };
        assert!(!page("en-us").await.contains("notice line"));
        let body = json!({
            "title": "Maintenance", "content": "Tonight.", "status": 1,
            "signInLine": "Maintenance on <b>21 November</b> from 20:00", "signInLineZh": "11 月 21 日 20:00 起维护",
            "signInFrom": "2026-11-21 19:00", "signInUntil": "2026-11-21 19:50",
        });
        let added = server.post_as(&ada, ADD, &body).await.data();
        let english = page("en-us").await;
        let line = "<p class=\"notice line\">Maintenance on &#60;b&#62;21 November&#60;/b&#62; from 20:00</p>";
        assert!(english.contains(line), "{english}");
        assert!(page("zh-cn").await.contains("11 月 21 日 20:00 起维护"));
        server.clock.advance(30 * 60_000);
        assert!(!page("en-us").await.contains("notice line"), "it has ended");
        let later = json!({ "id": added["id"], "signInUntil": "" });
        server.post_as(&ada, UPDATE, &later).await.data();
        assert!(page("en-us").await.contains(line));
        let off = json!({ "id": added["id"], "status": 0 });
        server
            .post_as(&ada, &format!("{A}/upd-status"), &off)
            .await
            .data();
        assert!(!page("en-us").await.contains("notice line"), "it is off");
    }
}

/// F-65, F-66, attack 40: the pictures of an announcement are public while it is on and has begun, and not before.
#[tokio::test]
async fn attack_40_a_picture_is_public_once_its_announcement_is_out() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let sent = upload(&server, &ada, EDITOR, "tea.png", &png(8, 8)).await;
        let picture = sent.data().as_str().unwrap().to_owned();
        let shown = async || server.get(&picture, &[]).await.http.as_u16();
        assert_eq!(shown().await, 404);
        let body = json!({
            "title": "Tea", "content": format!("![Tea]({picture})"), "launchTime": "2026-11-21 19:25", "status": 1,
        });
        let added = server.post_as(&ada, ADD, &body).await.data();
        assert_eq!(shown().await, 404);
        server.clock.advance(6 * MINUTE);
        assert_eq!(shown().await, 200);
        let status = |status: i64| json!({ "id": added["id"], "status": status });
        let switched = server.post_as(&ada, STATUS, &status(0)).await;
        assert_eq!(switched.status(), 0, "{switched:?}");
        assert_eq!(shown().await, 404);
        server.post_as(&ada, STATUS, &status(1)).await;
        assert_eq!(shown().await, 200);
        server
            .post_as(&ada, DELETE, &json!({ "id": added["id"] }))
            .await;
        assert_eq!(shown().await, 404);
    }
}
