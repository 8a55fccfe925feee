//! Lists by pages: one declaration a list, from which every statement is composed.
//!
//! A [`List`] says its columns, its filters, its sorts and whether it can be searched. A [`Query`] asks
//! it for one page. The SQL is put together from the declaration's own texts alone; whatever a caller
//! sends is bound (attack 35).
//!
//! A page is found in one of two ways. Few rows (up to [`COUNTED`]) are gathered by the rarest filter or
//! by the search index, and sorted. Of many rows the index that has the order is walked, because a
//! page of them is found soon. `docs/ARCHITECTURE.md` shows a whole list.

mod compose;
mod cursor;
mod fetch;
mod measure;
mod page;
mod query;

use serde::{Deserialize, Serialize};

pub use compose::Statement;
pub use fetch::Row;
pub use page::Page;
pub use query::{Place, Query};

use super::DbError;

/// Rows to which a list is counted, and to which a page is found by its number (design 9, "Lists").
pub const COUNTED: i64 = 10_000;

/// One list: what it shows, and how it may be asked.
#[derive(Debug)]
pub struct List {
    /// Its name, which its cursors are bound to.
    pub name: &'static str,
    /// What a row has, by the aliases of `table` and `joins`.
    pub columns: &'static str,
    /// The table whose rows are listed, and its alias: `accounts a`.
    pub table: &'static str,
    /// What `columns` needs besides, one row at most for each row of `table`; may be empty.
    pub joins: &'static str,
    /// The column that tells rows apart. It ends every order.
    pub key: Column,
    /// What it may be narrowed by.
    pub filters: &'static [&'static Filter],
    /// The orders that it may be asked for; each has an index.
    pub sorts: &'static [Sort],
    /// The order of who asks for none, such as `-created`.
    pub usual_sort: &'static str,
    /// Where the text to search stands, if the list can be searched.
    pub search: Option<Search>,
}

/// A column. One of a sort is never NULL, and no expression: SQLite compares only columns in a pair by an
/// index. What may be NULL has a generated column for it, as `email_order` of accounts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    sql: &'static str,
    kind: Kind,
}

/// What a column or a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A text.
    Text,
}

impl Column {
    /// A column of text; on PostgreSQL it must have the collation "C", so that letters have the same
    /// order on both engines.
    pub const fn text(sql: &'static str) -> Self {
        let kind = Kind::Text;
        Self { sql, kind }
    }

    /// A column of numbers.
    pub const fn number(sql: &'static str) -> Self {
        let kind = Kind::Number;
        Self { sql, kind }
    }

    /// Its SQL.
    pub const fn sql(&self) -> &'static str {
        self.sql
    }

    /// True for text.
    pub fn is_text(&self) -> bool {
        self.kind == Kind::Text
    }
}

/// One way to narrow a list.
#[derive(Debug)]
pub struct Filter {
    /// Its name, which cursors and tests know it by.
    pub name: &'static str,
    /// The sorts whose order an index keeps below this condition.
    pub sorts: &'static [&'static str],
    test: Test,
}

/// The condition of a filter.
#[derive(Debug)]
enum Test {
    /// A column compared with the value that is bound.
    Compares(Column, &'static str),
    /// Texts with a `{}` for each value that is bound.
    Fragment {
        indexed: &'static str,
        checked: &'static str,
        values: &'static [Kind],
    },
}

impl Filter {
    /// The rows whose `column` is the value.
    pub const fn is(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " = ");
        Self { name, sorts, test }
    }

    /// The rows whose `column` is the value or more.
    pub const fn from(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " >= ");
        Self { name, sorts, test }
    }

    /// The rows whose `column` is less than the value.
    pub const fn below(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " < ");
        Self { name, sorts, test }
    }

    /// A condition of several values, or on other tables, with a `{}` for each value: `indexed` as an index
    /// answers it, and `checked` so written that no index is used, for rows that another index finds.
    pub const fn fragment(
        name: &'static str,
        [indexed, checked]: [&'static str; 2],
        values: &'static [Kind],
        sorts: &'static [&'static str],
    ) -> Self {
        let test = Test::Fragment {
            indexed,
            checked,
            values,
        };
        Self { name, sorts, test }
    }

    /// Whether this bounds a column instead of naming one value of it.
    fn is_range(&self) -> bool {
        matches!(self.test, Test::Compares(_, sign) if sign != " = ")
    }

    /// Values of the right kinds, for a test that walks every statement of a list.
    pub fn sample(&self) -> Vec<Bind> {
        let kinds = match &self.test {
            Test::Compares(column, _) => std::slice::from_ref(&column.kind),
            Test::Fragment { values, .. } => values,
        };
        let sample = |kind: &Kind| match kind {
            Kind::Number => Bind::Number(1),
            Kind::Text => Bind::Text("x".to_owned()),
        };
        kinds.iter().map(sample).collect()
    }
}

/// One order of a list.
#[derive(Debug)]
pub struct Sort {
    /// Its name in `sort`; `-name` is the same from its end.
    pub name: &'static str,
    /// What it orders by, in turn; the key of the list follows.
    pub columns: &'static [Column],
    /// True when no two rows are equal in `columns`: then the key does not follow.
    pub unique: bool,
}

/// Where a list's text to search stands ([`super::search`] keeps the index).
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The noun whose names are searched.
    pub noun: super::search::Noun,
    /// The column with the number under which the search index knows the row.
    pub number: &'static str,
    /// The column with the folded text.
    pub text: &'static str,
}

/// A value that is bound to a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bind {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl Bind {
    fn is(&self, kind: Kind) -> bool {
        matches!(
            (self, kind),
            (Self::Number(_), Kind::Number) | (Self::Text(_), Kind::Text)
        )
    }
}

impl From<i64> for Bind {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Bind {
    fn from(flag: bool) -> Self {
        Self::Number(flag.into())
    }
}

impl From<&str> for Bind {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Bind {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Which page of a list is wanted, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paging {
    /// The page, from 1; a page behind the last is the last.
    pub page_num: i64,
    /// Rows on a page, at least 1.
    pub page_size: i64,
    /// The name of a sort, with a `-` before it from its end; none for the list's usual one.
    pub sort: Option<String>,
    /// A place that the list gave out, instead of a page number.
    pub cursor: Option<String>,
}

impl Default for Paging {
    fn default() -> Self {
        Self {
            page_num: 1,
            page_size: 10,
            sort: None,
            cursor: None,
        }
    }
}

/// Why a list has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// The list has no such sort.
    #[error("the list has no such sort")]
    Sort,
    /// The cursor was not given out by this list for this sort and these filters.
    #[error("the cursor is not of this list, sort and filters")]
    Cursor,
    /// The text to search has no word of two characters.
    #[error("a search needs a word of two characters")]
    Search,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}
