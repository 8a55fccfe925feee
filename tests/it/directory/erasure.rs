//! What is left of an erased person (decision 0068), compared with the table in `docs/operating.md`.

use std::collections::{BTreeMap, BTreeSet};

use atrium::audit::AuditContext;
use atrium::clients::Registry;
use atrium::clock::DAY;
use atrium::config::Config;
use atrium::db::{Db, DbError, Engine, SqlQuery};
use atrium::directory::deletion::DeletionRules;
use atrium::directory::{AccountError, NewAccount};
use atrium::random::Random;
use atrium::sessions::account_deletion;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::{NOW, add, by_name, named};
use crate::support::worker::{self, Steps as _};
use crate::support::{database, rows};

/// A part of everything that names the person.
const MARK: &str = "Quux";

/// Columns with the id of an account.
const IDS: &[&str] = &[
    "account_id",
    "actor_id",
    "admin_id",
    "answered_by",
    "asked_by",
    "assignee_id",
    "changed_by",
    "created_by",
    "decided_by",
    "giver_id",
    "granted_by",
    "invited_by",
    "published_by",
    "stand_in_id",
];
/// Columns with something that a person is known by, or that somebody wrote about a person.
const PERSONAL: &[&str] = &[
    "address",
    "answer",
    "browser",
    "claims",
    "decision_reason",
    "detail",
    "email",
    "email_key",
    "feedback",
    "full_name",
    "full_name_key",
    "lion_id",
    "name_hash",
    "name_readings",
    "provider_sid",
    "provider_subject",
    "reason",
    "request_id",
    "subject",
    "username",
    "username_key",
];
/// Rows that other rows refer to.
const PARENTS: &[(&str, &str)] = &[
    ("agencies", r#"{"id":"agency","name":"A","created_at":0}"#),
    (
        "groups",
        r#"{"id":"team","name":"T","admin_msg":"","status":0,"created_at":0}"#,
    ),
    (
        "products",
        r#"{"id":9,"name":"P","app_name":"P","type_id":1,"icon_url":"","link":"","links":"[]","attribute1":"",
            "attribute2":"","attribute3":"","link_dialog":0,"everyone":0,"status":0,"sort":0,"created_at":0}"#,
    ),
    (
        "roles",
        r#"{"id":"role","product_id":9,"name":"R","description":"","status":0,"created_at":0}"#,
    ),
];

struct Column {
    name: String,
    required: bool,
    is_number: bool,
}

/// Every table with its columns, but those that the engine computes.
async fn schema(db: &Db) -> BTreeMap<String, Vec<Column>> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT m.name, p.name, CAST(CASE WHEN (p.\"notnull\" = 1 OR p.pk > 0) AND p.dflt_value IS NULL THEN 1 ELSE 0 END AS BIGINT), \
             CAST(CASE WHEN p.type = 'BIGINT' OR p.type = 'INTEGER' THEN 1 ELSE 0 END AS BIGINT) \
             FROM sqlite_master m JOIN pragma_table_info(m.name) p \
             WHERE m.type = 'table' AND m.name NOT LIKE 'search\\_%' ESCAPE '\\' AND m.name NOT LIKE 'sqlite%' \
             AND m.name <> '_sqlx_migrations' ORDER BY m.name, p.cid"
        }
        Engine::Postgres => {
            "SELECT table_name::TEXT, column_name::TEXT, \
             CAST(CASE WHEN is_nullable = 'NO' AND column_default IS NULL THEN 1 ELSE 0 END AS BIGINT), \
             CAST(CASE WHEN data_type = 'bigint' THEN 1 ELSE 0 END AS BIGINT) \
             FROM information_schema.columns WHERE table_schema = current_schema() AND is_generated = 'NEVER' \
             AND table_name NOT LIKE 'search\\_%' AND table_name <> '_sqlx_migrations' \
             ORDER BY table_name, ordinal_position"
        }
    };
    let mut view = db.read().await.unwrap();
    let found = SqlQuery::composed(sql.to_owned());
    let found: Vec<(String, String, i64, i64)> = found.fetch_all(&mut view).await.unwrap();
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for (table, name, required, is_number) in found {
        tables.entry(table).or_default().push(Column {
            name,
            required: required == 1,
            is_number: is_number == 1,
        });
    }
    tables
}

