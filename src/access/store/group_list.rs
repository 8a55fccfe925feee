//! The list of groups.

use std::collections::HashMap;

use sqlx_macros::FromRow;

use crate::access::group::{GroupRow, ProductName};
use crate::access::status::GroupStatus;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{DbError, Reads, statements};

/// Names that are told of one group (design 9, "Groups").
const NAMES_TOLD: i64 = 20;

statements! {
    NAMES = concat!(
        "SELECT group_id, product_id, name, total FROM (\
            SELECT m.group_id, CAST(NULL AS BIGINT) AS product_id, a.full_name AS name, \
                COUNT(*) OVER (PARTITION BY m.group_id) AS total, \
                ROW_NUMBER() OVER (PARTITION BY m.group_id ORDER BY a.full_name_key, a.id) AS place \
            FROM group_managers m JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
            WHERE m.group_id IN ", ids!(),
        " UNION ALL SELECT gp.group_id, p.id, p.name, \
                COUNT(*) OVER (PARTITION BY gp.group_id), \
                ROW_NUMBER() OVER (PARTITION BY gp.group_id ORDER BY p.sort, p.id) \
            FROM group_products gp JOIN products p ON p.id = gp.product_id \
            WHERE gp.group_id IN ", ids!(),
        ") named WHERE place <= $101 ORDER BY group_id, place");
}

/// Every group.
pub static GROUPS: List = List {
    name: "groups",
    // Counted for the rows of the page alone, by `memberships_by_group`.
    columns: "g.id, g.name, g.status, g.created_at, (SELECT COUNT(*) FROM memberships mm \
        WHERE mm.group_id = g.id AND mm.status = 0) AS members",
    table: "groups g",
    joins: "",
    key: Column::text("g.id"),
    filters: &[&STATUS, &PRODUCT],
    sorts: &[
        Sort::by("created", &[Column::number("g.created_at")]),
        Sort::by("groupName", &[Column::text("g.name_key")]),
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Group,
        names: &["name"],
        sorted: &[("name_key", "name")],
        number: "g.search_number",
        text: "g.search_text",
    }),
};

pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("g.status"), &["created"]);
pub(in crate::access) static PRODUCT: Filter = Filter::fragment(
    "product",
    [
        "g.id IN (SELECT gp.group_id FROM group_products gp WHERE gp.product_id = {})",
        "EXISTS (SELECT 1 FROM group_products gp WHERE gp.group_id = g.id AND gp.product_id = {})",
    ],
    &[Kind::Number],
    &[],
);

/// A row of [`GROUPS`].
#[derive(FromRow)]
pub(in crate::access) struct Row {
    id: String,
    name: String,
    status: GroupStatus,
    created_at: i64,
    members: i64,
}

impl Row {
    /// The row with the names of its managers and products among `named`.
    pub fn group(self, named: &mut HashMap<String, Named>) -> GroupRow {
        let named = named.remove(&self.id).unwrap_or_default();
        GroupRow {
            id: self.id,
            name: self.name,
            status: self.status,
            members: self.members,
            managers: named.managers,
            managers_in_all: named.managers_in_all,
            products: named.products,
            products_in_all: named.products_in_all,
            created_at: self.created_at,
        }
    }
}

/// What a group names: the first of its managers and products, and how many it has.
#[derive(Debug, Default)]
pub(in crate::access) struct Named {
    managers: Vec<String>,
    managers_in_all: i64,
    products: Vec<ProductName>,
    products_in_all: i64,
}

/// The managers and products of the groups in `rows`, which are those of one page.
pub(in crate::access) async fn named(
    view: &mut impl Reads,
    rows: &[Row],
) -> Result<HashMap<String, Named>, DbError> {
    let ids = rows.iter().map(|row| row.id.as_str());
    let names = fetch_by_ids!(
        view,
        (String, Option<i64>, String, i64),
        NAMES,
        ids,
        NAMES_TOLD
    )?;
    let mut all: HashMap<String, Named> = HashMap::new();
    for (group_id, product_id, name, in_all) in names {
        let named = all.entry(group_id).or_default();
        if let Some(id) = product_id {
            named.products.push(ProductName { id, name });
            named.products_in_all = in_all;
        } else {
            named.managers.push(name);
            named.managers_in_all = in_all;
        }
    }
    Ok(all)
}
