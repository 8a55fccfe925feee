//! The strategies by which the rows of a page are found, and which of them a query takes.

use super::COUNTED;
use super::compose::Range;
use super::fetch::{Alone, Placed, fetch_all};
use super::measure::Rarest;
use super::query::{Condition, Driver, Place, Query};
use crate::{DbError, Engine, FromRow, Reads};

/// The most index rows that are walked for a page. After that the matching rows are gathered.
pub(super) const WALKED: i64 = 20_000;
/// A short walk reads as many index rows as hold the page if one row of so many matches.
const ONE_IN: i64 = 100;
/// The rows of a large list, for [`is_met_soon`].
const LARGE: i64 = 1_000_000;

/// How the rows of a page are found. The documentation of [`super`] says when each is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    WalkWhole,
    WalkShort,
    WalkPart,
    GatherFew,
    WalkFar,
    GatherAll,
}

/// Rows of a query.
pub(super) struct Found<R> {
    pub rows: Vec<Placed<R>>,
    /// The number of rows of the whole query, up to [`COUNTED`] + 1.
    pub counted: i64,
    pub by: Strategy,
}

/// The strategies for a query that no index includes, in the order in which they are tried. `rows` is the number of rows
/// of its driver and `counted` its own, both up to [`COUNTED`] + 1, if known.
fn strategies(rows: Option<i64>, counted: Option<i64>, wanted: i64) -> Vec<Strategy> {
    let is_many = |rows: Option<i64>| rows.is_some_and(|rows| rows > COUNTED);
    let is_part = |rows| rows <= COUNTED && is_met_soon(rows, wanted);
    let (is_short, are_many) = (short_walk(wanted) <= WALKED, is_many(rows.max(counted)));
    [
        (Strategy::WalkShort, is_short && are_many),
        (Strategy::WalkPart, counted.is_some_and(is_part)),
        (Strategy::GatherFew, !is_many(counted)),
        // Many match if the rows were too many to gather.
        (Strategy::WalkShort, is_short && !are_many),
        (Strategy::WalkFar, true),
        (Strategy::GatherAll, true),
    ]
    .into_iter()
    .filter_map(|(strategy, is_tried)| is_tried.then_some(strategy))
    .collect()
}

/// The rows of an index that hold `wanted` rows, if one in [`ONE_IN`] matches.
fn short_walk(wanted: i64) -> i64 {
    wanted.saturating_mul(ONE_IN)
}

/// The part of an index that is walked if `matches` rows match. A walked row costs about the same as a gathered one, so
/// a useless walk costs at most three quarters more.
fn part(matches: i64) -> i64 {
    matches / 4 * 3
}

/// True if a walk over [`part`] usually meets `wanted` rows: among a million rows it meets
/// `matches * 3/4 * matches / 1,000,000`, which should be a quarter more than is wanted.
fn is_met_soon(matches: i64, wanted: i64) -> bool {
    let met = part(matches).saturating_mul(matches) / LARGE;
    met >= wanted.saturating_mul(5) / 4
}

