//! Lists by pages: each list is one declaration, from which all its statements are composed.
//!
//! A [`List`] declares columns, filters, sorts and whether it can be searched. A [`Query`] asks for
//! one page. The SQL contains only texts of the declaration; all input is bound (attack 35).
//!
//! A page has a number up to row [`COUNTED`]; later pages are reached by `next`, `previous` or `last`. In both cases the
//! pair of sort column and key is compared with a place (a keyset), which an index answers at any depth. A cursor is such
//! a place, bound to its list, sort, filters and search. A row that cannot be read is logged and left out of its page; a
//! file ends with an error instead, because nobody would miss the row.
//!
//! What finds the rows of a narrowed list is a [`Driver`]: a filter, the search, or both together
//! ([`Filter::numbered_among`]). The one with the fewest rows is taken (`measure.rs`). Then the strategies are tried in
//! this order, until one finds the page (`strategy.rs`):
//!
//! | [`Strategy`] | reads | is tried if |
//! |---|---|---|
//! | `WalkWhole` | the rows of the page | an index has the order and every condition ([`Filter::sorts`]); then no other is |
//! | `WalkShort` | 100 rows of the order's index for each row up to the page | more than [`COUNTED`] rows of the driver, or matches, are known, and the walk has 20,000 rows at most |
//! | `WalkPart` | three quarters as many rows of the order's index as match | the matches of a search were counted, and such a walk usually meets the page (`is_met_soon`) |
//! | `GatherFew` | the rows of the driver, which it also counts and sorts | not more than [`COUNTED`] matches are known; it gives up if more match |
//! | `WalkFar` | 20,000 rows of the order's index | more than [`COUNTED`] rows match |
//! | `GatherAll` | all rows of the driver, which it sorts | nothing else found the page |
//!
//! `make bench-lists` has lines for each strategy and says which one answers. A search without a filter is counted in the
//! search index alone, if the list shows all names that it searches (decision 0040).
//!
//! # How to add a list
//!
//! `catalogue/store/module_list.rs`, `module_list` in `api/modules.rs` and `tests/it/api/modules.rs` are a complete
//! example.
//!
//! 1. Declare it in `store/<noun>_list.rs`: the `List`, a static `Filter` for each way to narrow it, `row!` and
//!    `filters!` (decision 0028). A filter that only the server sets has `#[serde(skip)]`. If the answer is computed
//!    from the row, use `columns!` instead of `row!`.
//! 2. Add `mod` to the store's `mod.rs`, and export the list, its row and its filters from the room.
//! 3. Add the call. Its handler is `Paged<…Filter>`, `filter.query(&paging)?`, `query.page(caller.view())`. What it
//!    computes besides is added with `Page::of`.
//!    The row shows each value that it is sorted by: a cursor contains it, and a caller can read a cursor.
//! 4. Add an index for each order and filter in a migration. Sorted text has the type `sorted_text`: the engines order
//!    `TEXT` differently.
//! 5. Write a `ListCase` beside the tests of the noun: rows for each order, filter and search. No two orders of the
//!    sample are the same. Add it to `CASES` in `tests/it/api/lists.rs`.
//!
//! To search the list:
//!
//! 6. Add `Search` to the `List`, with a `Noun` of its own (`crates/db/src/search.rs`).
//! 7. Add the columns `search_number BIGINT`, `search_text TEXT NOT NULL DEFAULT ''` and a `sorted_text` column with an
//!    index for each order by name. `search_number` has a unique index on PostgreSQL, and on SQLite an index with
//!    `search_text`, by which matches are counted (`migrations/postgres`, `migrations/sqlite`).
//! 8. Add the list to `SEARCHED` in `app/background.rs`.
//! 9. End each function that writes a name with `LIST.index_names(tx, id)`. A test finds one without it.
//!
//! To download the list (`src/api/roles/export.rs` is an example):
//!
//! 10. Add a `ListFile`, the cells of a row, and a handler that calls `download_list` (`calls/download.rs`). Rows that
//!     need other tables use `Lines` and `download`.
//! 11. Add the call with `Writes` and the filters of the list, which derive `Serialize`.
//! 12. Add the file to `FILES` in `tests/it/api/list_files.rs`, and its headings with texts to `CASES` in `formulas.rs`.
//!
//! To offer its rows in a form (`groups/group_options.rs` is an example):
//!
//! 13. Add a call with `Options`, or `OptionsOf<Fields>`, and the domain function
//!     `LIST.options_by("name")?.only(&FILTER, …).options(view, wanted)`.