/// What the document says of each column.
fn documented() -> BTreeMap<(String, String), String> {
    let text = include_str!("../../../docs/operating.md");
    let section = text
        .split("### What stays of an erased account")
        .nth(1)
        .unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut said = BTreeMap::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let table = cells[1].trim_matches('`');
        for column in cells[2].split(", ").map(|column| column.trim_matches('`')) {
            let key = (table.to_owned(), column.to_owned());
            assert!(said.insert(key, cells[3].to_owned()).is_none(), "{line}");
        }
    }
    said
}

/// A row of the table. The first id is `first`, the others are `rest`.
fn row_of(table: &str, columns: &[Column], (first, rest): (&str, &str), number: usize) -> Value {
    let mut row = Map::new();
    let mut ids = [first].into_iter();
    // The other row is about somebody else.
    let marked = number == 1;
    for Column {
        name,
        required,
        is_number,
    } in columns
    {
        let value = match name.as_str() {
            "metadata" => json!("{}"),
            "secret_hashes" => json!("[]"),
            "source" => json!("file"),
            "product_id" => json!(9),
            "group_id" => json!("team"),
            "role_id" => json!("role"),
            "agency_id" => json!("agency"),
            id if IDS.contains(&id) => json!(ids.next().unwrap_or(rest)),
            personal if PERSONAL.contains(&personal) && marked && !is_number => {
                json!(format!("{MARK} {table}"))
            }
            "search_text" if marked => json!(MARK),
            _ if !required => continue,
            // No sweep takes it.
            time if time == "at" || time.ends_with("_at") => json!(NOW + 1_000 * DAY),
            "minute" => json!((NOW + 1_000 * DAY) / 60_000),
            _ if *is_number => json!(0),
            other => json!(format!("{table} {other} {number}")),
        };
        row.insert(name.clone(), value);
    }
    Value::Object(row)
}

/// Fills every table that names people.
async fn fill(db: &Db, person: &str, other: &str) {
    for (table, row) in PARENTS {
        let row: Value = serde_json::from_str(row).unwrap();
        insert(db, table, row).await;
    }
    for (table, columns) in schema(db).await {
        let of_people = columns.iter().filter(|column| IDS.contains(&&*column.name));
        let made_here = [
            "accounts",
            "account_deletions",
            "audit_arrivals",
            "audit_entries",
            "former_names",
        ];
        if made_here.contains(&&*table) || PARENTS.iter().any(|(parent, _)| *parent == table) {
            continue;
        }
        let many = of_people.count();
        if many > 0 {
            let row = row_of(&table, &columns, (person, other), 1);
            insert(db, &table, row).await;
        }
        if many > 1 {
            let row = row_of(&table, &columns, (other, person), 2);
            insert(db, &table, row).await;
        }
    }
    let person = person.to_owned();
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let sql = "UPDATE products SET admin_id = $1, changed_by = $2 WHERE id = 9";
            rows::set(tx, sql, &person, person.clone()).await?;
            for parent in ["agencies", "groups", "roles"] {
                let sql = format!("UPDATE {parent} SET changed_by = '{person}'");
                rows::run(tx, sql).await?;
            }
            let sql = "UPDATE accounts SET changed_by = $2 WHERE id <> $1";
            rows::set(tx, sql, &person, person.clone()).await
        })
    });
    written.await.unwrap();
}

