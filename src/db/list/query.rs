//! A list that is asked for one page: the filters, the order and what finds the rows.

use serde::{Deserialize, Serialize};

use super::{Bind, Filter, List, Paging, Sort};
use crate::db::search::Words;
use crate::db::{Conn, Engine, Reads};

/// A list that is asked for one page.
#[derive(Clone, Debug)]
pub struct Query {
    pub(super) list: &'static List,
    pub(super) sort: &'static Sort,
    pub(super) descending: bool,
    pub(super) filters: Vec<Condition>,
    pub(super) words: Option<Words>,
    pub(super) paging: Paging,
}

/// A filter and the values it is asked with.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub filter: &'static Filter,
    pub values: Vec<Bind>,
}

/// What finds the rows of a narrowed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Driver {
    /// The filter at this place among those asked.
    Filter(usize),
    /// The search index.
    Search,
}

/// Where a row stands in an order: the values of the order's columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place(pub(super) Vec<Bind>);

impl Place {
    pub(super) fn values(&self) -> &[Bind] {
        &self.0
    }
}

pub(super) fn engine(view: &mut impl Reads) -> Engine {
    match view.conn() {
        Conn::Sqlite(_) => Engine::Sqlite,
        Conn::Postgres(_) => Engine::Postgres,
    }
}
