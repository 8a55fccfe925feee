//! Synchronises the keys in memory with the database: at startup, on announced changes, and every minute.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use tokio::sync::watch;

use super::{
    draft::{self, Draft, KeyUse, KeysError},
    key_set::KeySet,
    lifecycle::{self, KeyChange, PUBLISH_DELAY},
    master::Master,
    store::{self, KeyRow},
};
use crate::{
    clock::{Clock, MINUTE, Millis},
    db::{Db, DbError, WriteTx, installation},
    random::Random,
};

/// Longest time between two reads of the database, in case an announcement is lost.
pub const REFRESH_EVERY: Duration = Duration::from_secs(60);

/// The lease under which keys are made, so that two processes do not both make keys.
const LEASE: &str = "make keys";
/// Longest time the lease is held; making the keys takes about a second.
const LEASE_FOR: Millis = MINUTE;
/// Pause between two checks whether another process has finished.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const LOOKS: usize = 900;

/// When a new key becomes active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takeover {
    /// After it was published for [`PUBLISH_DELAY`].
    AfterPublishing,
    /// At once; other processes and caches may learn of the key a minute or more later.
    AtOnce,
}

/// Records changes of keys in the audit trail.
#[async_trait]
pub trait Witness: std::fmt::Debug + Send + Sync {
    /// Writes `changes` inside the transaction that makes them, so that every change has its record.
    ///
    /// # Errors
    /// The database fails; the change is then rolled back.
    async fn record(
        &self,
        tx: &mut WriteTx,
        changes: &[KeyChange],
        now: Millis,
    ) -> Result<(), DbError>;
}

/// The keys of this installation, and the operations that change them.
#[derive(Debug)]
pub struct Keeper {
    db: Db,
    master: Arc<Master>,
    random: Random,
    witness: Arc<dyn Witness>,
    keys: KeySet,
    /// The kids and states from which the ring in `keys` was built.
    loaded: Mutex<Vec<(String, String)>>,
}

impl Keeper {
    /// Loads the keys; makes missing ones first, under a lease in the database. `witness` records these and every later
    /// change.
    ///
    /// # Errors
    /// [`KeysError::ForeignMaster`] when the keys were sealed under another master secret, [`KeysError::Lease`] when
    /// another process takes too long, otherwise the failure.
    pub async fn open(
        db: Db,
        master: Arc<Master>,
        random: Random,
        witness: Arc<dyn Witness>,
        clock: &Clock,
    ) -> Result<(Self, Vec<KeyChange>), KeysError> {
        let made = make_missing(&db, &master, &random, &witness, clock).await?;
        let rows = store::list_usable(&mut db.read().await?).await?;
        let keys = KeySet::new(lifecycle::ring(&rows, &master)?);
        let keeper = Self {
            db,
            master,
            random,
            witness,
            keys,
            loaded: Mutex::new(outline(&rows)),
        };
        Ok((keeper, made))
    }

    /// The keys in use; [`Keeper::refresh`] keeps them up to date.
    pub fn keys(&self) -> KeySet {
        self.keys.clone()
    }

    /// The master secret, from which other keys are derived.
    pub fn master(&self) -> &Arc<Master> {
        &self.master
    }

    /// Makes the transitions that are due, and loads changed keys from the database. Returns the changes that this
    /// process made.
    ///
    /// # Errors
    /// The failure; the keys in memory then stay as they were.
    pub async fn refresh(&self, now: Millis) -> Result<Vec<KeyChange>, KeysError> {
        let rows = store::list_usable(&mut self.db.read().await?).await?;
        // Load first: a withdrawn key must be removed even if nothing can be written.
        self.take_over(&rows)?;
        let mut changes = Vec::new();
        if rows.iter().any(|row| row.is_due(now)) {
            let witness = Arc::clone(&self.witness);
            let job = self.db.write(move |tx| {
                Box::pin(async move {
                    let changes = lifecycle::turn(tx, now).await?;
                    witness.record(tx, &changes, now).await?;
                    Ok::<_, KeysError>(changes)
                })
            });
            changes = job.await?;
            self.take_over(&store::list_usable(&mut self.db.read().await?).await?)?;
        }
        Ok(changes)
    }

    /// Loads `rows` into memory if they have changed.
    fn take_over(&self, rows: &[KeyRow]) -> Result<(), KeysError> {
        let outline = outline(rows);
        let known = self
            .loaded
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if known != outline {
            self.keys.replace(lifecycle::ring(rows, &self.master)?);
            *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = outline;
        }
        Ok(())
    }

    /// Waits for an announced change, at most [`REFRESH_EVERY`], and refreshes. A background task calls it repeatedly
    /// with the receiver of [`CHANGE_TOPIC`].
    ///
    /// # Errors
    /// As [`Keeper::refresh`]; call it again after a moment.
    ///
    /// [`CHANGE_TOPIC`]: super::CHANGE_TOPIC
    pub async fn follow(
        &self,
        changed: &mut watch::Receiver<i64>,
        clock: &Clock,
    ) -> Result<Vec<KeyChange>, KeysError> {
        // Refresh after a timeout, and also when the sender is gone.
        if let Ok(Err(_)) = tokio::time::timeout(REFRESH_EVERY, changed.changed()).await {
            tokio::time::sleep(REFRESH_EVERY).await;
        }
        let refreshed = self.refresh(clock.now()).await;
        if refreshed.is_err() {
            // Mark the change as unseen again, so that the next call refreshes at once.
            changed.mark_changed();
        }
        refreshed
    }

