//! The access rights of groups.

use crate::db::{DbError, Reads, fetch_all, statements};

statements! {
    OF_PRODUCT = "SELECT r.code, r.published_code FROM products p \
        JOIN group_rights gr ON gr.product_id = p.id AND gr.group_id = $1 \
        JOIN access_rights r ON r.id = gr.right_id WHERE p.app_name = $2 LIMIT 1000";
}

/// The codes of the product `app_name` that the group gives to its members, drafts too; `None` if it
/// has no right of this product.
pub async fn codes(
    view: &mut impl Reads,
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
