//! The pattern of a list that is asked for by pages (contract K-23, K-24, K-25): one
//! declaration, and a call through guard, fields, paging, store and envelope. Copy this for a new list of the
//! product API.

use std::collections::BTreeSet;
use std::sync::Arc;

use atrium::access::Action;
use atrium::calls::table::{Call, Effect, Verb, to};
use atrium::calls::{Caller, guarded};
use atrium::db::list::{Column, Filter, List, Sort};
use atrium::db::{DbError, FromRow, SqlQuery, SqlRow};
use atrium::http::envelope::{Answer, Answered};
use atrium::http::paging::{Page, Paged};
use atrium::state::AppState;
use axum::Router;
use axum::routing::{MethodRouter, get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::support::database;
use crate::support::product_api::{Person, Server};

const fn probe(verb: Verb, path: &'static str) -> Call {
    let route = |_| MethodRouter::new();
    Call::new(verb, path, route, to(Action::SignedIn), Effect::Reads)
}

static BY_GET: Call = probe(Verb::Get, "/probe/list");
static BY_POST: Call = probe(Verb::Post, "/probe/list-post");

/// The declaration: what a row has, what the list is narrowed by, and its orders.
static AGENCIES: List = List {
    name: "agencies",
    columns: "o.id, o.name",
    table: "agencies o",
    joins: "",
    key: Column::text("o.id"),
    filters: &[&NAME],
    sorts: &[Sort {
        name: "created",
        columns: &[Column::number("o.created_at")],
        unique: false,
    }],
    usual_sort: "created",
    search: None,
};
static NAME: Filter = Filter::is("name", Column::text("o.name"), &[]);

#[derive(Serialize)]
struct Row {
    id: String,
    name: String,
}

impl FromRow for Row {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
        })
    }
}

/// What the list may be narrowed by; each field may be left out.
#[derive(Deserialize)]
struct Asked {
    name: Option<String>,
}

async fn listed(mut caller: Caller, Paged(asked, paging): Paged<Asked>) -> Answered<Page<Row>> {
    let query = AGENCIES.query(&paging)?.only(&NAME, asked.name);
    let page = query.page(caller.view()).await?;
    Ok(Answer(Page::of(page, |row| row)))
}

/// A server with the probes and `agencies` agencies; each three of them have one creation time.
async fn server(db: &atrium::db::Db, agencies: i64) -> Server {
    let mut server = Server::start(db).await;
    let state = Arc::clone(server.app.state());
    let mount = |router: Router<Arc<AppState>>, call: &'static Call, handler: MethodRouter<_>| {
        router.route(call.path, guarded(&state, call, handler))
    };
    let router = mount(Router::new(), &BY_GET, get(listed));
    let router = mount(router, &BY_POST, post(listed));
    server.router = router.with_state(state);
    let sql = "INSERT INTO agencies (id, name, created_at) \
        WITH RECURSIVE n (i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 99999 + $1) \
        SELECT 'a' || CAST(i AS TEXT), CASE WHEN i % 10 = 0 THEN 'Ten' ELSE 'Other' END, i / 3 FROM n";
    server
        .db()
        .write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let query = SqlQuery::kept(sql).bind(agencies);
                query.execute(tx).await.map(drop)
            })
        })
        .await
        .unwrap();
    server
}

/// The ids in their order: by creation time, then by id.
fn expected(agencies: i64) -> Vec<String> {
    (100_000..100_000 + agencies)
        .map(|i| format!("a{i}"))
        .collect()
}

/// Sends `fields` with GET and POST, and compares the answers.
async fn ask(server: &Server, person: &Person, fields: &Value) -> Value {
    let posted = server.post_as(person, BY_POST.path, fields).await.json();
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields.as_object().unwrap() {
        let plain = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        query.append_pair(name, &plain);
    }
    let path = format!("{}?{}", BY_GET.path, query.finish());
    let got = server.get_as(person, &path).await.json();
    for member in ["status", "data", "field"] {
        assert_eq!(posted[member], got[member], "{fields}");
    }
    posted
}

/// [`ask`] for what succeeds.
async fn page(server: &Server, person: &Person, fields: &Value) -> Value {
    let answer = ask(server, person, fields).await;
    assert_eq!(answer["status"], 0, "{fields}: {answer}");
    answer["data"].clone()
}

fn ids(page: &Value) -> Vec<String> {
    let list = page["list"].as_array().unwrap();
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    list.iter().map(id).collect()
}

