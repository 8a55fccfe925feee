//! The list of groups, and their names in the search index.

use std::collections::HashMap;

use sqlx_macros::FromRow;

use crate::access::group::{GroupRow, ProductName};
use crate::access::status::GroupStatus;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::{Entry, Noun, folded, put};
use crate::db::{Conn, DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};

/// Groups whose names one statement takes: the most that a page has. What is missing is bound as an id that
/// no group has.
const AT_ONCE: usize = 100;
/// Names that are told of one group (design 9, "Groups").
const NAMES_TOLD: i64 = 20;

/// SQL: the ids of [`AT_ONCE`] groups, from `$2`.
macro_rules! these_groups {
    () => {
        "($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
         $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, \
         $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, \
         $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72, $73, $74, \
         $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, $88, $89, $90, $91, $92, \
         $93, $94, $95, $96, $97, $98, $99, $100, $101)"
    };
}

statements! {
    NAMES = concat!(
        "SELECT group_id, product_id, name, total FROM (\
            SELECT m.group_id, CAST(NULL AS BIGINT) AS product_id, a.full_name AS name, \
                COUNT(*) OVER (PARTITION BY m.group_id) AS total, \
                ROW_NUMBER() OVER (PARTITION BY m.group_id ORDER BY a.full_name_key, a.id) AS place \
            FROM group_managers m JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
            WHERE m.group_id IN ", these_groups!(),
        " UNION ALL SELECT gp.group_id, p.id, p.name, \
                COUNT(*) OVER (PARTITION BY gp.group_id), \
                ROW_NUMBER() OVER (PARTITION BY gp.group_id ORDER BY p.sort, p.id) \
            FROM group_products gp JOIN products p ON p.id = gp.product_id \
            WHERE gp.group_id IN ", these_groups!(),
        ") named WHERE place <= $1 ORDER BY group_id, place");
    NAME = "SELECT name, search_number FROM groups WHERE id = $1";
    KEEP = "UPDATE groups SET name_key = $2, search_text = $3, search_number = $4 WHERE id = $1";
    HOLD = "UPDATE groups SET search_number = search_number WHERE id = $1";
    MISSING = "SELECT id FROM groups WHERE search_number IS NULL LIMIT $1";
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
        Sort {
            name: "created",
            columns: &[Column::number("g.created_at")],
            unique: false,
        },
        Sort {
            name: "groupName",
            columns: &[Column::text("g.name_key")],
            unique: false,
        },
    ],
    // Newest first (contract G-51).
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Group,
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
    macro_rules! run {
        ($conn:expr) => {{
            let query = sqlx::query_as::<_, (String, Option<i64>, String, i64)>(NAMES);
            let mut query = query.bind(NAMES_TOLD);
            let ids = rows.iter().map(|row| row.id.clone());
            for id in ids.chain(std::iter::repeat(String::new())).take(AT_ONCE) {
                query = query.bind(id);
            }
            query.fetch_all(&mut *$conn).await
        }};
    }
    let names = match view.conn() {
        Conn::Sqlite(conn) => run!(conn),
        Conn::Postgres(conn) => run!(conn),
    };
    let mut all: HashMap<String, Named> = HashMap::new();
    for (group_id, product_id, name, in_all) in names.map_err(DbError::from)? {
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

/// Makes the group `id` found by its name, and sorted by it. Whatever writes a name ends with this.
pub(in crate::access) async fn index(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    execute!(tx, HOLD, id)?;
    let Some((name, number)) = fetch_optional!(tx, (String, Option<i64>), NAME, id)? else {
        return Ok(());
    };
    let entry = Entry::of(Noun::Group, [&*name]);
    let number = put(tx, number, &entry).await?;
    execute!(tx, KEEP, id, folded(&name), entry.text(), number).map(drop)
}

/// Indexes at most `most` groups that are not in the index; answers how many it found.
pub(in crate::access) async fn index_missing(tx: &mut WriteTx, most: i64) -> Result<u64, DbError> {
    let missing = fetch_all!(tx, (String,), MISSING, most)?;
    for (id,) in &missing {
        index(tx, id).await?;
    }
    Ok(u64::try_from(missing.len()).unwrap_or(u64::MAX))
}
