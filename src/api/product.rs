//! The lists of applications: the cards of home, and all products for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Caller;
use super::views::Product;
use crate::access::products::{self, ProductFilter, products_page};
use crate::access::{ListedProduct, ProductStatus};
use crate::http::envelope::{Answer, Answered, Envelope};
use crate::http::fields::{Fields, integer, integer_or_empty};
use crate::http::number::{Number, or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// The list to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TypeQuery {
    /// The list: 1, 3 or 2, in the order of the home page.
    #[serde(deserialize_with = "integer")]
    pub type_id: i64,
}

/// Applications of a type
///
/// One list of the home page, with the user's access to each application. Hidden applications are
/// left out.
#[utoipa::path(
    get,
    path = "/api/security/app/v2/list-by-type",
    tag = "app",
    params(TypeQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<Product>>)),
)]
pub async fn list_by_type(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<TypeQuery>,
) -> Answered<Vec<Product>> {
    let hidden = &state.config.branding.hidden_app_ids;
    let (account, type_id) = (caller.account(), query.type_id);
    let list = products::of_type(caller.view(), &account, type_id, hidden, &state.clients).await?;
    let cards = list
        .into_iter()
        .map(|product| Product::of(product, &state.clients));
    Ok(Answer(cards.collect()))
}

type ProductStatusNumber = Number<ProductStatus>;

/// Filters of the product list. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ProductListQuery {
    /// Words in the name or the code. Each must occur somewhere in them and have two characters or more.
    pub context: Option<String>,
    /// Only products of this list of the home page: 1, 3 or 2, in the order of the home page.
    #[serde(deserialize_with = "integer_or_empty")]
    pub type_id: Option<i64>,
    /// Only products of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<ProductStatusNumber>,
}

/// A product in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListRow {
    /// The product's id, which other calls name `appId` or `productId`.
    pub project_id: i64,
    /// The product's name.
    pub name: String,
    /// The product's code.
    pub app_name: String,
    /// The list of the home page that contains it.
    pub type_id: i64,
    /// The name of that list, or empty.
    pub type_name: String,
    /// The id of its administrator's account, or empty.
    pub admin_id: String,
    /// The name of its administrator, or empty.
    pub admin_name: String,
    /// The address of its picture, or empty.
    pub iconimg_url: String,
    /// The product's address, or empty.
    pub link: String,
    /// True if a dialog offers its addresses.
    pub link_dialog: bool,
    /// True if the lists of the home page leave it out.
    pub hidden: bool,
    /// True if everybody may open it while it is on. Otherwise it needs a group or an agency.
    pub everyone: bool,
    /// Its position in the list of the home page.
    pub sort: i64,
    /// Nobody can open a product that is off.
    pub status: ProductStatusNumber,
    /// When the product was created, in milliseconds since 1970.
    pub created_at: i64,
}

impl ProductListRow {
    fn of(row: ListedProduct, state: &AppState) -> Self {
        Self {
            project_id: row.id,
            hidden: state.config.branding.hidden_app_ids.contains(&row.id),
            everyone: row.is_for_everyone(&state.clients),
            name: row.name,
            app_name: row.app_name,
            type_id: row.type_id,
            type_name: row.type_name.unwrap_or_default(),
            admin_id: row.admin_id.unwrap_or_default(),
            admin_name: row.admin_name.unwrap_or_default(),
            iconimg_url: row.icon_url,
            link: row.link,
            link_dialog: row.link_dialog.0,
            sort: row.sort,
            status: Number(row.status),
            created_at: row.created_at,
        }
    }
}

/// Product list
///
/// The newest products come first. `sort` can be `created`, `order` or `name`; a `-` before it
/// reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/app/list",
    tag = "app",
    params(ProductListQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<ProductListRow>>)),
)]
pub async fn product_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<ProductListQuery>,
) -> Answered<Page<ProductListRow>> {
    let filter = ProductFilter {
        context: query.context,
        type_id: query.type_id,
        status: query.status.map(|Number(status)| status),
    };
    let page = products_page(caller.view(), &filter, &paging).await?;
    Ok(Answer(Page::of(page, |row| {
        ProductListRow::of(row, &state)
    })))
}
