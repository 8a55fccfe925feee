//! The walk of one list: what `every_list_keeps_the_rules_of_lists` asks of each [`ListCase`] (contract K-23, K-24,
//! K-25, G-51; attack 35).

use std::collections::BTreeSet;

use atrium::db::list::Kind;
use atrium::db::{DbError, SqlQuery, SqlValue};
use serde_json::{Value, json};

use super::cursors;
use super::lists::{ListCase, Parameter, document, index_names, parameters};
use crate::support::database::TestDatabase;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{rows, worker};

/// Texts that would change a statement if they became a part of it.
const HOSTILE: &[&str] = &[
    "' OR '1'='1",
    "'; DROP TABLE accounts; --",
    "\" OR 1=1",
    "$1",
    "{}",
    "%",
    "x') OR ('1'='1",
];

/// Walks one list; `foreign` are cursors of other lists. Returns a cursor of this one.
pub(super) async fn walk(
    case: &'static ListCase,
    database: TestDatabase,
    foreign: Vec<(&'static str, String)>,
) -> String {
    // The server's own routines would index the rows beside the test.
    worker::hold_routines(&database.db, NOW).await;
    let server = Server::start(&database.db).await;
    let reader = (case.seed)(&server).await;
    let walk = Walk {
        server: &server,
        reader: &reader,
        case,
    };
    let document = document(&server).await;
    let operation = &document["paths"][case.path]["get"];
    let own: Vec<_> = parameters(operation)
        .filter(Parameter::is_of_this_list)
        .collect();
    walk.orders_differ();
    walk.orders().await;
    walk.pages().await;
    walk.filters(&own).await;
    walk.pairs_of_filters().await;
    walk.refusals(&own).await;
    walk.nothing_is_sql().await;
    walk.index().await;
    let own = walk.foreign_cursors(&foreign).await;
    walk.deletion().await;
    walk.ties().await;
    own
}

struct Walk<'w> {
    server: &'w Server,
    reader: &'w Person,
    case: &'static ListCase,
}

