//! Clients in the database.

use sqlx_macros::FromRow;

use super::client::{Client, Source};
use crate::clock::Millis;
use crate::db::{DbError, Flag, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};

/// The topic of [`Changes`] that every write to the clients announces.
pub const TOPIC: &str = "clients";

statements! {
    ALL = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        ORDER BY client_id COLLATE \"C\"";
    FIND = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        WHERE client_id = $1";
    SAVE = "INSERT INTO clients (client_id, source, enabled, app_name, metadata, secret_hashes, \
        created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7) \
        ON CONFLICT (client_id) DO UPDATE SET source = excluded.source, \
        enabled = excluded.enabled, app_name = excluded.app_name, metadata = excluded.metadata, \
        secret_hashes = excluded.secret_hashes, updated_at = excluded.updated_at";
    FREE_APP_NAME = "UPDATE clients SET app_name = NULL WHERE client_id = $1";
}

#[derive(FromRow)]
struct Row {
    client_id: String,
    source: String,
    enabled: Flag,
    metadata: String,
    secret_hashes: String,
}

impl Row {
    fn client(self) -> Result<Client, DbError> {
        let damaged = |column: &'static str| {
            DbError::Failed(sqlx::Error::ColumnDecode {
                index: column.to_owned(),
                source: format!(
                    "client {}: contains a value that Atrium does not write",
                    self.client_id
                )
                .into(),
            })
        };
        let mut client: Client =
            serde_json::from_str(&self.metadata).map_err(|_| damaged("metadata"))?;
        client.secret_hashes =
            serde_json::from_str(&self.secret_hashes).map_err(|_| damaged("secret_hashes"))?;
        client.source = [Source::File, Source::Admin, Source::Dynamic]
            .into_iter()
            .find(|source| source.as_str() == self.source)
            .ok_or_else(|| damaged("source"))?;
        client.enabled = self.enabled.0;
        client.client_id = self.client_id;
        Ok(client)
    }
}

/// Every client, also disabled ones, by name.
pub async fn all(tx: &mut impl Reads) -> Result<Vec<Client>, DbError> {
    fetch_all!(tx, Row, ALL)?
        .into_iter()
        .map(Row::client)
        .collect()
}

/// The client with this id, also when it is disabled.
pub async fn find(tx: &mut impl Reads, client_id: &str) -> Result<Option<Client>, DbError> {
    fetch_optional!(tx, Row, FIND, client_id)?
        .map(Row::client)
        .transpose()
}

/// Creates or replaces a client and announces the change to every process. A disabled client releases its `appName`.
///
/// # Errors
/// [`DbError::Duplicate`] when another client has the same `appName`.
pub async fn save(tx: &mut WriteTx, client: &Client, now: Millis) -> Result<(), DbError> {
    let unwritable = |error: serde_json::Error| DbError::Failed(sqlx::Error::Encode(error.into()));
    let metadata = serde_json::to_string(client).map_err(unwritable)?;
    let secret_hashes = serde_json::to_string(&client.secret_hashes).map_err(unwritable)?;
    let app_name = client
        .legacy
        .as_ref()
        .filter(|_| client.enabled)
        .map(|legacy| legacy.app_name.as_str());
    execute!(
        tx,
        SAVE,
        &client.client_id,
        client.source.as_str(),
        i64::from(client.enabled),
        app_name,
        metadata,
        secret_hashes,
        now
    )?;
    tx.changed(TOPIC);
    Ok(())
}

/// Releases an `appName` for another client of the same transaction.
pub(super) async fn free_app_name(tx: &mut WriteTx, client_id: &str) -> Result<(), DbError> {
    execute!(tx, FREE_APP_NAME, client_id).map(drop)
}
