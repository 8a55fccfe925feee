//! Every list, by its declaration: the plans of its statements, and the same rows in the same order on both
//! engines. A new list in `api/lists.rs` is checked here too.

use atrium::db::list::{
    COUNTED, Column, Filter, Kind, List, Paging, Place, Query, Range, Sort, Statement, Test,
};
use atrium::db::{Conn, Db, Engine, ReadTx, Reads as _, SqlQuery, SqlValue};
use sqlx::{AssertSqlSafe, Row as _};

use crate::api::list_walk::DELETED;
use crate::api::lists::CASES;
use crate::support::database;

/// The lists of `api/lists.rs`; one that is missing there is found by `no_list_is_forgotten`.
pub fn lists() -> impl Iterator<Item = &'static List> {
    CASES.iter().map(|case| case.list)
}

#[test]
fn no_list_is_forgotten() {
    let mut missing = Vec::new();
    super::statements::walk(&mut |file, text| {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for declared in text.split("List = List {").skip(1) {
            let name = declared.split('"').nth(1).unwrap_or_default();
            if !lists().any(|list| list.name == name) {
                missing.push(format!("{file}: {name}"));
            }
        }
    });
    assert!(
        missing.is_empty(),
        "write a ListCase and its line into CASES of tests/it/api/lists.rs: {missing:?}"
    );
}

/// Two lists of different tables with one noun would find each other's names.
#[test]
fn each_searched_table_has_its_own_noun() {
    let searched = lists().filter_map(|list| Some((list.search?.noun as u8, list.table)));
    let mut nouns = std::collections::BTreeMap::new();
    for (noun, table) in searched {
        assert_eq!(*nouns.entry(noun).or_insert(table), table, "{noun}");
    }
}

/// A sort that does not end with the list's key shows equal rows twice or not at all.
#[tokio::test]
async fn a_sort_without_the_key_has_a_unique_index() {
    let database = database::sqlite().await;
    let mut view = database.db.read().await.unwrap();
    for list in lists() {
        let (table, _) = list.table.split_once(' ').unwrap();
        for sort in list.sorts.iter().filter(|sort| sort.unique) {
            let column = sort.columns[0].sql.split_once('.').unwrap().1;
            let sql = format!(
                "SELECT COUNT(*) FROM pragma_index_list('{table}') l WHERE l.\"unique\" = 1 AND l.partial = 0 AND \
                 (SELECT GROUP_CONCAT(i.name) FROM pragma_index_info(l.name) i) = '{column}'"
            );
            let query = SqlQuery::composed(sql);
            let (unique,): (i64,) = query.fetch_one(&mut view).await.unwrap();
            assert_eq!(unique, 1, "{} {}", list.name, sort.name);
        }
    }
}

/// Each list whose rows are deleted is walked with a deletion.
#[test]
fn every_deletion_of_a_searched_row_is_walked() {
    for list in lists().filter(|list| list.search.is_some()) {
        let (table, _) = list.table.split_once(' ').unwrap();
        let deletes = format!("DELETE FROM {table} ");
        let statements = super::statements::stores().flat_map(|(_, statements)| *statements);
        let is_deleted = statements
            .into_iter()
            .any(|(_, sql)| sql.starts_with(&deletes));
        // `directory::erasure` tests these.
        let is_erased = ["accounts", "memberships", "requests", "feedback"].contains(&table);
        let is_walked = is_erased || DELETED.iter().any(|(of, ..)| *of == list.name);
        assert_eq!(
            is_deleted, is_walked,
            "{}: see DELETED of list_walk.rs",
            list.name
        );
    }
}

/// Attack 14: a list is searched by names that it shows. If its index has further names, the list says which.
#[test]
fn attack_14_a_search_reads_shown_columns_alone() {
    for list in lists() {
        let Some(search) = list.search else { continue };
        let hidden = search.names.iter().filter(|name| {
            let mut shown = list.columns.split([',', ' ', '.']);
            !shown.any(|column| column == **name)
        });
        let hidden: Vec<_> = hidden.collect();
        assert!(
            search.shown.is_some() || hidden.is_empty(),
            "{} does not show {hidden:?}; name what it shows in `Search::shown`",
            list.name
        );
        let shown = search.shown.unwrap_or_default();
        assert!(!shown.contains("search_text"), "{}", list.name);
    }
}

