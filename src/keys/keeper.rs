//! Keeps the keys in memory and those in the database together: at start, on change, each minute.

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

/// The longest time between two looks at the database, should word of a change be lost.
pub const REFRESH_EVERY: Duration = Duration::from_secs(60);

/// The lease under which keys are made, so that two processes make one set.
const LEASE: &str = "make keys";
/// How long the lease is held at most; making a set takes about a second.
const LEASE_FOR: Millis = MINUTE;
/// How long to wait between looks at another process's work, and how often to look.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const LOOKS: usize = 900;

/// When a new key takes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takeover {
    /// After it was published for [`PUBLISH_DELAY`].
    AfterPublishing,
    /// At once; other processes and caches may not know it for a minute or more.
    AtOnce,
}

/// Keeps the record of what happens to keys.
#[async_trait]
pub trait Witness: std::fmt::Debug + Send + Sync {
    /// Writes `changes` down inside the transaction that makes them, so that neither is without the
    /// other.
    ///
    /// # Errors
    /// When the database fails; the change is then undone.
    async fn tell(
        &self,
        tx: &mut WriteTx,
        changes: &[KeyChange],
        now: Millis,
    ) -> Result<(), DbError>;
}

/// The keys of this installation and the means to change them.
#[derive(Debug)]
pub struct Keeper {
    db: Db,
    master: Arc<Master>,
    random: Random,
    witness: Arc<dyn Witness>,
    keys: KeySet,
    /// The kids and states the ring in `keys` was made of.
    loaded: Mutex<Vec<(String, String)>>,
}

impl Keeper {
    /// Loads the keys; makes those that are missing first, under a lease in the database. `witness`
    /// is told of these and of every later change.
    ///
    /// # Errors
    /// [`KeysError::ForeignMaster`] when `master` is not the one they are sealed under,
    /// [`KeysError::Lease`] when another process takes too long, else what failed.
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

    /// The keys in use, kept up to date by [`Keeper::refresh`].
    pub fn keys(&self) -> KeySet {
        self.keys.clone()
    }

    /// The master secret, to derive other keys from.
    pub fn master(&self) -> &Arc<Master> {
        &self.master
    }

    /// Does the transitions that are due and takes over what changed in the database; answers what
    /// this process itself changed.
    ///
    /// # Errors
    /// What failed; the keys in memory then stay as they were.
    pub async fn refresh(&self, now: Millis) -> Result<Vec<KeyChange>, KeysError> {
        let rows = store::list_usable(&mut self.db.read().await?).await?;
        // Before what is due: a key that was withdrawn must go, whether or not anything can be written.
        self.take_over(&rows)?;
        let mut changes = Vec::new();
        if rows.iter().any(|row| row.is_due(now)) {
            let witness = Arc::clone(&self.witness);
            let job = self.db.write(move |tx| {
                Box::pin(async move {
                    let changes = lifecycle::turn(tx, now).await?;
                    witness.tell(tx, &changes, now).await?;
                    Ok::<_, KeysError>(changes)
                })
            });
            changes = job.await?;
            self.take_over(&store::list_usable(&mut self.db.read().await?).await?)?;
        }
        Ok(changes)
    }

    /// Makes `rows` the keys in memory, if they are others than those.
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

    /// Waits until the keys may have changed, [`REFRESH_EVERY`] at the longest, and refreshes. A
    /// background task calls it over and over with the receiver of [`CHANGE_TOPIC`].
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
        // A timeout and a sender that is gone both mean: look for yourself.
        if let Ok(Err(_)) = tokio::time::timeout(REFRESH_EVERY, changed.changed()).await {
            tokio::time::sleep(REFRESH_EVERY).await;
        }
        let refreshed = self.refresh(clock.now()).await;
        if refreshed.is_err() {
            // Not seen yet: the next call looks again at once.
            changed.mark_changed();
        }
        refreshed
    }

    /// Makes a new key for each of `uses` and lets it take over, in the place of one that waited to.
    ///
    /// # Errors
    /// What failed; nothing is changed then.
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
                witness.tell(tx, &changes, now).await?;
                Ok::<_, KeysError>(changes)
            })
        });
        let changes = job.await?;
        self.refresh(now).await?;
        Ok(changes)
    }

    /// Takes a key that leaked out of use: see [`lifecycle::withdraw`].
    ///
    /// # Errors
    /// [`KeysError::Unknown`], else what failed; nothing is changed then.
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
                witness.tell(tx, &changes, now).await?;
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
    tracing::info!(keys = drafts.len(), "new keys were made");
    db.write(move |tx| {
        Box::pin(async move {
            // Whoever held the lease before us may have finished between our look and our lease.
            let wanted = missing(&store::list_usable(tx).await?);
            drafts.retain(|draft| wanted.contains(&draft.usage));
            let changes = lifecycle::publish(tx, &drafts, now, now).await?;
            witness.tell(tx, &changes, now).await?;
            installation::drop_lease(tx, LEASE, &holder).await?;
            Ok::<_, KeysError>(changes)
        })
    })
    .await
}
