//! One page of a list: the request for it, and the way it is found.

use super::compose::Range;
use super::cursor::Cursor;
use super::fetch::{Placed, fetch_all};
use super::measure::{Measured, Rarest};
use super::query::{Condition, Driver, Place, Query};
use super::{Bind, COUNTED, Filter, Kind, List, ListError, Paging};
use crate::db::search::Words;
use crate::db::{Damaged, DbError, Engine, FromRow, Keyed, Reads, readable};

/// The most index rows that are walked for a page. After that the matching rows are gathered.
pub(super) const WALKED: i64 = 20_000;
/// At first as many index rows are walked as hold the page if one row of so many matches.
const ONE_IN: i64 = 100;
/// The rows of a large list, for [`is_met_soon`].
const LARGE: i64 = 1_000_000;

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
}

/// What [`Query::at_once`] found.
enum AtOnce<R> {
    Page(FoundPage<R>),
    /// More rows than are counted, so the page must be found in another way.
    Counted(i64),
    /// Such a statement would not help, or the list has no such page.
    NotFound,
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
            paging: paging.clone(),
        })
    }
}

impl Query {
    /// Keeps only rows that pass `filter` with `value`; keeps all if there is no value.
    #[must_use]
    pub fn only(self, filter: &'static Filter, value: Option<impl Into<Bind>>) -> Self {
        match value {
            Some(value) => self.only_all(filter, vec![value.into()]),
            None => self,
        }
    }

    /// [`Query::only`] for a filter with several values.
    #[must_use]
    pub fn only_all(mut self, filter: &'static Filter, values: Vec<Bind>) -> Self {
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

    /// Lets a search find the rows that pass [`Search::besides`](super::Search) with these values too. Without a search
    /// nothing changes. A cursor is not bound to the values, which follow from the words.
    #[must_use]
    pub fn besides(mut self, values: Vec<Bind>) -> Self {
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

    /// Fetches the page.
    ///
    /// # Errors
    /// [`ListError::Cursor`] if the cursor is not of this query; an error of the database.
    pub async fn page<R: FromRow>(self, view: &mut dyn Reads) -> Result<FoundPage<R>, ListError> {
        let cursor = self.paging.cursor.as_deref();
        let cursor = cursor.map(|text| self.take_back(text)).transpose()?;
        let rarest = self.rarest(view).await?;
        let mut known = self.known(rarest);
        if cursor.is_none() && known.is_none() {
            if let Some(page) = self.met_soon(view, rarest).await? {
                return Ok(page);
            }
            if !self.is_counted_first(view.engine(), rarest) {
                match self.at_once(view, rarest).await? {
                    AtOnce::Page(page) => return Ok(page),
                    AtOnce::Counted(counted) => known = Some(counted),
                    AtOnce::NotFound => {}
                }
            }
        }
        let found = self.measure_by(view, rarest, known).await?;
        match cursor {
            None => self.numbered(view, &found, self.paging.page_num).await,
            Some(cursor) => self.beside(view, &found, cursor).await,
        }
    }

    /// The page that was asked for by its number, if each filter has many rows and a short walk along the order meets
    /// those of the page. Then they need not be gathered to be counted.
    async fn met_soon<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        rarest: Rarest,
    ) -> Result<Option<FoundPage<R>>, ListError> {
        let is_likely = self.words.is_none() && rarest.rows.is_some_and(|rows| rows > COUNTED);
        let before = (self.paging.page_num.max(1) - 1).saturating_mul(self.size());
        let range = Range {
            limit: self.size() + 1,
            offset: before,
            ..Range::default()
        };
        let length = short_walk(&range);
        if !is_likely || self.is_walked_whole() || length > WALKED {
            return Ok(None);
        }
        let Some(mut rows) = self.met(view, range, length).await? else {
            return Ok(None);
        };
        let found = self.measure_by(view, rarest, None).await?;
        let more = self.cut(&mut rows);
        let page = self.page_of(&found, rows, [before > 0, more], Some(before))?;
        Ok(Some(page))
    }

    /// True if the matches are counted in the search index before the page is looked for, because a walk along the order
    /// may find it. PostgreSQL does not know how many there are before it has counted them.
    fn is_counted_first(&self, engine: Engine, rarest: Rarest) -> bool {
        let wanted = self.paging.page_num.max(1).saturating_mul(self.size());
        let is_likely = |rows| is_met_soon(rows, wanted);
        self.words_alone().is_some()
            && (engine == Engine::Postgres || rarest.rows.is_some_and(is_likely))
    }

    /// The page that was asked for by its number, with its count from the same statement, where the rows of a driver
    /// are read one by one.
    async fn at_once<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        rarest: Rarest,
    ) -> Result<AtOnce<R>, ListError> {
        let before = (self.paging.page_num.max(1) - 1).saturating_mul(self.size());
        // A search with very many matches is walked, so it must not be gathered first.
        let is_large =
            rarest.driver == Some(Driver::Search) && rarest.rows.is_some_and(|rows| rows > COUNTED);
        let is_direct = is_large || self.is_walked_whole();
        let Some(driver) = rarest.driver.filter(|_| !is_direct && before <= COUNTED) else {
            return Ok(AtOnce::NotFound);
        };
        let range = Range {
            limit: self.size() + 1,
            offset: before,
            ..Range::default()
        };
        let sql = self.gather_counted(view.engine(), driver, (range, COUNTED + 1));
        let mut rows: Vec<Placed<R>> = fetch_all(view, sql).await?;
        let counted = match rows.first() {
            Some(row) => row.total.unwrap_or_default(),
            None if before == 0 => 0,
            None => return Ok(AtOnce::NotFound),
        };
        let driver = Some(driver);
        let found = Measured { driver, counted };
        if found.more() {
            return Ok(AtOnce::Counted(counted));
        }
        let more = self.cut(&mut rows);
        let page = self.page_of(&found, rows, [before > 0, more], Some(before))?;
        Ok(AtOnce::Page(page))
    }

