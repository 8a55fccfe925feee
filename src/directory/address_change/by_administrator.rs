//! An administrator gives an account another address, or none.

use super::questions::end_questions;
use crate::audit::AuditContext;
use crate::clock::DAY;
use crate::db::{DbError, WriteTx};
use crate::directory::account::{Account, Status};
use crate::directory::account_mail::write_to;
use crate::directory::names::mailbox;
use crate::directory::store;
use crate::directory::store::address_changes::close;
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, Mail};

/// Ends what the owner began, if `after` has another address than `before`: nothing takes the administrator's decision back,
/// and no older link to an address works.
///
/// # Errors
/// The database failed.
pub(in crate::directory) async fn end_others(
    tx: &mut WriteTx,
    (before, after): (&Account, &Account),
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let key = |account: &Account| account.email.as_deref().map(mailbox);
    if key(before) == key(after) {
        return Ok(false);
    }
    let expires_at = audit.now.saturating_add(DAY);
    close(tx, (&after.id, 0), audit.now, expires_at).await?;
    end_questions(tx, &after.id, audit).await?;
    Ok(true)
}

/// Informs the readers of the earlier address, if it was verified, and of the new one, who changed it and how it is now.
/// `contact` is whom they write to if that is wrong. An account that is not approved yet gets nothing.
///
/// # Errors
/// The database failed.
pub(in crate::directory) async fn inform(
    tx: &mut WriteTx,
    (before, after): (&Account, &Account),
    contact: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    if after.status == Status::Processing {
        return Ok(());
    }
    let by = match audit.actor() {
        Some(actor) => store::find(tx, actor).await?,
        None => None,
    };
    let by = by.as_ref().map(Account::display_name).unwrap_or_default();
    let mail = || {
        Mail::AddressSet(mail::AddressSet {
            name: after.display_name().into(),
            account: after.username.as_str().into(),
            by: by.into(),
            email: after.email.as_deref().map(Into::into),
            at: audit.now,
            contact: contact.to_owned(),
        })
    };
    if before.email_verified {
        write_to(tx, before, mail(), audit).await?;
    }
    let Some(email) = &after.email else {
        return Ok(());
    };
    // Nobody writes to a stranger without bound by changing accounts (trap T11).
    let counters = Limits::address_email(&mailbox(email));
    match limits::spend(tx, &counters, audit.now).await {
        Ok(()) => write_to(tx, after, mail(), audit).await,
        Err(LimitError::Db(error)) => Err(error),
        Err(LimitError::Delayed { .. } | LimitError::Busy) => Ok(()),
    }
}
