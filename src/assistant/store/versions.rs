//! The versions that administrators add.

use crate::assistant::stored_version::VersionStatus;
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    /// A deleted version has status 2.
    ALL = "SELECT v.id, v.value, v.base_url, v.sealed_key, v.model, v.price_in, v.price_out, v.max_answer_words, \
        v.monthly_words, v.position, v.status, v.version, v.changed_at, v.changed_by FROM assistant_versions v \
        WHERE v.status < 2 ORDER BY v.position, v.id";
    FIND = "SELECT v.id, v.value, v.base_url, v.sealed_key, v.model, v.price_in, v.price_out, v.max_answer_words, \
        v.monthly_words, v.position, v.status, v.version, v.changed_at, v.changed_by FROM assistant_versions v \
        WHERE v.id = $1 AND v.status < 2";
    HOLD = "UPDATE assistant_versions SET version = version WHERE id = $1";
    LAST_ID = "SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM assistant_versions";
    INSERT = "INSERT INTO assistant_versions (id, value, base_url, sealed_key, master_id, model, price_in, price_out, \
        max_answer_words, monthly_words, position, status, version, changed_at, changed_by) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14) ON CONFLICT (id) DO NOTHING";
    UPDATE = "UPDATE assistant_versions SET value = $2, base_url = $3, sealed_key = $4, \
        master_id = CASE WHEN sealed_key = $4 THEN master_id ELSE $5 END, model = $6, \
        price_in = $7, price_out = $8, max_answer_words = $9, monthly_words = $10, position = $11, status = $12, \
        version = version + 1, changed_at = $13, changed_by = $14 WHERE id = $1";
    VERSION_NAMES = "SELECT v.id, v.value FROM assistant_versions v ORDER BY v.id";
    SEALED_BY_OTHERS = "SELECT id, base_url, sealed_key FROM assistant_versions WHERE sealed_key <> '' AND master_id <> $1";
    RESEAL = "UPDATE assistant_versions SET sealed_key = $2, master_id = $3 WHERE id = $1 AND sealed_key = $4";
}

/// A version as the database has it. Prices are millionths of the currency for a million tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRow {
    pub id: i64,
    pub value: String,
    pub base_url: String,
    /// Empty without a key.
    pub sealed_key: String,
    pub model: String,
    pub price_in: i64,
    pub price_out: i64,
    pub max_answer_words: i64,
    pub monthly_words: Option<i64>,
    /// Smaller ones stand first.
    pub position: i64,
    pub status: VersionStatus,
    /// Increases with each change.
    pub version: i64,
    pub changed_at: Millis,
    pub changed_by: Option<String>,
}

from_row!(VersionRow {
    id,
    value,
    base_url,
    sealed_key,
    model,
    price_in,
    price_out,
    max_answer_words,
    monthly_words,
    position,
    status,
    version,
    changed_at,
    changed_by
});

/// Every version that is not deleted, in order.
pub async fn all(view: &mut dyn Reads) -> Result<Vec<VersionRow>, DbError> {
    fetch_all!(view, VersionRow, ALL)
}

/// The version `id`, unless it is deleted.
pub async fn find(view: &mut dyn Reads, id: i64) -> Result<Option<VersionRow>, DbError> {
    fetch_optional!(view, VersionRow, FIND, id)
}

/// Locks the version and reads it.
pub async fn hold(tx: &mut WriteTx, id: i64) -> Result<Option<VersionRow>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// The largest number of a version, deleted ones too; 0 without any.
pub async fn last_id(view: &mut dyn Reads) -> Result<i64, DbError> {
    let (last,) = fetch_one!(view, (i64,), LAST_ID)?;
    Ok(last)
}

/// Adds a version. False if its number is taken.
pub async fn insert(tx: &mut WriteTx, new: &VersionRow, master_id: &str) -> Result<bool, DbError> {
    let added = execute!(
        tx,
        INSERT,
        new.id,
        &new.value,
        &new.base_url,
        &new.sealed_key,
        master_id,
        &new.model,
        new.price_in,
        new.price_out,
        new.max_answer_words,
        new.monthly_words,
        new.position,
        new.status.code(),
        new.changed_at,
        new.changed_by.as_deref(),
    )?;
    Ok(added == 1)
}

/// Stores a version over the one before it.
pub async fn update(tx: &mut WriteTx, new: &VersionRow, master_id: &str) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        new.id,
        &new.value,
        &new.base_url,
        &new.sealed_key,
        master_id,
        &new.model,
        new.price_in,
        new.price_out,
        new.max_answer_words,
        new.monthly_words,
        new.position,
        new.status.code(),
        new.changed_at,
        new.changed_by.as_deref(),
    )
    .map(drop)
}

/// The names of all versions that administrators have added, deleted ones too.
pub async fn names(view: &mut dyn Reads) -> Result<Vec<(i64, String)>, DbError> {
    fetch_all!(view, (i64, String), VERSION_NAMES)
}

/// Id, address and key of each version whose key another master secret sealed.
pub async fn sealed_by_others(
    view: &mut dyn Reads,
    master_id: &str,
) -> Result<Vec<(i64, String, String)>, DbError> {
    fetch_all!(view, (i64, String, String), SEALED_BY_OTHERS, master_id)
}

/// Stores a key that was sealed again, unless it has changed. False if it has.
pub async fn reseal(
    tx: &mut WriteTx,
    id: i64,
    sealed: &str,
    (again, master_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, RESEAL, id, again, master_id, sealed)? == 1)
}
