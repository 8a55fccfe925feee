//! Names of products, modules, roles and access rights by id.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, SqlQuery, statements};

/// The most products of one statement.
pub const PRODUCTS_AT_ONCE: usize = 20;

statements! {
    PRODUCTS = "SELECT id, name FROM products WHERE id IN \
        ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)";
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

/// Kind (as in the audit trail), id and name of modules, roles and access rights among at most 100 ids.
pub async fn others(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, String)>, DbError> {
    fetch_by_ids!(view, (String, String, String), OTHERS, ids.iter().copied())
}
