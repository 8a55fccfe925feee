//! The statements of a list, put together from the texts of its declaration.

use super::query::{Condition, Driver, Place, Query};
use super::{Bind, Column, Kind, Search, Test};
use crate::db::Engine;
use crate::db::search::Words;

/// A statement and its values. Text comes in as `&'static str` alone, so nothing that a caller sent can
/// become SQL (attack 35).
#[derive(Clone, Debug, Default)]
pub struct Statement {
    text: String,
    binds: Vec<Bind>,
}

impl Statement {
    fn sql(&mut self, text: &'static str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    fn bind(&mut self, value: Bind) -> &mut Self {
        self.binds.push(value);
        self.text.push('$');
        self.text.push_str(&self.binds.len().to_string());
        self
    }

    /// A text whose every `{}` is one of `values`.
    fn filled(&mut self, text: &'static str, values: &[Bind]) -> &mut Self {
        let mut parts = text.split("{}");
        self.sql(parts.next().unwrap_or_default());
        for (part, value) in parts.zip(values) {
            self.bind(value.clone()).sql(part);
        }
        self
    }

    /// A list of terms, each of three texts.
    fn joined(&mut self, terms: impl IntoIterator<Item = [&'static str; 3]>) {
        for (at, [before, text, after]) in terms.into_iter().enumerate() {
            self.sql(if at == 0 { "" } else { ", " });
            self.sql(before).sql(text).sql(after);
        }
    }

    /// The text and the values.
    pub(super) fn into_parts(self) -> (String, Vec<Bind>) {
        (self.text, self.binds)
    }

    /// The text, for tests that ask an engine for its plan.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The values.
    pub fn binds(&self) -> &[Bind] {
        &self.binds
    }
}

/// The names under which a subquery gives the columns of the order.
pub(super) const PLACES: [&str; 4] = ["place_0", "place_1", "place_2", "place_3"];

/// Which rows of a list a statement is about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range<'r> {
    /// Only what comes after this place.
    pub after: Option<&'r Place>,
    /// Only what comes before this place.
    pub before: Option<&'r Place>,
    /// From the end of the order to its start.
    pub backward: bool,
    pub limit: i64,
    pub offset: i64,
}