/// Entries about the person and about things that name the person, some of which have just arrived; and a name of before.
async fn fill_trail(db: &Db, person: &str, other: &str) {
    for (id, name) in [(person, MARK), (other, "Other before")] {
        let row = json!({ "object_id": id, "object_kind": "account", "until": NOW, "name": name });
        insert(db, "audit_names", row).await;
    }
    let own = json!({ "changes": [{ "field": "email", "from": null, "to": MARK }] });
    let named = json!({ "changes": [{ "field": "managers_added", "to": [format!("Zoe {MARK} ({person})")] }] });
    let invited = json!({ "outcome": "sent", "email": format!("zoe.{MARK}@demo.test") });
    let from = format!("{MARK} address");
    let entries = [
        (
            "account.changed",
            Some(person),
            Some(person),
            &own,
            Some(&from),
        ),
        ("account.changed", Some(other), Some(person), &own, None),
        (
            "sign_in.refused",
            None,
            Some(person),
            &json!({ "reason": "wrong_password" }),
            Some(&from),
        ),
        ("group.changed", Some(other), None, &named, None),
        ("iris_mapping.changed", Some(other), None, &named, None),
        ("account.stand_in", Some(other), Some(other), &named, None),
        (
            "group.registration_invitation",
            Some(other),
            None,
            &invited,
            None,
        ),
        (
            "group.registration_invitation",
            Some(person),
            Some(person),
            &invited,
            None,
        ),
        // What the person did to others stays.
        (
            "account.changed",
            Some(person),
            Some(other),
            &json!({}),
            None,
        ),
    ];
    for (number, (kind, actor, account, detail, from)) in entries.into_iter().enumerate() {
        let mut row = json!({
            "id": format!("entry {number}"), "at": NOW + 1_000 * DAY, "kind": kind, "detail": detail.to_string(),
            "object_kind": "account", "segment": "changes",
        });
        let columns = [("actor_id", actor), ("account_id", account)];
        let places = [("address", from), ("request_id", from)];
        for (column, value) in columns {
            if let Some(value) = value {
                row[column] = json!(value);
            }
        }
        for (column, value) in places {
            if let Some(value) = value {
                row[column] = json!(value);
            }
        }
        insert(db, ["audit_entries", "audit_arrivals"][number / 2 % 2], row).await;
    }
}

async fn insert(db: &Db, table: &str, row: Value) {
    let name = table.to_owned();
    let shown = row.to_string();
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, &name, &row).await })
    });
    written
        .await
        .unwrap_or_else(|error| panic!("{table} {shown}: {error}"));
}

/// The columns in which the text occurs.
async fn holding(db: &Db, text: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (table, columns) in schema(db).await {
        for Column { name, .. } in columns {
            let sql =
                format!("SELECT COUNT(*) FROM {table} WHERE LOWER(CAST({name} AS TEXT)) LIKE $1");
            let query = SqlQuery::composed(sql).bind(format!("%{}%", text.to_lowercase()));
            let mut view = db.read().await.unwrap();
            let (count,): (i64,) = query.fetch_one(&mut view).await.unwrap();
            if count > 0 {
                found.insert((table.clone(), name));
            }
        }
    }
    found
}

/// The numbers in the search index of the account and of a request.
async fn search_numbers(db: &Db, id: &str) -> Vec<i64> {
    let sql = "SELECT search_number FROM accounts WHERE id = $1 \
        UNION ALL SELECT search_number FROM requests WHERE account_id = $1";
    let mut view = db.read().await.unwrap();
    let found: Vec<(i64,)> = SqlQuery::kept(sql)
        .bind(id)
        .fetch_all(&mut view)
        .await
        .unwrap();
    assert_eq!(found.len(), 2);
    found.into_iter().map(|(number,)| number).collect()
}

/// True if any of these is in the index, and none is missing; false if none is.
async fn is_indexed(db: &Db, numbers: &[i64]) -> bool {
    let mut found = 0;
    for number in numbers {
        let sql = "SELECT COUNT(*) FROM search_grams WHERE rowid = $1";
        let mut view = db.read().await.unwrap();
        let query = SqlQuery::kept(sql).bind(*number);
        let (count,): (i64,) = query.fetch_one(&mut view).await.unwrap();
        found += count;
    }
    assert!(found == 0 || found == 2, "{found} of 2");
    found == 2
}

/// The person, with all that may be known of one.
fn person() -> NewAccount {
    let mut new = NewAccount {
        // A Chinese name has readings.
        full_name: format!("Zoe {MARK} 王"),
        email: Some(format!("zoe.{MARK}@demo.test")),
        email_verified: true,
        lion_id: Some(MARK.to_owned()),
        ..named(&format!("Zoe{MARK}"))
    };
    new.profile.nickname = Some(MARK.to_owned());
    new
}

async fn begin(db: &Db, clients: &Registry, id: &str, by: &str) {
    let clients = clients.clone();
    let (id, by) = (id.to_owned(), by.to_owned());
    let begun = db.write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            let config = Config::default();
            let zone = TimeZone::UTC;
            let rules = DeletionRules::of(&config, &zone);
            let audit = AuditContext::of_server(NOW, &Random::system(), "test").by(&by);
            account_deletion::begin(tx, &id, rules, &clients, &audit).await
        })
    });
    begun.await.unwrap();
}

