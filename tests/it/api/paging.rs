//! The pattern of a list that is asked for by pages (contract K-23, K-24, K-25): a call through guard,
//! fields, paging, storage seam and envelope. A list of the product API is made like this one.

use std::collections::BTreeSet;
use std::sync::Arc;

use atrium::api::calls::{Call, Credential, Effect, Scripts, Verb, Who};
use atrium::api::{Caller, guarded};
use atrium::db::{Conn, DbError, Reads};
use atrium::http::envelope::{Answer, Answered};
use atrium::http::fields::integer;
use atrium::http::paging::{Page, Paged, Window};
use atrium::state::AppState;
use axum::Router;
use axum::routing::{MethodRouter, get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx_macros::FromRow;

use crate::access;
use crate::support::database;
use crate::support::product_api::{Person, Server};

const fn probe(verb: Verb, path: &'static str) -> Call {
    let (session, member, ours) = (Credential::Session, Who::Member, Scripts::Ours);
    Call::new("K-23", verb, path, session, member, Effect::Reads, ours)
}

static BY_GET: Call = probe(Verb::Get, "/probe/list");
static BY_POST: Call = probe(Verb::Post, "/probe/list-post");

/// The store: one text counts what the other gives a window of. The same condition in both, and an
/// order that the key ends, so that rows which are equal otherwise keep their places.
mod store {
    use super::{Conn, DbError, FromRow, Reads, Serialize, Window};

    pub const COUNT: &str = "SELECT COUNT(*) FROM products WHERE type_id = $1";
    pub const WINDOW: &str = "SELECT id, name FROM products WHERE type_id = $1 \
        ORDER BY name, id LIMIT $2 OFFSET $3";

    #[derive(Debug, FromRow, Serialize)]
    pub struct Row {
        pub id: i64,
        pub name: String,
    }

    pub async fn count(tx: &mut impl Reads, type_id: i64) -> Result<i64, DbError> {
        let counted = match tx.conn() {
            Conn::Sqlite(conn) => {
                sqlx::query_scalar(COUNT)
                    .bind(type_id)
                    .fetch_one(conn)
                    .await
            }
            Conn::Postgres(conn) => {
                sqlx::query_scalar(COUNT)
                    .bind(type_id)
                    .fetch_one(conn)
                    .await
            }
        };
        counted.map_err(DbError::from)
    }

    pub async fn window(
        tx: &mut impl Reads,
        type_id: i64,
        Window { limit, offset }: Window,
    ) -> Result<Vec<Row>, DbError> {
        macro_rules! rows {
            ($conn:expr) => {
                sqlx::query_as(WINDOW)
                    .bind(type_id)
                    .bind(limit)
                    .bind(offset)
                    .fetch_all($conn)
                    .await
            };
        }
        let rows = match tx.conn() {
            Conn::Sqlite(conn) => rows!(conn),
            Conn::Postgres(conn) => rows!(conn),
        };
        rows.map_err(DbError::from)
    }
}

/// Which rows are asked for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    #[serde(deserialize_with = "integer")]
    type_id: i64,
}

async fn listed(
    mut caller: Caller,
    Paged(asked, paging): Paged<Asked>,
) -> Answered<Page<store::Row>> {
    let window = paging.window()?;
    Ok(Answer(Page {
        total: store::count(caller.view(), asked.type_id).await?,
        list: store::window(caller.view(), asked.type_id, window).await?,
    }))
}

/// A server with 23 applications of three names, and the probes.
async fn server(db: &atrium::db::Db) -> Server {
    let mut server = Server::start(db).await;
    let state = Arc::clone(server.app.state());
    let mount = |router: Router<Arc<AppState>>, call: &'static Call, handler: MethodRouter<_>| {
        router.route(call.path, guarded(&state, call, handler))
    };
    let router = mount(Router::new(), &BY_GET, get(listed));
    let router = mount(router, &BY_POST, post(listed));
    server.router = router.with_state(state);
    for id in 1..=23 {
        let mut product = access::product(id);
        product.name = format!("Name {}", id % 3);
        access::save(server.db(), product, &[]).await;
    }
    server
}

