//! Attack 44: what strangers cause to be written stands in capped tables alone.

use std::collections::BTreeMap;

use atrium::clock::Clock;
use atrium::db::{Conn, Db, Reads as _};
use axum::body::Body;
use axum::http::{Method, Request};
use hyper::header::{CONTENT_TYPE, ORIGIN};
use sqlx::AssertSqlSafe;

use crate::support::app::{TestApp, form};
use crate::support::{clients, database, people, worker};

/// Requests of each kind, each from an address in a region of its own.
const EACH: u32 = 300;
/// The caps of this test.
const FLOWS: u32 = 200;
const COUNTERS: u32 = 300;
/// What refusals of one kind may write: their share (`audit/quota.rs`), and the entries with the numbers of the rest.
const REFUSALS: i64 = 500 + 6;

/// Every table with its number of rows.
async fn rows(db: &Db) -> BTreeMap<String, i64> {
    let mut view = db.read().await.unwrap();
    let names: Vec<String> = match view.conn() {
        Conn::Sqlite(conn) => {
            let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'";
            sqlx::query_scalar(sql).fetch_all(conn).await.unwrap()
        }
        Conn::Postgres(conn) => {
            let sql = "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public'";
            sqlx::query_scalar(sql).fetch_all(conn).await.unwrap()
        }
    };
    let mut rows = BTreeMap::new();
    for name in names {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {name}"));
        let many: i64 = match view.conn() {
            Conn::Sqlite(conn) => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap(),
            Conn::Postgres(conn) => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap(),
        };
        rows.insert(name, many);
    }
    rows
}

struct Kind {
    name: &'static str,
    method: Method,
    path: String,
    body: String,
    /// The first digit of the status.
    class: u16,
}

fn kinds(app: &TestApp) -> Vec<Kind> {
    let get = |name, path: String, class| Kind {
        name,
        method: Method::GET,
        path,
        body: String::new(),
        class,
    };
    let post = |name, path: &str, body: String, class| Kind {
        name,
        method: Method::POST,
        path: path.to_owned(),
        body,
        class,
    };
    let long = app
        .rp("basic")
        .ask(&format!("openid {}", "x".repeat(14_500)));
    let short = app.rp("basic").ask("openid");
    let elsewhere = app
        .rp("basic")
        .ask("openid")
        .with("redirect_uri", "https://evil.test/");
    let hint = short.url() + "&id_token_hint=a.b.c";
    let foreign = [
        ("account", "nobody"),
        ("password", "wrong"),
        ("flow", "none"),
        ("csrf", "none"),
    ];
    let stranger = [
        ("grant_type", "client_credentials"),
        ("client_id", "nobody"),
        ("client_secret", "wrong"),
    ];
    vec![
        get("authorize", long.url(), 3),
        post(
            "authorize by form",
            "/oauth2/authorize",
            form(&long.pairs()),
            3,
        ),
        get("the sign-in page", "/login".to_owned(), 3),
        get(
            "a foreign callbackUrl",
            "/login?appName=OLD&callbackUrl=https%3A%2F%2Fevil.test".to_owned(),
            4,
        ),
        get("a foreign redirect", elsewhere.url(), 4),
        get("a bad hint", hint, 3),
        post("a foreign form", "/login", form(&foreign), 4),
        post("an unknown client", "/oauth2/token", form(&stranger), 4),
        get(
            "an unknown page of a sign-in",
            "/login?flow=none".to_owned(),
            4,
        ),
    ]
}

async fn send(app: &TestApp, kind: &Kind, from: [u8; 4]) -> u16 {
    let mut request = Request::builder().method(&kind.method).uri(&kind.path);
    if kind.method == Method::POST {
        request = request
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(ORIGIN, "https://evil.test");
    }
    let request = request.body(Body::from(kind.body.clone())).unwrap();
    app.send_from(from, request).await.status.as_u16()
}

/// Issue 13, sections 1 and 4: whatever strangers send, each from another address, only the tables with a cap grow, and
/// none of them beyond its cap. Sessions of browsers, jobs and everything else stay as they are.
#[tokio::test]
async fn attack_44_strangers_write_to_capped_tables_alone() {
    for database in database::each_engine().await {
        let clock = Clock::fixed(Clock::system().now());
        people::add_all(&database.db, clock.now()).await;
        worker::hold_routines(&database.db, clock.now()).await;
        let app = TestApp::build(database.db.clone(), clock, &clients::text(), |config| {
            config.limits.kept_sign_in_flows = FLOWS;
            config.limits.kept_counters = COUNTERS;
        })
        .await;
        let before = rows(app.db()).await;
        let kinds = kinds(&app);
        let mut most = 0;
        for (at, kind) in (0_u32..).zip(&kinds) {
            for n in 0..EACH {
                app.clock.advance(1);
                let place = at * EACH + n;
                let [_, _, a, b] = place.to_be_bytes();
                let status = send(&app, kind, [11 + a, b, a, b]).await;
                assert_eq!(status / 100, kind.class, "{} {n} {status}", kind.name);
                most = most.max(place);
            }
        }
        app.state().recorder.stop().await;
        let after = rows(app.db()).await;
        let grown: BTreeMap<&str, i64> = after
            .iter()
            .map(|(name, many)| {
                (
                    name.as_str(),
                    many - before.get(name).copied().unwrap_or_default(),
                )
            })
            .filter(|(_, many)| *many > 0)
            .collect();
        for (table, many) in &grown {
            let cap = match *table {
                "journeys" => i64::from(FLOWS),
                // Of each flow its address and its /24.
                "sign_in_networks" => 2 * i64::from(FLOWS),
                "limit_counters" => i64::from(COUNTERS) + 256,
                // Requests, authorizations and clients are kinds of refusals.
                "audit_entries" => 3 * REFUSALS,
                _ => 0,
            };
            assert!(
                *many <= cap,
                "{table} grew by {many}, {:?}: {grown:?}",
                app.db().engine()
            );
        }
        let refused = "request.refused";
        let singly = app.entries(refused).await.len();
        assert!(singly <= 500, "{singly} of {most} were written singly");
    }
}