mod batch;
mod compose;
mod counts;
mod cursor;
mod declare;
mod fetch;
mod measure;
mod names;
mod options;
mod page;
mod query;
mod strategy;
mod whole;

pub use crate::{columns, filters, row};
pub use compose::{Range, Statement};
pub use declare::{FilterValue, Named, WORDS, Words, optional};
pub use options::{MOST_OPTIONS, OptionPaging};
pub use page::FoundPage;
pub use query::{Driver, Place, Query};
pub use strategy::Strategy;
pub use whole::{ROWS_AT_ONCE, WholeList};

use super::{DbError, SqlValue};

/// A list is counted up to this number of rows, and pages up to this row have numbers.
pub const COUNTED: i64 = 10_000;

/// A list: what it shows and how it can be queried.
#[derive(Debug)]
pub struct List {
    /// Its name, part of its cursors.
    pub name: &'static str,
    /// The columns of a row, with the aliases of `table` and `joins`.
    pub columns: &'static str,
    /// The table whose rows are listed, with its alias: `accounts a`. The composed statements use the
    /// aliases `page`, `found`, `searched` and `counted`.
    pub table: &'static str,
    /// Joins that `columns` needs, each with at most one row per row of `table`; may be empty.
    pub joins: &'static str,
    /// The unique column. It ends every order.
    pub key: Column,
    pub filters: &'static [&'static Filter],
    /// The available orders; each has an index.
    pub sorts: &'static [Sort],
    /// The default order, such as `-created`.
    pub usual_sort: &'static str,
    /// The columns of the search index, if the list can be searched.
    pub search: Option<Search>,
}

/// A column. A column of a sort is never NULL and not an expression, because SQLite uses an index only to compare pairs
/// of plain columns. A column that may be NULL has a generated column for this, such as `email_order` of accounts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name, with the alias of the table.
    pub sql: &'static str,
    pub kind: Kind,
}

/// The type of a column or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Text,
}

impl Kind {
    fn fits(self, value: &SqlValue) -> bool {
        matches!(
            (self, value),
            (Self::Number, SqlValue::Number(_)) | (Self::Text, SqlValue::Text(_))
        )
    }
}

impl Column {
    /// A text column. On PostgreSQL it must have the collation "C", so that both engines sort
    /// alike.
    pub const fn text(sql: &'static str) -> Self {
        let kind = Kind::Text;
        Self { sql, kind }
    }

    /// A column of integers.
    pub const fn number(sql: &'static str) -> Self {
        let kind = Kind::Number;
        Self { sql, kind }
    }
}

/// A way to narrow a list.
#[derive(Debug)]
pub struct Filter {
    /// Its name, for cursors and tests.
    pub name: &'static str,
    /// The sorts for which an index includes this condition and the order.
    pub sorts: &'static [&'static str],
    pub test: Test,
}

/// The condition of a filter.
#[derive(Debug)]
pub enum Test {
    /// A column compared with a bound value.
    Compares(Column, &'static str),
    /// `column` is among the values of `of` in the rows of `table` that pass `when`.
    Among {
        column: &'static str,
        table: &'static str,
        of: &'static str,
        when: &'static str,
        /// The column of `table` with the number of the row in the search index.
        number: Option<&'static str>,
        values: &'static [Kind],
    },
    /// Texts with a `{}` for each bound value.
    Fragment {
        indexed: &'static str,
        checked: &'static str,
        values: &'static [Kind],
    },
}

impl Filter {
    /// Keeps the rows whose `column` equals the value.
    pub const fn is(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " = ");
        Self { name, sorts, test }
    }

