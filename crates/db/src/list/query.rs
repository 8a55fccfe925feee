//! A query for one page of a list: its filters, its order and how the rows are found.

use serde::{Deserialize, Serialize};

use super::{Filter, List, Paging, Sort};
use crate::SqlValue;
use crate::search::Words;

#[derive(Clone, Debug)]
pub struct Query {
    pub(super) list: &'static List,
    pub(super) sort: &'static Sort,
    pub(super) descending: bool,
    pub(super) filters: Vec<Condition>,
    pub(super) words: Option<Words>,
    /// The further rows that a search finds.
    pub(super) besides: Option<Condition>,
    /// The text that each match of the search is checked against, if the list shows fewer names than the index holds.
    pub(super) shown: Option<&'static str>,
    /// The columns of a row, if they are not the list's own.
    pub(super) columns: Option<&'static str>,
    pub(super) paging: Paging,
}

/// A filter and its values.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub filter: &'static Filter,
    pub values: Vec<SqlValue>,
}

/// What finds the rows of a narrowed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The filter with this index in the query.
    Filter(usize),
    Search,
    /// The search among the rows of the filter with this index, which knows their numbers in the search index.
    Both(usize),
}

/// The place of a row in an order: its values in the order's columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place(pub Vec<SqlValue>);

impl Place {
    pub(super) fn values(&self) -> &[SqlValue] {
        &self.0
    }
}
