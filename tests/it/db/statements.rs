//! Both engines accept every SQL text of every store.

use std::collections::BTreeSet;

use atrium::db::{Conn, Db, DbError, Reads as _};
use sqlx::postgres::{PgTypeInfo, PgTypeKind};
use sqlx::{Either, Executor as _, SqlSafeStr as _, Statement as _, TypeInfo as _};

use crate::support::database;

/// Each store's list; a store that is missing here is found by `no_store_is_forgotten`.
const STORES: &[(&str, &[(&str, &str)])] = &[
    ("clients/store/mod.rs", atrium::clients::STATEMENTS),
    ("db/feed.rs", atrium::db::feed::STATEMENTS),
    ("db/search.rs", atrium::db::search::STATEMENTS),
    ("db/installation.rs", atrium::db::installation::STATEMENTS),
    ("db/kept.rs", atrium::db::kept::STATEMENTS),
    ("keys/store.rs", atrium::keys::STATEMENTS),
    ("files/store.rs", atrium::files::STATEMENTS),
    ("jobs/store.rs", atrium::jobs::STATEMENTS),
    ("limits/store.rs", atrium::limits::STATEMENTS),
];

/// [`STORES`] and the lists of modules with several stores.
pub fn stores()
-> impl Iterator<Item = &'static (&'static str, &'static [(&'static str, &'static str)])> {
    let rooms = [
        atrium::access::STATEMENTS,
        atrium::announcements::STATEMENTS,
        atrium::assistant::STATEMENTS,
        atrium::feedback::STATEMENTS,
        atrium::catalogue::STATEMENTS,
        atrium::audit::STATEMENTS,
        atrium::directory::STATEMENTS,
        atrium::factors::STATEMENTS,
        atrium::federation::STATEMENTS,
        atrium::groups::STATEMENTS,
        atrium::insight::STATEMENTS,
        atrium::passkeys::STATEMENTS,
        atrium::wechat::STATEMENTS,
        atrium::sessions::STATEMENTS,
        atrium::surveys::STATEMENTS,
    ];
    STORES.iter().chain(rooms.into_iter().flatten())
}

/// PostgreSQL also finds the type of each argument by itself, which a NULL leaves to it: a whole number of 64 bits or a text.
#[tokio::test]
async fn every_statement_is_prepared_by_both_engines() {
    let mut other = Vec::new();
    for database in database::each_engine().await {
        for (store, statements) in stores() {
            for (name, sql) in *statements {
                let types = prepare(&database.db, sql).await;
                let types = types.unwrap_or_else(|error| {
                    panic!("{store} {name} on {:?}: {error:?}", database.db.engine())
                });
                if !types.iter().all(is_usual) {
                    other.push(format!("{store} {name}: {types:?}"));
                }
            }
        }
    }
    assert!(other.is_empty(), "{other:#?}");
}

fn is_usual(info: &PgTypeInfo) -> bool {
    match info.kind() {
        PgTypeKind::Domain(base) => is_usual(base),
        _ => ["INT8", "TEXT"].contains(&info.name()),
    }
}

/// Asks the engine to prepare `sql`. PostgreSQL returns the types of its arguments.
async fn prepare(db: &Db, sql: &'static str) -> Result<Vec<PgTypeInfo>, DbError> {
    let mut tx = db.read().await?;
    Ok(match tx.conn() {
        Conn::Sqlite(conn) => {
            conn.prepare(sql.into_sql_str()).await?;
            Vec::new()
        }
        Conn::SqliteWriter(_) => unreachable!("a read"),
        Conn::Postgres(conn) => {
            let prepared = conn.prepare(sql.into_sql_str()).await?;
            let types = prepared.parameters().and_then(Either::left);
            types.map(<[_]>::to_vec).unwrap_or_default()
        }
    })
}

#[test]
fn no_store_is_forgotten() {
    let mut missing = Vec::new();
    walk(&mut |name, text| {
        if text.contains("statements! {") && !stores().any(|(store, _)| *store == name) {
            missing.push(name);
        }
    });
    assert!(missing.is_empty(), "not prepared by any test: {missing:?}");
}

