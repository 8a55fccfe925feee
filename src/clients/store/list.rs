//! The list of applications for administrators.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{Flag, from_row};

/// Every application, enabled or not.
pub static APPLICATIONS: List = List {
    name: "applications",
    columns: "c.client_id, c.name, c.kind, c.source, c.enabled, c.created_at, c.last_used_at",
    table: "clients c",
    joins: "",
    key: Column::text("c.client_id"),
    filters: &[&SOURCE_FILTER, &KIND_FILTER, &ENABLED_FILTER],
    sorts: &[
        Sort::by("created", &[Column::number("c.created_at")]),
        Sort::by("name", &[Column::text("c.name_key")]),
        Sort::by("lastUsed", &[Column::number("c.last_used_at")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Application,
        names: &["name", "client_id"],
        sorted: &[("name_key", "name")],
        number: "c.search_number",
        text: "c.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::clients) static SOURCE_FILTER: Filter =
    Filter::is("source", Column::text("c.source"), &["created"]);
pub(in crate::clients) static KIND_FILTER: Filter =
    Filter::is("kind", Column::text("c.kind"), &["created"]);
pub(in crate::clients) static ENABLED_FILTER: Filter =
    Filter::is("enabled", Column::number("c.enabled"), &["created"]);

/// An application in [`APPLICATIONS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedApplication {
    pub client_id: String,
    pub name: String,
    /// `oidc` or `legacy`.
    pub kind: String,
    /// `file`, `admin` or `dynamic`.
    pub source: String,
    pub enabled: Flag,
    pub created_at: Millis,
    /// When it last got a token; 0 for never.
    pub last_used_at: Millis,
}

from_row!(ListedApplication {
    client_id,
    name,
    kind,
    source,
    enabled,
    created_at,
    last_used_at
});

/// An application to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationChoice {
    pub client_id: String,
    pub name: String,
}

from_row!(ApplicationChoice { client_id, name });
