//! Reads a whole list in pieces of bounded work: each piece reads a limited part of an index, even if few rows pass the
//! filters.

use super::fetch::{count, fetch_all};
use super::measure::MANY;
use super::query::{Driver, Place, Query};
use super::strategy::WALKED;
use super::{ListError, compose::Range};
use crate::{DbError, FromRow, Reads};

impl Query {
    /// This query, read along the index of the filter with the fewest rows. For a caller of [`Query::batch`], once.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn by_rarest(mut self, view: &mut dyn Reads) -> Result<Self, DbError> {
        let sort = self.sort.name;
        let keeps = |at: &usize| {
            let filter = self.filters[*at].filter;
            filter.sorts.contains(&sort) && !filter.is_range()
        };
        let candidates: Vec<usize> = (0..self.filters.len()).filter(keeps).collect();
        if candidates.len() < 2 {
            return Ok(self);
        }
        let mut rarest = (candidates[0], i64::MAX);
        for at in candidates {
            let sql = self.count_driver(view.engine(), Driver::Filter(at), MANY);
            let rows = count(view, sql).await?;
            if rows < rarest.1 {
                rarest = (at, rows);
            }
        }
        // The first filter is the one whose index is walked.
        let first = self.filters.remove(rarest.0);
        self.filters.insert(0, first);
        Ok(self)
    }

    /// At most `most` rows after `after`, or from the start; and the place to continue, `None` at the end. A piece may
    /// have few rows or none even if others follow. For callers that read a whole list.
    ///
    /// # Errors
    /// An error of the database.
    pub async fn batch<R: FromRow>(
        &self,
        view: &mut dyn Reads,
        after: Option<&Place>,
        most: i64,
    ) -> Result<(Vec<R>, Option<Place>), ListError> {
        let range = Range {
            after,
            limit: most,
            ..Range::default()
        };
        let end = if self.is_walked_whole() {
            None
        } else {
            self.boundary_of(view, range, WALKED).await?
        };
        let walk = Range {
            through: end.as_ref(),
            ..range
        };
        let walk = self.walk(view.engine(), walk);
        let rows = fetch_all(view, walk).await?;
        let is_full = i64::try_from(rows.len()).unwrap_or(i64::MAX) >= most;
        let last = rows.last().filter(|_| is_full).map(|row| self.place(row));
        let next = last.transpose()?.or(end);
        Ok((self.all_readable(rows)?, next))
    }
}
