//! Locks an account whose owner fears a thief, and opens it again with the owner's new password.

use jiff::tz::TimeZone;

use super::account::{Account, Status};
use super::account_error::AccountError;
use super::account_mail::write_to;
use super::last_super_administrator::keep_one;
use super::save_account::note;
use super::store;
use crate::audit::{AuditContext, Change};
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};
use crate::mail::{self, Mail};

/// Disables the account and takes its password away. The email to its owner has the link that opens it again. Returns the
/// account as it was; `None` if it was disabled before. [`crate::sessions::end::lock_account`] calls this and also ends the
/// account's sessions.
///
/// # Errors
/// Nobody locks the last super administrator, or an account whose owner does not read its address: nothing would open it
/// again, or a stranger would (attack 19).
pub(crate) async fn lock(
    tx: &mut WriteTx,
    id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Option<Account>, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    if account.status != Status::Enabled {
        return Ok(None);
    }
    if !account.email_verified {
        return Err(Faults::of("email", Rule::LockAddress).into());
    }
    let changed = Account {
        status: Status::Disabled,
        password_hash: None,
        must_change_password: false,
        ..account.clone()
    };
    store::set_status(tx, id, Status::Disabled).await?;
    store::locks::lock(tx, id, audit.now).await?;
    note(tx, &account, &changed, Change::Locked, audit).await?;
    let now = (audit.now, zone);
    keep_one(tx, (&account, &changed), "accountStatus", now).await?;
    let mail = Mail::AccountLocked(mail::AccountLocked {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        account_id: account.id.clone(),
        at: audit.now,
    });
    write_to(tx, &account, mail, audit).await?;
    Ok(Some(account))
}

/// True if the account is locked, so that its owner can open it. Nobody opens an account that waits for its deletion.
///
/// # Errors
/// The database failed.
pub(crate) async fn is_locked(view: &mut dyn Reads, account: &Account) -> Result<bool, DbError> {
    Ok(account.status == Status::Disabled && store::locks::is_locked(view, &account.id).await?)
}

/// Opens a locked account again, because its owner used the link. False if it is not locked, or waits for its deletion.
pub(super) async fn open(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let Some(account) = store::hold(tx, id).await? else {
        return Ok(false);
    };
    if !is_locked(tx, &account).await? || !store::locks::end(tx, id).await? {
        return Ok(false);
    }
    let changed = Account {
        status: Status::Enabled,
        ..account.clone()
    };
    let stored = match store::set_status(tx, id, Status::Enabled).await {
        Ok(()) => note(tx, &account, &changed, Change::Unlocked, audit).await,
        Err(error) => Err(error),
    };
    match stored {
        Ok(_) => Ok(true),
        Err(AccountError::Db(error)) => Err(error),
        Err(_) => Ok(false),
    }
}