/// The tables that decide whether an access token is valid, and its contents.
const BEHIND_TOKENS: &[&str] = &["access_tokens", "grants", "sso_sessions", "accounts"];

/// Statements that write to these tables, but change no token and nobody's access.
const HARMLESS: &[(&str, &str, &str)] = &[
    (
        "directory/store/way_givers.rs",
        "HOLD_PROOF",
        "only locks the row",
    ),
    (
        "directory/store/asked_passwords.rs",
        "SET",
        "for lists alone",
    ),
    ("directory/store/refusals.rs", "NOTE", "for lists alone"),
    ("factors/store.rs", "NOTE_FACTOR", "for lists alone"),
    ("groups/store/erasure.rs", "GRANTED", "who granted it"),
    ("groups/store/group_rights.rs", "NOTE_DRAFT", "no right"),
    (
        "groups/store/group_rights.rs",
        "PUT",
        "drafts decide nothing",
    ),
    (
        "groups/store/group_rights.rs",
        "DROP",
        "drafts decide nothing",
    ),
    ("catalogue/store/access_rights.rs", "HOLD", "no right"),
    (
        "catalogue/store/access_rights.rs",
        "NOTE_CHANGE",
        "no right",
    ),
    (
        "catalogue/store/access_rights.rs",
        "CLEAR_DRAFT",
        "no right",
    ),
    ("catalogue/store/access_rights.rs", "NOTE_DRAFT", "no right"),
    (
        "catalogue/store/access_rights.rs",
        "INSERT",
        "drafts decide nothing",
    ),
    (
        "catalogue/store/access_rights.rs",
        "UPDATE",
        "drafts decide nothing",
    ),
    (
        "catalogue/store/access_rights.rs",
        "INSERT_BUILT_IN",
        "nobody has it yet",
    ),
    (
        "catalogue/store/assignments.rs",
        "PUT_GROUP",
        "drafts decide nothing",
    ),
    (
        "catalogue/store/assignments.rs",
        "DROP_GROUP",
        "drafts decide nothing",
    ),
    (
        "catalogue/store/assignments.rs",
        "PUT_ROLE",
        "drafts decide nothing",
    ),
    (
        "catalogue/store/assignments.rs",
        "DROP_ROLE",
        "drafts decide nothing",
    ),
    ("catalogue/store/modules.rs", "HOLD", "changes nothing"),
    (
        "catalogue/store/modules.rs",
        "INSERT",
        "no right belongs to it yet",
    ),
    (
        "catalogue/store/modules.rs",
        "DELETE",
        "no right belongs to it",
    ),
    ("catalogue/store/roles.rs", "HOLD", "changes no right"),
    ("catalogue/store/roles.rs", "NOTE_CHANGE", "no right"),
    ("sessions/store/access_tokens.rs", "SWEEP", "expired before"),
    ("groups/store/deciders.rs", "HOLD", "changes nothing"),
    (
        "groups/store/memberships.rs",
        "INVITE",
        "who is invited is no member",
    ),
    (
        "groups/store/memberships.rs",
        "GIVE",
        "says who gave what a grant has given",
    ),
    ("groups/store/memberships.rs", "CONFIRM", "ends later"),
    ("groups/store/memberships.rs", "SET_END", "ends later"),
    ("groups/store/memberships.rs", "WARN", "changes nothing"),
    (
        "groups/store/memberships.rs",
        "SWEEP",
        "who was refused is no member",
    ),
    ("sessions/store/grants.rs", "SWEEP", "no token is left"),
    (
        "sessions/store/refresh_families.rs",
        "START",
        "ends no access token",
    ),
    (
        "sessions/store/refresh_families.rs",
        "ROTATE",
        "ends no access token",
    ),
    (
        "sessions/store/refresh_families.rs",
        "EXTEND",
        "ends no access token",
    ),
    (
        "sessions/store/provider_sessions.rs",
        "CAME_BY",
        "changes nothing",
    ),
    ("sessions/store/sso.rs", "SWEEP", "beyond every lifetime"),
    ("sessions/store/sso.rs", "TOUCH", "lives longer"),
    ("sessions/store/sso.rs", "REAUTHENTICATE", "lives longer"),
    ("sessions/store/sso.rs", "HOLD", "changes nothing"),
    (
        "directory/store/way_givers.rs",
        "STILL_HAS_PASSWORD",
        "changes nothing",
    ),
    ("directory/store/mod.rs", "HOLD", "changes nothing"),
    ("groups/store/group_details.rs", "HOLD", "changes nothing"),
    (
        "groups/store/group_details.rs",
        "NOTE_CHANGE",
        "gives nobody access",
    ),
    (
        "directory/store/mod.rs",
        "SET_PASSWORD",
        "no token tells of it",
    ),
    (
        "directory/store/mod.rs",
        "REPLACE_PASSWORD",
        "no token tells of it",
    ),
    (
        "directory/store/mod.rs",
        "NOTE_CHANGE",
        "no token tells of it",
    ),
    ("directory/store/mod.rs", "REHASH", "no token tells of it"),
    (
        "catalogue/store/product_records.rs",
        "NOTE_CHANGE",
        "opens and closes nothing",
    ),
    (
        "catalogue/store/product_records.rs",
        "HOLD",
        "changes nothing",
    ),
    (
        "catalogue/store/product_records.rs",
        "HOLD_FIRST",
        "changes nothing",
    ),
    (
        "catalogue/store/product_records.rs",
        "HOLD_CODES",
        "changes nothing",
    ),
    (
        "directory/store/mod.rs",
        "RECORD_SIGN_IN",
        "no token tells of it",
    ),
];

