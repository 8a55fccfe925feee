//! Products, for administrators: list, details, options and changes.

mod bodies;
mod edit;
mod export;
mod icon;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use bodies::{Feature, ProductDetails, ProductFile, ProductStatusNumber};
pub use edit::*;
pub use export::*;

use super::access_rights::only_own;
use super::options::ApplicationOption;
use crate::access::{Action, Object};
use crate::calls::{Caller, operation};
use crate::catalogue::{ProductChoice, ProductFilter, ProductListRow, products};
use crate::clients::{self, ApplicationChoice, PORTAL};
use crate::directory;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::http::paging::{OptionQuery, Options, Page, Paged, PagingQuery};
use crate::state::AppState;
use bodies::{Names, listed};

/// Product list
///
/// The newest products come first. `sort` can be `created`, `order` or `name`; a `-` before it
/// reverses the order. Administrators of a product get their products.
#[operation(tag = "app", params(ProductFilter, PagingQuery))]
pub async fn product_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<ProductFilter>,
) -> Answered<Page<ProductListRow>> {
    let administrator = only_own(&caller);
    let filter = ProductFilter {
        administrator,
        ..filter
    };
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row| listed(row, language, &state))))
}

/// The product to describe.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProjectQuery {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
}

/// Product details
///
/// Also for the administrators of the product.
#[operation(tag = "app", params(ProjectQuery))]
pub async fn product_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<ProjectQuery>,
) -> Answered<ProductDetails> {
    let record = products::record(caller.view(), query.project_id).await?;
    let record = record.ok_or(ApiError::illegal("projectId"))?;
    let agencies = products::agency_names(caller.view(), &record.agencies).await?;
    let people = [&record.row.admin_id, &record.changed_by];
    let people = people.into_iter().flatten().chain(&record.administrators);
    let people: BTreeSet<String> = people.cloned().collect();
    let names = Names {
        agencies,
        people: directory::names_of(caller.view(), &people).await?,
    };
    let object = caller.object().clone();
    let may_edit = caller.may(Action::EditProduct, &object).await?;
    Ok(Answer(ProductDetails::of(record, &names, may_edit, &state)))
}

/// A product as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductOption {
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub project_name: String,
    /// The product's code.
    pub app_name: String,
}

/// Product options
///
/// The products that the home page shows, sorted by name. Callers who may see the products, modules, access rights or
/// roles of all products get all.
#[operation(tag = "app", params(OptionQuery))]
pub async fn product_options(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<ProductOption>> {
    let hidden = &state.config.branding.hidden_app_ids;
    let every = caller.may(Action::ChooseProducts, &Object::None).await?;
    let found = products::product_options(caller.view(), every, hidden, &wanted).await?;
    let option = |product: ProductChoice| ProductOption {
        project_id: product.id,
        project_name: caller.language.of_two(product.name, product.name_zh),
        app_name: product.app_name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Applications that a product can open
///
/// The applications that are switched on, sorted by name.
#[operation(tag = "app", params(OptionQuery))]
pub async fn product_application_options(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<ApplicationOption>> {
    let found = clients::options(caller.view(), &wanted).await?.into_iter();
    let opens = |id: &str| id != PORTAL && state.clients.get(id).is_some();
    let found = found.filter(|choice| opens(&choice.client_id));
    let option = |choice: ApplicationChoice| ApplicationOption {
        application_id: choice.client_id,
        application_name: choice.name,
    };
    Ok(Answer(found.map(option).collect()))
}
