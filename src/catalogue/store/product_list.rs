//! The list of products for administrators.

use crate::access::conditions::administered;
use crate::catalogue::status::ProductStatusNumber;
use crate::db::from_row;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;

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
    columns: ProductListRow::COLUMNS,
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
        names: &["name", "app_name", "name_zh"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "p.search_number",
        text: "p.search_text",
        shown: None,
        besides: None,
    }),
};

static TYPE: Filter = Filter::is("type", Column::number("p.type_id"), &["order"]);
static STATUS: Filter = Filter::is("status", Column::number("p.status"), &["created"]);

/// Only products that the home page shows. Argument: the ids that the settings hide, with a comma before and after each.
pub(in crate::catalogue) static SHOWN: Filter = Filter::fragment(
    "shown",
    [shown!("p.status = 0"), shown!("p.status + 0 = 0")],
    &[Kind::Text],
    &[],
);

/// Only products that this account administers.
static ADMINISTRATOR: Filter = administered("p.id");

/// A product in [`PRODUCTS`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductChoice {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    pub app_name: String,
}

from_row!(ProductChoice {
    id = "project_id",
    name,
    name_zh,
    app_name
});

row! {
    /// A product in the list.
    pub struct ProductListRow {
        /// The product's id, which other calls name `appId` or `productId`.
        project_id: i64 = "p.id",
        /// The product's name in the reader's language.
        name: String = "p.name",
        /// Its name in Chinese; empty if it is the same.
        name_zh: String = "p.name_zh",
        /// The product's code.
        app_name: String = "p.app_name",
        /// The list of the home page that contains it.
        type_id: i64 = "p.type_id",
        /// The name of that list, or empty.
        type_name: String = "COALESCE(p.type_name, '')",
        /// The id of its administrator's account, or empty.
        admin_id: String = "COALESCE(p.admin_id, '')",
        /// The name of its administrator, or empty.
        admin_name: String = "COALESCE(a.full_name, '')",
        /// The address of its picture, or empty.
        iconimg_url: String = "p.icon_url",
        /// The product's address, or empty.
        link: String = "p.link",
        /// True if a dialog offers its addresses.
        link_dialog: bool = "p.link_dialog",
        /// True if the lists of the home page leave it out.
        hidden: bool = "p.hidden",
        /// True if everybody may open it while it is on. Otherwise it needs a group or an agency.
        everyone: bool = "p.everyone",
        /// Its position in the list of the home page.
        sort: i64 = "p.sort",
        /// Nobody can open a product that is off.
        status: ProductStatusNumber = "p.status",
        /// When the product was created, in milliseconds since 1970.
        created_at: i64 = "p.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
        #[serde(rename = "c_time")]
        c_time: String,
        /// The product's version, which increases with each change.
        version: i64 = "p.version",
        /// The client id of its application.
        #[serde(skip)]
        client_id: Option<String> = "p.client_id",
        /// True if only people of some agencies may use it.
        #[serde(skip)]
        for_agencies: bool = "CAST(CASE WHEN EXISTS (SELECT 1 FROM product_agencies x WHERE x.product_id = p.id) \
            THEN 1 ELSE 0 END AS BIGINT)",
    }
}

filters! {
    /// Filters of the product list. An empty or missing field does not filter.
    pub struct ProductFilter of PRODUCTS {
        /// Words in the name in either language, or in the code. Each must occur somewhere in them and have two characters or more.
        context: String = WORDS,
        /// Only products of this list of the home page: 1, 3 or 2, in the order of the home page.
        type_id: i64 = TYPE,
        /// Only products of this status.
        status: ProductStatusNumber = STATUS,
        /// Only products that this account administers.
        #[serde(skip)]
        administrator: String = ADMINISTRATOR,
    }
}
