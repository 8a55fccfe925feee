//! The tiles of home, for administrators.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::home_tiles::{self, HomeTileError};
use crate::catalogue::products;
use crate::catalogue::{HomeTile, SavedTile};
use crate::db::{DbError, Reads};
use crate::http::envelope::{Answer, Answered, Empty};
use crate::http::fields::{Fields, optional_integer};
use crate::state::AppState;

/// A tile of home, as administrators set it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeTileRow {
    /// Which one: `data_sources`, `upskill`, `strategy_1` to `strategy_3`, `brief`, `ai_site`, or `assistant_1` to `assistant_3`.
    pub slot: String,
    /// Its name; empty for the usual one.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// Its description; empty for none.
    pub description: String,
    /// Its description in Chinese; empty if it is the same.
    pub description_zh: String,
    /// The https address that it opens; empty for none.
    pub url: String,
    /// The application that it opens instead; null for none.
    pub product_id: Option<i64>,
    /// The name of that application.
    pub product_name: String,
    /// The version, to be sent with a change; 0 for a tile of the settings file.
    pub version: i64,
}

impl HomeTileRow {
    async fn of(view: &mut dyn Reads, saved: SavedTile) -> Result<Self, DbError> {
        let tile = saved.tile;
        let product = match tile.product_id {
            Some(id) => products::record(view, id).await?,
            None => None,
        };
        Ok(Self {
            slot: saved.slot,
            name: tile.name,
            name_zh: tile.name_zh,
            description: tile.description,
            description_zh: tile.description_zh,
            url: tile.url,
            product_id: tile.product_id,
            product_name: product.map(|found| found.row.name).unwrap_or_default(),
            version: saved.version,
        })
    }
}

/// Tiles of home
///
/// Every tile that can have a target, as home shows it.
#[operation(tag = "app")]
pub async fn home_tile_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Vec<HomeTileRow>> {
    let tiles = home_tiles::all(caller.view(), &state.config.home.tiles).await?;
    let mut rows = Vec::new();
    for tile in tiles {
        rows.push(HomeTileRow::of(caller.view(), tile).await?);
    }
    Ok(Answer(rows))
}

/// A tile of home.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SaveHomeTileBody {
    /// Which one.
    #[schema(required = true)]
    pub slot: String,
    /// Its name; empty for the usual one.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// Its description; at most 500 characters.
    pub description: String,
    /// Its description in Chinese; empty if it is the same.
    pub description_zh: String,
    /// The https address that it opens; empty for none. It gets no token.
    pub url: String,
    /// The application that it opens instead, with the token that this application takes.
    #[serde(deserialize_with = "optional_integer")]
    pub product_id: Option<i64>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Set a tile of home
///
/// From then on it no longer follows the settings file. A tile without a target is disabled on home.
#[operation(tag = "app", request_body = SaveHomeTileBody)]
pub async fn home_tile_save(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<SaveHomeTileBody>,
) -> Answered<Empty> {
    let trimmed = |text: String| text.trim().to_owned();
    let tile = HomeTile {
        name: trimmed(body.name),
        name_zh: trimmed(body.name_zh),
        description: trimmed(body.description),
        description_zh: trimmed(body.description_zh),
        url: trimmed(body.url),
        product_id: body.product_id,
    };
    let (slot, version) = (body.slot, body.version);
    let saved = caller.write::<_, HomeTileError, _>(move |tx, audit| {
        Box::pin(async move {
            let settings = &state.config.home.tiles;
            home_tiles::save(tx, (&slot, version), tile, settings, audit).await
        })
    });
    saved.await?;
    Ok(Answer(Empty))
}
