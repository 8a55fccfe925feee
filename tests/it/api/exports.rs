//! The audit log as a file, during the download: who may continue, how many downloads at a time,
//! and how much work a piece is (attacks 24 and 44).

use atrium::audit::{self, AuditFilter, Recorded};
use atrium::db::list::ROWS_AT_ONCE;
use atrium::db::{Db, DbError, SqlQuery};
use axum::body::{Body, Bytes};
use axum::http::Request;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::accounts::entries;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, trail};

const EXPORT: &str = "/api/security/admin/audit/export";

async fn execute(db: &Db, sql: String) {
    let done = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { SqlQuery::composed(sql).execute(tx).await.map(drop) })
    });
    done.await.unwrap();
}

/// Adds entries, one each millisecond: every `nth` is by `rare` from 192.0.2.9, about ten mix these values, and the
/// others are by `often` from 192.0.2.1.
async fn seed(db: &Db, many: i64, nth: i64) {
    let sql = format!(
        "INSERT INTO audit_entries (id, at, kind, actor_id, call, address, detail) \
         WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
            SELECT n + 1 FROM numbers WHERE n < {many}) \
         SELECT 'seed-' || CAST(1000000000 + n AS TEXT), {NOW} - 10000000 + n, 'account.changed', \
            CASE WHEN n % {nth} = 0 THEN 'rare' ELSE 'often' END, 'POST /probe', \
            CASE WHEN n % {nth} = 0 OR n BETWEEN 9990 AND 10010 THEN '192.0.2.9' ELSE '192.0.2.1' END, '{{}}' FROM numbers"
    );
    execute(db, sql).await;
}

/// The answer of an export whose pieces are read one by one.
async fn begun(server: &Server, person: &Person) -> (u16, Body) {
    let path = format!("{EXPORT}?call=POST%20/probe");
    let mut request = Request::get(&path);
    for (name, value) in server.dpop(person, "GET", &path, &json!({})) {
        request = request.header(name, value);
    }
    let request = request.body(Body::empty()).unwrap();
    let answer = server.router.clone().oneshot(request).await.unwrap();
    (answer.status().as_u16(), answer.into_body())
}

async fn piece(body: &mut Body) -> Option<Result<Bytes, axum::Error>> {
    let frame = body.frame().await?;
    Some(frame.map(|frame| frame.into_data().unwrap()))
}

/// Attack 24: if the session ends, the account is disabled or the right is taken away, a running
/// export stops, and the response breaks off instead of ending normally.
#[tokio::test]
async fn attack_24_an_export_stops_when_its_reader_may_not_go_on() {
    let changes = [
        "UPDATE sso_sessions SET ended_at = 1 WHERE account_id = ",
        "UPDATE accounts SET status = 2 WHERE id = ",
        "UPDATE accounts SET sup_admin = 0 WHERE id = ",
    ];
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        seed(server.db(), 3 * ROWS_AT_ONCE, 7).await;
        for (at, change) in changes.into_iter().enumerate() {
            let name = format!("reader{at}");
            let reader = server.person(&name, |new| new.sup_admin = true).await;
            let (status, mut body) = begun(&server, &reader).await;
            assert_eq!(status, 200);
            for _ in ["headings", "first piece"] {
                piece(&mut body).await.unwrap().unwrap();
            }
            execute(server.db(), format!("{change}'{}'", reader.id)).await;
            let broken = piece(&mut body).await.expect("not a clean end");
            assert!(broken.is_err(), "{change}");
        }
    }
}

/// Attack 44: a person can have one export at a time, read or not. Other people are not affected.
#[tokio::test]
async fn attack_44_a_person_has_one_export_at_a_time() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        seed(server.db(), ROWS_AT_ONCE + 1, 7).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let anna = server.person("anna", |new| new.sup_admin = true).await;
        let (_, mut unread) = begun(&server, &ada).await;
        piece(&mut unread).await.unwrap().unwrap();
        let path = format!("{EXPORT}?kind=account.changed");
        let refused = server.get_as(&ada, &path).await;
        assert_eq!(
            (refused.http.as_u16(), refused.json()["status"].as_i64()),
            (429, Some(999_999))
        );
        assert_eq!(refused.header("retry-after"), "60");
        assert!(refused.text.contains(
            "You are already downloading a list. Wait until it is complete, then try again."
        ));
        let (_, others) = begun(&server, &anna).await;
        others.collect().await.unwrap();
        drop(unread);
        let (status, again) = begun(&server, &ada).await;
        assert_eq!(status, 200, "the one before is over");
        again.collect().await.unwrap();
        assert_eq!(server.get_as(&ada, &path).await.http, 200);
        server.state().recorder.stop().await;
        let response = entries(server.db(), "limit.reached", &ada.id).await;
        assert_eq!(response.len(), 1);
        assert_eq!(response[0].2, json!({"limit": "exports"}));
    }
}