impl Walk<'_> {
    async fn ask(&self, query: &str) -> Value {
        self.ask_with(self.case.always, query).await
    }

    async fn ask_with(&self, always: &str, query: &str) -> Value {
        let path = format!("{}?{always}&{query}", self.case.path);
        self.server.get_as(self.reader, &path).await.json()
    }

    async fn page(&self, query: &str) -> Value {
        let answer = self.ask(query).await;
        assert_eq!(answer["status"], 0, "{} {query}: {answer}", self.case.path);
        answer["data"].clone()
    }

    async fn refuses(&self, query: &str, field: &str) {
        let answer = self.ask(query).await;
        let response = (&answer["status"], &answer["field"], &answer["data"]);
        let expected = (&json!(100_012), &json!(field), &Value::Null);
        assert_eq!(response, expected, "{} {query}", self.case.path);
    }

    fn names(&self, page: &Value) -> Vec<String> {
        let rows = page["list"].as_array().unwrap().iter();
        rows.map(|row| row[self.case.name].as_str().unwrap().to_owned())
            .collect()
    }

    /// The whole list in the order `sort`, as the case expects it.
    fn expected(&self, sort: &str) -> Vec<&'static str> {
        let name = sort.strip_prefix('-').unwrap_or(sort);
        let order = self.case.orders.iter().find(|(of, _)| *of == name);
        let (_, rows) = order.unwrap_or_else(|| panic!("{}: no order {name}", self.case.path));
        let mut rows = rows.to_vec();
        if sort.starts_with('-') {
            rows.reverse();
        }
        rows
    }

    /// Each order gives other rows, so that no sort can pass for another.
    fn orders_differ(&self) {
        let orders = self.case.orders;
        for (at, (one, rows)) in orders.iter().enumerate() {
            for (other, others) in &orders[at + 1..] {
                assert_ne!(rows, others, "{}: {one} and {other}", self.case.path);
            }
        }
    }

    /// G-51, K-24: each sort in both directions, on one page, by numbers, by `next` and by `previous`.
    async fn orders(&self) {
        let list = self.case.list;
        assert_eq!(
            list.sorts.len(),
            self.case.orders.len(),
            "{}",
            self.case.path
        );
        let usual = self.names(&self.page("").await);
        assert_eq!(usual, self.expected(list.usual_sort), "{}", self.case.path);
        for sort in list.sorts {
            for way in ["", "-"] {
                let sort = format!("{way}{}", sort.name);
                let (path, expected) = (self.case.path, self.expected(&sort));
                let whole = self.page(&format!("sort={sort}")).await;
                assert_eq!(self.names(&whole), expected, "{path} {sort}");
                self.tells_only_what_it_shows(&sort, &whole["list"][0])
                    .await;
                let mut numbered = Vec::new();
                for num in 1..=expected.len().div_ceil(2) {
                    let query = format!("sort={sort}&pageSize=2&pageNum={num}");
                    numbered.extend(self.names(&self.page(&query).await));
                }
                assert_eq!(numbered, expected, "{path} {sort} by numbers");
                let [next, previous] = self.by_cursors(&sort, expected.len()).await;
                assert_eq!(next, expected, "{path} {sort} by next");
                assert_eq!(previous, expected, "{path} {sort} by previous");
            }
        }
    }

    /// Attack 33: a caller can read a cursor, so it contains only values that its row shows.
    async fn tells_only_what_it_shows(&self, sort: &str, row: &Value) {
        let page = self.page(&format!("sort={sort}&pageSize=1")).await;
        let hidden = cursors::hidden(&page, row, &self.server.state().zone);
        assert!(hidden.is_empty(), "{} {sort}: {hidden:?}", self.case.path);
    }

    /// All rows one by one, by `next` to the last and by `previous` back.
    async fn by_cursors(&self, sort: &str, total: usize) -> [Vec<String>; 2] {
        let first = format!("sort={sort}&pageSize=1");
        let mut shown = self.page(&first).await;
        assert_eq!(shown.get("previous"), None);
        let (mut on, mut num) = (self.names(&shown), 1);
        while let Some(next) = shown.get("next").and_then(Value::as_str) {
            shown = self.page(&format!("{first}&cursor={next}")).await;
            num += 1;
            assert_eq!(
                (&shown["pageNum"], &shown["total"]),
                (&json!(num), &json!(total))
            );
            on.extend(self.names(&shown));
        }
        assert_eq!(shown.get("last"), None);
        let mut back = self.names(&shown);
        while let Some(previous) = shown.get("previous").and_then(Value::as_str) {
            shown = self.page(&format!("{first}&cursor={previous}")).await;
            back.splice(0..0, self.names(&shown));
        }
        [on, back]
    }

    /// K-23: the total, the last page, and a page behind it.
    async fn pages(&self) {
        let expected = self.expected(self.case.list.usual_sort);
        let (path, rows) = (self.case.path, expected.len());
        assert!(rows >= 3, "{path}: a cursor needs three rows");
        let whole = self.page("pageSize=100").await;
        let response = (&whole["total"], &whole["more"], &whole["pageNum"]);
        assert_eq!(response, (&json!(rows), &json!(false), &json!(1)), "{path}");
        let pages = rows.div_ceil(2);
        let last = self.page(&format!("pageSize=2&pageNum={pages}")).await;
        assert_eq!(self.names(&last), expected[(pages - 1) * 2..], "{path}");
        assert_eq!(last["pageNum"], pages, "{path}");
        for behind in [format!("{}", pages + 1), i64::MAX.to_string()] {
            let query = format!("pageSize=2&pageNum={behind}");
            assert_eq!(self.page(&query).await, last, "{path} {query}");
        }
        let first = self.page("pageSize=2").await;
        let cursor = first["last"].as_str().unwrap();
        let by_cursor = self.page(&format!("pageSize=2&cursor={cursor}")).await;
        assert_eq!(by_cursor, last, "{path} by last");
    }

    /// Each parameter narrows the list; an empty field of a form does not.
    async fn filters(&self, parameters: &[Parameter<'_>]) {
        let whole = self.expected(self.case.list.usual_sort);
        let mut narrowed: BTreeSet<String> =
            members(self.case.always).map(|(name, _)| name).collect();
        for (query, rows) in self.case.found {
            let page = self.page(query).await;
            assert_eq!(self.names(&page), *rows, "{} {query}", self.case.path);
            assert_eq!(page["total"], rows.len(), "{} {query}", self.case.path);
            if (1..whole.len()).contains(&rows.len()) {
                narrowed.extend(members(query).map(|(name, _)| name));
            }
        }
        for parameter in parameters {
            let (path, name) = (self.case.path, parameter.name);
            assert!(
                narrowed.contains(name),
                "{path}: nothing in `found` is narrowed by {name}"
            );
            if !parameter.is_required && (parameter.is_text || parameter.is_integer) {
                let all = self.names(&self.page(&format!("{name}=")).await);
                assert_eq!(all, whole, "{path} with an empty {name}");
            }
        }
    }

    /// Two filters together keep only rows that both keep: the index of the rarer one finds rows, and the other one
    /// removes some.
    async fn pairs_of_filters(&self) {
        for (query, both) in pairs(self.case.found) {
            let page = self.page(&query).await;
            let total = json!(both.len());
            let found = (self.names(&page), &page["total"]);
            assert_eq!(found, (both, &total), "{} {query}", self.case.path);
        }
    }

    /// K-25, X-06: bad sizes, page numbers, sorts, cursors and numbers, and words that are too short, are refused with
    /// the name of the field.
    async fn refusals(&self, parameters: &[Parameter<'_>]) {
        for (query, field) in [
            ("pageNum=0", "pageNum"),
            ("pageNum=-1", "pageNum"),
            ("pageNum=x", "pageNum"),
            ("pageNum=99999999999999999999", "pageNum"),
            ("pageSize=0", "pageSize"),
            ("pageSize=-5", "pageSize"),
            ("pageSize=101", "pageSize"),
            ("pageSize=1.5", "pageSize"),
            ("sort=nothing", "sort"),
            ("sort=-", "sort"),
            ("cursor=x", "cursor"),
        ] {
            self.refuses(query, field).await;
        }
        let twice = format!("sort=--{}", self.case.list.sorts[0].name);
        self.refuses(&twice, "sort").await;
        for parameter in parameters.iter().filter(|parameter| parameter.is_integer) {
            self.refuses(&format!("{}=x", parameter.name), parameter.name)
                .await;
        }
        if self.case.list.search.is_some() {
            self.refuses("context=a", "context").await;
        }
        for (query, field) in self.case.refused {
            self.refuses(query, field).await;
        }
    }

    /// Attack 35: no value becomes SQL. Such a text finds nothing or is refused, and the list stays.
    async fn nothing_is_sql(&self) {
        let (path, always) = (self.case.path, self.case.always);
        for text in HOSTILE {
            let text: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
            self.refuses(&format!("sort={text}"), "sort").await;
            self.refuses(&format!("cursor={text}"), "cursor").await;
            let found = self.case.found.iter().map(|(query, _)| *query);
            for (at, query) in [always].into_iter().chain(found).enumerate() {
                for (name, value) in members(query) {
                    let other =
                        query.replace(&format!("{name}={value}"), &format!("{name}={text}"));
                    let answer = match at {
                        0 => self.ask_with(&other, "").await,
                        _ => self.ask(&other).await,
                    };
                    let nothing = answer["data"]["total"] == 0 || answer["status"] == 100_012;
                    assert!(nothing, "{path} {other}: {answer}");
                }
            }
        }
        let whole = self.expected(self.case.list.usual_sort);
        assert_eq!(self.names(&self.page("").await), whole, "{path}");
    }

    /// Rows from a version without the search index are found and sorted by name once the routine ran.
    async fn index(&self) {
        let Some(search) = self.case.list.search else {
            return;
        };
        let (table, _) = self.case.list.table.split_once(' ').unwrap();
        let mut columns = vec![
            "search_number = NULL".to_owned(),
            "search_text = ''".to_owned(),
        ];
        columns.extend(
            search
                .sorted
                .iter()
                .map(|(column, _)| format!("{column} = ''")),
        );
        let forget = format!("UPDATE {table} SET {}", columns.join(", "));
        let forgotten = self.server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                rows::run(tx, "DELETE FROM search_grams".to_owned()).await?;
                rows::run(tx, forget).await
            })
        });
        forgotten.await.unwrap();
        let searches = self.case.found.iter();
        let searches: Vec<_> = searches
            .filter(|(query, _)| query.contains("context="))
            .collect();
        // The search also looks into the shown columns of rows, so it finds them without the index.
        if search.shown.is_none() {
            for (query, _) in &searches {
                assert_eq!(self.page(query).await["total"], 0, "{query}");
            }
        }
        for _ in 0..2 {
            index_names(self.server).await;
            for (query, rows) in &searches {
                let found = self.names(&self.page(query).await);
                assert_eq!(found, *rows, "{} {query} after the routine", self.case.path);
            }
            self.orders().await;
        }
    }

    /// Attack 35: a cursor is valid only for its list, sort and filters, and only unchanged.
    /// `foreign` are cursors of other lists; the result is one of this list.
    async fn foreign_cursors(&self, foreign: &[(&str, String)]) -> String {
        let first = self.page("pageSize=1").await;
        let own = first["next"].as_str().unwrap();
        let usual = self.case.list.usual_sort;
        let other_way = match usual.strip_prefix('-') {
            Some(name) => name.to_owned(),
            None => format!("-{usual}"),
        };
        self.refuses(&format!("cursor={own}&sort={other_way}"), "cursor")
            .await;
        self.refuses(&format!("cursor={own}A"), "cursor").await;
        self.refuses(&format!("cursor={}", &own[1..]), "cursor")
            .await;
        for (query, _) in self.case.found {
            self.refuses(&format!("cursor={own}&{query}"), "cursor")
                .await;
        }
        for (_, cursor) in foreign.iter().filter(|(of, _)| *of != self.case.path) {
            self.refuses(&format!("cursor={cursor}"), "cursor").await;
        }
        own.to_owned()
    }
}

