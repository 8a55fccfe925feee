//! The tables behind the session cookie: a store for tower-sessions.
//!
//! Only the hash of the cookie's identifier is stored. `save` updates and never inserts, so that a late write cannot
//! undo a concurrent sign-out.
//!
//! A sign-in stores the browser's new record itself ([`put`]), in the transaction that begins the session. tower-sessions then
//! deletes the former record, which is gone, creates the new one, which names itself as [`STORED`], and saves it again with
//! the response. Unchanged data is not written, because each write waits for the disk.

use std::collections::HashMap;
use std::str::FromStr as _;

use async_trait::async_trait;
use serde_json::Value;
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

use crate::clock::{Clock, MINUTE, Millis};
use crate::db::{Db, DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::random::hashed;

statements! {
    INSERT = "INSERT INTO browser_sessions (id_hash, data, expires_at) VALUES ($1, $2, $3) \
        ON CONFLICT (id_hash) DO NOTHING";
    UPDATE = "UPDATE browser_sessions SET data = $2, expires_at = $3 WHERE id_hash = $1";
    FIND = "SELECT data, expires_at FROM browser_sessions WHERE id_hash = $1 AND expires_at > $2";
    DELETE = "DELETE FROM browser_sessions WHERE id_hash = $1";
    SWEEP = "DELETE FROM browser_sessions WHERE id_hash IN \
        (SELECT id_hash FROM browser_sessions WHERE expires_at < $1 LIMIT $2)";
}

/// Stores the records of tower-sessions in our database.
#[derive(Clone, Debug)]
pub struct BrowserStore {
    db: Db,
    clock: Clock,
}

impl BrowserStore {
    /// A store in `db`; `clock` decides what has expired.
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }

    /// The data of a record that has not expired, and when it does.
    async fn kept(&self, key: &str) -> Result<Option<(String, Millis)>> {
        let mut tx = self.db.read().await.map_err(|error| backend(&error))?;
        let found = find(&mut tx, key, self.clock.now()).await;
        found.map_err(|error| backend(&error))
    }
}

/// The key under which the record of `id` is stored.
pub fn key(id: &Id) -> String {
    hashed(&id.to_string())
}

/// The key of a record's own id, in a record that is stored already. It is not stored.
pub const STORED: &str = "stored";

/// Milliseconds since the Unix epoch.
pub fn millis(at: OffsetDateTime) -> Millis {
    Millis::try_from(at.unix_timestamp_nanos() / 1_000_000).unwrap_or(Millis::MAX)
}

/// A later expiry alone is stored only if it differs by at least this.
const SAME: Millis = MINUTE;

fn encode(record: &Record) -> Result<String> {
    serde_json::to_string(&record.data).map_err(|error| Error::Encode(error.to_string()))
}

/// Stores the record of a new `id`.
pub async fn put(
    tx: &mut WriteTx,
    id: &Id,
    data: &HashMap<String, Value>,
    expires_at: Millis,
) -> Outcome<()> {
    let data = serde_json::to_string(data).map_err(|error| sqlx::Error::Encode(error.into()))?;
    execute!(tx, INSERT, key(id), data, expires_at).map(drop)
}

/// Deletes the record of `id`, if there is one.
pub async fn forget(tx: &mut WriteTx, id: &Id) -> Outcome<()> {
    execute!(tx, DELETE, key(id)).map(drop)
}

fn backend(error: &DbError) -> Error {
    Error::Backend(error.to_string())
}

async fn find(tx: &mut dyn Reads, key: &str, now: Millis) -> Outcome<Option<(String, Millis)>> {
    fetch_optional!(tx, (String, Millis), FIND, key, now)
}

type Outcome<T> = std::result::Result<T, DbError>;

#[async_trait]
impl SessionStore for BrowserStore {
    async fn create(&self, record: &mut Record) -> Result<()> {
        if let Some(id) = record.data.remove(STORED) {
            let id = id.as_str().unwrap_or_default();
            record.id = Id::from_str(id).map_err(|error| Error::Decode(error.to_string()))?;
            return Ok(());
        }
        loop {
            let (key, data, until) = (key(&record.id), encode(record)?, millis(record.expiry_date));
            let made = self
                .db
                .write(move |tx| Box::pin(async move { execute!(tx, INSERT, key, data, until) }))
                .await
                .map_err(|error: DbError| backend(&error))?;
            if made == 1 {
                return Ok(());
            }
            record.id = Id::default();
        }
    }

    async fn save(&self, record: &Record) -> Result<()> {
        let (key, data, until) = (key(&record.id), encode(record)?, millis(record.expiry_date));
        let is_same = |(kept, at): (String, Millis)| kept == data && (until - at).abs() < SAME;
        if self.kept(&key).await?.is_some_and(is_same) {
            return Ok(());
        }
        self.db
            .write(move |tx| {
                Box::pin(async move { execute!(tx, UPDATE, key, data, until).map(drop) })
            })
            .await
            .map_err(|error: DbError| backend(&error))
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let Some((data, until)) = self.kept(&key(id)).await? else {
            return Ok(None);
        };
        let data = serde_json::from_str(&data).map_err(|error| Error::Decode(error.to_string()))?;
        let expiry_date = OffsetDateTime::from_unix_timestamp(until / 1_000)
            .map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record {
            id: *id,
            data,
            expiry_date,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        let key = key(id);
        if self.kept(&key).await?.is_none() {
            return Ok(());
        }
        self.db
            .write(move |tx| Box::pin(async move { execute!(tx, DELETE, key).map(drop) }))
            .await
            .map_err(|error: DbError| backend(&error))
    }
}

/// Deletes at most `most` records that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Outcome<u64> {
    execute!(tx, SWEEP, before, most)
}
