//! Composes the statements that count the rows of a list.

use super::compose::{Statement, checked, matches};
use super::query::{Driver, Query};
use crate::Engine;
use crate::search::Words;

impl Query {
    /// Counts the rows of the query up to `most`, and reads them with `driver`.
    pub fn count(&self, engine: Engine, driver: Option<Driver>, most: i64) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT CAST(COUNT(*) AS BIGINT) FROM (");
        match self.words_alone() {
            Some(words) if engine == Engine::Postgres => write_indexed(&mut sql, words),
            _ => {
                sql.sql("SELECT 1");
                self.conditions(&mut sql, engine, driver, &[]);
            }
        }
        sql.sql(" LIMIT ").bind(most.into()).sql(") counted");
        sql
    }

    /// Counts only the rows of `driver`, up to `most`.
    pub fn count_driver(&self, engine: Engine, driver: Driver, most: i64) -> Statement {
        let mut sql = Statement::default();
        sql.sql("SELECT CAST(COUNT(*) AS BIGINT) FROM (");
        match driver {
            Driver::Filter(at) => self.filters[at].write_rows(&mut sql, self.list.table),
            driver => self.numbers(&mut sql, engine, driver),
        }
        sql.sql(" LIMIT ").bind(most.into()).sql(") counted");
        sql
    }

    /// The words of a query that only searches the whole text of a row. Such rows are counted without reading them,
    /// because the index of each engine has the text (decision 0040).
    pub(super) fn words_alone(&self) -> Option<&Words> {
        let is_alone = self.filters.is_empty() && self.besides.is_none() && self.shown.is_none();
        self.words.as_ref().filter(|_| is_alone)
    }
}

/// The rows of PostgreSQL's search index that have the words. The index has the text of a row in addition to its grams.
fn write_indexed(sql: &mut Statement, words: &Words) {
    matches(sql, Engine::Postgres, words);
    for pattern in words.patterns() {
        checked(sql, " AND search_grams.text", pattern);
    }
}
