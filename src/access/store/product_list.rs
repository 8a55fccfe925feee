//! The list of products for administrators.

use crate::access::status::ProductStatus;
use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{Flag, from_row};

/// SQL: the condition of [`SHOWN`].
macro_rules! shown {
    ($is_on:literal) => {
        concat!(
            $is_on,
            " AND p.hidden = 0 AND {} NOT LIKE '%,' || CAST(p.id AS TEXT) || ',%'"
        )
    };
}

/// Every product, on or off.
pub static PRODUCTS: List = List {
    name: "products",
    columns: "p.id, p.name, p.app_name, p.client_id, p.type_id, p.type_name, p.admin_id, \
        a.full_name AS admin_name, p.icon_url, p.link, p.link_dialog, p.everyone, \
        CAST(CASE WHEN EXISTS (SELECT 1 FROM product_agencies x WHERE x.product_id = p.id) \
        THEN 1 ELSE 0 END AS BIGINT) AS for_agencies, p.hidden, p.status, p.sort, \
        p.created_at, p.version",
    table: "products p",
    joins: "LEFT JOIN accounts a ON a.id = p.admin_id",
    key: Column::number("p.id"),
    filters: &[&TYPE, &STATUS, &ADMINISTRATOR],
    sorts: &[
        Sort::by("created", &[Column::number("p.created_at")]),
        Sort::by("order", &[Column::number("p.sort")]),
        Sort::by("name", &[Column::text("p.name_key")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Product,
        names: &["name", "app_name"],
        sorted: &[("name_key", "name")],
        number: "p.search_number",
        text: "p.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::access) static TYPE: Filter =
    Filter::is("type", Column::number("p.type_id"), &["order"]);
pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("p.status"), &["created"]);

/// Only products that the home page shows. Argument: the ids that the settings hide, with a comma before and after each.
pub(in crate::access) static SHOWN: Filter = Filter::fragment(
    "shown",
    [shown!("p.status = 0"), shown!("p.status + 0 = 0")],
    &[Kind::Text],
    &[],
);

/// Only rows of products that an account administers. `product_id` is the column with the product's id.
pub(super) const fn administered(product_id: &'static str) -> Filter {
    Filter::among(
        "administrator",
        product_id,
        ["product_admins d", "d.product_id", "d.account_id = {}"],
        &[Kind::Text],
    )
}

/// Only products that this account administers.
pub(in crate::access) static ADMINISTRATOR: Filter = administered("p.id");

/// A product in [`PRODUCTS`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductChoice {
    pub id: i64,
    pub name: String,
}

from_row!(ProductChoice { id, name });

/// A product in [`PRODUCTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedProduct {
    pub id: i64,
    pub name: String,
    /// Its code, such as `SSO`.
    pub app_name: String,
    /// The client id of its application.
    pub client_id: Option<String>,
    /// The list of the home page that contains its card.
    pub type_id: i64,
    /// Its own name for that list, if it has one (contract G-27).
    pub type_name: Option<String>,
    pub admin_id: Option<String>,
    /// The display name of its administrator.
    pub admin_name: Option<String>,
    /// The address of its icon; may be empty.
    pub icon_url: String,
    /// Its start address; may be empty.
    pub link: String,
    /// True if its links are shown in a dialog.
    pub link_dialog: Flag,
    /// True if it requires no group.
    pub everyone: Flag,
    /// True if only people of some agencies may use it.
    pub for_agencies: Flag,
    /// True if the lists of the home page leave it out.
    pub hidden: Flag,
    pub status: ProductStatus,
    /// Its position in the list of the home page.
    pub sort: i64,
    pub created_at: Millis,
    pub version: i64,
}

from_row!(ListedProduct {
    id,
    name,
    app_name,
    client_id,
    type_id,
    type_name,
    admin_id,
    admin_name,
    icon_url,
    link,
    link_dialog,
    everyone,
    for_agencies,
    hidden,
    status,
    sort,
    created_at,
    version
});
