//! The list of groups.

use std::collections::HashMap;

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::list::{Column, Filter, Kind, List, Search, Sort, WORDS, columns, filters, row};
use crate::db::search::Noun;
use crate::db::{DbError, Reads, statements};
use crate::groups::group::{GroupProduct, Visibility};
use crate::groups::status::GroupStatusNumber;

/// The maximum number of names that the list has for each group.
const MOST_NAMES: i64 = 20;

statements! {
    NAMES = concat!(
        "SELECT group_id, product_id, name, name_zh, total FROM (\
            SELECT m.group_id, CAST(NULL AS BIGINT) AS product_id, a.full_name AS name, CAST('' AS TEXT) AS name_zh, \
                COUNT(*) OVER (PARTITION BY m.group_id) AS total, \
                ROW_NUMBER() OVER (PARTITION BY m.group_id ORDER BY a.full_name_key, a.id COLLATE \"C\") AS place \
            FROM group_managers m JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
            WHERE m.group_id IN ", ids!(),
        " UNION ALL SELECT gp.group_id, p.id, p.name, p.name_zh, \
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
    columns: GroupListRow::COLUMNS,
    table: "groups g",
    joins: "",
    key: Column::text("g.id"),
    filters: &[&KEPT, &STATUS, &PRODUCT, &VISIBLE, &MANAGER, &ENDS],
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
        read: None,
        number: "g.search_number",
        text: "g.search_text",
        shown: None,
        besides: None,
    }),
};

/// With 0: only groups that were not deleted. Every query has it.
pub(in crate::groups) static KEPT: Filter = Filter::is(
    "deleted",
    Column::number("g.deleted"),
    &["created", "groupName"],
);
static VISIBLE: Filter = Filter::is("visible", Column::number("g.visible"), &["created"]);
pub(in crate::groups) static STATUS: Filter =
    Filter::is("status", Column::number("g.status"), &["created"]);
static PRODUCT: Filter = Filter::among(
    "product",
    "g.id",
    ["group_products gp", "gp.group_id", "gp.product_id = {}"],
    &[Kind::Number],
);

pub(in crate::groups) static MANAGER: Filter = Filter::among(
    "manager",
    "g.id",
    ["group_managers m", "m.group_id", "m.account_id = {}"],
    &[Kind::Text],
);

/// Groups in which a membership has its last day between two (yyyy-MM-dd), by the index of the overview's figure
/// (`memberships_by_end_and_group`).
pub(in crate::groups) static ENDS: Filter = Filter::among(
    "ends",
    "g.id",
    [
        "memberships em",
        "em.group_id",
        "em.status = 0 AND em.ends_on IS NOT NULL AND em.ends_on >= {} AND em.ends_on <= {}",
    ],
    &[Kind::Text, Kind::Text],
);

columns! {
    /// A group that was found by its name. Its columns are those that [`GROUPS`] and the groups that a person sees share.
    pub struct FoundGroup {
        id: String = "g.id",
        name: String = "g.name",
    }
}

impl FoundGroup {
    /// The columns that it reads.
    pub(in crate::groups) const READ: &'static str = Self::COLUMNS;
}

row! {
    /// A group as an option.
    pub struct GroupOption {
        /// The group's id.
        group_id: String,
        /// The group's name.
        group_name: String,
    }
}

row! {
    /// A group in the list.
    pub struct GroupListRow {
        /// The group's id.
        group_id: String = "g.id",
        /// The group's name.
        group_name: String = "g.name",
        /// The description.
        desc: String = "g.description",
        /// What its managers want to say to people who ask for access.
        admin_msg: String = "g.admin_msg",
        /// A disabled group gives nobody access.
        status: GroupStatusNumber = "g.status",
        /// Who sees the group.
        visible: Visibility = "g.visible",
        /// The names of its managers, 20 at most. Disabled accounts are left out.
        group_admin: Vec<String>,
        /// The number of its managers, without disabled accounts.
        numbers_of_managers: i64,
        /// The number of its members, without disabled accounts.
        numbers_of_members: i64 = "(SELECT COUNT(*) FROM memberships mm WHERE mm.group_id = g.id AND mm.status = 0)",
        /// The products that its members may open, 20 at most.
        products: Vec<GroupProduct>,
        /// The number of these products.
        numbers_of_products: i64,
        /// The number of changes of its access rights that wait to be confirmed.
        numbers_of_drafts: i64 = "(SELECT COUNT(*) FROM group_rights dr WHERE dr.group_id = g.id AND dr.state <> 0)",
        /// When the group was created, in milliseconds since 1970.
        created_at: i64 = "g.created_at",
        /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
        #[serde(rename = "c_time")]
        c_time: String,
    }
}

filters! {
    /// Filters of the group list. An empty or missing field does not filter.
    pub struct GroupFilter of GROUPS {
        /// Words in the name. Each must occur somewhere in it and have two characters or more.
        context: String = WORDS,
        /// Only groups that grant this product.
        app_id: i64 = PRODUCT,
        /// Only groups of this status.
        status: GroupStatusNumber = STATUS,
        /// Only groups that everybody sees, or only others.
        visible: Visibility = VISIBLE,
        /// Only groups in which a membership ends within this number of days, 1 to 366.
        ends_within: i64,
    }
}

/// Adds the names of managers and products to `groups`, [`IDS_AT_ONCE`] at most.
///
/// [`IDS_AT_ONCE`]: crate::db::ids::IDS_AT_ONCE
pub(in crate::groups) async fn add_names(
    view: &mut dyn Reads,
    groups: &mut [GroupListRow],
) -> Result<(), DbError> {
    type Name = (String, Option<i64>, String, String, i64);
    let ids = groups.iter().map(|group| group.group_id.as_str());
    let names = fetch_by_ids!(view, Name, NAMES, ids, MOST_NAMES)?;
    let groups = groups
        .iter_mut()
        .map(|group| (group.group_id.clone(), group));
    let mut groups: HashMap<String, &mut GroupListRow> = groups.collect();
    for (group_id, product_id, name, name_zh, in_all) in names {
        let Some(group) = groups.get_mut(&group_id) else {
            continue;
        };
        if let Some(app_id) = product_id {
            group.products.push(GroupProduct {
                app_id,
                name,
                name_zh,
            });
            group.numbers_of_products = in_all;
        } else {
            group.group_admin.push(name);
            group.numbers_of_managers = in_all;
        }
    }
    Ok(())
}
