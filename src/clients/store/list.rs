//! The list of applications for administrators.

use serde::Deserialize;
use serde_json::Value;
use sqlx::error::BoxDynError;

use crate::clients::client::{self, Source};
use crate::db::list::{Column, Filter, FilterValue, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;
use crate::db::{FromColumn, SqlValue, from_row};

/// Every application, enabled or not.
pub static APPLICATIONS: List = List {
    name: "applications",
    columns: ApplicationListRow::COLUMNS,
    table: "clients c",
    joins: "",
    key: Column::text("c.client_id"),
    filters: &[&SOURCE, &KIND, &ENABLED],
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
        read: None,
        number: "c.search_number",
        text: "c.search_text",
        shown: None,
        besides: None,
    }),
};

static SOURCE: Filter = Filter::is("source", Column::text("c.source"), &["created"]);
static KIND: Filter = Filter::is("kind", Column::text("c.kind"), &["created"]);
pub(in crate::clients) static ENABLED: Filter =
    Filter::is("enabled", Column::number("c.enabled"), &["created"]);

/// Lets an enum be a column with its words, and a filter.
macro_rules! words {
    ($($type:ty),+) => {
        $(impl FromColumn for $type {
            fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
                Ok(serde_json::from_value(String::from_value(value)?.into())?)
            }
        }

        impl FilterValue for $type {
            fn of_field(field: &Value) -> Option<Self> {
                Self::deserialize(field).ok()
            }

            fn binds(&self) -> Vec<SqlValue> {
                vec![self.as_str().into()]
            }
        })+
    };
}

words!(client::Kind, Source);

row! {
    /// An application in the list.
    pub struct ApplicationListRow {
        /// Its OAuth client id.
        #[serde(rename = "client_id")]
        client_id: String = "c.client_id",
        /// Its name on the consent page.
        name: String = "c.name",
        /// Whether it uses OpenID Connect or launch tokens.
        kind: client::Kind = "c.kind",
        /// Who declared it.
        source: Source = "c.source",
        /// False if it is refused everywhere.
        enabled: bool = "c.enabled",
        /// When it was added, in milliseconds since 1970.
        created_at: i64 = "c.created_at",
        /// When it last got a token, in milliseconds since 1970; null for never. Up to a minute old.
        last_used_at: Option<i64> = "NULLIF(c.last_used_at, 0)",
    }
}

filters! {
    /// Filters of the application list. An empty or missing field does not filter.
    pub struct ApplicationFilter of APPLICATIONS {
        /// Words in the name or the `client_id`. Each must occur somewhere in them and have two characters or more.
        context: String = WORDS,
        /// Only applications declared in `clients.toml` (`file`) or added by administrators (`admin`).
        #[param(value_type = Option<String>)]
        source: Source = SOURCE,
        /// Only applications of this kind: `oidc` or `legacy`.
        #[param(value_type = Option<String>)]
        kind: client::Kind = KIND,
        /// 1: only enabled applications. 0: only disabled ones.
        #[param(value_type = Option<i64>)]
        enabled: bool = ENABLED,
    }
}

/// An application to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationChoice {
    pub client_id: String,
    pub name: String,
}

from_row!(ApplicationChoice { client_id, name });