/// Every column of either engine that may name a person is in the document, and the document names no other.
#[tokio::test]
async fn the_document_has_every_column_that_names_a_person() {
    let said: BTreeSet<_> = documented().into_keys().collect();
    for database in database::each_engine().await {
        let mut real = BTreeSet::new();
        let mut all = BTreeSet::new();
        for (table, columns) in schema(&database.db).await {
            for Column {
                name, is_number, ..
            } in columns
            {
                let names = PERSONAL.contains(&&*name) && !is_number;
                if names || IDS.contains(&&*name) {
                    real.insert((table.clone(), name.clone()));
                }
                all.insert((table.clone(), name));
            }
        }
        let missing: Vec<_> = real.difference(&said).collect();
        assert_eq!(
            missing,
            Vec::<&(String, String)>::new(),
            "not in the document"
        );
        let invented: Vec<_> = said.difference(&all).collect();
        assert_eq!(
            invented,
            Vec::<&(String, String)>::new(),
            "only in the document"
        );
    }
}

/// After the erasure no column has more of the person than the document says, and what others did stays.
#[tokio::test]
async fn nothing_names_an_erased_person() {
    let said = documented();
    for database in database::each_engine().await {
        let db = &database.db;
        let id = add(db, person()).await.unwrap();
        let other = add(db, named("Other")).await.unwrap();
        let clients = Registry::load(db).await.unwrap();
        fill(db, &id, &other).await;
        fill_trail(db, &id, &other).await;
        begin(db, &clients, &id, &id).await;
        begin(db, &clients, &other, &id).await;
        // Indexes the names.
        worker::of_server(db, NOW)
            .await
            .run_routines()
            .await
            .unwrap();
        let numbers = search_numbers(db, &id).await;
        assert!(is_indexed(db, &numbers).await);
        let mut before = holding(db, MARK).await;
        before.extend(holding(db, &id).await);
        // No process has written the first two here, and the deletion itself ends the others.
        let unseen = [
            "subject_changes",
            "former_names",
            "account_deletions",
            "account_locks",
            "one_time_links",
            "remembered_browsers",
            "temporary_codes",
        ];
        let empty: Vec<_> = said
            .iter()
            .filter(|(column, word)| {
                let expires = *word == "expires" || unseen.contains(&&*column.0);
                !expires && !before.contains(*column)
            })
            .collect();
        assert!(
            empty.is_empty(),
            "empty before the erasure, so this test would not see it: {empty:?}"
        );
        // The other one stays.
        let kept = other.clone();
        let undone = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE account_deletions SET erase_at = $2 WHERE account_id = $1";
                rows::set(tx, sql, &kept, NOW + 1_000 * DAY).await
            })
        });
        undone.await.unwrap();

        let ran = worker::of_server(db, NOW + 14 * DAY).await;
        ran.run_routines().await.unwrap();
        assert!(by_name(db, &format!("Zoe{MARK}")).await.is_none());
        for column in holding(db, MARK).await {
            let word = said.get(&column).map(String::as_str);
            let waits = column.0 == "jobs" || word == Some("expires");
            assert!(waits, "{column:?} names the person after the erasure");
        }
        for column in holding(db, &id).await {
            let word = said.get(&column).map(String::as_str);
            let is_id = ["object_id", "detail"].contains(&&*column.1);
            let in_list = word == Some("kept") || is_id || column.0 == "jobs";
            assert!(in_list, "{column:?} has the id after the erasure");
        }
        assert!(!is_indexed(db, &numbers).await);
        // The rows of others stay.
        for table in [
            "memberships",
            "requests",
            "way_givers",
            "account_applications",
        ] {
            let query = SqlQuery::composed(format!(
                "SELECT COUNT(*) FROM {table} WHERE account_id = $1"
            ));
            let mut view = db.read().await.unwrap();
            let (count,): (i64,) = query.bind(&other).fetch_one(&mut view).await.unwrap();
            assert_eq!(count, 1, "{table}");
        }
    }
}
