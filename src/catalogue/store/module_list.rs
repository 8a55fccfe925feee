//! The list of modules.

use crate::access::conditions::administered;
use crate::catalogue::status::ProductStatusNumber;
use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;

/// Every module of every product.
pub static MODULES: List = List {
    name: "modules",
    columns: ModuleListRow::COLUMNS,
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
        noun: Noun::Module,
        names: &["name", "code"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "m.search_number",
        text: "m.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::catalogue) static PRODUCT: Filter =
    Filter::is("product", Column::number("m.product_id"), &["order"]);
pub(in crate::catalogue) static STATUS: Filter =
    Filter::is("status", Column::number("m.status"), &["created"]);

/// By an administrator of the product.
static ADMINISTRATOR: Filter = administered("m.product_id");

row! {
    /// A module in the list.
    pub struct ModuleListRow {
        /// The module's id.
        module_id: String = "m.id",
        /// The module's name.
        module_name: String = "m.name",
        /// The module's code, unique in its product.
        module_code: String = "m.code",
        /// The id of its product.
        project_id: i64 = "m.product_id",
        /// The name of its product in the reader's language.
        project_name: String = "p.name",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        project_name_zh: String = "p.name_zh",
        /// Its position among the modules of the product.
        sort: i64 = "m.sort",
        /// The access rights of a module that is off give nothing.
        status: ProductStatusNumber = "m.status",
        /// What it is.
        desc: String = "m.description",
        /// How many access rights belong to it. It cannot be deleted while there are any.
        numbers_of_rights: i64 = "(SELECT COUNT(*) FROM access_rights r WHERE r.module_id = m.id)",
        /// When it was created, in milliseconds since 1970.
        created_at: i64 = "m.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone. The door writes it.
        #[serde(rename = "c_time")]
        c_time: String,
        /// Its version, which increases with each change.
        version: i64 = "m.version",
    }
}

row! {
    /// A module as an option.
    pub struct ModuleOption {
        /// The module's id.
        module_id: String,
        /// The module's name.
        module_name: String,
    }
}

filters! {
    /// Filters of the module list. An empty or missing field does not filter.
    pub struct ModuleFilter of MODULES {
        /// Words in the name or the code. Each must occur somewhere in them and have two characters or more.
        context: String = WORDS,
        /// Only modules of this product.
        project_id: i64 = PRODUCT,
        /// Only modules of this status.
        status: ProductStatusNumber = STATUS,
        /// Only modules of products that this account administers.
        #[serde(skip)]
        administrator: String = ADMINISTRATOR,
    }
}
