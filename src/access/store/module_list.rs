//! The list of modules.

use sqlx_macros::FromRow;

use crate::access::status::ProductStatus;
use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;

/// Every module of every product.
pub static MODULES: List = List {
    name: "modules",
    columns: "m.id, m.code, m.name, m.product_id, p.name AS product_name, m.sort, m.status, \
        m.description, m.created_at, m.version, \
        (SELECT COUNT(*) FROM access_rights r WHERE r.module_id = m.id) AS rights",
    table: "modules m",
    joins: "JOIN products p ON p.id = m.product_id",
    key: Column::text("m.id"),
    filters: &[&PRODUCT, &STATUS, &ADMINISTRATOR],
    sorts: &[
        Sort::by("created", &[Column::number("m.created_at")]),
        Sort::by("order", &[Column::number("m.sort")]),
        Sort::by("name", &[Column::text("m.name_key")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun("m"),
        names: &["name", "code"],
        sorted: &[("name_key", "name")],
        number: "m.search_number",
        text: "m.search_text",
    }),
};

pub(in crate::access) static PRODUCT: Filter =
    Filter::is("product", Column::number("m.product_id"), &["order"]);
pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("m.status"), &["created"]);

/// Only modules of products that this account administers.
pub(in crate::access) static ADMINISTRATOR: Filter = Filter::fragment(
    "administrator",
    [
        "m.product_id IN (SELECT d.product_id FROM product_admins d WHERE d.account_id = {})",
        "EXISTS (SELECT 1 FROM product_admins d WHERE d.product_id = m.product_id AND d.account_id = {})",
    ],
    &[Kind::Text],
    &[],
);

/// A module in [`MODULES`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ModuleChoice {
    pub id: String,
    pub name: String,
}

/// A module in [`MODULES`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ModuleRow {
    pub id: String,
    pub code: String,
    pub name: String,
    pub product_id: i64,
    pub product_name: String,
    /// Its position among the modules of the product.
    pub sort: i64,
    pub status: ProductStatus,
    pub description: String,
    pub created_at: Millis,
    pub version: i64,
    pub rights: i64,
}
