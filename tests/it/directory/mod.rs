//! The directory: accounts on both engines (contract F-56, G-39, G-40).

mod accounts;
mod change_password;
mod erasure;
mod failed_erasures;
mod list;
mod one_time_links;
mod order;
mod set_claims;
mod sign_in;
mod way_givers;

use atrium::clock::Millis;
use atrium::db::Db;
use atrium::directory::{self, Account, AccountError, NewAccount};

use crate::support::people;

/// A moment in 2026.
pub const NOW: Millis = 1_795_000_000_000;

/// An account to add, with an email address of its own.
pub fn named(username: &str) -> NewAccount {
    NewAccount {
        username: username.to_owned(),
        email: Some(format!("{username}@demo.test")),
        ..NewAccount::default()
    }
}

/// Adds an account and answers its id.
pub async fn add(db: &Db, new: NewAccount) -> Result<String, AccountError> {
    db.write(move |tx| Box::pin(async move { people::add(tx, new, NOW).await }))
        .await
}

pub async fn by_name(db: &Db, name: &str) -> Option<Account> {
    let mut tx = db.read().await.unwrap();
    directory::find_by_name(&mut tx, name).await.unwrap()
}

pub async fn by_id(db: &Db, id: &str) -> Account {
    let mut tx = db.read().await.unwrap();
    directory::find(&mut tx, id).await.unwrap().unwrap()
}