/// K-23, K-24, G-51: by default ten rows of the first page, with the total; a page behind the last returns
/// the last one with its number.
#[tokio::test]
async fn pages_are_given_with_their_total() {
    for database in database::each_engine().await {
        let server = server(&database.db, 23).await;
        let dan = server.person("dan", |_| {}).await;
        for (fields, rows, num) in [
            (json!({}), 10, 1),
            (json!({"pageNum": 1, "pageSize": 10}), 10, 1),
            (json!({"pageNum": 3, "pageSize": 10}), 3, 3),
            (json!({"pageNum": "3", "pageSize": "10"}), 3, 3),
            (json!({"pageNum": 4, "pageSize": 10}), 3, 3),
            (json!({"pageNum": i64::MAX, "pageSize": 100}), 23, 1),
            (json!({"pageNum": 1, "pageSize": 100}), 23, 1),
            (json!({"pageNum": 2, "pageSize": 23}), 23, 1),
        ] {
            let page = page(&server, &dan, &fields).await;
            assert_eq!(ids(&page).len(), rows, "{fields}");
            assert_eq!(page["total"], 23, "{fields}");
            assert_eq!(page["more"], false, "{fields}");
            assert_eq!(page["pageNum"], num, "{fields}");
        }
        let few = page(&server, &dan, &json!({"name": "Ten"})).await;
        assert_eq!(ids(&few), ["a100000", "a100010", "a100020"]);
        assert_eq!(few["total"], 3);
        let none = page(&server, &dan, &json!({"name": "None", "pageNum": 7})).await;
        assert_eq!(
            none,
            json!({"list": [], "total": 0, "more": false, "sort": "created", "pageNum": 1})
        );
    }
}

/// K-24: every row is on exactly one page, by number, by `next` and by `previous`, although many have the
/// same time; a second request gives the same.
#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    for database in database::each_engine().await {
        let server = server(&database.db, 23).await;
        let dan = server.person("dan", |_| {}).await;
        for (sort, expected) in [
            ("created", expected(23)),
            ("-created", expected(23).into_iter().rev().collect()),
        ] {
            for size in [1, 4, 10, 23] {
                let all = by_number(&server, &dan, sort, size).await;
                assert_eq!(all, expected, "{sort}, pages of {size}");
                assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 23);
                let fields = json!({"sort": sort, "pageSize": size});
                let [on, back] = by_cursor(&server, &dan, &fields).await;
                assert_eq!(on, expected, "{sort}, next by {size}");
                assert_eq!(back, expected, "{sort}, previous by {size}");
            }
        }
    }
}

async fn by_number(server: &Server, dan: &Person, sort: &str, size: i64) -> Vec<String> {
    let mut all = Vec::new();
    for num in 1..=(23 + size - 1) / size {
        let fields = json!({"pageNum": num, "pageSize": size, "sort": sort});
        let rows = page(server, dan, &fields).await;
        assert_eq!(rows, page(server, dan, &fields).await, "{fields}");
        all.extend(ids(&rows));
    }
    all
}

/// All rows by `next` from the first page to the last, and by `previous` back, whose pages know their
/// numbers.
async fn by_cursor(server: &Server, dan: &Person, fields: &Value) -> [Vec<String>; 2] {
    let beside = |cursor: &Value| {
        let mut fields = fields.clone();
        fields["cursor"] = cursor.clone();
        fields
    };
    let mut shown = page(server, dan, fields).await;
    let (mut on, mut num) = (ids(&shown), 1);
    while let Some(next) = shown.get("next") {
        shown = page(server, dan, &beside(next)).await;
        num += 1;
        assert_eq!(shown["pageNum"], num, "{fields}");
        on.extend(ids(&shown));
    }
    assert_eq!(shown.get("last"), None);
    let mut back = ids(&shown);
    while let Some(previous) = shown.get("previous") {
        shown = page(server, dan, &beside(previous)).await;
        num -= 1;
        assert_eq!(shown["pageNum"], num, "{fields}");
        back.splice(0..0, ids(&shown));
    }
    [on, back]
}