fn is_harmless(store: &str, statement: &str) -> bool {
    let mut known = HARMLESS.iter();
    known.any(|(of, name, _)| *of == store && *name == statement)
}

fn may_change_a_token(sql: &str) -> bool {
    let touches = |table: &&str| {
        sql.starts_with(&format!("UPDATE {table} "))
            || sql.starts_with(&format!("DELETE FROM {table} "))
    };
    BEHIND_TOKENS.iter().any(touches)
        || sql.starts_with("INSERT INTO revoked_jtis")
        || sql.starts_with("UPDATE clients SET not_before")
}

/// Tokens are cached, so a function that ends one must announce it.
#[test]
fn every_statement_that_ends_a_token_announces_it() {
    let mut seen = 0;
    for (store, statements) in stores() {
        let text = source(store);
        for (name, sql) in *statements {
            if !may_change_a_token(sql) || is_harmless(store, name) {
                continue;
            }
            for function in running(&text, name) {
                assert!(
                    function.contains("tx.changed_rows(TOPIC, "),
                    "{store}: a function runs {name} without `tx.changed_rows(TOPIC, …)`; if no token ends or \
                     changes by it, add it to HARMLESS in this file"
                );
                seen += 1;
            }
        }
    }
    assert_eq!(
        seen, 25,
        "a statement is run where this test does not find it"
    );
}

