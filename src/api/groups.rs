//! Groups of people, for administrators.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Caller;
use crate::access::groups::{GroupFilter, groups_page};
use crate::access::{GroupRow, GroupStatus, ProductName};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::integer_or_empty;
use crate::http::paging::{Page, Paged, PagingQuery};

/// Which groups to list; what is left out narrows nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct GroupListQuery {
    /// Words that the name must have, each anywhere and of two characters or more.
    pub context: Option<String>,
    /// Only groups that grant this product.
    #[serde(deserialize_with = "integer_or_empty")]
    pub app_id: Option<i64>,
    /// Only groups of this status: 0 on, 2 off.
    #[serde(deserialize_with = "integer_or_empty")]
    pub status: Option<i64>,
}

/// A group in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupListRow {
    /// Its id.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
    /// 0 on, 2 off: nobody opens a product by a group that is off.
    pub status: i64,
    /// The names of its managers whose accounts are enabled, 20 at most.
    pub group_admin: Vec<String>,
    /// How many managers it has whose accounts are enabled.
    pub numbers_of_managers: i64,
    /// How many enabled members it has.
    pub numbers_of_members: i64,
    /// The products that its members may open, 20 at most.
    pub products: Vec<GroupProduct>,
    /// How many products those are in all.
    pub numbers_of_products: i64,
    /// When the group was made, in milliseconds since 1970.
    pub created_at: i64,
}

/// A product that a group grants.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupProduct {
    /// Its id.
    pub app_id: i64,
    /// Its name.
    pub name: String,
}

impl From<GroupRow> for GroupListRow {
    fn from(row: GroupRow) -> Self {
        let product = |ProductName { id, name }| GroupProduct { app_id: id, name };
        Self {
            group_id: row.id,
            group_name: row.name,
            status: row.status.code(),
            group_admin: row.managers,
            numbers_of_managers: row.managers_in_all,
            numbers_of_members: row.members,
            products: row.products.into_iter().map(product).collect(),
            numbers_of_products: row.products_in_all,
            created_at: row.created_at,
        }
    }
}

/// User group list
///
/// Newest first unless `sort` says otherwise: `created` or `groupName`, with a `-` before it from its end.
#[utoipa::path(
    get,
    path = "/api/security/admin/user-group/list",
    tag = "groups",
    params(GroupListQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<GroupListRow>>)),
)]
pub async fn group_list(
    mut caller: Caller,
    Paged(query, paging): Paged<GroupListQuery>,
) -> Answered<Page<GroupListRow>> {
    let filter = GroupFilter {
        context: query.context,
        product_id: query.app_id,
        status: query.status.map(status).transpose()?,
    };
    let page = groups_page(caller.view(), &filter, &paging).await?;
    Ok(Answer(Page::of(page, GroupListRow::from)))
}

/// Design 9, "Groups": a group is on or off, never in process.
fn status(code: i64) -> Result<GroupStatus, ApiError> {
    GroupStatus::from_code(code).ok_or(ApiError::illegal("status"))
}