    /// Keeps the rows whose `column` is at least the value.
    pub const fn from(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " >= ");
        Self { name, sorts, test }
    }

    /// Keeps the rows whose `column` is less than the value.
    pub const fn below(name: &'static str, column: Column, sorts: &'static [&'static str]) -> Self {
        let test = Test::Compares(column, " < ");
        Self { name, sorts, test }
    }

    /// Keeps the rows whose `column` is among the values of a column of another table, such as the groups that somebody
    /// manages: `among("manager", "g.id", ["group_managers m", "m.group_id", "m.account_id = {}"], &[Kind::Text])`. The
    /// condition has a `{}` for each value.
    pub const fn among(
        name: &'static str,
        column: &'static str,
        [table, of, when]: [&'static str; 3],
        values: &'static [Kind],
    ) -> Self {
        Self::among_numbers(name, column, [table, of, when], (None, values))
    }

    /// A filter like [`Filter::among`], for a table whose column `number` has the rows' numbers in the search index.
    /// Then a search for many among many reads neither all matches nor all rows of the filter, only their numbers. Each
    /// row of the table that passes must belong to another row of the list, because they are counted in its place.
    pub const fn numbered_among(
        name: &'static str,
        column: &'static str,
        [table, of, when, number]: [&'static str; 4],
        values: &'static [Kind],
    ) -> Self {
        Self::among_numbers(name, column, [table, of, when], (Some(number), values))
    }

    const fn among_numbers(
        name: &'static str,
        column: &'static str,
        [table, of, when]: [&'static str; 3],
        (number, values): (Option<&'static str>, &'static [Kind]),
    ) -> Self {
        let test = Test::Among {
            column,
            table,
            of,
            when,
            number,
            values,
        };
        let sorts = &[];
        Self { name, sorts, test }
    }

    /// True if it knows the numbers of its rows in the search index.
    const fn is_numbered(&self) -> bool {
        matches!(self.test, Test::Among { number, .. } if number.is_some())
    }

    /// A condition with several values or on other tables, with a `{}` for each value: `indexed`
    /// can be answered by an index; `checked` is written so that no index is used, for rows that
    /// another index finds.
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

    /// True if the condition is a limit and not an equality.
    fn is_range(&self) -> bool {
        matches!(self.test, Test::Compares(_, sign) if sign != " = ")
    }
}

/// An order of a list.
#[derive(Debug)]
pub struct Sort {
    /// Its name in `sort`; `-name` is the reverse.
    pub name: &'static str,
    /// The columns to order by; the key of the list follows.
    pub columns: &'static [Column],
    /// True if `columns` are unique together, so that the key need not follow.
    pub unique: bool,
}

impl Sort {
    /// An order by `columns`, then by the key of the list.
    pub const fn by(name: &'static str, columns: &'static [Column]) -> Self {
        let unique = false;
        Self {
            name,
            columns,
            unique,
        }
    }

    /// An order by `columns` that are unique together.
    pub const fn unique(name: &'static str, columns: &'static [Column]) -> Self {
        let unique = true;
        Self {
            name,
            columns,
            unique,
        }
    }
}

/// The columns for a list's search. [`List::index_names`] maintains them, `search_text` and
/// `search_number` of the table, and the index ([`super::search`]).
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Whose names are searched.
    pub noun: super::search::Noun,
    /// The columns of the table that a search looks into; each may be NULL.
    pub names: &'static [&'static str],
    /// Columns for sorts, each with the name that it keeps folded.
    pub sorted: &'static [(&'static str, &'static str)],
    /// A column for the readings of a name, with this name: for a list that shows the name, but not all that is searched.
    pub read: Option<(&'static str, &'static str)>,
    /// The column with the row's number in the search index.
    pub number: &'static str,
    /// The column with the folded text.
    pub text: &'static str,
    /// For a list that shows fewer names than the index has: the folded text of the shown names. A search finds nobody
    /// by the others.
    pub shown: Option<&'static str>,
    /// A further way to find a row ([`Query::besides`]), such as the words in the name of a group's manager. It knows
    /// the numbers of its rows ([`Filter::numbered_among`]), but several rows of its table may represent one row of the
    /// list.
    pub besides: Option<&'static Filter>,
}

/// The requested page and order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paging {
    /// The page, from 1. A number after the last page gives the last.
    pub page_num: i64,
    /// Rows per page, at least 1.
    pub page_size: i64,
    /// The name of a sort, with a leading `-` for the reverse; `None` for the default.
    pub sort: Option<String>,
    /// A cursor of the list, instead of a page number.
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

/// Why a list refuses a query.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error("the list has no such sort")]
    Sort,
    /// The list did not issue this cursor for this sort and these filters.
    #[error("the cursor is not of this list, sort and filters")]
    Cursor,
    /// The search text has no word of two characters.
    #[error("a search needs a word of two characters")]
    Search,
    /// This field of the request has no value, but a filter needs it.
    #[error("a filter needs the field {0}")]
    Field(&'static str),
    #[error(transparent)]
    Db(#[from] DbError),
}
