//! Which application a product leads to, in the database.

use crate::db::{DbError, Reads, fetch_optional, statements};

statements! {
    APPLICATION = "SELECT client_id, app_name FROM products WHERE id = $1";
}

/// The client id, if the product names one, and the own code of the product.
pub async fn application(
    tx: &mut dyn Reads,
    product_id: i64,
) -> Result<Option<(Option<String>, String)>, DbError> {
    fetch_optional!(tx, (Option<String>, String), APPLICATION, product_id)
}
