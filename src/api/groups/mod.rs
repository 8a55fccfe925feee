//! Groups of people, for administrators.

mod access;
mod change;
mod choices;
mod export;
mod industries;
mod members;
mod people_export;
mod views;

use std::sync::Arc;

use axum::extract::State;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use access::*;
pub use change::*;
pub use choices::*;
pub use export::*;
pub use industries::*;
pub use members::*;
pub use people_export::*;

use super::Caller;
use crate::access::groups::{GroupFilter, groups_page};
use crate::access::{GroupRow, GroupStatus, ProductName, Visibility, written};
use crate::http::envelope::{Answer, Answered, Envelope};
use crate::http::fields::integer_or_empty;
use crate::http::number::{Number, or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

type GroupStatusNumber = Number<GroupStatus>;

/// Filters of the group list. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct GroupListQuery {
    /// Words in the name. Each must occur somewhere in it and have two characters or more.
    pub context: Option<String>,
    /// Only groups that grant this product.
    #[serde(deserialize_with = "integer_or_empty")]
    pub app_id: Option<i64>,
    /// Only groups of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<GroupStatusNumber>,
    /// Only groups that everybody sees, or only others.
    #[serde(deserialize_with = "or_empty")]
    pub visible: Option<Visibility>,
}

impl GroupListQuery {
    fn filter(self) -> GroupFilter {
        GroupFilter {
            context: self.context,
            product_id: self.app_id,
            status: self.status.map(|Number(status)| status),
            visibility: self.visible,
        }
    }
}

/// A group in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupListRow {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// The description.
    pub desc: String,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
    /// A disabled group gives nobody access.
    pub status: GroupStatusNumber,
    /// Who sees the group.
    pub visible: Visibility,
    /// The names of its managers, 20 at most. Disabled accounts are left out.
    pub group_admin: Vec<String>,
    /// The number of its managers, without disabled accounts.
    pub numbers_of_managers: i64,
    /// The number of its members, without disabled accounts.
    pub numbers_of_members: i64,
    /// The products that its members may open, 20 at most.
    pub products: Vec<GroupProduct>,
    /// The number of these products.
    pub numbers_of_products: i64,
    /// When the group was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
}

/// A product that a group grants.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupProduct {
    /// The product's id.
    pub app_id: i64,
    /// The product's name.
    pub name: String,
}

impl GroupListRow {
    fn of(row: GroupRow, zone: &TimeZone) -> Self {
        let product = |ProductName { id, name }| GroupProduct { app_id: id, name };
        Self {
            group_id: row.id,
            group_name: row.name,
            desc: row.description,
            admin_msg: row.admin_msg,
            status: Number(row.status),
            visible: row.visibility,
            group_admin: row.managers,
            numbers_of_managers: row.managers_in_all,
            numbers_of_members: row.members,
            products: row.products.into_iter().map(product).collect(),
            numbers_of_products: row.products_in_all,
            created_at: row.created_at,
            c_time: written(row.created_at, zone),
        }
    }
}

/// User group list
///
/// The newest groups come first. `sort` can be `created` or `groupName`; a `-` before it reverses
/// the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/user-group/list",
    tag = "groups",
    params(GroupListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<GroupListRow>>)),
)]
pub async fn group_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<GroupListQuery>,
) -> Answered<Page<GroupListRow>> {
    let page = groups_page(caller.view(), &query.filter(), &paging).await?;
    Ok(Answer(Page::of(page, |row| {
        GroupListRow::of(row, &state.zone)
    })))
}
