//! The deletion of an account: it is disabled at once, and erased after a waiting time in which it can be taken back
//! (decision 0068).

use jiff::tz::TimeZone;

use super::account::{Account, Status};
use super::account_error::AccountError;
use super::account_mail::write_to;
use super::address_change::questions::end_questions;
use super::save_account::note;
use super::store;
use super::update_account::change_status;
use crate::audit::{self, AuditContext, Change, Event};
use crate::clock::{DAY, Millis, SECOND};
use crate::config::Config;
use crate::db::{DbError, WriteTx};
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, Mail};

pub mod erasure;

pub use super::store::deletions::{AccountDeletion, find};
pub use super::store::former_names::sweep as sweep_names;

/// The rules of deletions.
#[derive(Clone, Copy, Debug)]
pub struct DeletionRules<'a> {
    /// How long an account waits before it is erased.
    waits: Millis,
    /// Whom the owner writes to if an administrator deletes the account; may be empty.
    contact: &'a str,
    zone: &'a TimeZone,
}

impl<'a> DeletionRules<'a> {
    pub fn of(config: &'a Config, zone: &'a TimeZone) -> Self {
        Self {
            waits: Millis::from(config.accounts.deletion_days) * DAY,
            contact: &config.branding.contact,
            zone,
        }
    }
}

/// Disables the account, ends its questions for another address, and notes when it will be erased. The owner gets an email: if
/// the owner asked for it, with a link that takes it back. Returns `None` if it will be erased already; an administrator then
/// takes the owner's deletion over, so that only administrators take it back.
/// [`crate::sessions::account_deletion::begin`] calls this and also ends the account's sessions.
///
/// # Errors
/// Nobody deletes the last super administrator (decision 0021). [`AccountError::TooManyDeletions`]: without its email, a deletion
/// would come to its end unseen.
pub(crate) async fn begin(
    tx: &mut WriteTx,
    id: &str,
    rules: DeletionRules<'_>,
    audit: &AuditContext,
) -> Result<Option<AccountDeletion>, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    let asked_by = audit.actor().unwrap_or_default().to_owned();
    if let Some(known) = find(tx, id).await? {
        if known.is_own() && asked_by != account.id {
            store::deletions::take_over(tx, id, (&asked_by, known.status_before)).await?;
            let known = AccountDeletion { asked_by, ..known };
            tell(tx, (&account, &known), rules, audit).await?;
        }
        return Ok(None);
    }
    let deletion = AccountDeletion {
        account_id: account.id.clone(),
        asked_by,
        asked_at: audit.now,
        erase_at: audit.now.saturating_add(rules.waits),
        status_before: account.status,
    };
    // A locked account is disabled already, and keeps its lock if the deletion is taken back.
    if account.status != Status::Disabled {
        change_status(tx, id, Status::Disabled, rules.zone, audit).await?;
    }
    store::deletions::add(tx, &deletion).await?;
    // A thief may have asked for another address.
    end_questions(tx, id, audit).await?;
    tell(tx, (&account, &deletion), rules, audit).await?;
    Ok(Some(deletion))
}

/// Counts and records the deletion, and informs the owner.
async fn tell(
    tx: &mut WriteTx,
    (account, deletion): (&Account, &AccountDeletion),
    rules: DeletionRules<'_>,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let counters = Limits::deletion(audit.actor().unwrap_or_default(), &account.id);
    let counted = limits::spend(tx, &counters, audit.now).await;
    counted.map_err(|refused| match refused {
        LimitError::Delayed { until } => AccountError::TooManyDeletions {
            wait: until - audit.now,
        },
        LimitError::Busy => AccountError::TooManyDeletions { wait: SECOND },
        LimitError::Db(error) => error.into(),
    })?;
    record(tx, &account.id, "begun", audit).await?;
    write_to(tx, account, mail_of(account, deletion, rules), audit).await?;
    Ok(())
}

fn mail_of(account: &Account, deletion: &AccountDeletion, rules: DeletionRules<'_>) -> Mail {
    let (name, username) = (account.display_name().into(), account.username.as_str());
    if deletion.is_own() && account.email_verified {
        return Mail::DeletionAsked(mail::DeletionAsked {
            name,
            account: username.into(),
            account_id: account.id.clone(),
            erase_at: deletion.erase_at,
        });
    }
    Mail::DeletionBegun(mail::DeletionBegun {
        name,
        account: username.into(),
        erase_at: deletion.erase_at,
        contact: rules.contact.to_owned(),
    })
}

/// Takes the deletion of an account back, which gets the status that it had, and informs its owner, unless the same person
/// caused too many such emails today. Returns the account as it is then; `None` if it does not wait for its deletion, or the
/// erasure has begun.
///
/// # Errors
/// The database failed.
pub async fn take_back(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<Option<Account>, AccountError> {
    let account = store::hold(tx, id).await?.ok_or(AccountError::Unknown)?;
    let Some(account) = restore(tx, account, audit).await? else {
        return Ok(None);
    };
    if !has_email_left(tx, id, audit).await? {
        return Ok(Some(account));
    }
    let mail = Mail::DeletionTakenBack(mail::DeletionTakenBack {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        at: audit.now,
        enabled: account.status == Status::Enabled,
    });
    write_to(tx, &account, mail, audit).await?;
    Ok(Some(account))
}

/// Counts an email about the account that stays; false if it must not be sent.
async fn has_email_left(tx: &mut WriteTx, id: &str, audit: &AuditContext) -> Result<bool, DbError> {
    let counters = Limits::kept_account_email(audit.actor().unwrap_or(id), id);
    let counted = match limits::has_room(tx, &counters, 1, audit.now).await {
        Ok(()) => limits::spend(tx, &counters, audit.now).await,
        refused => refused,
    };
    match counted {
        Ok(()) => Ok(true),
        Err(LimitError::Db(error)) => Err(error),
        Err(LimitError::Delayed { .. } | LimitError::Busy) => Ok(false),
    }
}

/// As [`take_back`], without an email.
pub(super) async fn restore(
    tx: &mut WriteTx,
    account: Account,
    audit: &AuditContext,
) -> Result<Option<Account>, AccountError> {
    let deletion = store::deletions::find(tx, &account.id).await?;
    let Some(deletion) = deletion else {
        return Ok(None);
    };
    if !store::deletions::take_back(tx, &account.id, audit.now).await? {
        return Ok(None);
    }
    record(tx, &account.id, "taken_back", audit).await?;
    // Who waited for approval is refused by the deletion.
    if deletion.status_before != Status::Enabled || account.status == Status::Enabled {
        return Ok(Some(account));
    }
    let restored = Account {
        status: Status::Enabled,
        ..account.clone()
    };
    store::set_status(tx, &account.id, Status::Enabled).await?;
    note(tx, &account, &restored, Change::Enabled, audit).await?;
    Ok(Some(restored))
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    outcome: &'static str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let entry = audit.entry(Event::AccountDeletion { outcome });
    audit::record(tx, &entry.account(id)).await
}