/// In each order, without a filter, with each filter alone, with all of them and searched, an
/// index finds the rows of a list, and only what was gathered is sorted.
#[tokio::test]
async fn an_index_is_on_every_path() {
    for database in database::each_engine().await {
        for list in lists() {
            let faults = faults(&database.db, list).await;
            assert!(faults.is_empty(), "{}", faults.join("\n"));
        }
    }
}

/// Attack 44: a walk starts and ends at its places, even with wide filters on its column; else a deep page or piece
/// would read everything before it.
#[tokio::test]
async fn attack_44_a_walk_reads_nothing_before_its_place() {
    let database = database::sqlite().await;
    let mut view = database.db.read().await.unwrap();
    let list = &atrium::audit::ENTRIES;
    for sort in ["time", "-time"] {
        let paging = Paging {
            sort: Some(sort.to_owned()),
            ..Paging::default()
        };
        let mut query = list.query(&paging).unwrap();
        for name in ["actor", "from", "until"] {
            let filter = list.filters.iter().find(|filter| filter.name == name);
            let filter = filter.unwrap();
            query = query.only_all(filter, sample(filter));
        }
        let place = sample_place(list, "time");
        for (does, statement) in statements(&query, Engine::Sqlite, &place) {
            let plan = plan(&mut view, &statement).await.join("\n");
            let expected: &[&str] = match does.as_str() {
                "walk" => &["(at,id)>(?,?)", "(at,id)<(?,?)"],
                "boundary" if sort == "time" => &["(at,id)>(?,?)", "at<?"],
                "boundary" => &["(at,id)<(?,?)", "at>?"],
                _ => &[],
            };
            for part in expected {
                assert!(plan.contains(part), "{sort} {does}: no {part} in {plan}");
            }
        }
    }
}

/// The test above finds a sort and a filter without an index.
#[tokio::test]
async fn a_list_without_an_index_is_found() {
    static LANGUAGE: Filter = Filter::is("lang", Column::text("a.lang"), &[]);
    static PLANTED: List = List {
        name: "planted",
        columns: "a.id",
        table: "accounts a",
        joins: "",
        key: Column::text("a.id"),
        filters: &[&LANGUAGE],
        sorts: &[
            Sort::by("created", &[Column::number("a.created_at")]),
            Sort::by("changed", &[Column::number("a.updated_at")]),
        ],
        usual_sort: "created",
        search: None,
    };
    for database in database::each_engine().await {
        let faults = faults(&database.db, &PLANTED).await;
        let engine = database.db.engine();
        let reported = |sort: &str, what: &str| {
            let of = format!("planted {engine:?} {sort} {what}");
            faults.iter().any(|fault| fault.starts_with(&of))
        };
        assert!(reported("changed", "nothing: walk"), "{faults:?}");
        assert!(reported("-changed", "nothing: walk"), "{faults:?}");
        assert!(reported("created", "lang: count by"), "{faults:?}");
        assert!(!reported("created", "nothing"), "{faults:?}");
    }
}

/// Letters have the same order on both engines, with any locale of the database.
#[tokio::test]
async fn text_is_sorted_by_code_points() {
    for database in database::each_engine().await {
        let mut view = database.db.read().await.unwrap();
        let Conn::Postgres(conn) = view.conn() else {
            continue;
        };
        for list in lists() {
            let columns = list.sorts.iter().flat_map(|sort| sort.columns);
            for column in columns.filter(|column| column.kind == Kind::Text) {
                let (table, column) = (list.table, column.sql);
                let sql = format!(
                    "SELECT CAST(pg_collation_for({column}) AS TEXT) \
                     FROM (SELECT 1) one LEFT JOIN {table} ON FALSE"
                );
                let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(sql));
                let collation = query.fetch_one(&mut *conn).await.unwrap();
                assert_eq!(collation, "\"C\"", "{} {column}", list.name);
            }
        }
    }
}

