//! Stores a changed account, with a new version and an audit entry of the changes.

use super::account::Account;
use super::account_changes::account_changes;
use super::account_error::AccountError;
use super::{store, way_givers};
use crate::audit::{self, AuditContext, Change, Changes, Event};
use crate::db::{DbError, WriteTx};
use crate::files::picture_in;
use crate::files::references::{self, Owner};

/// Stores `changed` in place of `account`, with its audit entry. Does nothing if they are equal.
pub(super) async fn save(
    tx: &mut WriteTx,
    account: &Account,
    changed: &Account,
    audit: &AuditContext,
) -> Result<Changes, AccountError> {
    if account_changes(account, changed).is_empty() {
        return Ok(Changes::default());
    }
    store::update(tx, changed, audit.now).await?;
    if account.kept_picture() != changed.kept_picture() {
        use_picture(tx, (&account.id, changed.kept_picture()), audit).await?;
    }
    way_givers::note_change(tx, account, changed, audit).await?;
    note(tx, account, changed, Change::Updated, audit).await
}

/// Says which picture that is kept here the account uses: the one at `address`, or none. Who knows the address may read it,
/// such as an application with the claim.
pub(super) async fn use_picture(
    tx: &mut WriteTx,
    (id, address): (&str, Option<&str>),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let name = address.and_then(picture_in).map(str::to_owned);
    let names: Vec<String> = name.into_iter().collect();
    let owner = Owner("account", id);
    references::set(tx, owner, &names, Some(0), audit.now).await?;
    Ok(())
}

/// Increases the version of the account and writes the audit entry of its changes.
pub(super) async fn note(
    tx: &mut WriteTx,
    account: &Account,
    changed: &Account,
    change: Change,
    audit: &AuditContext,
) -> Result<Changes, AccountError> {
    let changes = account_changes(account, changed);
    let by = audit.actor().unwrap_or(&account.id);
    store::note_change(tx, &account.id, by, audit.now).await?;
    let event = Event::AccountChanged {
        change,
        changes: changes.clone(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    Ok(changes)
}
