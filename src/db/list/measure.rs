//! Counts the rows of a query and chooses the best way to find them.

use super::COUNTED;
use super::fetch::count;
use super::query::{Driver, Query};
use crate::db::search::Words;
use crate::db::{DbError, Engine, Reads};

/// Conditions with more than [`COUNTED`] rows each are counted up to this number.
pub(super) const MANY: i64 = 200_000;

/// What finds the fewest rows that have to be checked.
#[derive(Clone, Copy)]
pub(super) struct Rarest {
    pub driver: Option<Driver>,
    /// How many, up to [`COUNTED`] + 1, if they had to be counted.
    pub rows: Option<i64>,
}

/// The number of rows of a query and the best way to find them.
pub(super) struct Measured {
    pub driver: Option<Driver>,
    /// Up to [`COUNTED`] + 1.
    pub counted: i64,
}

impl Measured {
    pub fn total(&self) -> i64 {
        self.counted.min(COUNTED)
    }

    pub fn more(&self) -> bool {
        self.counted > COUNTED
    }
}

impl Query {
    /// Counts the rows of the query up to [`COUNTED`] + 1, and chooses the best way to find them.
    pub(super) async fn measure(&self, view: &mut dyn Reads) -> Result<Measured, DbError> {
        let rarest = self.rarest(view).await?;
        self.measure_by(view, rarest, self.known(rarest)).await
    }

    /// The same with the answer of [`Query::rarest`], and the number of rows if it is known.
    pub(super) async fn measure_by(
        &self,
        view: &mut dyn Reads,
        rarest: Rarest,
        known: Option<i64>,
    ) -> Result<Measured, DbError> {
        let counted = if let Some(rows) = known {
            rows
        } else {
            let finder = rarest.driver.filter(|_| !self.is_walked_whole());
            let sql = self.count(view.engine(), finder, COUNTED + 1);
            count(view, sql).await?
        };
        Ok(Measured {
            driver: rarest.driver,
            counted,
        })
    }

    /// The number of rows of the query, if the number of rows of its driver says it.
    pub(super) fn known(&self, rarest: Rarest) -> Option<i64> {
        rarest.rows.filter(|rows| *rows == 0 || self.is_exact())
    }

    /// The driver with the fewest rows.
    pub(super) async fn rarest(&self, view: &mut dyn Reads) -> Result<Rarest, DbError> {
        let most = COUNTED + 1;
        let mut best = self.rarest_filter(view, most).await?;
        if let Some(words) = self
            .words
            .as_ref()
            .filter(|_| best.is_none_or(|(_, n)| n == most))
        {
            let is_counted_with_page = best.is_none() && !self.is_found_exactly(words);
            if is_counted_with_page && view.engine() == Engine::Postgres {
                // It reads as much to count the grams alone as to check the matches and sort them.
                return Ok(Rarest {
                    driver: Some(Driver::Search),
                    rows: None,
                });
            }
            if let Some(both) = self.both().next()
                && view.engine() == Engine::Postgres
            {
                // It gathers the matches to count them, and once more to find those that the filter has too.
                return Ok(Rarest {
                    driver: Some(both),
                    rows: None,
                });
            }
            let rows = self.count_search(view, words).await?;
            if best.is_none_or(|(_, fewest)| rows < fewest) {
                return Ok(Rarest {
                    driver: Some(Driver::Search),
                    rows: Some(rows),
                });
            }
            if let Some(both) = self.both().next() {
                // Neither finds few rows, but the two together may.
                return Ok(Rarest {
                    driver: Some(both),
                    rows: None,
                });
            }
        }
        // All have many rows, which are read one by one, so it matters which has fewer. Each is counted further until one
        // comes to its end.
        let mut counted = most;
        while self.filters.len() > 1
            && counted < MANY
            && best.is_some_and(|(_, rows)| rows == counted)
        {
            counted = (counted * 4).min(MANY);
            best = self.first_to_end(view, counted).await?;
        }
        Ok(Rarest {
            driver: best.map(|(driver, _)| driver),
            rows: best.map(|(_, rows)| rows.min(most)),
        })
    }

    /// The filter with the fewest rows, counted up to `most`.
    async fn rarest_filter(
        &self,
        view: &mut dyn Reads,
        most: i64,
    ) -> Result<Option<(Driver, i64)>, DbError> {
        let mut best: Option<(Driver, i64)> = None;
        for driver in (0..self.filters.len()).map(Driver::Filter) {
            let most = best.map_or(most, |(_, fewest)| fewest);
            let sql = self.count_driver(view.engine(), driver, most);
            let rows = count(view, sql).await?;
            if best.is_none_or(|(_, fewest)| rows < fewest) {
                best = Some((driver, rows));
            }
        }
        Ok(best)
    }

    /// The first filter with fewer than `most` rows, or else any.
    async fn first_to_end(
        &self,
        view: &mut dyn Reads,
        most: i64,
    ) -> Result<Option<(Driver, i64)>, DbError> {
        let mut counted = None;
        for driver in (0..self.filters.len()).map(Driver::Filter) {
            let sql = self.count_driver(view.engine(), driver, most);
            let rows = count(view, sql).await?;
            counted = Some((driver, rows));
            if rows < most {
                break;
            }
        }
        Ok(counted)
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

    /// Everything that can find the rows of this query without reading all of them.
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
    fn is_exact(&self) -> bool {
        let words = self.words.as_ref();
        self.drivers().count() == 1 && words.is_none_or(|words| self.is_found_exactly(words))
    }

    /// True if the search index alone finds exactly the rows with `words`.
    pub(super) fn is_found_exactly(&self, words: &Words) -> bool {
        self.shown.is_none() && words.is_exact()
    }
}
