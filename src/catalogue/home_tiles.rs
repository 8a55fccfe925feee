//! The tiles of home (contract G-23): from the settings, or as an administrator has set them.

use std::collections::BTreeMap;

use super::address::is_https;
use super::home_tile::{HomeTile, SavedTile};
use super::store;
use crate::audit::{self, AuditContext, Changes, Event, changes};
use crate::config::{self, HOME_TILES};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// The most characters of a description.
const LONGEST_DESCRIPTION: usize = 500;

/// Why a tile was not saved.
#[derive(Debug, thiserror::Error)]
pub enum HomeTileError {
    #[error("there is no such tile")]
    Unknown,
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed the tile after it was read.
    #[error("the tile was changed meanwhile")]
    Conflict(EarlierChange),
    #[error(transparent)]
    Db(#[from] DbError),
}

type Settings = BTreeMap<String, config::HomeTile>;

/// Every tile: as an administrator has set it, else as in `settings`, else without a target.
///
/// # Errors
/// The database failed.
pub async fn all(view: &mut dyn Reads, settings: &Settings) -> Result<Vec<SavedTile>, DbError> {
    let mut saved = store::home_tiles::all(view).await?;
    let tiles = HOME_TILES.iter().map(|slot| {
        let place = saved.iter().position(|tile| tile.slot == *slot);
        place.map_or_else(
            || of_settings(slot, settings),
            |place| saved.swap_remove(place),
        )
    });
    Ok(tiles.collect())
}

fn of_settings(slot: &str, settings: &Settings) -> SavedTile {
    SavedTile {
        slot: slot.to_owned(),
        tile: settings.get(slot).map(HomeTile::from).unwrap_or_default(),
        ..SavedTile::default()
    }
}

/// Saves the tile of `slot`, over that of the settings. `version` is the one that was read; without it the last change
/// wins. A product wins over an address.
///
/// # Errors
/// [`HomeTileError`]: an unknown place; every fault of the form; another version; the database failed.
pub async fn save(
    tx: &mut WriteTx,
    (slot, version): (&str, Option<i64>),
    mut tile: HomeTile,
    settings: &Settings,
    audit: &AuditContext,
) -> Result<SavedTile, HomeTileError> {
    if !HOME_TILES.contains(&slot) {
        return Err(HomeTileError::Unknown);
    }
    if tile.product_id.is_some() {
        tile.url.clear();
    }
    checked(tx, &tile).await?;
    let before = store::home_tiles::find(tx, slot).await?;
    let before = before.unwrap_or_else(|| of_settings(slot, settings));
    if version.is_some_and(|read| read != before.version) {
        return Err(conflict(tx, &before).await?);
    }
    let changes = tile_changes(&before.tile, &tile);
    if changes.is_empty() {
        return Ok(before);
    }
    let saved = SavedTile {
        slot: slot.to_owned(),
        tile,
        version: before.version + 1,
        changed_at: audit.now,
        changed_by: audit.actor().map(str::to_owned),
    };
    if !store::home_tiles::put(tx, &saved).await? {
        return Err(conflict(tx, &before).await?);
    }
    let event = Event::HomeTileChanged {
        tile: slot.to_owned(),
        changes,
    };
    audit::record(tx, &audit.entry(event)).await?;
    Ok(saved)
}

async fn conflict(tx: &mut WriteTx, before: &SavedTile) -> Result<HomeTileError, DbError> {
    let by = before.changed_by.as_deref();
    let change = EarlierChange::of(tx, by, before.changed_at).await?;
    Ok(HomeTileError::Conflict(change))
}

async fn checked(tx: &mut WriteTx, tile: &HomeTile) -> Result<(), HomeTileError> {
    let mut faults = Faults::default();
    for (field, name) in [("name", &tile.name), ("nameZh", &tile.name_zh)] {
        faults.check(field, Rule::of_line(name));
    }
    for (field, text) in [
        ("description", &tile.description),
        ("descriptionZh", &tile.description_zh),
    ] {
        let broken = Rule::of_text(text, LONGEST_DESCRIPTION, Rule::LongReason);
        faults.check(field, broken);
    }
    // Attack T13.
    let is_good = tile.url.is_empty() || is_https(&tile.url);
    faults.ensure(is_good, "url", Rule::Link);
    if let Some(id) = tile.product_id {
        let product = store::product_records::find(tx, id).await?;
        faults.ensure(product.is_some(), "productId", Rule::Listed);
    }
    Ok(faults.or(())?)
}

fn tile_changes(old: &HomeTile, new: &HomeTile) -> Changes {
    changes!(
        HomeTile {
            name: recorded,
            name_zh: recorded,
            description: recorded,
            description_zh: recorded,
            url as "link": recorded,
            product_id as "product": recorded,
        },
        old,
        new
    )
}
