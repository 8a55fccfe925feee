//! The tiles of home (contract G-23): from the settings, or as an administrator has set them.

use std::collections::BTreeMap;

use super::address::is_https;
use super::store;
use crate::audit::{self, AuditContext, Changes, Event, changes};
use crate::clock::Millis;
use crate::config::{self, HOME_TILES, TypeLabel};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};
use crate::i18n::language::Language;

/// The most characters of a description.
const LONGEST_DESCRIPTION: usize = 500;

/// What a tile says and where it leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomeTile {
    /// Its name; empty for the usual one.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    /// Its description; empty for none.
    pub description: String,
    /// Its description in Chinese; empty if it is the same.
    pub description_zh: String,
    /// The https address that it opens, which gets no token (attack T10); empty for none.
    pub url: String,
    /// The product that it opens instead.
    pub product_id: Option<i64>,
}

impl HomeTile {
    /// Name and description for a reader of `language`.
    pub fn texts(&self, language: Language) -> (String, String) {
        let of_two = |first: &str, chinese: &str| language.of_two(first.into(), chinese.into());
        (
            of_two(&self.name, &self.name_zh),
            of_two(&self.description, &self.description_zh),
        )
    }
}

impl From<&config::HomeTile> for HomeTile {
    fn from(tile: &config::HomeTile) -> Self {
        let both = |text: &Option<TypeLabel>| match text {
            Some(both) => (both.en_us.clone(), both.zh_cn.clone()),
            None => (String::new(), String::new()),
        };
        let (name, name_zh) = both(&tile.name);
        let (description, description_zh) = both(&tile.description);
        Self {
            name,
            name_zh,
            description,
            description_zh,
            url: tile.url.clone(),
            product_id: tile.product,
        }
    }
}

/// The tile of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedTile {
    /// Which one: one of [`HOME_TILES`].
    pub slot: String,
    pub tile: HomeTile,
    /// 0 for a tile of the settings.
    pub version: i64,
    pub changed_at: Millis,
    pub changed_by: Option<String>,
}

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
