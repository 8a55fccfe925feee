//! What people learn of what is kept about them.

use std::collections::BTreeSet;

use atrium::clock::{DAY, MINUTE};
use atrium::db::{Db, DbError, Engine, SqlQuery};
use atrium::directory::MOST_OWN_ROWS;
use serde_json::{Value, json};

use super::accounts::entries;
use crate::support::product_api::{Answered, NOW, Person, Server, borrowed};
use crate::support::{database, rows};

const DATA: &str = "/api/security/account/data";
const KEPT: &str = "/api/security/account/data/kept";

async fn insert(server: &Server, table: &'static str, row: Value) {
    let inserted = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, table, &row).await })
    });
    inserted
        .await
        .unwrap_or_else(|error| panic!("{table}: {error:?}"));
}

/// Ada, who decides, and Dan with a row of each kind. What nobody may read begins with `s3cret`.
async fn stage(server: &Server) -> (String, Person) {
    let ada = server.account("AdaAdmin", |new| {
        new.full_name = "Ada Admin".into();
        new.email = Some("ada@demo.test".to_owned());
    });
    let ada = ada.await;
    let dan = server.account("DanMember", |new| {
        new.email = Some("dan@demo.test".to_owned());
        new.email_verified = true;
    });
    let dan = dan.await;
    insert(server, "groups", json!({ "id": "team", "name": "Media team", "admin_msg": "", "status": 0, "created_at": NOW })).await;
    insert(
        server,
        "agencies",
        json!({ "id": "north", "name": "North", "created_at": NOW }),
    )
    .await;
    let secrets = [
        (
            "authenticators",
            json!({ "secret": "s3cret-app", "master_id": "s3cret-master", "last_step": 0, "drift": 0, "added_at": NOW, "used_at": NOW }),
        ),
        ("recovery_codes", json!({ "code_hash": "s3cret-code" })),
        (
            "temporary_codes",
            json!({ "code_hash": "s3cret-temporary", "made_at": NOW, "ends_at": NOW }),
        ),
        (
            "remembered_browsers",
            json!({ "browser_hash": "s3cret-browser", "id": "b-1", "browser": "Firefox of Dan", "added_at": NOW, "ends_at": NOW }),
        ),
        (
            "passkeys",
            json!({
                "id": "k-1", "credential_id": "s3cret-id", "credential": "s3cret-key", "rp_id": "demo.test", "name": "Phone of Dan",
                "discoverable": 1, "backup_eligible": 0, "backed_up": 0, "added_at": NOW,
            }),
        ),
        (
            "one_time_links",
            json!({ "hash": "s3cret-link", "purpose": "reset", "email_key": "dan@demo.test", "expires_at": NOW }),
        ),
        (
            "address_changes",
            json!({
                "id": "c-1", "number": 1, "email": "dan.then@demo.test", "email_key": "dan.then@demo.test",
                "token_hash": "s3cret-undo", "changed_at": NOW, "expires_at": NOW + DAY,
            }),
        ),
        (
            "account_applications",
            json!({
                "id": "a-1", "username": "DanMember", "email": "dan@demo.test", "wanted_group": "Media", "reason": "I plan media.",
                "token_hash": "s3cret-apply", "state": 1, "created_at": NOW, "decided_at": NOW, "decided_by": ada,
            }),
        ),
        (
            "federated_identities",
            json!({ "issuer": "https://id.demo.test", "subject": "dan-there", "provider": "lion", "linked_at": NOW, "used_at": NOW }),
        ),
        (
            "agency_requests",
            json!({ "id": "r-0", "agency_id": "north", "state": 2, "created_at": NOW, "decided_at": NOW, "decided_by": ada, "reason": "Not now." }),
        ),
        (
            "memberships",
            json!({ "group_id": "team", "status": 0, "created_at": NOW, "granted_by": ada, "granted_at": NOW }),
        ),
        (
            "requests",
            json!({
                "id": "r-1", "kind": 0, "group_id": "team", "reason": "I join.", "state": 1, "created_at": NOW, "due_at": NOW,
                "refuse_at": NOW, "decided_at": NOW, "decided_by": ada, "username": "DanMember", "group_name": "Media team",
            }),
        ),
        (
            "absences",
            json!({ "stand_in_id": ada, "first_day": "2026-12-01", "last_day": "2026-12-24" }),
        ),
        (
            "way_givers",
            json!({ "giver_id": ada, "password": 1, "email": 0, "lion_id": 0 }),
        ),
    ];
    for (table, mut row) in secrets {
        row["account_id"] = json!(dan);
        insert(server, table, row).await;
    }
    (ada, server.signed_in(&dan).await)
}