/// Asks both ways for a page of type 1, or of what `fields` say, and holds the answers against each
/// other.
async fn ask(server: &Server, person: &Person, fields: &Value) -> Value {
    let mut all = json!({"typeId": 1});
    for (name, value) in fields.as_object().unwrap() {
        all[name] = value.clone();
    }
    let fields = &all;
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

fn ids(answer: &Value) -> Vec<i64> {
    assert_eq!(answer["status"], 0, "{answer}");
    assert_eq!(answer["data"]["total"], 23, "{answer}");
    let list = answer["data"]["list"].as_array().unwrap();
    list.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

/// K-23, K-24: `{pageNum, pageSize}` gives `{list, total}`; ten rows from the first page on unless asked
/// otherwise; a page behind the last is empty and still tells the total.
#[tokio::test]
async fn pages_are_given_with_their_total() {
    for database in database::each_engine().await {
        let server = server(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        for (fields, rows) in [
            (json!({}), 10),
            (json!({"pageNum": 1, "pageSize": 10}), 10),
            (json!({"pageNum": 3, "pageSize": 10}), 3),
            (json!({"pageNum": "3", "pageSize": "10"}), 3),
            (json!({"pageNum": 4, "pageSize": 10}), 0),
            (json!({"pageNum": 1, "pageSize": 100}), 23),
            (json!({"pageNum": 1001, "pageSize": 100}), 0),
        ] {
            let answer = ask(&server, &dan, &fields).await;
            assert_eq!(ids(&answer).len(), rows, "{fields}");
        }
        let none = ask(&server, &dan, &json!({"typeId": 2})).await;
        assert_eq!(none["data"], json!({"list": [], "total": 0}));
        for statement in [store::COUNT, store::WINDOW] {
            database.db.prepares(statement).await.unwrap();
        }
    }
}

/// K-24: every row stands on one page and no row on two, though many have the same name; asking again
/// changes nothing.
#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    for database in database::each_engine().await {
        let server = server(&database.db).await;
        let dan = server.person("dan", |_| {}).await;
        let mut expected: Vec<i64> = (1..=23).collect();
        expected.sort_by_key(|id| (id % 3, *id));
        for size in [1, 4, 10, 23] {
            let mut all = Vec::new();
            for page in 1..=(23 / size + 1) {
                let fields = json!({"pageNum": page, "pageSize": size});
                let rows = ids(&ask(&server, &dan, &fields).await);
                assert_eq!(rows, ids(&ask(&server, &dan, &fields).await), "{fields}");
                all.extend(rows);
            }
            assert_eq!(all, expected, "pages of {size}");
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 23);
        }
    }
}

/// K-25, X-06: a page that is none, too large or too far down, and a value that is no number, are
/// refused with the name of the field; nobody pages without a session.
#[tokio::test]
async fn wrong_pages_are_refused_by_name() {
    let database = &database::each_engine().await[0];
    let server = server(&database.db).await;
    let dan = server.person("dan", |_| {}).await;
    for (fields, field) in [
        (json!({"pageNum": 0}), "pageNum"),
        (json!({"pageNum": -1}), "pageNum"),
        (json!({"pageNum": i64::MAX, "pageSize": 100}), "pageNum"),
        (json!({"pageNum": 1002, "pageSize": 100}), "pageNum"),
        (json!({"pageSize": 0}), "pageSize"),
        (json!({"pageSize": 101}), "pageSize"),
        (json!({"pageSize": -5}), "pageSize"),
        (json!({"pageNum": "x"}), "pageNum"),
        (json!({"pageNum": ""}), "pageNum"),
        (json!({"pageSize": "1.5"}), "pageSize"),
        (json!({"pageSize": "99999999999999999999"}), "pageSize"),
        (json!({"typeId": "x", "pageNum": 1}), "typeId"),
    ] {
        let answer = ask(&server, &dan, &fields).await;
        let told = (&answer["status"], &answer["field"], &answer["data"]);
        assert_eq!(
            told,
            (&json!(100_012), &json!(field), &Value::Null),
            "{fields}"
        );
    }
    let nobody = server.get(BY_GET.path, &[]).await;
    assert_eq!(
        (nobody.status(), &nobody.json()["data"]),
        (100_000, &Value::Null)
    );
}
