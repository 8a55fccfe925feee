//! Asks the owner of an account by email to add a second factor.

use super::account_factors::AccountFactors;
use super::changes::record;
use super::store;
use crate::audit::AuditContext;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, Status};
use crate::mail::{FactorChange, FactorReminder, Mail};

/// How often an owner is reminded at most.
const EVERY: Millis = DAY;

/// What became of a reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminder {
    Sent,
    /// The account has a second factor.
    HasFactor,
    /// The owner was reminded within a day.
    SentBefore,
    /// The account has no email address.
    NoEmail,
    /// The account is not enabled.
    NotEnabled,
}

/// Reminds the owner of `account`, at most once a day.
///
/// # Errors
/// The database failed.
pub async fn remind(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<Reminder, DbError> {
    if account.email.is_none() {
        return Ok(Reminder::NoEmail);
    }
    if account.status != Status::Enabled {
        return Ok(Reminder::NotEnabled);
    }
    let (id, now) = (account.id.as_str(), audit.now);
    if AccountFactors::of(tx, id, None, now).await?.has_factor() {
        return Ok(Reminder::HasFactor);
    }
    if !store::remind(tx, id, now, now - EVERY).await? {
        return Ok(Reminder::SentBefore);
    }
    record(tx, id, FactorChange::Reminded, audit).await?;
    let mail = Mail::FactorReminder(FactorReminder {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
    });
    directory::write_to(tx, account, mail, audit).await?;
    Ok(Reminder::Sent)
}

/// When the owner of the account was last reminded.
///
/// # Errors
/// The database failed.
pub async fn reminded_at(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<Millis>, DbError> {
    store::reminded(view, account_id).await
}