/// One file with every part; no secret, and nothing about others but the names of who decided. It is audited.
#[tokio::test]
async fn people_download_what_is_kept_about_them() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, dan) = stage(&server).await;
        let dan = server.signed_in(&dan.id).await;
        let answer = server.get_as(&dan, DATA).await;
        assert_eq!(answer.http, 200, "{answer:?}");
        assert_eq!(
            answer.header("content-disposition"),
            "attachment; filename=\"my-data-2026-11-21.json\""
        );
        assert_eq!(answer.header("cache-control"), "no-store");
        let data = answer.json();
        let account = &data["account"][0];
        assert_eq!(account["id"], json!(dan.id));
        assert_eq!(account["is_email_verified"], true);
        assert_eq!(account["has_password"], true);
        assert_eq!(account["claims"], json!({}));
        assert_eq!(data["passkeys"][0]["name"], "Phone of Dan");
        assert_eq!(data["remembered_browsers"][0]["browser"], "Firefox of Dan");
        assert_eq!(data["earlier_addresses"][0]["email"], "dan.then@demo.test");
        assert_eq!(data["corporate_identities"][0]["subject"], "dan-there");
        assert_eq!(data["memberships"][0]["granted_by"], "Ada Admin");
        assert_eq!(data["requests"][0]["decided_by"], "Ada Admin");
        assert_eq!(data["agency_requests"][0]["answer"], "Not now.");
        assert_eq!(data["absence"][0]["stand_in"], "Ada Admin");
        assert_eq!(data["account_applications"][0]["state"], "approved");
        assert_eq!(
            data["sessions"][0]["created_at"],
            "2026-11-21T11:20:00.000Z"
        );
        assert_eq!(data["recovery_codes"][0]["is_used"], false);
        assert_eq!(data["history"][0]["event"], "account.data_exported");
        assert_eq!(data["cut"], json!([]));
        for hidden in ["s3cret", "$argon2", "ada@demo.test", &ada, &dan.token] {
            assert!(!answer.text.contains(hidden), "{hidden}");
        }
        let recorded = entries(server.db(), "account.data_exported", &dan.id).await;
        assert_eq!(recorded.len(), 1);
        assert_eq!(recorded[0].0, dan.id);
    }
}

/// Trap T8: whatever id a caller sends, the file is the caller's own.
#[tokio::test]
async fn attack_t8_nobody_downloads_the_data_of_another() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (_, dan) = stage(&server).await;
        let eve = server.person("EveMember", |_| {}).await;
        let path = format!("{DATA}?userId={}&accountId={}", dan.id, dan.id);
        let answer = server.get_as(&eve, &path).await;
        assert_eq!(answer.json()["account"][0]["id"], json!(eve.id));
        for of_dan in [&*dan.id, "dan@demo.test", "Firefox of Dan", "Media team"] {
            assert!(!answer.text.contains(of_dan), "{of_dan}");
        }
        let recorded = entries(server.db(), "account.data_exported", &dan.id).await;
        assert!(recorded.is_empty());
    }
}

