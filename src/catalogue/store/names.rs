//! Names of products, modules, roles and access rights by id.

use crate::db::ids::{IDS_AT_ONCE, fetch_by_ids, ids};
use crate::db::{DbError, Reads, SqlQuery, from_row, statements};

/// The most products of one statement.
pub const PRODUCTS_AT_ONCE: usize = 20;

statements! {
    PRODUCTS = "SELECT id, name FROM products WHERE id IN \
        ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)";
    WITH_APPLICATIONS = concat!("SELECT p.id, p.name, p.name_zh, p.client_id, p.app_name FROM products p WHERE p.id IN ", ids!(),
        " ORDER BY p.id");
    OTHERS = concat!(
        "SELECT CAST('module' AS TEXT), id, name FROM modules WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('role' AS TEXT), id, name FROM roles WHERE id IN ", ids!(),
        " UNION ALL SELECT CAST('access_right' AS TEXT), id, name FROM access_rights WHERE id IN ", ids!());
}

/// Id and name of at most [`PRODUCTS_AT_ONCE`] products.
pub async fn products(view: &mut dyn Reads, ids: &[i64]) -> Result<Vec<(i64, String)>, DbError> {
    // No product has the id -1.
    let ids = ids.iter().copied().chain(std::iter::repeat(-1));
    SqlQuery::kept(PRODUCTS)
        .bind_all(ids.take(PRODUCTS_AT_ONCE))
        .fetch_all(view)
        .await
}

/// A product with what names its application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithApplication {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// The id of its application; `None` if `app_name` names it.
    pub client_id: Option<String>,
    pub app_name: String,
}

from_row!(WithApplication {
    id,
    name,
    name_zh,
    client_id,
    app_name
});

/// The first [`IDS_AT_ONCE`] of these products, on or off, by their ids.
pub async fn with_applications(
    view: &mut dyn Reads,
    ids: &[i64],
) -> Result<Vec<WithApplication>, DbError> {
    // No product has the id -1.
    let ids = ids.iter().copied().chain(std::iter::repeat(-1));
    SqlQuery::kept(WITH_APPLICATIONS)
        .bind_all(ids.take(IDS_AT_ONCE))
        .fetch_all(view)
        .await
}

/// Kind (as in the audit trail), id and name of modules, roles and access rights among at most 100 ids.
pub async fn others(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, String)>, DbError> {
    fetch_by_ids!(view, (String, String, String), OTHERS, ids.iter().copied())
}