impl Query {
    /// Counts up to `most` of all rows that the query lets through; `driver` finds them.
    pub(super) fn count(&self, engine: Engine, driver: Option<Driver>, most: i64) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT 1 FROM ");
        sql.sql(self.list.table);
        self.conditions(&mut sql, engine, driver, &[]);
        sql.sql(" LIMIT ").bind(most.into()).sql(") counted");
        sql
    }

    /// Counts up to `most` of what `driver` finds alone.
    pub(super) fn count_driver(&self, engine: Engine, driver: Driver, most: i64) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT CAST(COUNT(*) AS BIGINT) FROM (");
        match (driver, &self.words) {
            (Driver::Search, Some(words)) => matches(&mut sql, engine, words),
            (Driver::Filter(at), _) => {
                sql.sql("SELECT 1 FROM ")
                    .sql(self.list.table)
                    .sql(" WHERE ");
                self.filters[at].write(&mut sql, true);
            }
            (Driver::Search, None) => {}
        }
        sql.sql(" LIMIT ").bind(most.into()).sql(") counted");
        sql
    }

    /// A page by walking an index that has the order. Conditions that such an index keeps together with
    /// the order are asked of it; the others are checked row by row.
    pub(super) fn walk(&self, engine: Engine, range: Range<'_>) -> Statement {
        let mut sql = Statement::default();
        self.head(&mut sql);
        sql.sql(" FROM (SELECT ");
        self.places(&mut sql);
        sql.sql(" FROM ").sql(self.list.table);
        self.conditions(&mut sql, engine, None, &self.bounds(range));
        self.window(&mut sql, range, Named::Declared);
        self.tail(&mut sql, range);
        sql
    }

    /// A page by gathering what `driver` finds, and sorting that.
    pub(super) fn gather(&self, engine: Engine, driver: Driver, range: Range<'_>) -> Statement {
        let mut sql = Statement::default();
        sql.sql("WITH found AS MATERIALIZED (SELECT ");
        self.places(&mut sql);
        sql.sql(" FROM ").sql(self.list.table);
        self.conditions(&mut sql, engine, Some(driver), &[]);
        sql.sql(") ");
        self.head(&mut sql);
        sql.sql(" FROM (SELECT * FROM found");
        for (at, bound) in self.bounds(range).into_iter().enumerate() {
            sql.sql(if at == 0 { " WHERE " } else { " AND " });
            self.bound(&mut sql, bound, Named::Place);
        }
        self.window(&mut sql, range, Named::Place);
        self.tail(&mut sql, range);
        sql
    }

    /// The place of the row that stands `offset` rows behind the start of `range`, looking only at what
    /// the walked index itself answers.
    pub(super) fn boundary(&self, range: Range<'_>) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT ");
        for (at, column) in self.order().enumerate() {
            sql.sql(if at == 0 { "CAST(" } else { ", CAST(" });
            sql.sql(column.sql).sql(" AS TEXT) AS ").sql(PLACES[at]);
        }
        sql.sql(" FROM ").sql(self.list.table);
        let mut first = true;
        for condition in self.walked() {
            also(&mut sql, &mut first);
            condition.write(&mut sql, true);
        }
        for bound in self.bounds(range) {
            also(&mut sql, &mut first);
            self.bound(&mut sql, bound, Named::Declared);
        }
        self.window(&mut sql, range, Named::Declared);
        sql
    }

    /// The columns of the list, and the place of the row.
    fn head(&self, sql: &mut Statement) {
        sql.sql("SELECT ").sql(self.list.columns);
        for (at, _) in self.order().enumerate() {
            sql.sql(", CAST(p.").sql(PLACES[at]);
            sql.sql(" AS TEXT) AS ").sql(PLACES[at]);
        }
    }

    /// The columns of the order, and the key by which the row is joined again.
    fn places(&self, sql: &mut Statement) {
        for (at, column) in self.order().enumerate() {
            sql.sql(column.sql).sql(" AS ").sql(PLACES[at]).sql(", ");
        }
        sql.sql(self.list.key.sql).sql(" AS list_key");
    }

    /// The rows themselves: only those of the page are joined, whatever was passed over before it.
    fn tail(&self, sql: &mut Statement, range: Range<'_>) {
        sql.sql(") p JOIN ").sql(self.list.table);
        sql.sql(" ON ").sql(self.list.key.sql);
        sql.sql(" = p.list_key ").sql(self.list.joins);
        sql.sql(" ORDER BY ");
        let way = self.way(range.backward);
        sql.joined(self.order_names().map(|name| ["p.", name, way]));
    }

    fn window(&self, sql: &mut Statement, range: Range<'_>, named: Named) {
        let way = self.way(range.backward);
        sql.sql(" ORDER BY ");
        sql.joined(
            self.order_texts(named)
                .into_iter()
                .map(|text| [text, way, ""]),
        );
        sql.sql(" LIMIT ").bind(range.limit.into());
        sql.sql(" OFFSET ").bind(range.offset.into());
    }

    /// The conditions of the query: `driver` asked of its index, the others checked. Without a driver
    /// an index is walked, and what it keeps beside the order is asked of it.
    fn conditions(
        &self,
        sql: &mut Statement,
        engine: Engine,
        driver: Option<Driver>,
        bounds: &[Bound<'_>],
    ) {
        let mut first = true;
        for (at, condition) in self.filters.iter().enumerate() {
            also(sql, &mut first);
            let indexed = match driver {
                Some(driver) => driver == Driver::Filter(at),
                None => self.is_walked(at),
            };
            condition.write(sql, indexed);
        }
        if let (Some(search), Some(words)) = (self.list.search, &self.words) {
            if driver == Some(Driver::Search) {
                also(sql, &mut first);
                sql.sql(search.number).sql(" IN (");
                matches(sql, engine, words);
                sql.sql(")");
            }
            if driver != Some(Driver::Search) || !words.is_exact() {
                for word in words.patterns() {
                    also(sql, &mut first);
                    checked(sql, search, word);
                }
            }
        }
        for bound in bounds {
            also(sql, &mut first);
            self.bound(sql, *bound, Named::Declared);
        }
    }

    /// The two ends of a range as comparisons in the direction of the order.
    fn bounds<'r>(&self, range: Range<'r>) -> Vec<Bound<'r>> {
        let down = self.descending != range.backward;
        let (beyond, within) = if down { ("<", ">") } else { (">", "<") };
        let after = range.after.map(|place| (beyond, place));
        let before = range.before.map(|place| (within, place));
        after.into_iter().chain(before).collect()
    }

    /// `(sort, key) > ($1, $2)`: one comparison, which an index answers.
    fn bound(&self, sql: &mut Statement, (sign, place): Bound<'_>, named: Named) {
        sql.sql("(");
        sql.joined(
            self.order_texts(named)
                .into_iter()
                .map(|text| [text, "", ""]),
        );
        sql.sql(") ").sql(sign).sql(" (");
        for (at, value) in place.values().iter().enumerate() {
            sql.sql(if at == 0 { "" } else { ", " }).bind(value.clone());
        }
        sql.sql(")");
    }

    /// The columns of the order: those of the sort, and the key unless the sort tells rows apart.
    pub(super) fn order(&self) -> impl Iterator<Item = &'static Column> {
        let key = (!self.sort.unique).then_some(&self.list.key);
        self.sort.columns.iter().chain(key)
    }

    fn order_names(&self) -> impl Iterator<Item = &'static str> {
        self.order().enumerate().map(|(at, _)| PLACES[at])
    }

    fn order_texts(&self, named: Named) -> Vec<&'static str> {
        match named {
            Named::Declared => self.order().map(|column| column.sql).collect(),
            Named::Place => self.order_names().collect(),
        }
    }

    fn way(&self, backward: bool) -> &'static str {
        if self.descending == backward {
            ""
        } else {
            " DESC"
        }
    }
}