/// Attack 17: a session that somebody left open gives no file, and neither does a userToken.
#[tokio::test]
async fn attack_17_a_download_of_ones_data_needs_a_fresh_proof() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        server.clock.advance(5 * MINUTE);
        let stale = server.get_as(&dan, DATA).await;
        let (_, token) = server.user_token(&dan.id).await;
        let headers = [("access-token", token)];
        let by_user_token = server.get(DATA, &borrowed(&headers)).await;
        for refused in [&stale, &by_user_token] {
            assert!(!refused.text.contains("\"sessions\""), "{refused:?}");
        }
        assert_eq!(stale.http, 401);
        let asked = stale.header("www-authenticate");
        assert!(
            asked.contains("insufficient_user_authentication"),
            "{asked}"
        );
        assert_ne!(by_user_token.status(), 0);
        let recorded = entries(server.db(), "account.data_exported", &dan.id).await;
        assert!(recorded.is_empty());
    }
}

/// Attack 44: a person has one download at a time, and a part has its newest rows only.
#[tokio::test]
async fn attack_44_a_download_of_ones_data_is_bounded() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let many = MOST_OWN_ROWS + 5;
        let openings = format!(
            "INSERT INTO product_openings (account_id, product_id, minute) \
             WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
                SELECT n + 1 FROM numbers WHERE n < {many}) SELECT '{}', 7, n FROM numbers",
            dan.id
        );
        let filled = server
            .db()
            .write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, openings)));
        filled.await.unwrap();
        let data = server.get_as(&dan, DATA).await.json();
        assert_eq!(data["cut"], json!(["openings"]));
        let openings = data["openings"].as_array().unwrap();
        assert_eq!(openings.len(), MOST_OWN_ROWS);
        assert_eq!(openings[0]["opened_at"], "1970-01-07T22:45:00.000Z");

        let running = server.state().exports.begin(&dan.id).unwrap();
        let second: Answered = server.get_as(&dan, DATA).await;
        assert_eq!(second.http, 429);
        assert_eq!(second.header("retry-after"), "60");
        drop(running);
        assert_eq!(server.get_as(&dan, DATA).await.http, 200);
    }
}

/// The page says how long the installation keeps what it knows.
#[tokio::test]
async fn people_read_how_long_their_data_are_kept() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let kept = server.get_as(&dan, KEPT).await.data();
        assert_eq!(
            kept,
            json!({ "history": 400, "sessions": 2, "openings": 400, "chats": 90, "assistantUse": 400 })
        );
    }
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.audit.keep = 0).await;
        let dan = server.person("DanMember", |_| {}).await;
        let kept = server.get_as(&dan, KEPT).await.data();
        assert_eq!(kept["history"], Value::Null);
    }
}

/// The tables with an account that are not in the file, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "audit_entries",
        "the part `history` has what its owner reads of it",
    ),
    (
        "audit_arrivals",
        "the part `history` has what its owner reads of it",
    ),
    (
        "account_deletions",
        "nobody signs in to an account that waits for its deletion",
    ),
    (
        "way_givers",
        "guards the account against others, and names them",
    ),
];

/// A new table with an account is in the file, or somebody says why not.
#[tokio::test]
async fn every_table_with_an_account_is_in_the_file() {
    let parts = atrium::directory::STATEMENTS.iter();
    let mut parts = parts.filter(|(store, _)| *store == "directory/store/own_data.rs");
    let (_, parts) = parts.next().unwrap();
    for database in database::each_engine().await {
        let tables = tables_with_an_account(&database.db).await;
        assert!(tables.len() > 30, "{tables:?}");
        for table in &tables {
            let read = format!("FROM {table} ");
            let is_part = parts.iter().any(|(_, sql)| sql.contains(&read));
            let is_left_out = LEFT_OUT.iter().any(|(left, _)| left == table);
            assert!(is_part != is_left_out, "{table}");
        }
        for (table, _) in LEFT_OUT {
            assert!(tables.contains(*table), "{table} is gone");
        }
    }
}

async fn tables_with_an_account(db: &Db) -> BTreeSet<String> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.name = 'account_id'"
        }
        Engine::Postgres => {
            "SELECT table_name::TEXT FROM information_schema.columns \
             WHERE table_schema = 'public' AND column_name = 'account_id'"
        }
    };
    let mut view = db.read().await.unwrap();
    let names: Vec<(String,)> = SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap();
    names.into_iter().map(|(name,)| name).collect()
}
