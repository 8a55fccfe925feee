//! The list of access rights.

use super::product_list::administered;
use crate::access::access_right::RightKind;
use crate::access::status::ProductStatus;
use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{Flag, from_row};

/// Every access right of every product, with its drafts.
pub static ACCESS_RIGHTS: List = List {
    name: "access rights",
    columns: "x.id, x.product_id, p.name AS product_name, x.module_id, m.name AS module_name, x.code, x.name, x.kind, \
        x.description, x.status, x.built_in, x.draft, x.created_at, x.version, \
        CAST(CASE WHEN x.published_code IS NULL THEN 0 ELSE 1 END AS BIGINT) AS published",
    table: "access_rights x",
    joins: "JOIN products p ON p.id = x.product_id LEFT JOIN modules m ON m.id = x.module_id",
    key: Column::text("x.id"),
    filters: &[
        &PRODUCT,
        &MODULE,
        &MODULE_NAME,
        &STATUS,
        &KIND,
        &DRAFT,
        &ADMINISTRATOR,
    ],
    sorts: &[
        Sort::by("created", &[Column::number("x.created_at")]),
        Sort::by("accessName", &[Column::text("x.name_key")]),
        Sort::by("accessCode", &[Column::text("x.code")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::AccessRight,
        names: &["name", "code"],
        sorted: &[("name_key", "name")],
        number: "x.search_number",
        text: "x.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::access) static PRODUCT: Filter =
    Filter::is("product", Column::number("x.product_id"), &["created"]);
pub(in crate::access) static MODULE: Filter =
    Filter::is("module", Column::text("x.module_id"), &["created"]);
/// The folded name of a module; modules of several products may have one name.
pub(in crate::access) static MODULE_NAME: Filter = Filter::among(
    "moduleName",
    "x.module_id",
    ["modules n", "n.id", "n.name_key = {}"],
    &[Kind::Text],
);
pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("x.status"), &["created"]);
pub(in crate::access) static KIND: Filter =
    Filter::is("type", Column::number("x.kind"), &["created"]);
/// Whether something waits to be confirmed.
pub(in crate::access) static DRAFT: Filter =
    Filter::is("draft", Column::number("x.draft"), &["created"]);
/// Only rights of products that this account administers.
pub(in crate::access) static ADMINISTRATOR: Filter = administered("x.product_id");

/// An access right in [`ACCESS_RIGHTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRightRow {
    pub id: String,
    pub product_id: i64,
    pub product_name: String,
    pub module_id: Option<String>,
    pub module_name: Option<String>,
    pub code: String,
    pub name: String,
    pub kind: RightKind,
    pub description: String,
    pub status: ProductStatus,
    /// True if Atrium itself checks it. Nobody can change it then.
    pub built_in: Flag,
    /// True if any change of it waits to be confirmed.
    pub draft: Flag,
    /// True if it was confirmed at least once.
    pub published: Flag,
    pub created_at: Millis,
    pub version: i64,
}

from_row!(AccessRightRow {
    id,
    product_id,
    product_name,
    module_id,
    module_name,
    code,
    name,
    kind,
    description,
    status,
    built_in,
    draft,
    published,
    created_at,
    version
});