/// A list is counted and numbered to row 10,000; later rows are reached with `next`,
/// `previous` and `last`.
#[tokio::test]
async fn cursors_reach_beyond_ten_thousand_rows() {
    const ALL: i64 = 10_045;
    for database in database::each_engine().await {
        let server = server(&database.db, ALL).await;
        let dan = server.person("dan", |_| {}).await;
        let expected = expected(ALL);
        let numbered = async |num: i64| page(&server, &dan, &json!({"pageNum": num})).await;
        let beside = async |cursor: &Value| {
            assert!(cursor.is_string());
            page(&server, &dan, &json!({"cursor": cursor})).await
        };
        let first = numbered(1).await;
        assert_eq!(
            (&first["total"], &first["more"]),
            (&json!(10_000), &json!(true))
        );
        let thousandth = numbered(1_000).await;
        assert_eq!(ids(&thousandth), expected[9_990..10_000]);
        assert_eq!(
            numbered(1_001).await,
            thousandth,
            "the last that has a number"
        );
        let mut shown = thousandth;
        for start in [10_000, 10_010, 10_020, 10_030, 10_040] {
            shown = beside(&shown["next"]).await;
            let end = (start + 10).min(expected.len());
            assert_eq!(ids(&shown), expected[start..end]);
            assert_eq!(shown["pageNum"], start / 10 + 1);
            assert_eq!(shown["total"], 10_000);
        }
        assert_eq!(shown.get("next"), None);
        let last = beside(&first["last"]).await;
        assert_eq!(ids(&last), expected[10_035..]);
        assert_eq!((last.get("pageNum"), last.get("next")), (None, None));
        let before = beside(&last["previous"]).await;
        assert_eq!(ids(&before), expected[10_025..10_035]);
        assert_eq!(beside(&before["next"]).await["list"], last["list"]);
        // A list that is filtered to fewer rows is counted and numbered completely.
        let tens = page(&server, &dan, &json!({"name": "Ten", "pageNum": 101})).await;
        assert_eq!(
            (&tens["total"], &tens["more"]),
            (&json!(1_005), &json!(false))
        );
        assert_eq!(ids(&tens).len(), 5);
        let others = page(&server, &dan, &json!({"name": "Other", "pageNum": 2})).await;
        assert_eq!(others["total"], 9_040);
        assert_eq!(ids(&others)[0], "a100012", "nine of ten are others");
    }
}

/// K-25, X-06: page 0, a page that is too large, and a value that is no number, are refused with the name of
/// the field. Without a session there is no list.
#[tokio::test]
async fn wrong_pages_are_refused_by_name() {
    let database = &database::each_engine().await[0];
    let server = server(&database.db, 3).await;
    let dan = server.person("dan", |_| {}).await;
    for (fields, field) in [
        (json!({"pageNum": 0}), "pageNum"),
        (json!({"pageNum": -1}), "pageNum"),
        (json!({"pageSize": 0}), "pageSize"),
        (json!({"pageSize": 101}), "pageSize"),
        (json!({"pageSize": -5}), "pageSize"),
        (json!({"pageNum": "x"}), "pageNum"),
        (json!({"pageNum": ""}), "pageNum"),
        (json!({"pageSize": "1.5"}), "pageSize"),
        (json!({"pageSize": "99999999999999999999"}), "pageSize"),
        (json!({"sort": "id; DROP TABLE agencies"}), "sort"),
        (json!({"sort": "--created"}), "sort"),
        (json!({"sort": "name"}), "sort"),
        (json!({"cursor": "x"}), "cursor"),
    ] {
        refused(&server, &dan, &fields, field).await;
    }
    let nobody = server.get(BY_GET.path, &[]).await;
    assert_eq!(
        (nobody.status(), &nobody.json()["data"]),
        (100_000, &Value::Null)
    );
}

async fn refused(server: &Server, person: &Person, fields: &Value, field: &str) {
    let answer = ask(server, person, fields).await;
    let response = (&answer["status"], &answer["field"], &answer["data"]);
    let expected = (&json!(100_012), &json!(field), &Value::Null);
    assert_eq!(response, expected, "{fields}");
}

/// Attack 35: a cursor is valid only for its list, sort and filters, and only unchanged; any other is refused
/// with the name of the field.
#[tokio::test]
async fn attack_35_a_foreign_or_altered_cursor_is_refused() {
    for database in database::each_engine().await {
        let server = server(&database.db, 23).await;
        let dan = server.person("dan", |_| {}).await;
        let first = page(&server, &dan, &json!({})).await;
        let cursor = first["next"].as_str().unwrap();
        let good = page(&server, &dan, &json!({"cursor": cursor, "pageSize": 3})).await;
        assert_eq!(ids(&good), expected(23)[10..13], "of another size");
        for fields in [
            json!({"cursor": cursor, "sort": "-created"}),
            json!({"cursor": cursor, "name": "Ten"}),
            json!({"cursor": first["last"], "name": "Ten"}),
            json!({"cursor": format!("{cursor}A")}),
            json!({"cursor": cursor.repeat(500)}),
            json!({"cursor": &cursor[1..]}),
            json!({"cursor": "' OR 1=1 --"}),
        ] {
            refused(&server, &dan, &fields, "cursor").await;
        }
        for at in (0..cursor.len()).step_by(7) {
            let mut altered = cursor.to_owned();
            let other = if altered.as_bytes()[at] == b'A' {
                "B"
            } else {
                "A"
            };
            altered.replace_range(at..=at, other);
            refused(&server, &dan, &json!({"cursor": altered}), "cursor").await;
        }
    }
}
