//! Clients in the database.

mod list;

use super::client::{Client, Source};
use crate::clock::Millis;
use crate::db::{
    Damaged, DbError, Keyed, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row,
    readable, statements,
};

pub use list::{APPLICATIONS, ApplicationChoice, ApplicationFilter, ApplicationListRow};

/// The topic of [`ChangeFeed`] that every write to the clients announces.
pub const TOPIC: &str = "clients";

macro_rules! insert_client {
    () => {
        "INSERT INTO clients (client_id, source, enabled, app_name, metadata, secret_hashes, \
         created_at, updated_at, changed_by, name, kind) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10) ON CONFLICT (client_id) "
    };
}

statements! {
    ALL = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        ORDER BY client_id COLLATE \"C\"";
    FIND = "SELECT client_id, source, enabled, metadata, secret_hashes FROM clients \
        WHERE client_id = $1";
    SOURCE = "SELECT source FROM clients WHERE client_id = $1";
    SAVE = concat!(insert_client!(), "DO UPDATE SET source = excluded.source, \
        enabled = excluded.enabled, app_name = excluded.app_name, metadata = excluded.metadata, \
        secret_hashes = excluded.secret_hashes, updated_at = excluded.updated_at, \
        changed_by = excluded.changed_by, name = excluded.name, kind = excluded.kind, \
        version = clients.version + 1");
    ADD = concat!(insert_client!(), "DO NOTHING");
    HOLD = "UPDATE clients SET version = version WHERE client_id = $1";
    REVISION = "SELECT c.version, c.updated_at, c.created_at, c.last_used_at, \
        CASE WHEN a.full_name <> '' THEN a.full_name ELSE a.username END AS changed_by_name \
        FROM clients c LEFT JOIN accounts a ON a.id = c.changed_by WHERE c.client_id = $1";
    USED = "UPDATE clients SET last_used_at = $2 WHERE client_id = $1 AND last_used_at < $2";
    END_CONSENTS = "UPDATE clients SET consents_not_before = CASE WHEN consents_not_before > $2 \
        THEN consents_not_before ELSE $2 END WHERE client_id = $1";
    FREE_APP_NAME = "UPDATE clients SET app_name = NULL WHERE client_id = $1";
}

struct Row {
    client_id: String,
    source: String,
    enabled: bool,
    metadata: String,
    secret_hashes: String,
}

from_row!(Row {
    client_id,
    source,
    enabled,
    metadata,
    secret_hashes
});

impl Row {
    fn client(self) -> Result<Client, DbError> {
        let mut client: Client =
            serde_json::from_str(&self.metadata).map_err(|_| DbError::damaged("metadata"))?;
        client.secret_hashes = serde_json::from_str(&self.secret_hashes)
            .map_err(|_| DbError::damaged("secret_hashes"))?;
        client.source = source_named(&self.source).ok_or_else(|| DbError::damaged("source"))?;
        client.enabled = self.enabled;
        client.client_id = self.client_id;
        Ok(client)
    }
}

fn source_named(name: &str) -> Option<Source> {
    [Source::File, Source::Admin, Source::Dynamic]
        .into_iter()
        .find(|source| source.as_str() == name)
}

/// Every client, also disabled ones, by name; and the unreadable ones, which count as disabled. An unreadable row must
/// not stop the others from being read or disabled (attack 24).
pub async fn stored(tx: &mut dyn Reads) -> Result<(Vec<Client>, Vec<Damaged>), DbError> {
    readable(fetch_all!(tx, Keyed<String, Row>, ALL)?, Row::client)
}

/// Every client that can be read, also disabled ones, by name.
pub async fn all(tx: &mut dyn Reads) -> Result<Vec<Client>, DbError> {
    Ok(stored(tx).await?.0)
}

/// The clients that cannot be read.
pub async fn damaged(tx: &mut dyn Reads) -> Result<Vec<Damaged>, DbError> {
    Ok(stored(tx).await?.1)
}

/// Who made the client `client_id`, though the rest of its row may be damaged; `None` if that cannot be read either.
pub(super) async fn source(tx: &mut dyn Reads, client_id: &str) -> Result<Option<Source>, DbError> {
    let found = fetch_optional!(tx, (String,), SOURCE, client_id)?;
    Ok(found.and_then(|(name,)| source_named(&name)))
}

/// The client with this id, also when it is disabled.
pub async fn find(tx: &mut dyn Reads, client_id: &str) -> Result<Option<Client>, DbError> {
    fetch_optional!(tx, Row, FIND, client_id)?
        .map(Row::client)
        .transpose()
}

