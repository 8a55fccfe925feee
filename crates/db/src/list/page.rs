//! One page of a list: the request for it, and its cursors.

use super::compose::Range;
use super::cursor::Cursor;
use super::fetch::Placed;
use super::query::{Condition, Place, Query};
use super::strategy::{Found, Strategy};
use super::{COUNTED, Filter, Kind, List, ListError, Paging};
use crate::search::Words;
use crate::{Damaged, DbError, FromRow, Keyed, Reads, SqlValue, readable};

#[derive(Clone, Debug)]
pub struct FoundPage<R> {
    pub rows: Vec<R>,
    /// Rows in the whole list, at most [`COUNTED`].
    pub total: i64,
    /// True if the list has more rows than `total`.
    pub more: bool,
    /// The number of this page, if known; `None` after [`FoundPage::last`].
    pub page_num: Option<i64>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    /// The cursor of the previous page, if there is one.
    pub previous: Option<String>,
    /// The cursor of the last page, unless this is the last.
    pub last: Option<String>,
    /// The order of the rows: the name of a sort, with `-` in front if it is reversed.
    pub sort: String,
    /// How it was found.
    pub by: Strategy,
}

impl List {
    /// A query for the page in `paging`.
    ///
    /// # Errors
    /// [`ListError::Sort`] if the list does not have this sort.
    pub fn query(&'static self, paging: &Paging) -> Result<Query, ListError> {
        let asked = paging.sort.as_deref().unwrap_or(self.usual_sort);
        let name = asked.strip_prefix('-').unwrap_or(asked);
        let mut sorts = self.sorts.iter();
        let sort = sorts.find(|sort| sort.name == name);
        Ok(Query {
            list: self,
            sort: sort.ok_or(ListError::Sort)?,
            descending: asked.starts_with('-'),
            filters: Vec::new(),
            words: None,
            besides: None,
            shown: self.search.and_then(|search| search.shown),
            columns: None,
            paging: paging.clone(),
        })
    }
}

impl Query {
    /// Keeps only rows that pass `filter` with `value`; keeps all if there is no value.
    #[must_use]
    pub fn only(self, filter: &'static Filter, value: Option<impl Into<SqlValue>>) -> Self {
        match value {
            Some(value) => self.only_all(filter, vec![value.into()]),
            None => self,
        }
    }

    /// [`Query::only`] for a filter with several values.
    #[must_use]
    pub fn only_all(mut self, filter: &'static Filter, values: Vec<SqlValue>) -> Self {
        self.filters.push(Condition { filter, values });
        self
    }

