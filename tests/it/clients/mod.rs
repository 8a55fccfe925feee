//! The clients: loaded from their file, kept in memory, visible to every process.

mod documents;
mod published_keys;
mod registry;
mod sync;

use atrium::audit::{AuditContext, Origin};
use atrium::clients::file;
use atrium::clients::{Client, SyncError, SyncReport};
use atrium::config::SecretPlace;
use atrium::db::{Db, DbError, installation};
use atrium::random::Random;

/// A time in 2026.
pub const NOW: i64 = 1_795_000_000_000;

/// The clients in this text of a file.
pub fn declared(text: &str) -> Vec<Client> {
    let public_url = "http://localhost:8080".parse().unwrap();
    file::parse(text, &public_url, &SecretPlace::read).unwrap()
}

/// An entry for a relying application, with further lines.
pub fn entry(client_id: &str, more: &str) -> String {
    format!(
        "[[client]]\nclient_id = \"{client_id}\"\nsecret = \"0123456789abcdef0123456789abcdef\"\n\
         redirect_uris = [\"https://{client_id}.test/cb\"]\n{more}\n"
    )
}

/// An entry for a legacy application.
pub fn old_entry(client_id: &str, app_name: &str) -> String {
    format!(
        "[[client]]\nclient_id = \"{client_id}\"\nkind = \"legacy\"\n[client.legacy]\n\
         app_name = \"{app_name}\"\ncallback_origins = [\"https://{client_id}.test\"]\n"
    )
}

/// The context of actions at [`NOW`].
pub fn audit() -> AuditContext {
    AuditContext::new(NOW, &Random::system(), &Origin::default())
}

pub async fn sync(db: &Db, text: &str) -> Result<SyncReport, SyncError> {
    atrium::clients::sync(db, declared(text), true, audit()).await
}

pub async fn mark_as_demo(db: &Db) {
    db.write::<_, DbError, _>(|tx| {
        Box::pin(async move { installation::save(tx, installation::DEMO, "yes").await })
    })
    .await
    .unwrap();
}