    /// The page with this number, or the last one.
    async fn numbered<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        found: &Measured,
        page_num: i64,
    ) -> Result<FoundPage<R>, ListError> {
        let size = self.size();
        let last = (found.total() + size - 1) / size;
        let page_num = page_num.clamp(1, last.max(1));
        let before = (page_num - 1) * size;
        let range = Range {
            limit: size + 1,
            offset: before,
            ..Range::default()
        };
        let mut rows = self.rows(view, found, range).await?;
        if rows.is_empty() && before > 0 && found.more() {
            // The list has fewer rows than an engine's statistics said.
            return Box::pin(self.beside(view, found, Cursor::Last)).await;
        }
        let more = self.cut(&mut rows);
        self.page_of(found, rows, [before > 0, more], Some(before))
    }

    /// The page at `cursor`.
    async fn beside<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        found: &Measured,
        cursor: Cursor,
    ) -> Result<FoundPage<R>, ListError> {
        let (after, backward, before) = match &cursor {
            Cursor::Next(place, before) => (Some(place), false, *before),
            Cursor::Previous(place, before) => (Some(place), true, *before),
            Cursor::Last if !found.more() => return self.numbered(view, found, i64::MAX).await,
            Cursor::Last => (None, true, None),
        };
        let range = Range {
            after,
            backward,
            limit: self.size() + 1,
            ..Range::default()
        };
        let mut rows = self.rows(view, found, range).await?;
        let more = self.cut(&mut rows);
        if backward {
            if !more {
                // The start of the list: a full first page.
                return self.numbered(view, found, 1).await;
            }
            rows.reverse();
            let is_last = after.is_none();
            return self.page_of(found, rows, [true, !is_last], before);
        }
        if rows.is_empty() {
            // The rows after the cursor are gone.
            return Box::pin(self.beside(view, found, Cursor::Last)).await;
        }
        self.page_of(found, rows, [true, more], before)
    }

    /// Removes the extra row, which only shows that there are more.
    fn cut<R>(&self, rows: &mut Vec<Placed<R>>) -> bool {
        let size = usize::try_from(self.size()).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        more
    }

    /// Builds the page of `rows`. `before` is the number of rows before it, if known; the pair says
    /// whether there are pages before and after it.
    fn page_of<R>(
        &self,
        found: &Measured,
        rows: Vec<Placed<R>>,
        [has_previous, has_next]: [bool; 2],
        before: Option<i64>,
    ) -> Result<FoundPage<R>, ListError> {
        let size = self.size();
        let at = |row: Option<&Placed<R>>| row.map(|row| self.place(row)).transpose();
        let next = at(rows.last().filter(|_| has_next))?;
        let next = next.map(|place| Cursor::Next(place, before.map(|before| before + size)));
        let previous = at(rows.first().filter(|_| has_previous))?;
        let previous = previous.map(|place| {
            let before = before.map(|before| before - size);
            Cursor::Previous(place, before.filter(|before| *before >= 0))
        });
        let before = before.filter(|before| before % size == 0);
        Ok(FoundPage {
            total: found.total(),
            more: found.more(),
            page_num: before.map(|before| before / size + 1),
            next: next.map(|cursor| self.hand_out(&cursor)),
            previous: previous.map(|cursor| self.hand_out(&cursor)),
            last: has_next.then(|| self.hand_out(&Cursor::Last)),
            rows: self.readable(rows)?,
        })
    }

    /// The rows of `range`, found by the faster way.
    pub(super) async fn rows<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        found: &Measured,
        range: Range<'_>,
    ) -> Result<Vec<Placed<R>>, DbError> {
        let engine = view.engine();
        if found.counted == 0 {
            return Ok(Vec::new());
        }
        let Some(driver) = found.driver.filter(|_| !self.is_walked_whole()) else {
            return fetch_all(view, self.walk(engine, range)).await;
        };
        for length in walk_lengths(found, &range) {
            if let Some(rows) = self.met(view, range, length).await? {
                return Ok(rows);
            }
        }
        fetch_all(view, self.gather(engine, driver, range)).await
    }

    /// The rows of `range`, if a walk over `length` rows of the order's index meets as many as it wants.
    async fn met<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        range: Range<'_>,
        length: i64,
    ) -> Result<Option<Vec<Placed<R>>>, DbError> {
        let end = self.boundary_of(view, range, length).await?;
        let walked = Range {
            through: end.as_ref().or(range.through),
            ..range
        };
        let walk = self.walk(view.engine(), walked);
        let rows = fetch_all(view, walk).await?;
        let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) >= range.limit;
        Ok(is_full.then_some(rows))
    }

    /// The place where a walk ends, `length` rows along its index.
    pub(super) async fn boundary_of(
        &self,
        view: &mut dyn Reads,
        range: Range<'_>,
        length: i64,
    ) -> Result<Option<Place>, DbError> {
        let range = Range {
            limit: 1,
            offset: length,
            ..range
        };
        let rows: Vec<Placed<super::fetch::Alone>> = fetch_all(view, self.boundary(range)).await?;
        let place = rows.first().map(|row| self.place(row));
        place.transpose()
    }

    /// True if an index includes the order and every condition, so that only the rows of the page
    /// are read.
    pub(super) fn is_walked_whole(&self) -> bool {
        self.words.is_none() && (0..self.filters.len()).all(|at| self.is_walked(at))
    }

    /// The conditions that the walked index answers.
    pub(super) fn walked(&self) -> impl Iterator<Item = &Condition> {
        let filters = self.filters.iter().enumerate();
        filters.filter_map(|(at, condition)| self.is_walked(at).then_some(condition))
    }

    /// True if the walked index includes this filter: an equality, or any limit on the order's own
    /// column.
    pub(super) fn is_walked(&self, at: usize) -> bool {
        let kept = |condition: &&Condition| condition.filter.sorts.contains(&self.sort.name);
        let condition = &self.filters[at];
        let first = self
            .filters
            .iter()
            .position(|other| kept(&other) && !other.filter.is_range());
        kept(&condition) && (condition.filter.is_range() || first == Some(at))
    }

    pub(super) fn place<R>(&self, row: &Placed<R>) -> Result<Place, DbError> {
        let read = |(column, text): (&super::Column, &String)| match column.kind {
            Kind::Text => Ok(Bind::Text(text.clone())),
            Kind::Number => text.parse().map(Bind::Number).map_err(|_| misread()),
        };
        let values: Result<Vec<_>, _> = self.order().zip(&row.place).map(read).collect();
        Ok(Place(values?))
    }

    /// The rows without their places. One that cannot be read is logged and left out, and takes no other away.
    pub(super) fn readable<R>(&self, rows: Vec<Placed<R>>) -> Result<Vec<R>, DbError> {
        let (rows, _) = self.sorted_out(rows)?;
        Ok(rows)
    }

    /// The same for a file, where nobody would notice that a row is missing.
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

