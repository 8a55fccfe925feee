//! Providers that super administrators added.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

/// The topic of [`ChangeFeed`](crate::db::feed::ChangeFeed) that every write to the providers announces.
pub const TOPIC: &str = "providers";

/// The columns of a row.
macro_rules! columns {
    () => {
        "SELECT id, settings, enabled, method, credential, certificate, icon, added_at, changed_at, \
        changed_by, version \
        FROM federation_providers "
    };
}

statements! {
    ALL = concat!(columns!(), "ORDER BY added_at, id COLLATE \"C\"");
    FIND = concat!(columns!(), "WHERE id = $1");
    ADD = "INSERT INTO federation_providers \
        (id, settings, enabled, method, credential, master_id, icon, added_at, changed_at, changed_by, certificate) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) ON CONFLICT (id) DO NOTHING";
    SAVE = "UPDATE federation_providers SET settings = $2, enabled = $3, method = $4, credential = $5, \
        master_id = $6, icon = $7, changed_at = $8, changed_by = $9, certificate = $10, \
        version = version + 1 WHERE id = $1";
    /// Locks the row, so that changes of it happen one after the other.
    HOLD = "UPDATE federation_providers SET changed_at = changed_at WHERE id = $1";
    REMOVE = "DELETE FROM federation_providers WHERE id = $1";
    SEALED_BY_OTHERS = concat!(columns!(), "WHERE master_id <> $1");
    RESEAL = "UPDATE federation_providers SET credential = $2, master_id = $3 WHERE id = $1 AND credential = $4";
}

/// A row. `settings` may be damaged, or written by a later version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderData {
    pub id: String,
    /// JSON.
    pub settings: String,
    pub enabled: bool,
    /// `secret` or `key`.
    pub method: String,
    /// Sealed.
    pub credential: String,
    /// In PEM, beside a key.
    pub certificate: Option<String>,
    /// A picture in base64.
    pub icon: Option<String>,
    pub added_at: Millis,
    pub changed_at: Millis,
    /// The id of an account, or `cli`.
    pub changed_by: Option<String>,
    /// Increases with each change.
    pub version: i64,
}

from_row!(ProviderData {
    id,
    settings,
    enabled,
    method,
    credential,
    certificate,
    icon,
    added_at,
    changed_at,
    changed_by,
    version
});

/// All, oldest first.
pub async fn all(view: &mut dyn Reads) -> Result<Vec<ProviderData>, DbError> {
    fetch_all!(view, ProviderData, ALL)
}

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<ProviderData>, DbError> {
    fetch_optional!(view, ProviderData, FIND, id)
}

/// The row, locked until this transaction ends.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<ProviderData>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// Adds a row of this administrator; false if the id is taken.
pub async fn add(
    tx: &mut WriteTx,
    row: &ProviderData,
    master_id: &str,
    (by, now): (Option<&str>, Millis),
) -> Result<bool, DbError> {
    let added = execute!(
        tx,
        ADD,
        &row.id,
        &row.settings,
        row.enabled,
        &row.method,
        &row.credential,
        master_id,
        row.icon.as_deref(),
        now,
        by,
        row.certificate.as_deref()
    )?;
    Ok(tx.changed_rows(TOPIC, added) == 1)
}

/// Stores everything of the row that may change, with a new version.
pub async fn save(
    tx: &mut WriteTx,
    row: &ProviderData,
    master_id: &str,
    (by, now): (Option<&str>, Millis),
) -> Result<(), DbError> {
    let saved = execute!(
        tx,
        SAVE,
        &row.id,
        &row.settings,
        row.enabled,
        &row.method,
        &row.credential,
        master_id,
        row.icon.as_deref(),
        now,
        by,
        row.certificate.as_deref()
    )?;
    tx.changed_rows(TOPIC, saved);
    Ok(())
}

/// False if there is no such row.
pub async fn remove(tx: &mut WriteTx, id: &str) -> Result<bool, DbError> {
    let removed = execute!(tx, REMOVE, id)?;
    Ok(tx.changed_rows(TOPIC, removed) == 1)
}

/// The rows whose credential another master secret sealed.
pub async fn sealed_by_others(
    view: &mut dyn Reads,
    master_id: &str,
) -> Result<Vec<ProviderData>, DbError> {
    fetch_all!(view, ProviderData, SEALED_BY_OTHERS, master_id)
}

/// Stores the credential of a row that was `sealed`; false if it was replaced since.
pub async fn reseal(
    tx: &mut WriteTx,
    id: &str,
    sealed: &str,
    (credential, master_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, RESEAL, id, credential, master_id, sealed)? == 1)
}
