//! The list of groups.

use std::collections::HashMap;

use crate::access::group::{ProductName, Visibility};
use crate::access::status::GroupStatus;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{DbError, Reads, from_row, statements};

/// The maximum number of names that the list has for each group.
const MOST_NAMES: i64 = 20;

statements! {
    NAMES = concat!(
        "SELECT group_id, product_id, name, total FROM (\
            SELECT m.group_id, CAST(NULL AS BIGINT) AS product_id, a.full_name AS name, \
                COUNT(*) OVER (PARTITION BY m.group_id) AS total, \
                ROW_NUMBER() OVER (PARTITION BY m.group_id ORDER BY a.full_name_key, a.id COLLATE \"C\") AS place \
            FROM group_managers m JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
            WHERE m.group_id IN ", ids!(),
        " UNION ALL SELECT gp.group_id, p.id, p.name, \
                COUNT(*) OVER (PARTITION BY gp.group_id), \
                ROW_NUMBER() OVER (PARTITION BY gp.group_id ORDER BY p.sort, p.id) \
            FROM group_products gp JOIN products p ON p.id = gp.product_id \
            WHERE gp.group_id IN ", ids!(),
        ") named WHERE place <= $101 ORDER BY group_id, place");
}

/// Every group; [`KEPT`] leaves out those that were deleted.
pub static GROUPS: List = List {
    name: "groups",
    // The members are counted for the rows of one page only, by the index `memberships_by_group`.
    columns: "g.id, g.name, g.description, g.admin_msg, g.status, g.visible AS visibility, g.created_at, (SELECT COUNT(*) FROM memberships mm \
        WHERE mm.group_id = g.id AND mm.status = 0) AS members",
    table: "groups g",
    joins: "",
    key: Column::text("g.id"),
    filters: &[&KEPT, &STATUS, &PRODUCT, &VISIBLE, &MANAGER],
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
        shown: None,
        besides: None,
    }),
};

/// With 0: only groups that were not deleted. Every query has it.
pub(in crate::access) static KEPT: Filter = Filter::is(
    "deleted",
    Column::number("g.deleted"),
    &["created", "groupName"],
);
pub(in crate::access) static VISIBLE: Filter =
    Filter::is("visible", Column::number("g.visible"), &["created"]);
pub(in crate::access) static STATUS: Filter =
    Filter::is("status", Column::number("g.status"), &["created"]);
pub(in crate::access) static PRODUCT: Filter = Filter::among(
    "product",
    "g.id",
    ["group_products gp", "gp.group_id", "gp.product_id = {}"],
    &[Kind::Number],
);

pub(in crate::access) static MANAGER: Filter = Filter::among(
    "manager",
    "g.id",
    ["group_managers m", "m.group_id", "m.account_id = {}"],
    &[Kind::Text],
);

/// A group in [`GROUPS`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupChoice {
    pub id: String,
    pub name: String,
}

from_row!(GroupChoice { id, name });

/// A group in [`GROUPS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    pub id: String,
    pub name: String,
    pub description: String,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
    pub status: GroupStatus,
    pub visibility: Visibility,
    pub created_at: Millis,
    /// How many members are enabled.
    pub members: i64,
    /// The display names of its first enabled managers, at most 20.
    pub managers: Vec<String>,
    /// How many enabled managers it has.
    pub managers_in_all: i64,
    /// The first products that it grants, at most 20.
    pub products: Vec<ProductName>,
    /// How many products it grants.
    pub products_in_all: i64,
}

from_row!(GroupRow {
    id, name, description, admin_msg, status, visibility, created_at, members; default managers,
    managers_in_all, products, products_in_all
});

/// Adds the names of managers and products to `groups`, [`IDS_AT_ONCE`] at most.
///
/// [`IDS_AT_ONCE`]: crate::db::ids::IDS_AT_ONCE
pub(in crate::access) async fn add_names(
    view: &mut dyn Reads,
    groups: &mut [GroupRow],
) -> Result<(), DbError> {
    type Name = (String, Option<i64>, String, i64);
    let ids = groups.iter().map(|group| group.id.as_str());
    let names = fetch_by_ids!(view, Name, NAMES, ids, MOST_NAMES)?;
    let groups = groups.iter_mut().map(|group| (group.id.clone(), group));
    let mut groups: HashMap<String, &mut GroupRow> = groups.collect();
    for (group_id, product_id, name, in_all) in names {
        let Some(group) = groups.get_mut(&group_id) else {
            continue;
        };
        if let Some(id) = product_id {
            group.products.push(ProductName { id, name });
            group.products_in_all = in_all;
        } else {
            group.managers.push(name);
            group.managers_in_all = in_all;
        }
    }
    Ok(())
}