    /// Keeps only rows whose text contains every word of `text`; keeps all if it is empty.
    ///
    /// # Errors
    /// [`ListError::Search`] if the text has no word of two characters.
    pub fn search(mut self, text: Option<&str>) -> Result<Self, ListError> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        if let (Some(text), Some(search)) = (text, self.list.search) {
            self.words = Some(Words::of(search.noun, text).ok_or(ListError::Search)?);
        }
        Ok(self)
    }

    /// Lets a search also find the rows that pass [`Search::besides`](super::Search) with these values. Without a
    /// search nothing changes. A cursor is not bound to the values, which follow from the words.
    #[must_use]
    pub fn besides(mut self, values: Vec<SqlValue>) -> Self {
        let filter = self.list.search.and_then(|search| search.besides);
        self.besides = filter.map(|filter| Condition { filter, values });
        self
    }

    /// Searches `shown` alone, a folded text of the row: its reader sees nothing else of what the index holds.
    #[must_use]
    pub fn showing(mut self, shown: &'static str) -> Self {
        self.shown = Some(shown);
        self
    }

    /// Reads these columns instead of the list's own, for a row that needs fewer.
    #[must_use]
    pub fn reading(mut self, columns: &'static str) -> Self {
        self.columns = Some(columns);
        self
    }

    /// Fetches the page.
    ///
    /// # Errors
    /// [`ListError::Cursor`] if the cursor is not of this query; an error of the database.
    pub async fn page<R: FromRow>(self, view: &mut dyn Reads) -> Result<FoundPage<R>, ListError> {
        let cursor = self.paging.cursor.as_deref();
        match cursor.map(|text| self.take_back(text)).transpose()? {
            None => self.numbered(view, self.paging.page_num).await,
            Some(Cursor::Next(place, offset)) => self.next(view, &place, offset).await,
            Some(Cursor::Previous(place, offset)) => self.previous(view, &place, offset).await,
            Some(Cursor::Last) => self.last(view).await,
        }
    }

    /// The page with this number, or the last one.
    async fn numbered<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        page_num: i64,
    ) -> Result<FoundPage<R>, ListError> {
        let size = self.size();
        let offset = (page_num.clamp(1, (COUNTED + size - 1) / size) - 1) * size;
        let range = Range {
            offset,
            ..self.range()
        };
        let mut found = self.find(view, range).await?;
        if found.rows.is_empty() && offset > 0 {
            return self.last(view).await;
        }
        let more = self.cut(&mut found.rows);
        self.page_of(found, [offset > 0, more], Some(offset))
    }

    /// The page after `place`, or the last one if the rows after it are gone. `offset` is the number of rows before the
    /// page, if known.
    async fn next<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        place: &Place,
        offset: Option<i64>,
    ) -> Result<FoundPage<R>, ListError> {
        let range = Range {
            after: Some(place),
            ..self.range()
        };
        let mut found = self.find(view, range).await?;
        if found.rows.is_empty() {
            return self.last(view).await;
        }
        let more = self.cut(&mut found.rows);
        self.page_of(found, [true, more], offset)
    }

    /// The page before `place`, or a full first page at the start of the list.
    async fn previous<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        place: &Place,
        offset: Option<i64>,
    ) -> Result<FoundPage<R>, ListError> {
        let range = Range {
            after: Some(place),
            backward: true,
            ..self.range()
        };
        let mut found = self.find(view, range).await?;
        if !self.cut(&mut found.rows) {
            return self.numbered(view, 1).await;
        }
        found.rows.reverse();
        self.page_of(found, [true, true], offset)
    }

    /// The last page. If all rows are counted, it has a number and the rows that are left for it.
    async fn last<R: FromRow>(&self, view: &mut dyn Reads) -> Result<FoundPage<R>, ListError> {
        let range = Range {
            backward: true,
            ..self.range()
        };
        let mut found = self.find(view, range).await?;
        let mut offset = None;
        self.cut(&mut found.rows);
        if found.counted <= COUNTED {
            let left = (found.counted - 1).max(0) % self.size() + 1;
            found
                .rows
                .truncate(usize::try_from(left).unwrap_or_default());
            offset = Some((found.counted - left).max(0));
        }
        found.rows.reverse();
        self.page_of(found, [offset != Some(0), false], offset)
    }

    /// A page, and one row more, which only shows that there are more.
    fn range<'r>(&self) -> Range<'r> {
        Range {
            limit: self.size() + 1,
            ..Range::default()
        }
    }

    /// Removes the row that is no longer of the page. Returns true if there was one.
    fn cut<R>(&self, rows: &mut Vec<Placed<R>>) -> bool {
        let size = usize::try_from(self.size()).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        more
    }

    /// Builds the page of the rows that were found. The pair says whether there are pages before and after it.
    fn page_of<R>(
        &self,
        found: Found<R>,
        [has_previous, has_next]: [bool; 2],
        offset: Option<i64>,
    ) -> Result<FoundPage<R>, ListError> {
        let size = self.size();
        let Found { rows, counted, by } = found;
        let at = |row: Option<&Placed<R>>| row.map(|row| self.place(row)).transpose();
        let next = at(rows.last().filter(|_| has_next))?;
        let next = next.map(|place| Cursor::Next(place, offset.map(|offset| offset + size)));
        let previous = at(rows.first().filter(|_| has_previous))?;
        let previous = previous.map(|place| {
            let offset = offset.map(|offset| offset - size);
            Cursor::Previous(place, offset.filter(|offset| *offset >= 0))
        });
        let offset = offset.filter(|offset| offset % size == 0);
        Ok(FoundPage {
            total: counted.min(COUNTED),
            more: counted > COUNTED,
            page_num: offset.map(|offset| offset / size + 1),
            next: next.map(|cursor| self.hand_out(&cursor)),
            previous: previous.map(|cursor| self.hand_out(&cursor)),
            last: has_next.then(|| self.hand_out(&Cursor::Last)),
            rows: self.readable(rows)?,
            sort: self.named_sort(),
            by,
        })
    }

    fn named_sort(&self) -> String {
        let reversed = if self.descending { "-" } else { "" };
        format!("{reversed}{}", self.sort.name)
    }

    pub(super) fn place<R>(&self, row: &Placed<R>) -> Result<Place, DbError> {
        let read = |(column, text): (&super::Column, &String)| match column.kind {
            Kind::Text => Ok(SqlValue::Text(text.clone())),
            Kind::Number => text.parse().map(SqlValue::Number).map_err(|_| misread()),
        };
        let values: Result<Vec<_>, _> = self.order().zip(&row.place).map(read).collect();
        Ok(Place(values?))
    }

    /// The rows without their places. A row that cannot be read is logged and left out; the others stay.
    pub(super) fn readable<R>(&self, rows: Vec<Placed<R>>) -> Result<Vec<R>, DbError> {
        let (rows, _) = self.sorted_out(rows)?;
        Ok(rows)
    }

    /// The rows for a file. A row that cannot be read is an error, because nobody would notice a missing row.
    pub(super) fn all_readable<R>(&self, rows: Vec<Placed<R>>) -> Result<Vec<R>, DbError> {
        match self.sorted_out(rows)? {
            (_, Some(damaged)) => Err(DbError::damaged(&damaged.column)),
            (rows, None) => Ok(rows),
        }
    }

    /// The rows that can be read, and the first of the others.
    fn sorted_out<R>(&self, rows: Vec<Placed<R>>) -> Result<(Vec<R>, Option<Damaged>), DbError> {
        let keyed = rows.into_iter().map(|Placed { row, mut place, .. }| Keyed {
            key: place.pop().unwrap_or_default(),
            row,
        });
        let (rows, damaged) = readable(keyed.collect(), Ok)?;
        for row in &damaged {
            tracing::error!(table = self.list.table, "row {row}, so no page shows it");
        }
        Ok((rows, damaged.into_iter().next()))
    }

    fn size(&self) -> i64 {
        self.paging.page_size.max(1)
    }
}

/// An engine returned a text where the order has a number. This cannot happen.
fn misread() -> DbError {
    DbError::Failed(sqlx::Error::ColumnDecode {
        index: "place".to_owned(),
        source: "not a number".into(),
    })
}
