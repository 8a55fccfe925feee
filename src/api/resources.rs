//! What applications offer to read: their texts and files, and the introduction of the assistant.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::Product;
use super::products::ProductFile;
use crate::calls::{Caller, operation};
use crate::catalogue::{home, home_tiles};
use crate::http::envelope::{Answer, Answered};
use crate::state::AppState;

/// The tile with the site of the assistant.
const AI_SITE: &str = "ai_site";

/// An application with its files.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProductResource {
    /// The application as its card shows it.
    #[serde(flatten)]
    pub product: Product,
    /// Its files; empty without access.
    pub files: Vec<ProductFile>,
}

/// Product resources
///
/// The applications of the home page that have a text or a file, in the order of the home page.
#[operation(tag = "app")]
pub async fn resource_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<ProductResource>> {
    let (account, language) = (caller.account(), caller.language);
    let found = state
        .home_products
        .resources(caller.view(), &account)
        .await?;
    let resource = |(product, files): (crate::catalogue::Product, Vec<_>)| ProductResource {
        product: Product::of(product, language, &state.clients),
        files: files.into_iter().map(ProductFile::from).collect(),
    };
    Ok(Answer(found.into_iter().map(resource).collect()))
}

/// What the assistant is.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Introduction {
    /// Its name.
    pub title: String,
    /// What it is, in a line or two.
    pub content_title: String,
    /// How to use it.
    pub content_main: String,
    /// The address of its site; empty if it has none, and without access.
    pub url: String,
}

/// AI introduction
///
/// The texts of the assistant's application, and the address of its site. All are empty if there is no assistant.
#[operation(tag = "app")]
pub async fn ai_introduction(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Introduction> {
    let (account, language) = (caller.account(), caller.language);
    let assistant = home::assistant(caller.view(), &account, &state.clients).await?;
    let Some(assistant) = assistant else {
        return Ok(Answer(Introduction::default()));
    };
    let tiles = home_tiles::all(caller.view(), &state.config.home.tiles).await?;
    let site = tiles.into_iter().find(|tile| tile.slot == AI_SITE);
    let url = site.filter(|_| assistant.has_access());
    let (assistant, _) = assistant.in_language(language);
    Ok(Answer(Introduction {
        title: assistant.name,
        content_title: assistant.attribute1,
        content_main: assistant.attribute2,
        url: url.map(|site| site.tile.url).unwrap_or_default(),
    }))
}
