//! Option lists: the rows of a list that a form offers, found by the same indexes as its pages.

use super::compose::Range;
use super::fetch::fetch_all;
use super::query::{Driver, Place, Query};
use super::{COUNTED, Column, Kind, List, ListError, Paging};
use crate::search::{Words, folded};
use crate::{FromRow, Reads, SqlValue};

/// The most options in one answer.
pub const MOST_OPTIONS: i64 = 1_000;

/// The requested options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionPaging {
    /// A part of the name of two characters or more, or how the name begins; `None` for all.
    pub context: Option<String>,
    /// The page, from 1. A page after the last, or beyond row 10,000, is empty.
    pub page_num: i64,
    /// Options on a page, 1 to [`MOST_OPTIONS`].
    pub page_size: i64,
}

impl Default for OptionPaging {
    fn default() -> Self {
        Self {
            context: None,
            page_num: 1,
            page_size: MOST_OPTIONS,
        }
    }
}

/// The end of the names with a prefix: no character sorts after it.
const LAST: &str = "\u{10FFFF}";

impl List {
    /// A query for options in the order `sort`, whose first column is the folded name. Narrow it with
    /// [`Query::only`], and fetch with [`Query::options`].
    ///
    /// # Errors
    /// [`ListError::Sort`] if the list does not have this sort.
    pub fn options_by(&'static self, sort: &str) -> Result<Query, ListError> {
        self.query(&Paging {
            sort: Some(sort.to_owned()),
            ..Paging::default()
        })
    }
}

impl Query {
    /// Fetches options.
    ///
    /// A text that the search index cannot find, because it has one letter only or the list has no such index,
    /// gives the rows whose name begins with it.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn options<R: FromRow>(
        mut self,
        view: &mut dyn Reads,
        wanted: &OptionPaging,
    ) -> Result<Vec<R>, ListError> {
        let limit = wanted.page_size.clamp(1, MOST_OPTIONS);
        let offset = (wanted.page_num.max(1) - 1).saturating_mul(limit);
        if offset >= COUNTED {
            return Ok(Vec::new());
        }
        let text = wanted.context.as_deref().map(str::trim);
        let text = text.filter(|text| !text.is_empty());
        let search = self.list.search;
        self.words = search
            .zip(text)
            .and_then(|(search, text)| Words::of(search.noun, text));
        let prefix = text.filter(|_| self.words.is_none()).map(folded);
        let ends = prefix.map(|prefix| self.beginning_with(&prefix));
        let range = Range {
            after: ends.as_ref().map(|[first, _]| first),
            through: ends.as_ref().map(|[_, last]| last),
            limit,
            offset,
            ..Range::default()
        };
        let found = self.find(view, range).await?;
        self.readable(found.rows).map_err(ListError::from)
    }

    /// Fetches the first rows, at most `most`, whose name begins with `prefix`, in any spelling.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn beginning<R: FromRow>(
        self,
        view: &mut dyn Reads,
        prefix: &str,
        most: i64,
    ) -> Result<Vec<R>, ListError> {
        let [first, last] = self.beginning_with(&folded(prefix));
        let range = Range {
            after: Some(&first),
            through: Some(&last),
            limit: most,
            ..Range::default()
        };
        let found = self.find(view, range).await?;
        self.readable(found.rows).map_err(ListError::from)
    }

    /// Fetches rows that the search index finds by `text`, at most `most`. They are in the order of the list, but if there
    /// are more, any of them: for an answer that shows the best few and for which it would be too slow to read all.
    ///
    /// Nothing is found by a text without a word of two characters.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn some<R: FromRow>(
        mut self,
        view: &mut dyn Reads,
        text: &str,
        most: i64,
    ) -> Result<Vec<R>, ListError> {
        let search = self.list.search;
        self.words = search.and_then(|search| Words::of(search.noun, text));
        if self.words.is_none() {
            return Ok(Vec::new());
        }
        let range = Range {
            limit: most,
            ..Range::default()
        };
        let gather = self.gather(view.engine(), Driver::Search, (range, Some(most)));
        let rows = fetch_all(view, gather).await?;
        self.readable(rows).map_err(ListError::from)
    }

    /// The places before and after all rows whose first column of the order begins with `prefix`.
    fn beginning_with(&self, prefix: &str) -> [Place; 2] {
        let last = format!("{prefix}{LAST}");
        let place = |name: &str, rest: fn(&Column) -> SqlValue| {
            let name = std::iter::once(SqlValue::from(name));
            Place(name.chain(self.order().skip(1).map(rest)).collect())
        };
        [
            place(prefix, |column| match column.kind {
                Kind::Number => SqlValue::Number(i64::MIN),
                Kind::Text => SqlValue::from(""),
            }),
            place(&last, |column| match column.kind {
                Kind::Number => SqlValue::Number(i64::MAX),
                Kind::Text => SqlValue::from(LAST),
            }),
        ]
    }
}