/// The disabled client with this `appName`, which it has released: another one may have taken it since.
pub async fn find_disabled(tx: &mut dyn Reads, app_name: &str) -> Result<Option<Client>, DbError> {
    let mut disabled = all(tx).await?.into_iter().filter(|client| !client.enabled);
    Ok(disabled.find(|client| client.app_name() == Some(app_name)))
}

/// Creates or replaces a client and announces the change to every process. A disabled client releases its `appName`.
///
/// # Errors
/// [`DbError::Duplicate`] when another client has the same `appName`.
pub async fn save(tx: &mut WriteTx, client: &Client, now: Millis) -> Result<(), DbError> {
    save_by(tx, client, None, now).await
}

/// Does the same for the account `by`.
pub(super) async fn save_by(
    tx: &mut WriteTx,
    client: &Client,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    write(tx, SAVE, client, by, now).await?;
    APPLICATIONS
        .index_names(tx, client.client_id.as_str())
        .await
}

/// Adds a client; false if its id is taken.
///
/// # Errors
/// [`DbError::Duplicate`] when another client has the same `appName`.
pub(super) async fn add(
    tx: &mut WriteTx,
    client: &Client,
    by: Option<&str>,
    now: Millis,
) -> Result<bool, DbError> {
    let added = write(tx, ADD, client, by, now).await? > 0;
    if added {
        APPLICATIONS
            .index_names(tx, client.client_id.as_str())
            .await?;
    }
    Ok(added)
}

async fn write(
    tx: &mut WriteTx,
    statement: &'static str,
    client: &Client,
    by: Option<&str>,
    now: Millis,
) -> Result<u64, DbError> {
    let unwritable = |error: serde_json::Error| DbError::Failed(sqlx::Error::Encode(error.into()));
    let metadata = serde_json::to_string(client).map_err(unwritable)?;
    let secret_hashes = serde_json::to_string(&client.secret_hashes).map_err(unwritable)?;
    let app_name = client
        .legacy
        .as_ref()
        .filter(|_| client.enabled)
        .map(|legacy| legacy.app_name.as_str());
    let written = execute!(
        tx,
        statement,
        &client.client_id,
        client.source.as_str(),
        i64::from(client.enabled),
        app_name,
        metadata,
        secret_hashes,
        now,
        by,
        &client.name,
        client.kind.as_str()
    )?;
    tx.changed(TOPIC);
    Ok(written)
}

/// How often, when and by whom a client was changed, and when it was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Increases with each change.
    pub version: i64,
    /// When it was changed or created.
    pub updated_at: Millis,
    /// The name of the person who changed it; `None` for the command line and the server itself.
    pub changed_by_name: Option<String>,
    pub created_at: Millis,
    /// When it last got a token; 0 for never.
    pub last_used_at: Millis,
}

from_row!(Revision {
    version,
    updated_at,
    changed_by_name,
    created_at,
    last_used_at
});

/// The client with this id, also when it is disabled, and its revision.
pub(super) async fn with_revision(
    tx: &mut dyn Reads,
    client_id: &str,
) -> Result<Option<(Client, Revision)>, DbError> {
    let Some(client) = find(tx, client_id).await? else {
        return Ok(None);
    };
    let revision = fetch_optional!(tx, Revision, REVISION, client_id)?;
    Ok(revision.map(|revision| (client, revision)))
}

/// The client and its revision; locks the row until the transaction ends.
pub(super) async fn hold(
    tx: &mut WriteTx,
    client_id: &str,
) -> Result<Option<(Client, Revision)>, DbError> {
    execute!(tx, HOLD, client_id)?;
    with_revision(tx, client_id).await
}

/// Notes that the client got a token at `at`.
pub(super) async fn used(tx: &mut WriteTx, client_id: &str, at: Millis) -> Result<(), DbError> {
    execute!(tx, USED, client_id, at).map(drop)
}

/// Ends every consent for the client that was given by `now`.
pub(super) async fn end_consents(
    tx: &mut WriteTx,
    client_id: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, END_CONSENTS, client_id, now).map(drop)
}

/// Releases an `appName` for another client of the same transaction.
pub(super) async fn free_app_name(tx: &mut WriteTx, client_id: &str) -> Result<(), DbError> {
    execute!(tx, FREE_APP_NAME, client_id).map(drop)
}