/// The lists whose rows are deleted: by which call, and the field that names a row.
pub const DELETED: &[(&str, &str, &str)] = &[
    (
        "modules",
        "/api/security/admin/access/delete-module",
        "moduleId",
    ),
    ("roles", "/api/security/admin/role/del", "roleId"),
    ("announcements", super::announcements::DELETE, "id"),
    ("surveys", super::surveys::DELETE, "id"),
    ("access rights", super::access_rights::DELETE, "accessId"),
];

/// The way to give rows equal values in a column that is derived or unique.
const TYING: &[(&str, &str)] = &[
    ("a.email_order", "email = NULL, email_key = NULL"),
    ("a.last_login_order", "last_login_at = NULL"),
    // Two rights of a product have different codes, so rights of different products tie.
    (
        "x.code",
        "code = (SELECT CAST(COUNT(*) AS TEXT) FROM access_rights o \
            WHERE o.product_id = access_rights.product_id AND o.id < access_rights.id)",
    ),
];

impl Walk<'_> {
    /// A row that is deleted takes its search entry along: large lists are counted in the index alone.
    async fn deletion(&self) {
        let found = DELETED.iter().find(|(of, ..)| *of == self.case.list.name);
        let Some((_, path, key)) = found else { return };
        let rows = self.page("pageSize=100").await["list"].clone();
        for row in rows.as_array().unwrap() {
            let id = row[*key].as_str().unwrap();
            let number = self.search_number(id).await.expect("it is in the index");
            let body = json!({ *key: id, "version": row["version"], "force": true });
            let answer = self.server.post_as(self.reader, path, &body).await.json();
            // Some rows are used, or wait to be confirmed.
            if self.search_number(id).await.is_some() {
                continue;
            }
            let entries =
                self.first_number("SELECT COUNT(*) FROM search_grams WHERE rowid = $1", number);
            assert_eq!(entries.await, Some(0), "{path} {row} {answer}");
            return;
        }
        panic!("{path} deleted nothing");
    }

    /// The number in the search index of the row with this id; `None` if there is no such row.
    async fn search_number(&self, id: &str) -> Option<i64> {
        let (table, _) = self.case.list.table.split_once(' ').unwrap();
        let sql = format!("SELECT search_number FROM {table} WHERE id = $1");
        self.first_number(&sql, id).await
    }

    async fn first_number(&self, sql: &str, bind: impl Into<SqlValue>) -> Option<i64> {
        let mut view = self.server.db().read().await.unwrap();
        let query = SqlQuery::composed(sql.to_owned()).bind(bind);
        let rows: Vec<(i64,)> = query.fetch_all(&mut view).await.unwrap();
        rows.first().map(|(number,)| *number)
    }

    /// K-24: rows that tie in every order are shown once each, by numbers and by cursors. It changes the rows.
    async fn ties(&self) {
        let list = self.case.list;
        let (table, _) = list.table.split_once(' ').unwrap();
        let columns = list.sorts.iter().filter(|sort| !sort.unique);
        for column in columns.flat_map(|sort| sort.columns) {
            let (_, name) = column.sql.split_once('.').unwrap();
            let same = match column.kind {
                Kind::Number => format!("{name} = 5"),
                Kind::Text => format!("{name} = ''"),
            };
            let special = TYING.iter().find(|(of, _)| *of == column.sql);
            let set = special.map_or(same, |(_, set)| (*set).to_owned());
            let sql = format!("UPDATE {table} SET {set}");
            let tied = self
                .server
                .db()
                .write::<_, DbError, _>(|tx| Box::pin(async move { rows::run(tx, sql).await }));
            tied.await.unwrap();
        }
        let mut all = self.names(&self.page("pageSize=100").await);
        all.sort();
        for sort in list.sorts {
            for way in ["", "-"] {
                let sort = format!("{way}{}", sort.name);
                let [next, previous] = self.by_cursors(&sort, all.len()).await;
                let mut numbered = Vec::new();
                for num in 1..=all.len().div_ceil(2) {
                    let query = format!("sort={sort}&pageSize=2&pageNum={num}");
                    numbered.extend(self.names(&self.page(&query).await));
                }
                let path = self.case.path;
                assert_eq!((&next, &numbered), (&previous, &previous), "{path} {sort}");
                numbered.sort();
                assert_eq!(numbered, all, "{path} {sort}");
            }
        }
    }
}

/// Names and values of a query, unchanged.
fn members(query: &'static str) -> impl Iterator<Item = (String, &'static str)> {
    query.split('&').filter_map(|member| {
        let (name, value) = member.split_once('=')?;
        Some((name.to_owned(), value))
    })
}

/// For each two fields, two of these queries that together find fewer rows than each alone, with the rows that both
/// find.
fn pairs(found: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    let field = |query: &str| query.split('=').next().unwrap_or_default().to_owned();
    let single: Vec<_> = found
        .iter()
        .filter(|(query, _)| !query.contains('&'))
        .collect();
    let (mut pairs, mut fields) = (Vec::new(), BTreeSet::new());
    for (at, (one, rows)) in single.iter().enumerate() {
        for (other, others) in &single[at + 1..] {
            let both = rows.iter().filter(|row| others.contains(row));
            let both: Vec<_> = both.map(ToString::to_string).collect();
            let narrows = both.len() < rows.len().min(others.len());
            if field(one) != field(other) && narrows && fields.insert((field(one), field(other))) {
                pairs.push((format!("{one}&{other}"), both));
            }
        }
    }
    pairs
}
