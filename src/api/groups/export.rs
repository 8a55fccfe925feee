//! The list of groups as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::GroupListQuery;
use crate::access::groups::{add_names, groups_query};
use crate::access::{GroupRow, Visibility};
use crate::api::WritingCaller;
use crate::api::download::{Lines, ListFile, download, time};
use crate::db::list::{Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "groups",
    disposition: "attachment; filename=\"user-groups.csv\"",
    headings: &[
        "groupId",
        "groupName",
        "status",
        "visible",
        "groupAdmin",
        "numbersOfManagers",
        "numbersOfMembers",
        "products",
        "numbersOfProducts",
        "createdAt",
    ],
};

/// Download the user groups
///
/// The same rows as in the list with these filters, all of them, newest first. The file has the first 20
/// managers and products of each group, and how many there are.
#[utoipa::path(
    get,
    path = "/api/security/admin/user-group/export",
    tag = "groups",
    params(GroupListQuery),
    responses((status = 200, content_type = "text/csv", body = String)),
)]
pub async fn group_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<GroupListQuery>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let query = groups_query(&query.filter(), &Paging::default())?;
    download(state, caller, file, (WholeList::of(query), GroupLines)).await
}

/// Groups with the names of their managers and products.
struct GroupLines;

impl Lines for GroupLines {
    type Row = GroupRow;

    async fn cells(
        &self,
        view: &mut ReadTx,
        _: &AppState,
        mut rows: Vec<GroupRow>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        add_names(view, &mut rows).await?;
        Ok(rows.into_iter().map(cells).collect())
    }
}

/// In the order of the headings.
fn cells(row: GroupRow) -> Vec<String> {
    let visible = match row.visibility {
        Visibility::All => "all",
        Visibility::Partial => "partial",
    };
    let products = row.products.into_iter().map(|product| product.name);
    vec![
        row.id,
        row.name,
        row.status.code().to_string(),
        visible.to_owned(),
        row.managers.join("; "),
        row.managers_in_all.to_string(),
        row.members.to_string(),
        products.collect::<Vec<_>>().join("; "),
        row.products_in_all.to_string(),
        time(row.created_at),
    ]
}