impl Condition {
    /// The condition as an index answers it, or so that no index is used for it.
    fn write(&self, sql: &mut Statement, indexed: bool) {
        match &self.filter.test {
            Test::Fragment {
                indexed: text,
                checked,
                ..
            } => {
                sql.filled(if indexed { text } else { checked }, &self.values);
            }
            Test::Compares(column, sign) => {
                sql.sql(column.sql);
                sql.sql(match (indexed, column.kind) {
                    (true, _) => "",
                    (false, Kind::Number) => " + 0",
                    (false, Kind::Text) => " || ''",
                });
                sql.sql(sign);
                for value in &self.values {
                    sql.bind(value.clone());
                }
            }
        }
    }
}

fn also(sql: &mut Statement, first: &mut bool) {
    sql.sql(if *first { " WHERE " } else { " AND " });
    *first = false;
}

type Bound<'r> = (&'static str, &'r Place);

/// Whether a column of the order goes by its declaration or by the name that a subquery gave it.
#[derive(Clone, Copy)]
enum Named {
    Declared,
    Place,
}

/// The one text that differs between the engines: the numbers of what has every gram of `words`.
fn matches(sql: &mut Statement, engine: Engine, words: &Words) {
    sql.sql(match engine {
        Engine::Sqlite => "SELECT rowid FROM search_grams WHERE search_grams MATCH ",
        Engine::Postgres => {
            "SELECT rowid FROM search_grams WHERE string_to_array(grams, ' ') @> string_to_array("
        }
    });
    sql.bind(words.grams().into());
    sql.sql(match engine {
        Engine::Sqlite => "",
        Engine::Postgres => ", ' ')",
    });
}

/// A match of grams is checked on the text itself.
fn checked(sql: &mut Statement, search: Search, pattern: &str) {
    sql.sql(search.text).sql(" LIKE ").bind(pattern.into());
    sql.sql(" ESCAPE '!'");
}