    /// Makes a new key for each of `uses`, which replaces any key that is waiting to become active.
    ///
    /// # Errors
    /// The failure; nothing is changed then.
    pub async fn rotate(
        &self,
        uses: &[KeyUse],
        takeover: Takeover,
        now: Millis,
    ) -> Result<Vec<KeyChange>, KeysError> {
        let drafts = draft::draft(uses.to_vec(), Arc::clone(&self.master), self.random.clone());
        let drafts = drafts.await?;
        let active_at = match takeover {
            Takeover::AfterPublishing => now + PUBLISH_DELAY,
            Takeover::AtOnce => now,
        };
        let witness = Arc::clone(&self.witness);
        let job = self.db.write(move |tx| {
            Box::pin(async move {
                let changes = lifecycle::publish(tx, &drafts, active_at, now).await?;
                witness.record(tx, &changes, now).await?;
                Ok::<_, KeysError>(changes)
            })
        });
        let changes = job.await?;
        self.refresh(now).await?;
        Ok(changes)
    }

    /// Withdraws a compromised key: see [`lifecycle::withdraw`].
    ///
    /// # Errors
    /// [`KeysError::Unknown`], otherwise the failure; nothing is changed then.
    pub async fn withdraw(&self, kid: &str, now: Millis) -> Result<Vec<KeyChange>, KeysError> {
        let unknown = || KeysError::Unknown(kid.to_owned());
        let rows = store::list_usable(&mut self.db.read().await?).await?;
        let row = rows.iter().find(|row| row.kid == kid);
        let usage = row.and_then(KeyRow::usage).ok_or_else(unknown)?;
        let drafts = draft::draft(vec![usage], Arc::clone(&self.master), self.random.clone());
        let follower = drafts.await?.pop().ok_or(KeysError::Interrupted)?;
        let (kid, witness) = (kid.to_owned(), Arc::clone(&self.witness));
        let job = self.db.write(move |tx| {
            Box::pin(async move {
                let changes = lifecycle::withdraw(tx, &kid, follower, now).await?;
                witness.record(tx, &changes, now).await?;
                Ok::<_, KeysError>(changes)
            })
        });
        let changes = job.await?;
        self.refresh(now).await?;
        Ok(changes)
    }
}

fn outline(rows: &[KeyRow]) -> Vec<(String, String)> {
    rows.iter()
        .map(|row| (row.kid.clone(), row.state.clone()))
        .collect()
}

/// The uses that have neither an active nor a waiting key.
fn missing(rows: &[KeyRow]) -> Vec<KeyUse> {
    let has = |usage: KeyUse| {
        rows.iter()
            .any(|row| row.usage() == Some(usage) && row.state != "retiring")
    };
    KeyUse::ALL
        .into_iter()
        .filter(|usage| !has(*usage))
        .collect()
}

async fn make_missing(
    db: &Db,
    master: &Arc<Master>,
    random: &Random,
    witness: &Arc<dyn Witness>,
    clock: &Clock,
) -> Result<Vec<KeyChange>, KeysError> {
    let holder = random.uuid_v4().to_string();
    for _ in 0..LOOKS {
        let rows = store::list_usable(&mut db.read().await?).await?;
        let uses = missing(&rows);
        if uses.is_empty() {
            return Ok(Vec::new());
        }
        if take_lease(db, &holder, clock.now()).await? {
            let drafts = draft::draft(uses, Arc::clone(master), random.clone()).await?;
            return store_missing(db, drafts, holder, Arc::clone(witness), clock.now()).await;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Err(KeysError::Lease)
}

async fn take_lease(db: &Db, holder: &str, now: Millis) -> Result<bool, DbError> {
    let holder = holder.to_owned();
    db.write(move |tx| {
        Box::pin(
            async move { installation::take_lease(tx, LEASE, &holder, now + LEASE_FOR, now).await },
        )
    })
    .await
}

async fn store_missing(
    db: &Db,
    mut drafts: Vec<Draft>,
    holder: String,
    witness: Arc<dyn Witness>,
    now: Millis,
) -> Result<Vec<KeyChange>, KeysError> {
    tracing::info!(keys = drafts.len(), "made new keys");
    db.write(move |tx| {
        Box::pin(async move {
            // Another process may have finished between our read and our lease.
            let wanted = missing(&store::list_usable(tx).await?);
            drafts.retain(|draft| wanted.contains(&draft.usage));
            let changes = lifecycle::publish(tx, &drafts, now, now).await?;
            witness.record(tx, &changes, now).await?;
            installation::drop_lease(tx, LEASE, &holder).await?;
            Ok::<_, KeysError>(changes)
        })
    })
    .await
}
