//! C-106, C-107, C-119, T-51, E-18, E-19, F-44, K-27: what people read of announcements. The expectations are literals.

use atrium::announcements;
use atrium::db::DbError;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::accounts::house;
use super::announcements::{A, insert, row};
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const READ: &str = "/api/security/admin/message/read";
const HOUR: i64 = 3_600_000;

fn changed(mut row: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        row[name] = value.clone();
    }
    row
}

/// Dan of agency North and its client, in group `team`.
async fn dan(server: &Server) -> Person {
    house(server).await;
    access::group(server.db(), "team", &[]).await;
    access::group(server.db(), "other", &[]).await;
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
    let answer = server.get_as(person, &format!("{A}/pop-up")).await;
    answer.data()["messageId"].clone()
}

async fn read(server: &Server, person: &Person, id: &str) -> i64 {
    let body = json!({ "messageId": id });
    server.post_as(person, READ, &body).await.status()
}

/// C-106, C-119, T-51, G-57, D-15: one at a time, what must be confirmed first, then the newest; what is off, planned, over or
/// read does not come; closing one is for its reader alone.
#[tokio::test]
async fn the_newest_unread_announcement_pops_up_once() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let eve = server.person("EveOther", |_| {}).await;
        assert_eq!(pop_up(&server, &dan).await, Value::Null);
        insert(
            &server,
            "announcements",
            vec![
                row("old", "Old", NOW - 3 * HOUR),
                row("new", "New", NOW - HOUR),
                changed(
                    row("must", "Must", NOW - 2 * HOUR),
                    &json!({ "must_read": 1 }),
                ),
                changed(row("off", "Off", NOW), &json!({ "status": 0 })),
                row("planned", "Planned", NOW + 1),
                changed(row("over", "Over", NOW - HOUR), &json!({ "ends_at": NOW })),
            ],
        )
        .await;
        let answer = server.get_as(&dan, &format!("{A}/pop-up")).await.data();
        let expected = json!({
            "id": "must", "messageId": "must", "title": "Must", "content": "About **Must**.",
            "launchTime": "2026-11-21 17:20", "launchAt": NOW - 2 * HOUR, "mustRead": true, "read": false,
        });
        assert_eq!(answer, expected);
        for (id, next) in [("must", "new"), ("new", "old")] {
            assert_eq!(read(&server, &dan, id).await, 0);
            assert_eq!(pop_up(&server, &dan).await, next);
            // The second time changes nothing.
            assert_eq!(read(&server, &dan, id).await, 0);
        }
        assert_eq!(pop_up(&server, &eve).await, "must", "Eve has read none");
        for unseen in ["off", "planned", "nothing", "a\u{0}b"] {
            assert_eq!(read(&server, &dan, unseen).await, 100_012, "{unseen}");
        }
        server.clock.advance(1);
        assert_eq!(pop_up(&server, &dan).await, "planned");
        let sql = "SELECT CAST(SUM(readers) AS BIGINT) FROM announcement_read_counts WHERE announcement_id = $1";
        let mut view = server.db().read().await.unwrap();
        assert_eq!(rows::number(&mut view, sql, "must").await, Some(1));
    }
}

