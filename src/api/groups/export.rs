//! The list of groups as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{Lines, ListFile, download, word};
use crate::calls::{WritingCaller, operation};
use crate::days::{today, utc};
use crate::db::list::{Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::groups::{GroupFilter, GroupListRow, add_names, groups_query};
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
#[operation(tag = "groups", params(GroupFilter))]
pub async fn group_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<GroupFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let today = today(caller.now, &state.zone);
    let query = groups_query(&filter, &Paging::default(), today)?;
    download(state, caller, file, (WholeList::of(query), GroupLines)).await
}

/// Groups with the names of their managers and products.
struct GroupLines;

impl Lines for GroupLines {
    type Row = GroupListRow;

    async fn cells(
        &self,
        view: &mut ReadTx,
        _: &AppState,
        mut rows: Vec<GroupListRow>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        add_names(view, &mut rows).await?;
        Ok(rows.into_iter().map(cells).collect())
    }
}

/// In the order of the headings.
fn cells(row: GroupListRow) -> Vec<String> {
    let products = row.products.into_iter().map(|product| product.name);
    vec![
        row.group_id,
        row.group_name,
        row.status.0.code().to_string(),
        word(&row.visible),
        row.group_admin.join("; "),
        row.numbers_of_managers.to_string(),
        row.numbers_of_members.to_string(),
        products.collect::<Vec<_>>().join("; "),
        row.numbers_of_products.to_string(),
        utc(row.created_at),
    ]
}