/// How many index rows are walked for `range`, one time after the other, before its rows are gathered; none if a walk
/// would hardly meet them. A walked row costs about as much as a gathered one, so a walk in vain costs three quarters
/// more at most. The short walk comes first, because even the end of a long one is found only by counting its rows.
fn walk_lengths(found: &Measured, range: &Range<'_>) -> Vec<i64> {
    if found.more() {
        let short = Some(short_walk(range)).filter(|short| *short < WALKED);
        short.into_iter().chain([WALKED]).collect()
    } else if is_met_soon(found.counted, range.offset.saturating_add(range.limit)) {
        vec![found.counted / 4 * 3]
    } else {
        Vec::new()
    }
}

/// True if a walk over three quarters as many rows as match usually meets `wanted` of them: among a million rows it meets
/// `matches * 3/4 * matches / 1,000,000`, which should be a quarter more than is wanted.
fn is_met_soon(matches: i64, wanted: i64) -> bool {
    let met = matches.saturating_mul(matches) / 4 * 3 / LARGE;
    met >= wanted.saturating_mul(5) / 4
}

/// The rows of an index that hold those of `range`, if one in [`ONE_IN`] matches.
fn short_walk(range: &Range<'_>) -> i64 {
    range
        .offset
        .saturating_add(range.limit)
        .saturating_mul(ONE_IN)
}

/// An engine returned a text where the order has a number. This cannot happen.
fn misread() -> DbError {
    DbError::Failed(sqlx::Error::ColumnDecode {
        index: "place".to_owned(),
        source: "not a number".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first rows of many matches are met soon along the order. Few matches, and pages far down, are gathered.
    #[test]
    fn many_matches_are_walked_before_they_are_gathered() {
        for (counted, offset, expected) in [
            (COUNTED + 1, 0, &[1_100, WALKED][..]),
            (COUNTED + 1, 9_000, &[WALKED]),
            (6_301, 0, &[4_725]),
            (4_913, 0, &[3_684]),
            (4_000, 0, &[]),
            (6_301, 500, &[]),
            (300, 0, &[]),
        ] {
            let driver = None;
            let range = Range {
                offset,
                limit: 11,
                ..Range::default()
            };
            let lengths = walk_lengths(&Measured { driver, counted }, &range);
            assert_eq!(lengths, expected, "{counted} matches, {offset} before");
        }
    }
}
