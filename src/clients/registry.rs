//! All enabled clients in memory, reloaded when one changes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::authentication::secret_is_one_of;
use super::client::{Client, SecretHash};
use super::store::{self, TOPIC};
use super::uses::Uses;
use crate::clock::Millis;
use crate::db::feed::ChangeFeed;
use crate::db::{Db, DbError};

/// How often the uses of clients are written.
const USES_EVERY: Duration = Duration::from_secs(30);

/// The enabled clients; cheap to clone. Requests see no other clients (attack 24), and none whose row cannot be read.
#[derive(Clone)]
pub struct Registry {
    db: Db,
    /// Only one reload at a time, so that an older state never replaces a newer one.
    reading: Arc<tokio::sync::Mutex<()>>,
    known: Arc<RwLock<Arc<Snapshot>>>,
    uses: Uses,
}

#[derive(Default)]
struct Snapshot {
    by_id: HashMap<String, Arc<Client>>,
    by_app_name: HashMap<String, Arc<Client>>,
    origins: HashSet<String>,
    secrets: Vec<SecretHash>,
    signed_audiences: Arc<HashSet<String>>,
}

impl Registry {
    /// Loads every client.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        let registry = Self {
            db: db.clone(),
            reading: Arc::default(),
            known: Arc::default(),
            uses: Uses::default(),
        };
        registry.reload().await?;
        Ok(registry)
    }

    /// Loads every client again. Call it after committing a change to a client, so that this process uses the change at
    /// once.
    pub async fn reload(&self) -> Result<(), DbError> {
        let _one_at_a_time = self.reading.lock().await;
        let (clients, damaged) = {
            let mut tx = self.db.read().await?;
            store::stored(&mut tx).await?
        };
        for client in damaged {
            tracing::error!("client {client}, so it is disabled: see `atrium doctor`");
        }
        let known = Arc::new(Snapshot::of(clients, &self.known()));
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(())
    }

    /// Reloads on changes by other processes, until `stop`.
    pub async fn follow(&self, changes: &ChangeFeed, stop: CancellationToken) {
        changes.follow(TOPIC, stop, || self.reload()).await;
    }

    /// Notes that the client got a token or a launch token at `now`.
    pub fn note_use(&self, client_id: &str, now: Millis) {
        self.uses.note(client_id, now);
    }

    /// Writes the noted uses every half minute and at `stop`.
    pub async fn keep_uses(&self, stop: CancellationToken) {
        loop {
            let stopped = stop
                .run_until_cancelled(tokio::time::sleep(USES_EVERY))
                .await;
            if let Err(error) = self.write_uses().await {
                tracing::warn!(%error, "cannot write when clients were last used");
            }
            if stopped.is_none() {
                return;
            }
        }
    }

    /// Writes what was noted since the last time.
    ///
    /// # Errors
    /// The database failed. These uses are not written again.
    pub async fn write_uses(&self) -> Result<(), DbError> {
        self.uses.write(&self.db).await
    }

    /// The client with this id, compared exactly, if it is enabled.
    pub fn get(&self, client_id: &str) -> Option<Arc<Client>> {
        self.known().by_id.get(client_id).cloned()
    }

    /// The application with this `appName`, compared exactly, if it is enabled.
    pub fn by_app_name(&self, app_name: &str) -> Option<Arc<Client>> {
        self.known().by_app_name.get(app_name).cloned()
    }

    /// The application of a product: the one that its row names by `client_id`, otherwise the one with its `appName`.
    pub fn of_product(&self, client_id: Option<&str>, app_name: &str) -> Option<Arc<Client>> {
        match client_id {
            Some(client_id) => self.get(client_id),
            None => self.by_app_name(app_name),
        }
    }

    /// True when any client registered this origin for its scripts, compared exactly (attack 36).
    pub fn has_origin(&self, origin: &str) -> bool {
        self.known().origins.contains(origin)
    }

    /// True when `text` is the secret of any client, sent by mistake as a `client_id`: it must not be logged then.
    /// Takes the same time for every text.
    pub fn has_secret(&self, text: &str) -> bool {
        secret_is_one_of(text, &self.known().secrets)
    }

    /// True when any client requires a second factor.
    pub fn require_second_factor(&self) -> bool {
        let known = self.known();
        known
            .by_id
            .values()
            .any(|client| client.require_second_factor)
    }

    /// The audiences that require signed access tokens.
    pub fn signed_audiences(&self) -> Arc<HashSet<String>> {
        Arc::clone(&self.known().signed_audiences)
    }

    /// Every enabled client, by name.
    pub fn list(&self) -> Vec<Arc<Client>> {
        let mut clients: Vec<_> = self.known().by_id.values().cloned().collect();
        clients.sort_by(|a, b| a.client_id.cmp(&b.client_id));
        clients
    }

    fn known(&self) -> Arc<Snapshot> {
        Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Snapshot {
    /// `before` is the previous state. An unchanged client keeps its `Arc`, so that caches can compare the pointer to
    /// see that their entry is still valid.
    fn of(clients: Vec<Client>, before: &Self) -> Self {
        let mut known = Self::default();
        let mut signed = HashSet::new();
        for client in clients.into_iter().filter(|client| client.enabled) {
            let same = before.by_id.get(&client.client_id);
            let same = same.filter(|known| ***known == client).cloned();
            let client = same.unwrap_or_else(|| Arc::new(client));
            if let Some(legacy) = &client.legacy {
                known
                    .by_app_name
                    .insert(legacy.app_name.clone(), Arc::clone(&client));
            }
            known.secrets.extend(client.secret_hashes.iter().cloned());
            known.origins.extend(client.allowed_origins.iter().cloned());
            if client.serves_signed {
                signed.extend(client.serves.iter().cloned());
            }
            known.by_id.insert(client.client_id.clone(), client);
        }
        known.signed_audiences = Arc::new(signed);
        known
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Registry({} clients)", self.known().by_id.len())
    }
}
