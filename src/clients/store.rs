//! Clients in the database.

use sqlx_macros::FromRow;

use super::client::{Client, Source};
use crate::clock::Millis;
use crate::db::{
    Damaged, DbError, Flag, Keyed, Reads, WriteTx, execute, fetch_all, fetch_optional, readable,
    statements,
};

/// The topic of [`ChangeFeed`] that every write to the clients announces.
pub const TOPIC: &str = "clients";

statements! {
    ALL = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        ORDER BY client_id COLLATE \"C\"";
    FIND = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        WHERE client_id = $1";
    SOURCE = "SELECT source FROM clients WHERE client_id = $1";
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
        let mut client: Client =
            serde_json::from_str(&self.metadata).map_err(|_| DbError::damaged("metadata"))?;
        client.secret_hashes = serde_json::from_str(&self.secret_hashes)
            .map_err(|_| DbError::damaged("secret_hashes"))?;
        client.source = source_named(&self.source).ok_or_else(|| DbError::damaged("source"))?;
        client.enabled = self.enabled.0;
        client.client_id = self.client_id;
        Ok(client)
    }
}

fn source_named(name: &str) -> Option<Source> {
    [Source::File, Source::Admin, Source::Dynamic]
        .into_iter()
        .find(|source| source.as_str() == name)
}

/// Every client, also disabled ones, by name; and those that cannot be read, which count as disabled: one of them must
/// not keep the others from being read, or another one from being disabled (attack 24).
pub async fn stored(tx: &mut impl Reads) -> Result<(Vec<Client>, Vec<Damaged>), DbError> {
    readable(fetch_all!(tx, Keyed<String, Row>, ALL)?, Row::client)
}

/// Every client that can be read, also disabled ones, by name.
pub async fn all(tx: &mut impl Reads) -> Result<Vec<Client>, DbError> {
    Ok(stored(tx).await?.0)
}

/// The clients that cannot be read.
pub async fn damaged(tx: &mut impl Reads) -> Result<Vec<Damaged>, DbError> {
    Ok(stored(tx).await?.1)
}

/// Who made the client `client_id`, though the rest of its row may be damaged; `None` if that cannot be read either.
pub(super) async fn source(
    tx: &mut impl Reads,
    client_id: &str,
) -> Result<Option<Source>, DbError> {
    let found = fetch_optional!(tx, (String,), SOURCE, client_id)?;
    Ok(found.and_then(|(name,)| source_named(&name)))
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
