//! All rows that a query finds, piece by piece, for a download.

use super::ListError;
use super::query::{Place, Query};
use crate::{FromRow, Reads};

/// Rows that are read at once, so that a download needs little memory however long the list is.
pub const ROWS_AT_ONCE: i64 = 1_000;

/// A whole list and how far it was read.
#[derive(Debug)]
pub struct WholeList(Next);

/// What is read next.
#[derive(Debug)]
enum Next {
    Begin(Query),
    GoOn(Query, Option<Place>),
    End,
}

impl WholeList {
    /// The rows of `query`, from the first.
    pub fn of(query: Query) -> Self {
        Self(Next::Begin(query))
    }

    /// The next rows, which may be none; `None` at the end. Each call reads a bounded part of the list.
    ///
    /// # Errors
    /// An error of the database; nothing more is read then.
    pub async fn next<R: FromRow>(
        &mut self,
        view: &mut dyn Reads,
    ) -> Result<Option<Vec<R>>, ListError> {
        let (query, place) = match std::mem::replace(&mut self.0, Next::End) {
            Next::Begin(query) => (query.by_rarest(view).await?, None),
            Next::GoOn(query, place) => (query, place),
            Next::End => return Ok(None),
        };
        let (rows, place) = query.batch(view, place.as_ref(), ROWS_AT_ONCE).await?;
        if place.is_some() {
            self.0 = Next::GoOn(query, place);
        }
        Ok(Some(rows))
    }
}
