//! The list of roles.

use sqlx_macros::FromRow;

use crate::access::role::AccountType;
use crate::access::status::ProductStatus;
use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;

/// Every role of every product.
pub static ROLES: List = List {
    name: "roles",
    columns: "r.id, r.product_id, p.name AS product_name, r.name, r.account_type, r.org_id, \
        COALESCE(ag.name, c.name) AS org_name, r.description, r.status, r.created_at, r.version, \
        (SELECT COUNT(*) FROM role_accounts u WHERE u.role_id = r.id) AS users, \
        (SELECT COUNT(*) FROM role_rights x WHERE x.role_id = r.id AND x.state <> 2) AS rights",
    table: "roles r",
    joins: "JOIN products p ON p.id = r.product_id \
        LEFT JOIN agencies ag ON r.account_type IN (1, 2) AND ag.id = r.org_id \
        LEFT JOIN companies c ON r.account_type = 3 AND c.id = r.org_id",
    key: Column::text("r.id"),
    filters: &[&PRODUCT, &STATUS, &ADMINISTRATOR],
    sorts: &[
        Sort::by("created", &[Column::number("r.created_at")]),
        Sort::by("roleName", &[Column::text("r.name_key")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun("r"),
        names: &["name"],
        sorted: &[("name_key", "name")],
        number: "r.search_number",
        text: "r.search_text",
    }),
};

pub(in crate::access) static PRODUCT: Filter =
    Filter::is("product", Column::number("r.product_id"), &["created"]);
pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("r.status"), &["created"]);
/// Only roles of products that this account administers.
pub(in crate::access) static ADMINISTRATOR: Filter = Filter::fragment(
    "administrator",
    [
        "r.product_id IN (SELECT d.product_id FROM product_admins d WHERE d.account_id = {})",
        "EXISTS (SELECT 1 FROM product_admins d WHERE d.product_id = r.product_id AND d.account_id = {})",
    ],
    &[Kind::Text],
    &[],
);

/// A role in [`ROLES`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RoleRow {
    pub id: String,
    pub product_id: i64,
    pub product_name: String,
    pub name: String,
    pub account_type: Option<AccountType>,
    pub org_id: Option<String>,
    pub org_name: Option<String>,
    pub description: String,
    pub status: ProductStatus,
    pub created_at: Millis,
    pub version: i64,
    /// How many people have it.
    pub users: i64,
    /// How many rights it will give once its drafts are confirmed.
    pub rights: i64,
}

/// A role in [`ROLES`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RoleChoice {
    pub id: String,
    pub name: String,
}
