//! Composes the statements of a list from the texts of its declaration.

use super::query::{Condition, Driver, Place, Query};
use super::{Column, Kind, List, Test};
use crate::Engine;
use crate::SqlValue;
use crate::search::Words;

/// A statement and its values. All text is `&'static str`, so no input of a caller can become SQL
/// (attack 35).
#[derive(Clone, Debug, Default)]
pub struct Statement {
    text: String,
    binds: Vec<SqlValue>,
}

impl Statement {
    pub(super) fn sql(&mut self, text: &'static str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn bind(&mut self, value: SqlValue) -> &mut Self {
        self.binds.push(value);
        self.text.push('$');
        self.text.push_str(&self.binds.len().to_string());
        self
    }

    /// Adds `text`, with each `{}` replaced by the parameter of one of `values`.
    fn filled(&mut self, text: &'static str, values: &[SqlValue]) -> &mut Self {
        let mut parts = text.split("{}");
        self.sql(parts.next().unwrap_or_default());
        for (part, value) in parts.zip(values) {
            self.bind(value.clone()).sql(part);
        }
        self
    }

    /// Adds several terms of three texts each, separated by commas.
    fn joined(&mut self, terms: impl IntoIterator<Item = [&'static str; 3]>) {
        for (at, [before, text, after]) in terms.into_iter().enumerate() {
            self.sql(if at == 0 { "" } else { ", " });
            self.sql(before).sql(text).sql(after);
        }
    }

    /// The text and the values of its parameters.
    pub fn into_parts(self) -> (String, Vec<SqlValue>) {
        (self.text, self.binds)
    }
}

/// The names that a subquery gives to the columns of the order.
pub(super) const PLACES: [&str; 4] = ["place_0", "place_1", "place_2", "place_3"];

/// The column with the number of rows of the whole list.
pub(super) const TOTAL: &str = "list_total";

/// Which rows of a list a statement selects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range<'r> {
    /// Only rows after this place.
    pub after: Option<&'r Place>,
    /// Only rows up to and including this place.
    pub through: Option<&'r Place>,
    /// Reads from the end of the order to its start.
    pub backward: bool,
    pub limit: i64,
    pub offset: i64,
}

impl List {
    /// Selects the row with this key.
    pub fn one(&self, key: SqlValue) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT ").sql(self.columns).sql(" FROM ");
        sql.sql(self.table).sql(" ").sql(self.joins);
        sql.sql(" WHERE ").sql(self.key.sql).sql(" = ").bind(key);
        sql
    }
}

impl Query {
    /// Selects a page by walking an index with the order. Conditions that such an index includes
    /// are asked of it; all others are checked row by row.
    pub fn walk(&self, engine: Engine, range: Range<'_>) -> Statement {
        let mut sql = Statement::default();
        self.head(&mut sql);
        sql.sql(" FROM (SELECT ");
        self.places(&mut sql);
        self.conditions(&mut sql, engine, None, &self.bounds(range));
        self.window(&mut sql, range, OrderNames::Declared);
        self.tail(&mut sql, range);
        sql
    }