impl Query {
    /// The rows of `range`, by the first strategy that finds them.
    pub(super) async fn find<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        range: Range<'_>,
    ) -> Result<Found<R>, DbError> {
        if self.is_walked_whole() {
            return self.walk_whole(view, range).await;
        }
        let wanted = range.offset.saturating_add(range.limit);
        let Rarest { driver, rows } = self.rarest(view).await?;
        let mut counted = rows.filter(|rows| *rows == 0 || self.is_exact());
        if counted.is_none() && self.is_counted_alone(view.engine(), rows, wanted) {
            counted = Some(self.count_by(view, Some(driver)).await?);
        }
        for by in strategies(rows, counted, wanted) {
            let rows = match by {
                Strategy::WalkShort => self.walk_some(view, range, short_walk(wanted)).await?,
                Strategy::WalkPart => {
                    let length = part(counted.unwrap_or_default());
                    self.walk_some(view, range, length).await?
                }
                Strategy::GatherFew => self.gather_few(view, driver, range, &mut counted).await?,
                Strategy::WalkFar => self.walk_some(view, range, WALKED).await?,
                Strategy::GatherAll => Some(self.gather_all(view, driver, range).await?),
                Strategy::WalkWhole => None,
            };
            if let Some(rows) = rows {
                let counted = match counted {
                    Some(counted) => counted,
                    None => self.count_by(view, Some(driver)).await?,
                };
                return Ok(Found { rows, counted, by });
            }
        }
        self.walk_whole(view, range).await
    }

    /// True if the matches of a search without filters are counted in the search index first, because a walk may find the
    /// page. PostgreSQL does not know how many there are before it has counted them.
    fn is_counted_alone(&self, engine: Engine, rows: Option<i64>, wanted: i64) -> bool {
        let is_likely = |rows| is_met_soon(rows, wanted);
        self.words_alone().is_some() && (engine == Engine::Postgres || rows.is_some_and(is_likely))
    }

    /// Reads the rows of `range` alone, along an index that includes the order and every condition.
    async fn walk_whole<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        range: Range<'_>,
    ) -> Result<Found<R>, DbError> {
        let counted = self.count_by(view, None).await?;
        let walk = self.walk(view.engine(), range);
        let (rows, by) = (fetch_all(view, walk).await?, Strategy::WalkWhole);
        Ok(Found { rows, counted, by })
    }

    /// Reads `length` rows along the index of the order and checks each; gives nothing if too few of them match.
    async fn walk_some<R: FromRow>(
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
        Ok((is_full || end.is_none()).then_some(rows))
    }

    /// Gathers, counts and sorts the rows of `driver` by one statement; gives nothing if more match than are counted.
    async fn gather_few<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        driver: Driver,
        range: Range<'_>,
        counted: &mut Option<i64>,
    ) -> Result<Option<Vec<Placed<R>>>, DbError> {
        let most = Some(COUNTED + 1);
        let gather = self.gather(view.engine(), driver, (range, most));
        let rows: Vec<Placed<R>> = fetch_all(view, gather).await?;
        let is_whole = range.offset == 0 && range.after.or(range.through).is_none();
        *counted = match rows.first() {
            Some(row) => row.total,
            None if is_whole => Some(0),
            // The matches that were gathered may all be before the place of a cursor, while others are behind it.
            None if counted.is_none() => Some(self.count_by(view, Some(driver)).await?),
            None => *counted,
        };
        let is_more = counted.is_some_and(|counted| counted > COUNTED);
        Ok((!is_more).then_some(rows))
    }

    /// Gathers and sorts the rows of `driver`, however many they are.
    async fn gather_all<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        driver: Driver,
        range: Range<'_>,
    ) -> Result<Vec<Placed<R>>, DbError> {
        let gather = self.gather(view.engine(), driver, (range, None));
        fetch_all(view, gather).await
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
        let rows: Vec<Placed<Alone>> = fetch_all(view, self.boundary(range)).await?;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first rows of many matches are met soon along the order. Few matches, and pages far down, are gathered.
    #[test]
    fn many_matches_are_walked_before_they_are_gathered() {
        const MANY: i64 = COUNTED + 1;
        for (rows, counted, wanted, expected) in [
            // A filter alone, then conditions that have many rows each.
            (Some(MANY), Some(MANY), 11, "Short Far All"),
            (Some(MANY), None, 11, "Short Few Far All"),
            (Some(MANY), None, 500, "Few Far All"),
            // A search alone, whose matches are counted first.
            (None, Some(MANY), 11, "Short Far All"),
            (None, Some(6_301), 11, "Part Few Short Far All"),
            (None, Some(4_913), 11, "Part Few Short Far All"),
            (None, Some(4_000), 11, "Few Short Far All"),
            (None, Some(6_301), 511, "Few Far All"),
            // A condition of few rows, and a search whose matches are not counted.
            (Some(300), None, 11, "Few Short Far All"),
            (None, None, 11, "Few Short Far All"),
        ] {
            let tried = strategies(rows, counted, wanted).into_iter();
            let tried: Vec<String> = tried.map(|strategy| format!("{strategy:?}")).collect();
            let tried = tried.join(" ").replace("Walk", "").replace("Gather", "");
            assert_eq!(tried, expected, "{rows:?} {counted:?}, {wanted} wanted");
        }
        assert_eq!((short_walk(11), part(4_913)), (1_100, 3_684));
    }
}
