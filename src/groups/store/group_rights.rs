//! The access rights of groups, and their drafts (contract G-54).

use std::collections::BTreeSet;

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::groups::group::RightState;

statements! {
    OF_PRODUCT = "SELECT r.code, r.published_code FROM products p \
        JOIN group_rights gr ON gr.product_id = p.id AND gr.group_id = $1 \
        JOIN access_rights r ON r.id = gr.right_id WHERE p.app_name = $2 LIMIT 1000";
    /// One row more than is used, which shows that there are more ([`MOST_OF_PAGE`]).
    OF_PRODUCT_BY_MANY = concat!("SELECT gr.group_id, r.code, r.published_code FROM products p \
        CROSS JOIN group_rights gr CROSS JOIN access_rights r WHERE p.app_name = $101 AND gr.product_id = p.id \
        AND gr.group_id IN ", ids!(), " AND r.id = gr.right_id LIMIT 10001");
    /// The same. Each half has its own limit, because both are read before the rows are united.
    PRODUCTS_OF_MANY = concat!("SELECT group_id, product_id FROM (SELECT group_id, product_id FROM group_products \
            WHERE group_id IN ", ids!(), " LIMIT 10001) opened \
        UNION SELECT group_id, product_id FROM (SELECT DISTINCT group_id, product_id FROM group_rights \
            WHERE group_id IN ", ids!(), " LIMIT 10001) given LIMIT 10001");
    /// The products that the group opens, and those that it gives rights of, drafts too.
    PRODUCTS = "SELECT product_id FROM group_products WHERE group_id = $1 \
        UNION SELECT product_id FROM group_rights WHERE group_id = $1 LIMIT 20000";
    TREE = "SELECT p.id AS product_id, p.name AS product_name, p.name_zh AS product_name_zh, x.id AS right_id, \
        COALESCE(x.published_name, x.name) AS name, COALESCE(x.published_code, x.code) AS code, gr.state, \
        CAST(CASE WHEN x.published_code IS NOT NULL AND x.published_status = 0 THEN 1 ELSE 0 END AS BIGINT) AS decides \
        FROM (SELECT gp.product_id FROM group_products gp WHERE gp.group_id = $1 \
            UNION SELECT o.product_id FROM group_rights o WHERE o.group_id = $1) t \
        JOIN products p ON p.id = t.product_id \
        LEFT JOIN group_rights gr ON gr.group_id = $1 AND gr.product_id = p.id \
        LEFT JOIN access_rights x ON x.id = gr.right_id \
        ORDER BY p.sort, p.id, x.code COLLATE \"C\" LIMIT 20000";
    FIND = "SELECT x.id, x.product_id, x.code, p.app_name FROM access_rights x JOIN products p ON p.id = x.product_id \
        WHERE x.id = $1";
    PUT = "INSERT INTO group_rights (group_id, product_id, right_id, state) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (group_id, product_id, right_id) DO UPDATE SET state = excluded.state";
    DROP = "DELETE FROM group_rights WHERE group_id = $1 AND product_id = $2 AND right_id = $3";
    NOTE_DRAFT = "UPDATE access_rights SET draft = 1 WHERE id = $1";
    OWN_GROUPS = "SELECT g.id, g.name FROM memberships m JOIN groups g ON g.id = m.group_id AND g.status = 0 \
            WHERE m.account_id = $1 AND m.status = 0 \
        UNION SELECT g.id, g.name FROM group_managers m JOIN groups g ON g.id = m.group_id AND g.status = 0 \
            WHERE m.account_id = $1 LIMIT 1000";
}

/// The most products, and the most codes, that are read for the groups of one page.
pub const MOST_OF_PAGE: usize = 10_000;

/// A product of a group, with one of its rights if the group gives any.
pub struct RightRow {
    pub product_id: i64,
    pub product_name: String,
    pub product_name_zh: String,
    pub right_id: Option<String>,
    pub name: Option<String>,
    pub code: Option<String>,
    pub state: Option<RightState>,
    /// True if the right is on and was confirmed.
    pub decides: bool,
}

