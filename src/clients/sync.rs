//! Synchronises the database with `clients.toml`, at startup and by `atrium client sync`.

use super::changes::{Ends, changed};
use super::client::{Client, Source};
use super::edit::end_consents;
use super::store;
use crate::audit::{self, AuditContext, Event};
use crate::db::{Damaged, Db, DbError, Reads, WriteTx, installation};

/// The client ids that a synchronisation changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncReport {
    /// New clients, and clients whose row could not be read.
    pub added: Vec<String>,
    /// Changed ones, and those enabled again.
    pub changed: Vec<String>,
    /// Disabled because their entry is gone; never deleted.
    pub disabled: Vec<String>,
    /// Demo entries that were skipped, because `seed --demo` did not create this database.
    pub skipped: Vec<String>,
}

impl SyncReport {
    /// True when nothing had to change.
    pub fn is_unchanged(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.disabled.is_empty()
    }
}

/// Why synchronisation failed.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// Demo clients have well-known secrets and must not be loaded where others can reach them.
    #[error(
        "client \"{0}\" is a demo entry, and server.public_url is not loopback; use a database that \
         `seed --demo` did not make"
    )]
    DemoInPublic(String),
    /// An administrator or dynamic registration created a client with this id.
    #[error(
        "client \"{0}\" was added in the portal; give the entry of the clients file another client_id, or remove it"
    )]
    NotOurs(String),
    /// A client that was not created by the clients file has the same `appName`.
    #[error("an application that was added in the portal has this appName")]
    AppNameTaken,
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for SyncError {
    fn from(error: DbError) -> Self {
        if error.is_duplicate() {
            Self::AppNameTaken
        } else {
            Self::Db(error)
        }
    }
}

/// Inserts, updates and disables clients of the file in one transaction. `loopback` says whether `server.public_url` is
/// loopback. Demo entries load only with demo data. A running process must then call [`super::Registry::reload`].
pub async fn sync(
    db: &Db,
    declared: Vec<Client>,
    loopback: bool,
    audit: AuditContext,
) -> Result<SyncReport, SyncError> {
    db.write(move |tx| Box::pin(async move { sync_in(tx, declared, loopback, &audit).await }))
        .await
}

/// Finds out, without a change, whether [`sync`] would refuse `declared`.
///
/// # Errors
/// Those of [`sync`].
pub async fn check_sync(
    view: &mut dyn Reads,
    declared: &[Client],
    loopback: bool,
) -> Result<(), SyncError> {
    let demo = installation::find(view, installation::DEMO)
        .await?
        .is_some();
    let due = || declared.iter().filter(|client| demo || !client.demo);
    if let Some(client) = due().find(|client| client.demo && !loopback) {
        return Err(SyncError::DemoInPublic(client.client_id.clone()));
    }
    let (stored, damaged) = store::stored(view).await?;
    for Damaged { key, .. } in damaged {
        let is_declared = due().any(|client| client.client_id == key);
        let source = store::source(view, &key).await?;
        if is_declared && source.is_some_and(|source| source != Source::File) {
            return Err(SyncError::NotOurs(key));
        }
    }
    for other in stored.iter().filter(|one| one.source != Source::File) {
        if due().any(|client| client.client_id == other.client_id) {
            return Err(SyncError::NotOurs(other.client_id.clone()));
        }
        let names = |client: &Client| client.enabled && client.app_name() == other.app_name();
        if other.enabled && other.app_name().is_some() && due().any(names) {
            return Err(SyncError::AppNameTaken);
        }
    }
    Ok(())
}

/// Synchronises like [`sync`], in the caller's transaction.
///
/// # Errors
/// Those of [`sync`]; the caller's transaction must fail then too.
pub async fn sync_in(
    tx: &mut WriteTx,
    declared: Vec<Client>,
    loopback: bool,
    audit: &AuditContext,
) -> Result<SyncReport, SyncError> {
    check_sync(tx, &declared, loopback).await?;
    let demo = installation::find(tx, installation::DEMO).await?.is_some();
    let (declared, skipped): (Vec<_>, Vec<_>) = declared
        .into_iter()
        .partition(|client| demo || !client.demo);
    let mut report = SyncReport {
        skipped: skipped.into_iter().map(|c| c.client_id).collect(),
        ..SyncReport::default()
    };
    let (stored, damaged) = store::stored(tx).await?;
    // Nobody knows which addresses they had.
    let mut moved: Vec<String> = Vec::new();
    for Damaged { key, .. } in damaged {
        moved.push(key.clone());
        // A row that cannot be read is written as if it were missing; a disabled one needs no appName.
        store::free_app_name(tx, &key).await?;
    }
    let mut due: Vec<(Client, Event)> = Vec::new();
    for client in declared.iter().cloned() {
        let old = stored.iter().find(|old| old.client_id == client.client_id);
        match old {
            None => report.added.push(client.client_id.clone()),
            Some(old) if *old == client => continue,
            Some(old) => {
                report.changed.push(client.client_id.clone());
                if Ends::of(old, &client, true).consents {
                    moved.push(client.client_id.clone());
                }
            }
        }
        let event = changed(old, &client);
        due.push((client, event));
    }
    let gone = stored.into_iter().filter(|old| {
        old.source == Source::File
            && old.enabled
            && !declared
                .iter()
                .any(|client| client.client_id == old.client_id)
    });
    for old in gone {
        let mut client = old.clone();
        client.enabled = false;
        report.disabled.push(client.client_id.clone());
        let event = changed(Some(&old), &client);
        due.push((client, event));
    }
    // Two entries may have exchanged their appNames.
    for (client, _) in &due {
        store::free_app_name(tx, &client.client_id).await?;
    }
    for (client, event) in due {
        store::save(tx, &client, audit.now).await?;
        audit::record(tx, &audit.entry(event).client(&client.client_id)).await?;
        if moved.contains(&client.client_id) {
            end_consents(tx, &client.client_id, audit).await?;
        }
    }
    Ok(report)
}