/// The entries of an export, and the number of its pieces.
async fn export(db: &Db, filter: &AuditFilter) -> (Vec<Recorded>, usize) {
    let mut view = db.read().await.unwrap();
    let mut export = audit::export(filter, NOW).unwrap();
    let (mut all, mut pieces) = (Vec::new(), 0);
    while let Some(entries) = export.next(&mut view).await.unwrap() {
        all.extend(entries);
        pieces += 1;
    }
    (all, pieces)
}

/// Attack 44: with two filters that few or no entries share, an export reads along the rarer one in
/// limited pieces. No entry is lost or sent twice between two pieces.
#[tokio::test]
async fn attack_44_pieces_of_an_export_are_bounded_and_complete() {
    for database in database::each_engine().await {
        seed(&database.db, 50_000, 2).await;
        let both = |actor: &str, address: &str| AuditFilter {
            actor_id: Some(actor.to_owned()),
            address: Some(address.to_owned()),
            ..AuditFilter::default()
        };
        for (filter, expected) in [
            // Entry 9,999, where the first 20,000 entries of `often` end, is one of the mixed ones.
            (both("often", "192.0.2.9"), 10),
            (both("often", "192.0.2.1"), 24_990),
            (both("rare", "192.0.2.9"), 25_000),
            (both("rare", "192.0.2.1"), 0),
            (both("rare", "192.0.2.3"), 0),
        ] {
            let (entries, pieces) = export(&database.db, &filter).await;
            let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
            assert_eq!(ids.len(), expected, "{filter:?}");
            assert!(
                ids.is_sorted_by(|one, next| one > next),
                "each once, newest first"
            );
            assert!(pieces <= expected / 1_000 + 4, "{filter:?}: {pieces}");
        }
    }
}

const ACCOUNTS: &str = "/api/security/admin/user/export";

/// C-038: the list of accounts as a file, with its filters, its entry and no formula.
#[tokio::test]
async fn the_account_list_is_a_file() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        server
            .account("DanMember", |new| {
                new.full_name = "=HYPERLINK(\"https://evil.test\")".to_owned();
                new.email = Some("dan@demo.test".to_owned());
            })
            .await;
        let answer = server
            .get_as(&ada, &format!("{ACCOUNTS}?context=dan"))
            .await;
        assert_eq!(
            answer.header("content-disposition"),
            "attachment; filename=\"accounts.csv\""
        );
        let lines: Vec<&str> = answer.text.split("\r\n").collect();
        assert!(
            lines[0].starts_with("\u{feff}username,email,fullName,lionId,"),
            "{}",
            lines[0]
        );
        assert_eq!(
            lines.len(),
            3,
            "headings, one account, the last end of line"
        );
        assert!(lines[1].starts_with("DanMember,dan@demo.test,\"'=HYPERLINK"));
        assert!(lines[1].contains(",0,false,false,false,"), "{}", lines[1]);
        // Entries of one moment have no order.
        server.clock.advance(1);
        let whole = server.get_as(&ada, ACCOUNTS).await;
        assert_eq!(whole.text.split("\r\n").count(), 4);
        assert!(!whole.text.contains("argon2"), "no hash of a password");
        for query in ["context=d", "accountStatus=7", "supAdmin=2"] {
            let refused = server.get_as(&ada, &format!("{ACCOUNTS}?{query}")).await;
            assert_eq!(refused.json()["status"], 100_012, "{query}");
        }
        let recorded = trail::of_kind(server.db(), "list.exported").await;
        let details = recorded.iter().rev().map(|entry| &entry.detail);
        let filters: Vec<Value> = details
            .map(|detail| serde_json::from_str(detail).unwrap())
            .collect();
        assert_eq!(
            filters,
            [
                json!({ "list": "accounts", "filter": { "context": "dan" } }),
                json!({ "list": "accounts" }),
            ]
        );
    }
}