    /// Selects a page by gathering, counting and sorting the rows of `driver`, or the first `most` of them; the number of
    /// gathered rows is beside each row ([`TOTAL`]). If there are `most`, the page is not the right one.
    pub fn gather(
        &self,
        engine: Engine,
        driver: Driver,
        (range, most): (Range<'_>, Option<i64>),
    ) -> Statement {
        let mut sql = Statement::default();
        sql.sql("WITH found AS MATERIALIZED (SELECT ");
        self.places(&mut sql);
        self.conditions(&mut sql, engine, Some(driver), &[]);
        if let Some(most) = most {
            sql.sql(" LIMIT ").bind(most.into());
        }
        sql.sql(") ");
        self.head(&mut sql);
        sql.sql(", (SELECT CAST(COUNT(*) AS BIGINT) FROM found) AS ");
        sql.sql(TOTAL).sql(" FROM (SELECT * FROM found");
        for (at, bound) in self.bounds(range).into_iter().enumerate() {
            sql.sql(if at == 0 { " WHERE " } else { " AND " });
            self.bound(&mut sql, bound, OrderNames::Place);
        }
        self.window(&mut sql, range, OrderNames::Place);
        self.tail(&mut sql, range);
        sql
    }

    /// Selects the place of the row `offset` rows after the start of `range`, and checks only the
    /// conditions that the walked index includes.
    pub fn boundary(&self, range: Range<'_>) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT ");
        for (at, column) in self.order().enumerate() {
            sql.sql(if at == 0 { "CAST(" } else { ", CAST(" });
            sql.sql(column.sql).sql(" AS TEXT) AS ").sql(PLACES[at]);
        }
        sql.sql(" FROM ").sql(self.list.table);
        let mut first = true;
        let bounds = self.bounds(range);
        for condition in self.walked() {
            also(&mut sql, &mut first);
            condition.write(&mut sql, !condition.limits_like(&bounds));
        }
        for bound in bounds {
            also(&mut sql, &mut first);
            self.bound(&mut sql, bound, OrderNames::Declared);
        }
        self.window(&mut sql, range, OrderNames::Declared);
        sql
    }

    /// The columns of the list and the row's place.
    fn head(&self, sql: &mut Statement) {
        sql.sql("SELECT ")
            .sql(self.columns.unwrap_or(self.list.columns));
        for (at, _) in self.order().enumerate() {
            sql.sql(", CAST(page.").sql(PLACES[at]);
            sql.sql(" AS TEXT) AS ").sql(PLACES[at]);
        }
    }

    /// The columns of the order, and the key with which the row is joined again.
    fn places(&self, sql: &mut Statement) {
        for (at, column) in self.order().enumerate() {
            sql.sql(column.sql).sql(" AS ").sql(PLACES[at]).sql(", ");
        }
        sql.sql(self.list.key.sql).sql(" AS list_key");
    }

    /// Joins only the rows of the page, not those before it.
    fn tail(&self, sql: &mut Statement, range: Range<'_>) {
        sql.sql(") page JOIN ").sql(self.list.table);
        sql.sql(" ON ").sql(self.list.key.sql);
        sql.sql(" = page.list_key ").sql(self.list.joins);
        sql.sql(" ORDER BY ");
        let way = self.way(range.backward);
        sql.joined(self.order_names().map(|name| ["page.", name, way]));
    }

    fn window(&self, sql: &mut Statement, range: Range<'_>, names: OrderNames) {
        let way = self.way(range.backward);
        sql.sql(" ORDER BY ");
        sql.joined(
            self.order_texts(names)
                .into_iter()
                .map(|text| [text, way, ""]),
        );
        sql.sql(" LIMIT ").bind(range.limit.into());
        sql.sql(" OFFSET ").bind(range.offset.into());
    }

    /// The table and the conditions of the query: the index answers that of `driver`, the others are checked. Without a
    /// driver, the walked index answers the conditions that it includes.
    ///
    /// What a search finds is joined, so that the engine asks for a row as soon as its number is found, and reads no
    /// more numbers than it needs. `IN` would gather them all first.
    pub(super) fn conditions(
        &self,
        sql: &mut Statement,
        engine: Engine,
        driver: Option<Driver>,
        bounds: &[Bound<'_>],
    ) {
        let is_searched = matches!(driver, Some(Driver::Search | Driver::Both(_)));
        let searched = self.list.search.zip(self.words.as_ref());
        let mut first = true;
        sql.sql(" FROM ");
        if let (Some(driver), Some((search, _))) = (driver.filter(|_| is_searched), searched) {
            sql.sql("(");
            self.numbers(sql, engine, driver);
            sql.sql(") searched CROSS JOIN ").sql(self.list.table);
            also(sql, &mut first);
            sql.sql(search.number).sql(" = searched.number");
        } else {
            sql.sql(self.list.table);
        }
        for (at, condition) in self.filters.iter().enumerate() {
            if driver != Some(Driver::Both(at)) {
                also(sql, &mut first);
                let indexed = match driver {
                    Some(driver) => driver == Driver::Filter(at),
                    None => self.is_walked(at) && !condition.limits_like(bounds),
                };
                condition.write(sql, indexed);
            }
        }
        if let Some((search, words)) = searched
            && !(is_searched && self.is_found_exactly(words))
        {
            also(sql, &mut first);
            self.write_checks(sql, self.shown.unwrap_or(search.text), words);
        }
        for bound in bounds {
            also(sql, &mut first);
            self.bound(sql, *bound, OrderNames::Declared);
        }
    }

    /// The numbers in the search index of what a search finds: the rows with every gram of the words, among those of a
    /// numbered filter or with those besides.
    pub(super) fn numbers(&self, sql: &mut Statement, engine: Engine, driver: Driver) {
        let Some(words) = &self.words else { return };
        if let Driver::Both(at) = driver {
            self.filters[at].write_numbers(sql, Some((engine, words)));
            return;
        }
        matches(sql, engine, words);
        if let Some(besides) = &self.besides {
            sql.sql(" UNION ");
            besides.write_numbers(sql, None);
        }
    }

    /// Checks that `text` contains every one of `words`, or that the row is found in another way.
    fn write_checks(&self, sql: &mut Statement, text: &'static str, words: &Words) {
        sql.sql(if self.besides.is_some() { "(" } else { "" });
        for (at, word) in words.patterns().iter().enumerate() {
            sql.sql(if at == 0 { "" } else { " AND " });
            checked(sql, text, word);
        }
        if let Some(besides) = &self.besides {
            sql.sql(" OR ");
            besides.write(sql, false);
            sql.sql(")");
        }
    }

    /// Both ends of a range, as comparisons in the direction of the order.
    fn bounds<'r>(&self, range: Range<'r>) -> Vec<Bound<'r>> {
        let down = self.descending != range.backward;
        let (beyond, within) = if down { ("<", ">=") } else { (">", "<=") };
        let after = range.after.map(|place| (beyond, place));
        let through = range.through.map(|place| (within, place));
        after.into_iter().chain(through).collect()
    }

