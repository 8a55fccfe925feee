//! The list of roles.

use crate::access::conditions::administered;
use crate::catalogue::role::AccountType;
use crate::catalogue::status::ProductStatusNumber;
use crate::db::Number;
use crate::db::list::{Column, Filter, List, Search, Sort, WORDS, filters, row};
use crate::db::search::Noun;

/// Every role of every product.
pub static ROLES: List = List {
    name: "roles",
    columns: RoleListRow::COLUMNS,
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
        noun: Noun::Role,
        names: &["name"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "r.search_number",
        text: "r.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::catalogue) static PRODUCT: Filter =
    Filter::is("product", Column::number("r.product_id"), &["created"]);
pub(in crate::catalogue) static STATUS: Filter =
    Filter::is("status", Column::number("r.status"), &["created"]);
/// By an administrator of the product.
static ADMINISTRATOR: Filter = administered("r.product_id");

row! {
    /// A role in the list.
    pub struct RoleListRow {
        /// The role's id.
        role_id: String = "r.id",
        /// Its name.
        role_name: String = "r.name",
        /// The product's id.
        project_id: i64 = "r.product_id",
        /// The product's name in the reader's language.
        project_name: String = "p.name",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        project_name_zh: String = "p.name_zh",
        /// Whom it is for: 1 internal, 2 corporate identity, 3 client; null for everybody.
        #[schema(value_type = Option<i64>)]
        account_type: Option<Number<AccountType>> = "r.account_type",
        /// The agency (types 1 and 2) or client (type 3) that it is for; empty for all.
        org_id: String = "COALESCE(r.org_id, '')",
        /// The name of that agency or client, or empty.
        org_name: String = "COALESCE(ag.name, c.name, '')",
        /// A description, or empty.
        desc: String = "r.description",
        /// Whether it is on.
        status: ProductStatusNumber = "r.status",
        /// How many access rights it will give once they are confirmed.
        numbers_of_access: i64 = "(SELECT COUNT(*) FROM role_rights x WHERE x.role_id = r.id AND x.state <> 2)",
        /// How many people have it.
        numbers_of_users: i64 = "(SELECT COUNT(*) FROM role_accounts u WHERE u.role_id = r.id)",
        /// When it was added, in milliseconds since 1970.
        created_at: i64 = "r.created_at",
        /// Its version. Send it back with a change, so that you do not overwrite someone else's change.
        version: i64 = "r.version",
    }
}

row! {
    /// A role as an option.
    pub struct RoleOption {
        /// The role's id.
        role_id: String,
        /// The role's name.
        role_name: String,
    }
}

filters! {
    /// Filters of the list of roles. An empty or missing field does not filter.
    pub struct RoleFilter of ROLES {
        /// Words in the name. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only roles of this product.
        project_id: i64 = PRODUCT,
        /// Only roles of this status.
        status: ProductStatusNumber = STATUS,
        /// Only roles of products that this account administers.
        #[serde(skip)]
        administrator: String = ADMINISTRATOR,
    }
}