from_row!(RightRow {
    product_id,
    product_name,
    product_name_zh,
    right_id,
    name,
    code,
    state,
    decides
});

/// An access right, to be given to a group.
#[derive(Clone, Debug)]
pub struct GivenRight {
    pub id: String,
    pub product_id: i64,
    pub code: String,
    /// The code of its product.
    pub app_name: String,
}

from_row!(GivenRight {
    id,
    product_id,
    code,
    app_name
});

/// The products that the group opens or gives rights of.
pub async fn products(view: &mut dyn Reads, group_id: &str) -> Result<BTreeSet<i64>, DbError> {
    let ids = fetch_all!(view, (i64,), PRODUCTS, group_id)?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// The codes of the product `app_name` that the group gives to its members, drafts too; `None` if it
/// has no right of this product.
pub async fn codes(
    view: &mut dyn Reads,
    group_id: &str,
    app_name: &str,
) -> Result<Option<Vec<String>>, DbError> {
    let rows = fetch_all!(
        view,
        (String, Option<String>),
        OF_PRODUCT,
        group_id,
        app_name
    )?;
    let codes = rows.into_iter();
    let codes: Vec<String> = codes
        .flat_map(|(code, published)| std::iter::once(code).chain(published))
        .collect();
    Ok((!codes.is_empty()).then_some(codes))
}

/// Of at most 100 groups, the id of each and one product that it opens or gives rights of; `None` if there are more
/// than [`MOST_OF_PAGE`].
pub async fn products_of_many(
    view: &mut dyn Reads,
    ids: &BTreeSet<&str>,
) -> Result<Option<Vec<(String, i64)>>, DbError> {
    if ids.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let rows = fetch_by_ids!(view, (String, i64), PRODUCTS_OF_MANY, ids.iter().copied())?;
    Ok((rows.len() <= MOST_OF_PAGE).then_some(rows))
}

/// Of at most 100 groups, the id of each and one code as in [`codes`]; `None` if they have more than [`MOST_OF_PAGE`]
/// rights of the product.
pub async fn codes_of_many(
    view: &mut dyn Reads,
    ids: &BTreeSet<&str>,
    app_name: &str,
) -> Result<Option<Vec<(String, String)>>, DbError> {
    let rows = fetch_by_ids!(
        view,
        (String, String, Option<String>),
        OF_PRODUCT_BY_MANY,
        ids.iter().copied(),
        app_name
    )?;
    if rows.len() > MOST_OF_PAGE {
        return Ok(None);
    }
    let both = |(id, code, published): (String, String, Option<String>)| {
        let published = published.map(|code| (id.clone(), code));
        std::iter::once((id, code)).chain(published)
    };
    Ok(Some(rows.into_iter().flat_map(both).collect()))
}

/// The products of the group in the order of the home page, each with its rights sorted by code. A product is among
/// them if the group opens it or gives a right of it.
pub async fn tree(view: &mut dyn Reads, group_id: &str) -> Result<Vec<RightRow>, DbError> {
    fetch_all!(view, RightRow, TREE, group_id)
}

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<GivenRight>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, GivenRight, FIND, id)
}

/// Sets the state of a right in the group; `None` takes it away. This changes nobody's access until the right is
/// confirmed.
pub async fn put(
    tx: &mut WriteTx,
    group_id: &str,
    right: (&str, i64),
    state: Option<RightState>,
) -> Result<(), DbError> {
    let (right_id, product_id) = right;
    match state {
        Some(state) => execute!(tx, PUT, group_id, product_id, right_id, state.code())?,
        None => execute!(tx, DROP, group_id, product_id, right_id)?,
    };
    execute!(tx, NOTE_DRAFT, right_id).map(drop)
}

/// Id and name of each enabled group that the account is in or manages.
pub async fn own_groups(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), OWN_GROUPS, account_id)
}
