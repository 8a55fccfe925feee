//! The lists of applications.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Caller;
use super::views::Product;
use crate::access::products;
use crate::http::envelope::{Answer, Answered, Envelope};
use crate::http::fields::{Fields, integer};
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