/// The search index contains the names of a searched list: a function that writes one ends with
/// `index_names`.
#[test]
fn every_statement_that_writes_a_searched_name_indexes_it() {
    let mut seen = 0;
    for list in super::lists::lists() {
        let Some(search) = list.search else { continue };
        let (table, _) = list.table.split_once(' ').unwrap();
        let writes = |sql: &str| {
            let of_table = sql.starts_with(&format!("INSERT INTO {table} "))
                || sql.starts_with(&format!("UPDATE {table} "));
            let before_where = sql.split(" WHERE ").next().unwrap_or(sql);
            // A column may be called like its table.
            let (_, before_where) = before_where
                .split_once(&format!(" {table} "))
                .unwrap_or_default();
            let mut named = before_where.split(|c: char| !c.is_alphanumeric() && c != '_');
            of_table && named.any(|word| search.names.contains(&word))
        };
        for (store, statements) in stores() {
            let text = source(store);
            for (name, _) in statements.iter().filter(|(_, sql)| writes(sql)) {
                for function in running(&text, name) {
                    assert!(
                        function.contains(".index_names(tx, "),
                        "{store}: a function runs {name}, which writes a name of the list {}, without \
                         `index_names`",
                        list.name
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(
        seen >= 3,
        "{seen}: a statement is run where this test does not find it"
    );
}

/// The functions in a store's source that run the statement `name`.
fn running<'t>(text: &'t str, name: &'static str) -> impl Iterator<Item = &'t str> {
    let is_named = move |function: &str| {
        let mut words = function.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
    };
    text.split("\n}\n")
        .filter(|part| !part.contains("statements! {") && !part.contains("macro_rules! "))
        .filter(move |function| is_named(function))
}

/// The statements that decide about access and the claims of groups (`catalogue/standing.rs`, `catalogue/group_claims.rs`).
const DECIDING: &[(&str, &str)] = &[
    ("catalogue/store/products.rs", "OF_CLIENT"),
    ("catalogue/store/products.rs", "VISIBLE"),
    ("groups/store/product_groups.rs", "PUBLIC"),
    ("access/store/rights.rs", "FACTS"),
    ("groups/store/groups.rs", "GRANTING"),
    ("groups/store/groups.rs", "NAMES"),
];

/// The tables that they read without a subject of access, and why.
const WITHOUT_SUBJECT: &[(&str, &str)] = &[
    ("accounts", "the topic of the directory"),
    (
        "companies",
        "the topic of the directory, for another parent",
    ),
    ("brands", "the topic of the directory, for another parent"),
    ("product_admins", "no application gets it"),
    ("group_managers", "no application gets it"),
];

/// The tables that decide about access.
fn behind_access() -> BTreeSet<&'static str> {
    let mut tables = BTreeSet::new();
    for (store, statements) in stores() {
        for (name, sql) in *statements {
            if DECIDING.contains(&(*store, *name)) {
                let words: Vec<&str> = sql.split([' ', '(']).collect();
                let named = words
                    .windows(2)
                    .filter(|pair| ["FROM", "JOIN"].contains(&pair[0]));
                tables.extend(named.map(|pair| pair[1]).filter(|name| !name.is_empty()));
            }
        }
    }
    for (table, _) in WITHOUT_SUBJECT {
        assert!(tables.remove(table), "{table} decides nothing");
    }
    tables
}

/// The code by which a function names the people concerned.
const CONCERNS: &[&str] = &[
    "changed(tx, ",
    "changed_product(tx, ",
    "changed_account(tx, ",
    "changed_claims(tx)",
];

/// Every statement that gives or takes access announces it to the token caches.
#[test]
fn every_statement_that_changes_access_announces_its_subject() {
    let mut wrong = Vec::new();
    let tables = behind_access();
    for (store, statements) in stores() {
        let text = source(store);
        for (name, sql) in *statements {
            let writes = |table: &&str| {
                ["INSERT INTO", "UPDATE", "DELETE FROM"]
                    .iter()
                    .any(|verb| sql.starts_with(&format!("{verb} {table} ")))
            };
            if !tables.iter().any(writes) || is_harmless(store, name) {
                continue;
            }
            let functions: Vec<&str> = running(&text, name).collect();
            let is_silent = |function: &&str| !CONCERNS.iter().any(|says| function.contains(says));
            if functions.is_empty() || functions.iter().any(is_silent) {
                wrong.push(format!("{store} {name}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "no function runs it, or one that has none of {CONCERNS:?}; if it neither opens nor closes anything, add it \
         to HARMLESS in this file: {wrong:#?}"
    );
}

/// The folder of each crate with stores, and the name that its stores begin with.
const CRATES: &[(&str, &str)] = &[("src/", ""), ("crates/db/src/", "db/")];

/// Calls `visit` with the name and the text of each file of the server and of the crate `db`.
pub fn walk(visit: &mut impl FnMut(String, &str)) {
    for (folder, prefix) in CRATES {
        let folder = std::path::Path::new(folder);
        walk_below(folder, &mut |path, text| {
            let name = path.strip_prefix(folder).unwrap().display();
            visit(format!("{prefix}{name}"), text);
        });
    }
}

fn walk_below(folder: &std::path::Path, visit: &mut impl FnMut(&std::path::Path, &str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk_below(&path, visit);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            visit(&path, &std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The text of the store with this name.
fn source(store: &str) -> String {
    let path = match store.strip_prefix("db/") {
        Some(file) => format!("crates/db/src/{file}"),
        None => format!("src/{store}"),
    };
    std::fs::read_to_string(path).unwrap()
}
