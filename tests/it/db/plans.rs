//! The plans of the statements of all stores: none reads the whole of a table that grows. The statements of lists by
//! pages are composed; `db::lists` reads their plans.

use std::collections::{BTreeMap, BTreeSet};

use atrium::db::{Conn, ReadTx, Reads as _, SqlQuery};
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use super::lists::indent;
use super::statements::stores;
use crate::support::database;

/// Tables that people fill by hand, and the server's own. Every other table grows with the accounts.
const SMALL: &[&str] = &[
    "access_group_codes",
    "access_right_scopes",
    "access_rights",
    "agencies",
    "announcements",
    "assistant_versions",
    "audit_arrivals",
    "brands",
    "changes",
    "clients",
    "companies",
    "deleted_announcements",
    "deleted_surveys",
    "divisions",
    "home_tiles",
    "industries",
    "installation",
    "launch_usage",
    "leases",
    "modules",
    "product_agencies",
    "products",
    "role_rights",
    "roles",
    "routine_rounds",
    "signing_keys",
    "surveys",
];

/// Statements that read a growing table in the order of an index, and why they stop early.
const WALKS: &[(&str, &str, &str)] = &[
    (
        "directory/store/list.rs",
        "ANY",
        "ends at the first account",
    ),
    ("limits/store.rs", "COUNT", "ends at the cap of counters"),
    ("limits/store.rs", "GIVE_UP", "ends at the cap of counters"),
    ("jobs/store.rs", "LET_GO", "once, when a process stops"),
    (
        "factors/store.rs",
        "SEALED_BY_OTHERS",
        "a command reads all",
    ),
    (
        "federation/store/links.rs",
        "COUNT",
        "reads an index alone, for a page of super administrators",
    ),
    (
        "federation/store/providers.rs",
        "ALL",
        "has at most 50 rows",
    ),
    (
        "federation/store/providers.rs",
        "SEALED_BY_OTHERS",
        "a command reads all",
    ),
    ("files/store.rs", "SPACE_AND_SUM", "in the background"),
    (
        "files/store.rs",
        "COUNT_SPACE",
        "in the background, after an update",
    ),
    (
        "surveys/store/sweeping.rs",
        "SWEEP_WAITING",
        "at most four answers of a survey wait",
    ),
    (
        "assistant/store/answers.rs",
        "ASKED_TO_STOP",
        "only answers that are arriving have rows",
    ),
    (
        "assistant/store/answers.rs",
        "SWEEP_PIECES",
        "only answers that are arriving have pieces",
    ),
    (
        "assistant/store/chats.rs",
        "OLD",
        "only answers that are arriving have rows",
    ),
    (
        "assistant/store/chats.rs",
        "SEALED_BY_OTHERS",
        "a command reads all",
    ),
    (
        "passkeys/store/keys.rs",
        "OTHER_NAMES",
        "a command reads all",
    ),
    (
        "sessions/store/sign_in_flows.rs",
        "SWEEP_HELD",
        "ends after the newest flows, which stay",
    ),
];