/// The faults in the plans of `list`.
async fn faults(db: &Db, list: &'static List) -> Vec<String> {
    let mut view = db.read().await.unwrap();
    // Small tables are scanned and sorted even with many indexes.
    for off in [
        "seqscan",
        "sort",
        "incremental_sort",
        "hashjoin",
        "mergejoin",
    ] {
        if let Conn::Postgres(conn) = view.conn() {
            let sql = AssertSqlSafe(format!("SET enable_{off} = off"));
            sqlx::query(sql).execute(&mut *conn).await.unwrap();
        }
    }
    let mut faults = Vec::new();
    let one = list.one(value(list.key.kind));
    let plan_of_one = plan(&mut view, &one).await;
    if let Some(fault) = fault(db.engine(), list, "find", &plan_of_one) {
        faults.push(format!("{} {:?} find: {fault}", list.name, db.engine()));
    }
    for sort in list.sorts {
        for way in ["", "-"] {
            let paging = Paging {
                sort: Some(format!("{way}{}", sort.name)),
                ..Paging::default()
            };
            for (what, query) in queries(list, &paging) {
                let place = sample_place(list, sort.name);
                for (does, statement) in statements(&query, db.engine(), &place) {
                    let plan = plan(&mut view, &statement).await;
                    if let Some(fault) = fault(db.engine(), list, &does, &plan) {
                        let (engine, name) = (db.engine(), list.name);
                        faults.push(format!(
                            "{name} {engine:?} {way}{} {what}: {does}: {fault}\n{}\n{}",
                            sort.name,
                            statement.clone().into_parts().0,
                            plan.join("\n")
                        ));
                    }
                }
            }
        }
    }
    faults
}

/// Every statement that `query` may run, by its purpose, from the functions that compose them.
fn statements(query: &Query, engine: Engine, place: &Place) -> Vec<(String, Statement)> {
    let range = Range {
        after: Some(place),
        limit: 11,
        ..Range::default()
    };
    let between = Range {
        through: Some(place),
        ..range
    };
    let mut all = vec![("walk".to_owned(), query.walk(engine, between))];
    if query.drivers().next().is_none() {
        all.push(("count".to_owned(), query.count(engine, None, COUNTED)));
    }
    for driver in query.drivers() {
        let label = |what: &str| format!("{what} by {driver:?}");
        all.push((label("count"), query.count_driver(engine, driver, COUNTED)));
        all.push((
            label("count all"),
            query.count(engine, Some(driver), COUNTED),
        ));
        for most in [None, Some(COUNTED)] {
            let gather = query.gather(engine, driver, (range, most));
            all.push((label("gather"), gather));
        }
        all.push(("boundary".to_owned(), query.boundary(range)));
    }
    all
}

/// A value of each kind that the filter takes.
fn sample(filter: &Filter) -> Vec<SqlValue> {
    let kinds = match &filter.test {
        Test::Compares(column, _) => std::slice::from_ref(&column.kind),
        Test::Among { values, .. } | Test::Fragment { values, .. } => values,
    };
    kinds.iter().map(|kind| value(*kind)).collect()
}

/// A place in the order `sort`.
fn sample_place(list: &List, sort: &str) -> Place {
    let sort = list.sorts.iter().find(|one| one.name == sort).unwrap();
    let key = (!sort.unique).then_some(&list.key);
    let columns = sort.columns.iter().chain(key);
    Place(columns.map(|column| value(column.kind)).collect())
}

fn value(kind: Kind) -> SqlValue {
    match kind {
        Kind::Number => SqlValue::Number(1),
        Kind::Text => SqlValue::Text("m".to_owned()),
    }
}