/// G-57: an announcement reaches the people of its clients, agencies, groups and product, and nobody learns of the others.
#[tokio::test]
async fn an_announcement_reaches_its_audience_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let eve = server.person("EveOther", |_| {}).await;
        access::save(server.db(), access::product(7), &["south"]).await;
        let mut open = access::product(8);
        open.everyone = true;
        access::save(server.db(), open.clone(), &[]).await;
        let (closed, open) = (access::product(7).app_name, open.app_name);
        for (fields, for_dan, for_eve) in [
            (json!({ "agency_ids": r#"["north","south"]"# }), true, false),
            (json!({ "agency_ids": r#"["south"]"# }), false, false),
            (json!({ "company_ids": r#"["nc"]"# }), true, false),
            (json!({ "company_ids": r#"["sc"]"# }), false, false),
            (json!({ "group_ids": r#"["team"]"# }), true, false),
            (json!({ "group_ids": r#"["other"]"# }), false, false),
            (json!({ "group_ids": r#"["gone"]"# }), false, false),
            (
                json!({ "group_ids": r#"["team"]"#, "agency_ids": r#"["south"]"# }),
                false,
                false,
            ),
            (json!({ "app_name": open }), true, true),
            (json!({ "app_name": closed }), false, false),
            (json!({ "app_name": "GONE" }), false, false),
        ] {
            let news = changed(row("one", "One", NOW), &fields);
            insert(&server, "announcements", vec![news]).await;
            for (person, reads) in [(&dan, for_dan), (&eve, for_eve)] {
                let expected = if reads { json!("one") } else { Value::Null };
                assert_eq!(pop_up(&server, person).await, expected, "{fields}");
                let history = server.get_as(person, &format!("{A}/history")).await.data();
                assert_eq!(history["total"], i64::from(reads), "{fields}");
                if !reads {
                    assert_eq!(read(&server, person, "one").await, 100_012, "{fields}");
                }
            }
            let emptied = server.db().write::<_, DbError, _>(|tx| {
                Box::pin(rows::run(tx, "DELETE FROM announcements".to_owned()))
            });
            emptied.await.unwrap();
        }
    }
}

/// C-106, G-57: neither the many that were read nor the many for others hide the last one that is due, also on home.
#[tokio::test]
async fn no_number_of_announcements_hides_the_one_that_is_due() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let (mut news, mut reads) = (vec![row("due", "Due", NOW - 3 * HOUR)], Vec::new());
        for at in 0..101 {
            let of_others = row(&format!("other{at}"), "For others", NOW - at);
            let south = json!({ "agency_ids": r#"["south"]"# });
            news.push(changed(of_others, &south));
            let id = format!("read{at}");
            news.push(row(&id, "Read", NOW - HOUR - at));
            reads.push(json!({ "account_id": dan.id, "announcement_id": id, "read_at": NOW }));
        }
        insert(&server, "announcements", news).await;
        insert(&server, "announcement_reads", reads).await;
        assert_eq!(pop_up(&server, &dan).await, "due");
        let home = server.get_as(&dan, "/api/security/home").await.data();
        assert_eq!(home["announcement"]["id"], "due");
        assert_eq!(home["latest"]["id"], "read0");
        assert_eq!(read(&server, &dan, "due").await, 0);
        assert_eq!(pop_up(&server, &dan).await, Value::Null);
    }
}

/// G-57: announcements about many products reach the person about those that open.
#[tokio::test]
async fn announcements_about_many_products_are_for_those_that_open() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let mut news = Vec::new();
        for id in 100..143 {
            let mut product = access::product(id);
            product.everyone = id % 2 == 0;
            let about = json!({ "app_name": product.app_name });
            news.push(changed(row(&format!("n{id}"), "News", NOW - id), &about));
            access::save(server.db(), product, &[]).await;
        }
        insert(&server, "announcements", news).await;
        let path = format!("{A}/history?pageSize=100&search=news");
        let page = server.get_as(&dan, &path).await.data();
        assert_eq!((&page["total"], &page["unread"]), (&json!(22), &json!(22)));
        let list = page["list"].as_array().unwrap();
        assert_eq!(
            (&list[0]["id"], &list[21]["id"]),
            (&json!("n100"), &json!("n142"))
        );
    }
}

/// C-107, D-16, E-18, E-19, F-44, K-27: one announcement on a page unless asked otherwise, with the numbers of a pager; words
/// are found in title and content of both languages.
#[tokio::test]
async fn the_history_has_pages_and_a_search() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let mut news: Vec<Value> = (0..12)
            .map(|at| {
                row(
                    &format!("n{at:02}"),
                    &format!("News {at:02}"),
                    NOW - at * HOUR,
                )
            })
            .collect();
        news[3] = changed(
            news[3].clone(),
            &json!({ "content_zh": "有茶", "ends_at": NOW - HOUR, "title_zh": "新闻三" }),
        );
        insert(&server, "announcements", news).await;
        let history = async |query: &str| {
            let path = format!("{A}/history?{query}");
            server.get_as(&dan, &path).await.data()
        };
        let first = history("").await;
        assert_eq!(first["list"].as_array().unwrap().len(), 1);
        assert_eq!(first["list"][0]["title"], "News 00");
        let numbers = |page: &Value| {
            [
                "total",
                "pages",
                "pageNum",
                "pageSize",
                "navigatePage",
                "navigateLastPage",
                "unread",
            ]
            .map(|name| page[name].as_i64().unwrap())
        };
        assert_eq!(numbers(&first), [12, 12, 1, 1, 8, 12, 11]);
        assert_eq!(read(&server, &dan, "n00").await, 0);
        let page = history("pageNum=99&pageSize=5&navigatePage=2").await;
        assert_eq!(numbers(&page), [12, 3, 3, 5, 2, 3, 10]);
        let ids: Vec<&str> = page["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["n10", "n11"]);
        for (search, found) in [
            ("%E8%8C%B6", 1),
            ("NEWS+03", 1),
            ("about+news", 12),
            ("tea", 0),
        ] {
            let page = history(&format!("search={search}&pageSize=100")).await;
            assert_eq!(page["total"], found, "{search}");
            assert_eq!(page["unread"], 10, "whatever the search");
        }
        for bad in ["pageNum=0", "pageSize=0", "pageSize=101", "navigatePage=0"] {
            let path = format!("{A}/history?{bad}");
            assert_eq!(server.get_as(&dan, &path).await.status(), 100_012, "{bad}");
        }
    }
}

/// E-18: `appName` and `clientId` leave out what is for others.
#[tokio::test]
async fn the_history_is_narrowed_by_application_and_client() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = dan(&server).await;
        let mut open = access::product(8);
        open.everyone = true;
        let code = open.app_name.clone();
        access::save(server.db(), open, &[]).await;
        insert(
            &server,
            "announcements",
            vec![
                row("all", "All", NOW),
                changed(row("app", "App", NOW - 1), &json!({ "app_name": code })),
                changed(
                    row("client", "Client", NOW - 2),
                    &json!({ "company_ids": r#"["nc"]"# }),
                ),
            ],
        )
        .await;
        for (query, total) in [
            (String::new(), 3),
            (format!("appName={code}"), 3),
            ("appName=OTHER".to_owned(), 2),
            ("clientId=nc".to_owned(), 3),
            ("clientId=sc".to_owned(), 2),
        ] {
            let path = format!("{A}/history?{query}");
            let page = server.get_as(&dan, &path).await.data();
            assert_eq!(page["total"], total, "{query}");
        }
    }
}

/// The reads of a deleted announcement are swept, a few at a time; the others stay.
#[tokio::test]
async fn the_reads_of_a_deleted_announcement_are_swept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = super::accounts::ada(&server).await;
        let dan = dan(&server).await;
        let news = vec![row("gone", "Gone", NOW), row("kept", "Kept", NOW)];
        insert(&server, "announcements", news).await;
        for person in [&ada, &dan] {
            for id in ["gone", "kept"] {
                assert_eq!(read(&server, person, id).await, 0);
            }
        }
        let body = json!({ "id": "gone" });
        server
            .post_as(&ada, &format!("{A}/del"), &body)
            .await
            .data();
        let mut swept = Vec::new();
        for _ in 0..4 {
            let sweep = server
                .db()
                .write::<_, DbError, _>(|tx| Box::pin(announcements::sweep(tx, NOW + 1, 1)));
            swept.push(sweep.await.unwrap());
        }
        assert_eq!(swept, [1, 1, 0, 0]);
        let sql = "SELECT COUNT(*) FROM announcement_reads WHERE announcement_id = $1";
        let mut view = server.db().read().await.unwrap();
        assert_eq!(rows::number(&mut view, sql, "gone").await, Some(0));
        assert_eq!(rows::number(&mut view, sql, "kept").await, Some(2));
    }
}