/// Every query of a store (rights, home cards, the access list, the badge and all others) uses an index on both
/// engines.
#[tokio::test]
async fn no_statement_reads_a_whole_table_that_grows() {
    let (mut needed, mut faults) = (BTreeSet::new(), Vec::new());
    let databases = database::each_engine().await;
    for database in &databases {
        let mut view = reader(database).await;
        for (store, statements) in stores() {
            for (name, sql) in *statements {
                let Some(fault) = fault(&mut view, sql).await else {
                    continue;
                };
                if WALKS.iter().any(|walk| (walk.0, walk.1) == (*store, *name)) {
                    needed.insert((*store, *name));
                } else {
                    let engine = database.db.engine();
                    faults.push(format!("{store} {name} on {engine:?}: {fault}"));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "add an index, or a line to WALKS that says why the walk ends:\n{}",
        faults.join("\n")
    );
    if databases.len() == 2 {
        for (store, name, _) in WALKS {
            let is_needed = needed.contains(&(*store, *name));
            assert!(is_needed, "{store} {name} reads no whole table any more");
        }
    }
}

/// The test above finds a search, a change, an order and a join without an index.
#[tokio::test]
async fn a_statement_without_an_index_is_found() {
    for database in database::each_engine().await {
        let mut view = reader(&database).await;
        for planted in [
            "SELECT id FROM accounts WHERE lang = $1",
            "SELECT a.id FROM accounts a WHERE a.updated_at > $1 ORDER BY a.id LIMIT 10",
            "UPDATE memberships SET created_at = 1 WHERE created_at = $1",
            "DELETE FROM requests WHERE reason = $1",
            "SELECT a.id FROM products p JOIN accounts a ON a.lang = p.name WHERE p.id = $1",
        ] {
            let found = fault(&mut view, planted).await;
            assert!(found.is_some(), "{:?} {planted}", database.db.engine());
        }
        for fine in [
            "SELECT id FROM accounts WHERE id = $1",
            "SELECT a.id FROM products p JOIN accounts a ON a.id = p.admin_id",
        ] {
            let found = fault(&mut view, fine).await;
            assert_eq!(found, None, "{:?} {fine}", database.db.engine());
        }
    }
}

/// A view whose plans use an index wherever there is one; small tables hide a missing one.
async fn reader(database: &database::TestDatabase) -> ReadTx {
    let mut view = database.db.read().await.unwrap();
    if let Conn::Postgres(conn) = view.conn() {
        for sql in [
            "SET enable_seqscan = off",
            "SET enable_hashjoin = off",
            "SET enable_mergejoin = off",
            "SET plan_cache_mode = force_generic_plan",
        ] {
            sqlx::raw_sql(sql).execute(&mut *conn).await.unwrap();
        }
    }
    view
}

/// The line of the plan of `sql` that reads the whole of a table that grows.
async fn fault(view: &mut ReadTx, sql: &str) -> Option<String> {
    if let Conn::Postgres(conn) = view.conn() {
        return fault_on_postgres(conn, sql).await;
    }
    let tables = SqlQuery::kept("SELECT name FROM sqlite_master WHERE type = 'table'");
    let tables = tables.fetch_all(view).await.unwrap();
    let tables: Vec<String> = tables.into_iter().map(|(name,)| name).collect();
    let explain = SqlQuery::composed(format!("EXPLAIN QUERY PLAN {sql}"));
    let plan: Vec<(i64, i64, i64, String)> = explain.fetch_all(view).await.unwrap();
    let names = names(sql, &tables);
    let mut lines = plan.into_iter().map(|(.., line)| line);
    lines.find(|line| reads_all_on_sqlite(line, &names))
}

/// The same on PostgreSQL. It prefers the smallest index of an empty table, also one of only some rows. The plan must
/// be good without this index too.
async fn fault_on_postgres(conn: &mut PgConnection, sql: &str) -> Option<String> {
    sqlx::raw_sql("BEGIN").execute(&mut *conn).await.unwrap();
    let fault = loop {
        let plan = plan_on_postgres(conn, sql).await;
        let Some(at) = (0..plan.len()).find(|at| reads_all_on_postgres(&plan, *at)) else {
            break None;
        };
        let used = plan[at]
            .split_once(" using ")
            .map_or("", |(_, index)| index);
        let index = used.split_whitespace().next().unwrap_or_default();
        let partial = "SELECT c.oid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
                       WHERE i.indpred IS NOT NULL AND c.relname = $1";
        let partial = sqlx::query(partial).bind(index);
        if partial.fetch_optional(&mut *conn).await.unwrap().is_none() {
            break Some(plan[at].trim().to_owned());
        }
        let drop = AssertSqlSafe(format!("DROP INDEX {index}"));
        sqlx::raw_sql(drop).execute(&mut *conn).await.unwrap();
    };
    sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await.unwrap();
    fault
}

async fn plan_on_postgres(conn: &mut PgConnection, sql: &str) -> Vec<String> {
    let nulls = vec!["NULL"; parameters(sql)].join(", ");
    let execute = match nulls.as_str() {
        "" => "planned".to_owned(),
        nulls => format!("planned({nulls})"),
    };
    let prepare = AssertSqlSafe(format!("PREPARE planned AS {sql}"));
    let explain = AssertSqlSafe(format!("EXPLAIN (COSTS OFF) EXECUTE {execute}"));
    sqlx::raw_sql(prepare).execute(&mut *conn).await.unwrap();
    let plan = sqlx::raw_sql(explain).fetch_all(&mut *conn).await.unwrap();
    let end = sqlx::raw_sql("DEALLOCATE planned");
    end.execute(&mut *conn).await.unwrap();
    plan.iter().map(|row| row.get(0)).collect()
}

/// The table behind each name in `sql`.
fn names<'s>(sql: &'s str, tables: &[String]) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
    let words = sql.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: Vec<&str> = words
        .filter(|word| !word.is_empty() && *word != "AS")
        .collect();
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (at, word) in words.iter().copied().enumerate() {
        if tables.iter().any(|table| table == word) {
            let alias = words.get(at + 1).copied().unwrap_or(word);
            names.entry(alias).or_default().insert(word);
            names.entry(word).or_default().insert(word);
        }
    }
    names
}

fn reads_all_on_sqlite(line: &str, names: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    let mut words = line.split_whitespace();
    let (does, name) = (words.next(), words.next().unwrap_or_default());
    // An index that is made for one statement reads the whole table first. The search index is a virtual table.
    let reads_all =
        (does == Some("SCAN") && !line.contains("VIRTUAL TABLE")) || line.contains("AUTOMATIC");
    let mut tables = names.get(name).into_iter().flatten();
    reads_all && tables.any(|table| !SMALL.contains(table))
}

fn reads_all_on_postgres(plan: &[String], at: usize) -> bool {
    let line = &plan[at];
    let Some((scan, on)) = line.split_once(" on ") else {
        return false;
    };
    let table = on.split_whitespace().next().unwrap_or_default();
    let mut below = plan[at + 1..]
        .iter()
        .take_while(|next| indent(next) > indent(line));
    let by_index = scan.contains("Index") && scan.contains(" using ");
    let reads_all =
        scan.contains("Seq Scan") || (by_index && !below.any(|next| next.contains("Index Cond")));
    reads_all && !SMALL.contains(&table)
}

/// The number of parameters of `sql`.
fn parameters(sql: &str) -> usize {
    let digits = sql.split('$').skip(1).map(|after| {
        let end = after.find(|letter: char| !letter.is_ascii_digit());
        after[..end.unwrap_or(after.len())].parse().unwrap_or(0)
    });
    digits.max().unwrap_or(0)
}
