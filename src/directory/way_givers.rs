//! Who chose a way into whose account (decision 0042): they may sign in as its owner, so they give themselves
//! everything that they give the owner.
//!
//! A password, email address or corporate id that another person chose is noted here, in the transaction that stores it.
//! The note ends when the owner proves a way in that this person did not choose. A change by the owner while signed in
//! by a password is no such proof: the person who chose that password could have done it.

use std::collections::BTreeSet;

use super::account::Account;
use super::store::way_givers as store;
use super::store::way_givers::Ways;
use crate::audit::AuditContext;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};

pub(super) use super::store::way_givers::password_set_by_email;
pub use super::store::way_givers::{hold_proof, password_is_given, prove_own_way};

/// Notes who made the account and chose its ways in.
pub(super) async fn note_new(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let ways = Ways {
        password: account.password_hash.is_some(),
        email: account.email.is_some(),
        lion_id: account.lion_id.is_some(),
    };
    store::give(tx, &account.id, actor(audit), ways).await
}

/// Notes that `inviter_id` chose the address of an account whose owner chose the password by an emailed link.
pub(super) async fn note_inviter(
    tx: &mut WriteTx,
    account_id: &str,
    inviter_id: &str,
) -> Result<(), DbError> {
    let ways = Ways {
        email: true,
        ..Ways::default()
    };
    store::give(tx, account_id, inviter_id, ways).await?;
    password_set_by_email(tx, account_id).await
}

/// Notes who changed the email address or corporate id of `before`.
pub(super) async fn note_change(
    tx: &mut WriteTx,
    before: &Account,
    after: &Account,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let ways = Ways {
        password: false,
        email: before.email != after.email,
        lion_id: before.lion_id != after.lion_id,
    };
    if ways == Ways::default() {
        return Ok(());
    }
    match audit.actor() {
        Some(actor) if actor != after.id => give_anew(tx, &after.id, actor, ways).await,
        _ => store::choose_as_owner(tx, &after.id, ways).await,
    }
}

/// Notes who gave the account another password.
pub(super) async fn note_password(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let ways = Ways {
        password: true,
        ..Ways::default()
    };
    give_anew(tx, account_id, actor(audit), ways).await
}

/// Replaces the givers of these ways by `giver_id`.
async fn give_anew(
    tx: &mut WriteTx,
    account_id: &str,
    giver_id: &str,
    ways: Ways,
) -> Result<(), DbError> {
    store::replace(tx, account_id, ways).await?;
    store::give(tx, account_id, giver_id, ways).await
}

/// The command line and the server have no account, so they are not noted.
fn actor(audit: &AuditContext) -> &str {
    audit.actor().unwrap_or_default()
}

/// True if `giver_id` chose a way into the account, and its owner has proved no other one since.
///
/// # Errors
/// The database failed.
pub async fn chose_way_in(
    view: &mut dyn Reads,
    giver_id: &str,
    account_id: &str,
) -> Result<bool, DbError> {
    Ok(!store::given(view, giver_id, [account_id]).await?.is_empty())
}

/// Those of `accounts` into which `giver_id` chose a way ([`chose_way_in`]).
///
/// # Errors
/// The database failed.
pub async fn ways_in_chosen(
    view: &mut dyn Reads,
    giver_id: &str,
    accounts: &BTreeSet<&str>,
) -> Result<BTreeSet<String>, DbError> {
    let accounts: Vec<&str> = accounts.iter().copied().collect();
    let mut chosen = BTreeSet::new();
    for accounts in accounts.chunks(IDS_AT_ONCE) {
        let rows = store::given(view, giver_id, accounts.iter().copied()).await?;
        chosen.extend(rows.into_iter().map(|(id,)| id));
    }
    Ok(chosen)
}
