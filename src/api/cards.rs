//! The applications as a person sees them: the cards of home, and the detail of one.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::Product;
use super::opening::GroupAdmin;
use super::products::{Feature, ProductFile};
use crate::calls::{Caller, operation};
use crate::catalogue::products::{self, OneProduct};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::http::paging::{OptionQuery, Options};
use crate::i18n::language::Language;
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
#[operation(tag = "app", params(TypeQuery))]
pub async fn list_by_type(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<TypeQuery>,
) -> Answered<Vec<Product>> {
    let hidden = &state.config.branding.hidden_app_ids;
    let (account, type_id) = (caller.account(), query.type_id);
    let list = products::of_type(caller.view(), &account, type_id, hidden, &state.clients).await?;
    Ok(Answer(cards(list, caller.language, &state)))
}

fn cards(
    list: Vec<crate::catalogue::Product>,
    language: Language,
    state: &AppState,
) -> Vec<Product> {
    let cards = list.into_iter();
    cards
        .map(|product| Product::of(product, language, &state.clients))
        .collect()
}

/// Application list
///
/// The applications of all lists of the home page, with the user's access to each. `context` is a part of the name,
/// in either language, or of the code.
#[operation(tag = "app", params(OptionQuery))]
pub async fn app_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<Product>> {
    let hidden = &state.config.branding.hidden_app_ids;
    let account = caller.account();
    let list = products::visible(caller.view(), &account, &wanted, hidden, &state.clients).await?;
    Ok(Answer(cards(list, caller.language, &state)))
}

/// Team applications
///
/// The applications that are for the user's agency by name, with the user's access to each. Without an agency there are
/// none.
#[operation(tag = "app")]
pub async fn list_by_team(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<Product>> {
    let hidden = &state.config.branding.hidden_app_ids;
    let account = caller.account();
    let list = products::of_team(caller.view(), &account, hidden, &state.clients).await?;
    Ok(Answer(cards(list, caller.language, &state)))
}

/// The application to describe.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AppQuery {
    /// The application's id.
    #[serde(deserialize_with = "integer")]
    pub app_id: i64,
}

/// An application with its detail, and how to get access to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductInfo {
    /// The application as its card shows it.
    #[serde(flatten)]
    pub product: Product,
    /// Its features and benefits.
    pub features_benefits: Vec<Feature>,
    /// The addresses of its pictures.
    pub snapshots: Vec<String>,
    /// Its files; empty without access.
    pub files: Vec<ProductFile>,
    /// The user's groups that give access to it.
    pub granted_by: Vec<String>,
    /// The groups that can give access to it, with their managers; empty unless they can help.
    pub groups: Vec<GroupAdmin>,
}

/// Application detail
///
/// Also for a hidden application. One that is off is unknown, except to people who could open it if it was on; they
/// get its name and no texts. Without access it has no addresses and no files; `reason`, `whomToAsk` and `groups`
/// say why not, and who can help.
#[operation(tag = "app", params(AppQuery))]
pub async fn list_info(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AppQuery>,
) -> Answered<ProductInfo> {
    let account = caller.account();
    let (id, when) = (query.app_id, (&state.zone, caller.now));
    let one = products::one(caller.view(), &account, id, &state.clients, when).await?;
    let OneProduct {
        product,
        detail,
        granted_by,
        groups,
    } = one.ok_or(ApiError::illegal("appId"))?;
    Ok(Answer(ProductInfo {
        product: Product::of(product, caller.language, &state.clients),
        features_benefits: detail
            .features_benefits
            .into_iter()
            .map(Feature::from)
            .collect(),
        snapshots: detail.snapshots,
        files: detail.files.into_iter().map(ProductFile::from).collect(),
        granted_by,
        groups: groups.into_iter().map(GroupAdmin::from).collect(),
    }))
}
