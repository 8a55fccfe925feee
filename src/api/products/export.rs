//! The list of products as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::bodies::as_stored;
use crate::api::access_rights::only_own;
use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::catalogue::{ProductFilter, ProductListRow};
use crate::days::utc;
use crate::db::list::Paging;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "products",
    disposition: "attachment; filename=\"products.csv\"",
    headings: &[
        "projectId",
        "name",
        "appName",
        "typeId",
        "typeName",
        "adminId",
        "adminName",
        "link",
        "hidden",
        "everyone",
        "sort",
        "status",
        "createdAt",
        "nameZh",
    ],
};

/// Download the products
///
/// The same rows as in the list with these filters, all of them, newest first. Administrators of a product
/// get what belongs to their products.
#[operation(tag = "app", params(ProductFilter))]
pub async fn product_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<ProductFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let administrator = only_own(&caller);
    let filter = ProductFilter {
        administrator,
        ..filter
    };
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: ProductListRow, state: &AppState) -> Vec<String> {
    let row = as_stored(row, state);
    vec![
        row.project_id.to_string(),
        row.name,
        row.app_name,
        row.type_id.to_string(),
        row.type_name,
        row.admin_id,
        row.admin_name,
        row.link,
        row.hidden.to_string(),
        row.everyone.to_string(),
        row.sort.to_string(),
        row.status.0.code().to_string(),
        utc(row.created_at),
        row.name_zh,
    ]
}
