//! The list of access rights.

use crate::access::conditions::administered;
use crate::catalogue::access_right::RightKind;
use crate::catalogue::status::ProductStatusNumber;
use crate::db::list::{
    Column, Filter, Kind, List, ListError, Query, Search, Sort, WORDS, filters, row,
};
use crate::db::search::{Noun, folded};

/// Every access right of every product, with its drafts.
pub static ACCESS_RIGHTS: List = List {
    name: "access rights",
    columns: AccessListRow::COLUMNS,
    table: "access_rights x",
    joins: "JOIN products p ON p.id = x.product_id LEFT JOIN modules m ON m.id = x.module_id",
    key: Column::text("x.id"),
    filters: &[
        &PRODUCT,
        &MODULE,
        &MODULE_NAME,
        &STATUS,
        &PUBLISHED_STATUS,
        &KIND,
        &DRAFT,
        &BUILT_IN,
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
        read: None,
        number: "x.search_number",
        text: "x.search_text",
        shown: None,
        besides: None,
    }),
};

static PRODUCT: Filter = Filter::is("product", Column::number("x.product_id"), &["created"]);
static MODULE: Filter = Filter::is("module", Column::text("x.module_id"), &["created"]);
/// The folded name of a module; modules of several products may have one name.
static MODULE_NAME: Filter = Filter::among(
    "moduleName",
    "x.module_id",
    ["modules n", "n.id", "n.name_key = {}"],
    &[Kind::Text],
);
static STATUS: Filter = Filter::is("status", Column::number("x.status"), &["created"]);
/// Whether it is on at present.
static PUBLISHED_STATUS: Filter = Filter::is(
    "publishedStatus",
    Column::number("x.published_status"),
    &["created"],
);
static KIND: Filter = Filter::is("type", Column::number("x.kind"), &["created"]);
/// Whether something waits to be confirmed.
static DRAFT: Filter = Filter::is("draft", Column::number("x.draft"), &["created"]);
/// Whether Atrium itself checks it.
static BUILT_IN: Filter = Filter::is("builtIn", Column::number("x.built_in"), &["created"]);
/// Only rights of products that this account administers.
static ADMINISTRATOR: Filter = administered("x.product_id");

/// A filter whose value is a name that is not folded yet.
struct Folded(&'static Filter);

impl Folded {
    fn narrow(&self, query: Query, name: Option<&String>) -> Result<Query, ListError> {
        self.0.narrow(query, name.map(|name| folded(name)).as_ref())
    }
}

row! {
    /// An access right in the list.
    pub struct AccessListRow {
        /// The access right's id.
        access_id: String = "x.id",
        /// Its name.
        access_name: String = "x.name",
        /// Its code, which applications read.
        access_code: String = "x.code",
        /// What it opens.
        #[serde(rename = "type")]
        kind: RightKind = "x.kind",
        /// The id of its module, or empty.
        module_id: String = "COALESCE(x.module_id, '')",
        /// The name of its module, or empty.
        module_name: String = "COALESCE(m.name, '')",
        /// The product's id.
        project_id: i64 = "x.product_id",
        /// The product's name in the reader's language.
        project_name: String = "p.name",
        /// The same in Chinese, or empty.
        #[serde(skip)]
        project_name_zh: String = "p.name_zh",
        /// A description, or empty.
        desc: String = "x.description",
        /// Whether it is on, or will be once its change is confirmed.
        status: ProductStatusNumber = "x.status",
        /// Whether it is on at present; null if it was never confirmed.
        published_status: Option<ProductStatusNumber> = "x.published_status",
        /// True if Atrium itself checks it. Nobody can change it.
        built_in: bool = "x.built_in",
        /// True if a change of it waits to be confirmed.
        draft: bool = "x.draft",
        /// True if it was confirmed at least once. Otherwise it decides nothing.
        published: bool = "CAST(CASE WHEN x.published_code IS NULL THEN 0 ELSE 1 END AS BIGINT)",
        /// When it was added, in milliseconds since 1970.
        created_at: i64 = "x.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
        #[serde(rename = "c_time")]
        c_time: String,
        /// Its version. Send it back with a change, so that you do not overwrite someone else's change.
        version: i64 = "x.version",
    }
}

filters! {
    /// Filters of the list of access rights. An empty or missing field does not filter.
    pub struct AccessRightFilter of ACCESS_RIGHTS {
        /// Words in the name or the code. Each must occur somewhere in them and have two characters or more.
        context: String = WORDS,
        /// Only access rights of this product.
        project_id: i64 = PRODUCT,
        /// Only access rights of this module.
        module_id: String = MODULE,
        /// Only access rights of modules with this name.
        module_name: String = Folded(&MODULE_NAME),
        /// Only access rights that have this status, or will have it once their change is confirmed.
        status: ProductStatusNumber = STATUS,
        /// Only access rights that have this status at present.
        published_status: ProductStatusNumber = PUBLISHED_STATUS,
        /// Only access rights of this type: `menu`, `button` or `api`.
        #[serde(rename = "type")]
        #[param(value_type = Option<String>)]
        kind: RightKind = KIND,
        /// 1: only access rights with a change that waits to be confirmed. 0: only others.
        #[param(value_type = Option<i64>)]
        draft: bool = DRAFT,
        /// 1: only access rights that Atrium itself checks. 0: only others.
        #[param(value_type = Option<i64>)]
        built_in: bool = BUILT_IN,
        /// Only access rights of products that this account administers.
        #[serde(skip)]
        administrator: String = ADMINISTRATOR,
    }
}
