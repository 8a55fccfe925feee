//! The tiles of home that administrators have set, in the database.

use crate::catalogue::home_tile::{HomeTile, SavedTile};
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

statements! {
    SAVED_TILES = "SELECT slot, name, name_zh, description, description_zh, url, product_id, version, changed_at, \
        changed_by FROM home_tiles ORDER BY slot COLLATE \"C\" LIMIT 100";
    SAVED_TILE = "SELECT slot, name, name_zh, description, description_zh, url, product_id, version, changed_at, \
        changed_by FROM home_tiles WHERE slot = $1";
    /// Nothing happens if the row has another version.
    PUT = "INSERT INTO home_tiles (slot, name, name_zh, description, description_zh, url, product_id, version, \
        changed_at, changed_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
        ON CONFLICT (slot) DO UPDATE SET name = excluded.name, name_zh = excluded.name_zh, \
        description = excluded.description, description_zh = excluded.description_zh, url = excluded.url, \
        product_id = excluded.product_id, version = excluded.version, changed_at = excluded.changed_at, \
        changed_by = excluded.changed_by WHERE home_tiles.version = excluded.version - 1";
}

struct Row {
    slot: String,
    name: String,
    name_zh: String,
    description: String,
    description_zh: String,
    url: String,
    product_id: Option<i64>,
    version: i64,
    changed_at: Millis,
    changed_by: Option<String>,
}

from_row!(Row {
    slot,
    name,
    name_zh,
    description,
    description_zh,
    url,
    product_id,
    version,
    changed_at,
    changed_by
});

impl From<Row> for SavedTile {
    fn from(row: Row) -> Self {
        Self {
            slot: row.slot,
            tile: HomeTile {
                name: row.name,
                name_zh: row.name_zh,
                description: row.description,
                description_zh: row.description_zh,
                url: row.url,
                product_id: row.product_id,
            },
            version: row.version,
            changed_at: row.changed_at,
            changed_by: row.changed_by,
        }
    }
}

/// The tiles that administrators have set.
pub async fn all(view: &mut dyn Reads) -> Result<Vec<SavedTile>, DbError> {
    let rows = fetch_all!(view, Row, SAVED_TILES)?;
    Ok(rows.into_iter().map(SavedTile::from).collect())
}

/// The tile of this place, if an administrator has set it.
pub async fn find(view: &mut dyn Reads, slot: &str) -> Result<Option<SavedTile>, DbError> {
    let row = fetch_optional!(view, Row, SAVED_TILE, slot)?;
    Ok(row.map(SavedTile::from))
}

/// Saves a tile over the version before it. False if another one is stored.
pub async fn put(tx: &mut WriteTx, saved: &SavedTile) -> Result<bool, DbError> {
    let SavedTile { slot, tile, .. } = saved;
    let changed = execute!(
        tx,
        PUT,
        slot,
        &tile.name,
        &tile.name_zh,
        &tile.description,
        &tile.description_zh,
        &tile.url,
        tile.product_id,
        saved.version,
        saved.changed_at,
        saved.changed_by.as_deref()
    )?;
    Ok(changed == 1)
}