/// The list without a filter, with each alone, with all, and searched.
fn queries(list: &'static List, paging: &Paging) -> Vec<(&'static str, Query)> {
    let plain = || list.query(paging).unwrap();
    let by = |query: Query, filter: &'static Filter| query.only_all(filter, sample(filter));
    let mut queries = vec![("nothing", plain())];
    queries.extend(
        list.filters
            .iter()
            .map(|filter| (filter.name, by(plain(), filter))),
    );
    let all = |query: Query| {
        list.filters
            .iter()
            .fold(query, |query, filter| by(query, filter))
    };
    queries.push(("everything", all(plain())));
    if list.search.is_some() {
        for (name, text) in [("two letters", "an"), ("words", "smith 王")] {
            queries.push((name, plain().search(Some(text)).unwrap()));
        }
        if let Some(besides) = list.search.and_then(|search| search.besides) {
            let query = plain().search(Some("smith")).unwrap();
            queries.push(("words and besides", query.besides(sample(besides))));
        }
        queries.push((
            "everything searched",
            all(plain().search(Some("smith")).unwrap()),
        ));
    }
    queries
}

async fn plan(view: &mut ReadTx, statement: &Statement) -> Vec<String> {
    let (text, binds) = statement.clone().into_parts();
    macro_rules! explained {
        ($conn:expr, $explain:literal) => {{
            let sql = AssertSqlSafe(format!("{} {text}", $explain));
            let mut query = sqlx::query(sql);
            for bind in binds {
                query = match bind {
                    SqlValue::Null => unreachable!("a list binds no NULL"),
                    SqlValue::Number(number) => query.bind(number),
                    SqlValue::Text(text) => query.bind(text),
                };
            }
            query.fetch_all(&mut *$conn).await.unwrap()
        }};
    }
    match view.conn() {
        Conn::Sqlite(conn) => {
            let rows = explained!(conn, "EXPLAIN QUERY PLAN");
            let mut depths = std::collections::HashMap::from([(0_i64, 0)]);
            let line = |row: &sqlx::sqlite::SqliteRow| {
                let depth = depths[&row.get::<i64, _>("parent")];
                depths.insert(row.get("id"), depth + 2);
                format!("{}{}", " ".repeat(depth), row.get::<String, _>("detail"))
            };
            rows.iter().map(line).collect()
        }
        Conn::SqliteWriter(_) => unreachable!("a read"),
        Conn::Postgres(conn) => {
            let rows = explained!(conn, "EXPLAIN (COSTS OFF)");
            rows.iter().map(|row| row.get(0)).collect()
        }
    }
}

/// The faults in the plan of a statement for the purpose `does`.
fn fault(engine: Engine, list: &List, does: &str, plan: &[String]) -> Option<&'static str> {
    // Nothing narrows a count of the whole list, which stops at its limit.
    let reads_all = does == "count";
    let (table, alias) = list.table.split_once(' ').unwrap();
    for (at, line) in plan.iter().enumerate() {
        let under = |parents: &[&str]| is_under(plan, at, parents);
        match engine {
            Engine::Sqlite => {
                let mut words = line.split_whitespace();
                let scans = words.next() == Some("SCAN") && words.next() == Some(alias);
                if scans && !(reads_all && line.contains("USING COVERING INDEX")) {
                    return Some("reads the whole table");
                }
                if line.contains("TEMP B-TREE")
                    && under(&["CO-ROUTINE page", "MATERIALIZE page"])
                    && !does.starts_with("gather")
                {
                    return Some("sorts what it walks");
                }
            }
            Engine::Postgres => {
                if line.contains("Seq Scan") {
                    return Some("reads the whole table");
                }
                let scans = line.contains("Index") && line.contains(&format!(" on {table} "));
                let deeper = |next: &&String| indent(next) > indent(line);
                let mut below = plan[at + 1..].iter().take_while(deeper);
                if scans && !reads_all && !below.any(|next| next.contains("Index Cond")) {
                    return Some("reads the whole index");
                }
                if line.contains("Sort") && under(&["Limit"]) && !does.starts_with("gather") {
                    return Some("sorts what it walks");
                }
            }
        }
    }
    None
}

pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-', '>']).len()
}

/// Whether one of the parents of the line `at` in the plan is in `parents`.
fn is_under(plan: &[String], at: usize, parents: &[&str]) -> bool {
    let mut depth = indent(&plan[at]);
    for line in plan[..at].iter().rev() {
        if indent(line) < depth {
            depth = indent(line);
            if parents.iter().any(|parent| line.contains(parent)) {
                return true;
            }
        }
    }
    false
}