    /// `(sort, key) > ($1, $2)`: one comparison that an index can answer.
    fn bound(&self, sql: &mut Statement, (sign, place): Bound<'_>, names: OrderNames) {
        sql.sql("(");
        sql.joined(
            self.order_texts(names)
                .into_iter()
                .map(|text| [text, "", ""]),
        );
        sql.sql(") ").sql(sign).sql(" (");
        for (at, value) in place.values().iter().enumerate() {
            sql.sql(if at == 0 { "" } else { ", " }).bind(value.clone());
        }
        sql.sql(")");
    }

    /// The columns of the order: the sort's, then the key unless the sort is unique.
    pub(super) fn order(&self) -> impl Iterator<Item = &'static Column> {
        let key = (!self.sort.unique).then_some(&self.list.key);
        self.sort.columns.iter().chain(key)
    }

    fn order_names(&self) -> impl Iterator<Item = &'static str> {
        self.order().enumerate().map(|(at, _)| PLACES[at])
    }

    fn order_texts(&self, names: OrderNames) -> Vec<&'static str> {
        match names {
            OrderNames::Declared => self.order().map(|column| column.sql).collect(),
            OrderNames::Place => self.order_names().collect(),
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
    /// True if this filter limits the sort column on the same side as one of `bounds`. SQLite uses one limit for each
    /// side of an index, and it must be the place of the page, or every row before it is read.
    fn limits_like(&self, bounds: &[Bound<'_>]) -> bool {
        let Test::Compares(_, limit) = &self.filter.test else {
            return false;
        };
        let end = |sign: &str| sign.trim_start().chars().next();
        let is_same = |(sign, _): &Bound<'_>| end(sign) == end(limit);
        self.filter.is_range() && bounds.iter().any(is_same)
    }

    /// The numbers in the search index of the rows of a numbered filter, or of those that have every gram of some words.
    fn write_numbers(&self, sql: &mut Statement, words: Option<(Engine, &Words)>) {
        if let Test::Among {
            table,
            when,
            number: Some(number),
            ..
        } = &self.filter.test
        {
            sql.sql("SELECT ").sql(number).sql(" AS number FROM ");
            sql.sql(table).sql(" WHERE ").filled(when, &self.values);
            if let Some((engine, words)) = words {
                // It gathers the matches once instead of looking each number up.
                sql.sql(" AND ").sql(number).sql(" + 0 IN (");
                matches(sql, engine, words);
                sql.sql(")");
            }
        }
    }

    /// Selects a row for each row of `list_table` that passes. Rows of a numbered filter represent rows of the list, so
    /// the list's own table is not read.
    pub(super) fn write_rows(&self, sql: &mut Statement, list_table: &'static str) {
        sql.sql("SELECT 1 FROM ");
        if let Test::Among {
            table,
            when,
            number: Some(_),
            ..
        } = &self.filter.test
        {
            sql.sql(table).sql(" WHERE ").filled(when, &self.values);
            return;
        }
        sql.sql(list_table).sql(" WHERE ");
        self.write(sql, true);
    }

    /// The condition, written so that an index answers it, or so that none is used.
    fn write(&self, sql: &mut Statement, indexed: bool) {
        match &self.filter.test {
            Test::Fragment {
                indexed: text,
                checked,
                ..
            } => {
                sql.filled(if indexed { text } else { checked }, &self.values);
            }
            Test::Among {
                column,
                table,
                of,
                when,
                ..
            } => {
                if indexed {
                    sql.sql(column).sql(" IN (SELECT ").sql(of);
                    sql.sql(" FROM ").sql(table).sql(" WHERE ");
                } else {
                    sql.sql("EXISTS (SELECT 1 FROM ").sql(table);
                    sql.sql(" WHERE ")
                        .sql(of)
                        .sql(" = ")
                        .sql(column)
                        .sql(" AND ");
                }
                sql.filled(when, &self.values).sql(")");
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

/// Whether a column of the order has its declared name or the one of a subquery.
#[derive(Clone, Copy)]
enum OrderNames {
    Declared,
    Place,
}

/// The rows that contain every gram of `words`. This text is the only one that differs between the
/// engines.
pub(super) fn matches(sql: &mut Statement, engine: Engine, words: &Words) {
    sql.sql(match engine {
        Engine::Sqlite => "SELECT rowid AS number FROM search_grams WHERE search_grams MATCH ",
        Engine::Postgres => {
            "SELECT rowid AS number FROM search_grams WHERE string_to_array(grams, ' ') @> string_to_array("
        }
    });
    sql.bind(words.grams().into());
    sql.sql(match engine {
        Engine::Sqlite => "",
        Engine::Postgres => ", ' ')",
    });
}

/// Checks a match of grams against the text itself.
pub(super) fn checked(sql: &mut Statement, text: &'static str, pattern: &str) {
    sql.sql(text).sql(" LIKE ").bind(pattern.into());
    sql.sql(" ESCAPE '!'");
}
