//! The list of products as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{ProductListQuery, ProductListRow};
use crate::access::ListedProduct;
use crate::access::products::products_query;
use crate::api::WritingCaller;
use crate::api::access_rights::only_own;
use crate::api::download::{File, ListRows, download, filled_fields, time};
use crate::audit::Event;
use crate::db::list::{Paging, WholeList};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: &[&str] = &[
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
];

/// Download the products
///
/// The same rows as in the list with these filters, all of them, newest first, as CSV for spreadsheets. The
/// download is recorded in the audit log. A person can run one download at a time; a second one gets 429. Administrators of a
/// product get what belongs to their products.
#[utoipa::path(
    get,
    path = "/api/security/admin/app/export",
    tag = "app",
    params(ProductListQuery),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn product_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<ProductListQuery>,
) -> Result<Response, ApiError> {
    let filter = filled_fields(&query);
    let query = query.filter(only_own(&caller));
    let query = products_query(&query, &Paging::default())?;
    let file = File {
        disposition: "attachment; filename=\"products.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "products",
            filter,
        },
    };
    let list = WholeList::of(query);
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
fn cells(row: ListedProduct, state: &AppState) -> Vec<String> {
    let row = ProductListRow::of(row, state);
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
        time(row.created_at),
    ]
}
