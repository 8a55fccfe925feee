//! Counts the rows of a query and chooses the best way to find them.

use super::COUNTED;
use super::fetch::count;
use super::query::{Driver, Query};
use crate::search::Words;
use crate::{DbError, Engine, Reads};

/// Conditions with more than [`COUNTED`] rows each are counted up to this number.
pub(super) const MANY: i64 = 200_000;

/// The driver that finds the fewest rows to check.
#[derive(Clone, Copy)]
pub(super) struct Rarest {
    pub driver: Driver,
    /// How many, up to [`COUNTED`] + 1, if they had to be counted.
    pub rows: Option<i64>,
}

impl Query {
    /// The number of rows of the query, up to [`COUNTED`] + 1. Reads the rows of `driver`, or walks an index that has
    /// every condition.
    pub(super) async fn count_by(
        &self,
        view: &mut dyn Reads,
        driver: Option<Driver>,
    ) -> Result<i64, DbError> {
        let sql = self.count(view.engine(), driver, COUNTED + 1);
        count(view, sql).await
    }

    /// The driver with the fewest rows, for a query that is narrowed.
    pub(super) async fn rarest(&self, view: &mut dyn Reads) -> Result<Rarest, DbError> {
        let most = COUNTED + 1;
        let is_postgres = view.engine() == Engine::Postgres;
        let uncounted = |driver| Rarest { driver, rows: None };
        let mut racing: Vec<Driver> = (0..self.filters.len()).map(Driver::Filter).collect();
        let mut best = self.rarest_of(view, &racing, most).await?;
        if let Some(words) = &self.words
            && best.is_none_or(|(_, rows)| rows == most)
        {
            // PostgreSQL gathers all matches to count them, and again to find their rows.
            if is_postgres && best.is_none() && !self.is_found_exactly(words) {
                return Ok(uncounted(Driver::Search));
            }
            let both = self.both().next();
            if let Some(both) = both.filter(|_| is_postgres) {
                return Ok(uncounted(both));
            }
            let rows = self.count_search(view, words).await?;
            if best.is_none_or(|(_, fewest)| rows < fewest) {
                best = Some((Driver::Search, rows));
            } else if let Some(both) = both {
                // Neither finds few rows, but both together may.
                return Ok(uncounted(both));
            } else if !is_postgres {
                racing.push(Driver::Search);
            }
        }
        // All have many rows, which are read one by one, so the one with fewer rows is better. Each is counted further
        // until one ends.
        let mut counted = most;
        while racing.len() > 1 && counted < MANY && best.is_some_and(|(_, rows)| rows == counted) {
            counted = (counted * 4).min(MANY);
            best = self.rarest_of(view, &racing, counted).await?;
        }
        let (driver, rows) = best.unwrap_or((Driver::Search, 0));
        Ok(Rarest {
            driver,
            rows: Some(rows.min(most)),
        })
    }

    /// The driver with the fewest rows, counted up to `most`; for a larger `most`, the first driver whose count is
    /// below it.
    async fn rarest_of(
        &self,
        view: &mut dyn Reads,
        drivers: &[Driver],
        most: i64,
    ) -> Result<Option<(Driver, i64)>, DbError> {
        let mut best: Option<(Driver, i64)> = None;
        for driver in drivers {
            let fewest = best.map_or(most, |(_, rows)| rows);
            if fewest < most && most > COUNTED + 1 {
                break;
            }
            let sql = self.count_driver(view.engine(), *driver, fewest);
            let rows = count(view, sql).await?;
            if best.is_none() || rows < fewest {
                best = Some((*driver, rows));
            }
        }
        Ok(best)
    }

    /// The number of rows with the grams of `words`, up to [`COUNTED`] + 1.
    async fn count_search(&self, view: &mut dyn Reads, words: &Words) -> Result<i64, DbError> {
        let most = COUNTED + 1;
        if words.share(view).await? > 3 * COUNTED {
            return Ok(most);
        }
        let sql = self.count_driver(view.engine(), Driver::Search, most);
        count(view, sql).await
    }

    /// The drivers that can find the rows of this query without reading the whole list.
    pub fn drivers(&self) -> impl Iterator<Item = Driver> {
        let search = self.words.iter().map(|_| Driver::Search);
        let filters = (0..self.filters.len()).map(Driver::Filter);
        filters.chain(search).chain(self.both())
    }

    /// The filters among whose rows the words can be searched.
    fn both(&self) -> impl Iterator<Item = Driver> {
        let is_searched_among = self.words.is_some() && self.besides.is_none();
        let numbered =
            move |at: &usize| is_searched_among && self.filters[*at].filter.is_numbered();
        (0..self.filters.len()).filter(numbered).map(Driver::Both)
    }

    /// True if one driver finds exactly the rows of this query.
    pub(super) fn is_exact(&self) -> bool {
        let words = self.words.as_ref();
        self.drivers().count() == 1 && words.is_none_or(|words| self.is_found_exactly(words))
    }

    /// True if the search index alone finds exactly the rows with `words`.
    pub(super) fn is_found_exactly(&self, words: &Words) -> bool {
        self.shown.is_none() && words.is_exact()
    }
}
