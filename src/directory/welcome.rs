//! The welcome: an email that asks the owner of a new account to choose a password.

use super::account::{Account, NewAccount, Status};
use super::account_error::AccountError;
use super::one_time_links::is_welcome_due;
use super::store;
use crate::audit::{self, AuditContext, Event};
use crate::clock::{Millis, SECOND};
use crate::db::{DbError, Reads, WriteTx};
use crate::i18n::language::Language;
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, LinkPurpose, Mail, Recipient};

/// The result of queueing a welcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WelcomeOutcome {
    Queued,
    /// The account has no email address; tell the person who added it.
    NoEmail,
    /// The account is not enabled.
    NotEnabled,
    /// The owner has already chosen a password.
    HasPassword,
    /// There is no password to forget.
    NoPassword,
    /// Nobody has verified the address.
    NotVerified,
}

/// Why the owner of `account` cannot be sent the welcome; `None` if they can.
pub fn welcome_refused(account: &Account) -> Option<WelcomeOutcome> {
    if account.email.is_none() {
        return Some(WelcomeOutcome::NoEmail);
    }
    if account.status != Status::Enabled {
        return Some(WelcomeOutcome::NotEnabled);
    }
    (!is_welcome_due(account)).then_some(WelcomeOutcome::HasPassword)
}

/// True if the owner of a new account chooses a password by the welcome: it has neither password nor corporate id.
pub(super) fn is_welcome(new: &NewAccount) -> bool {
    let can_read = new.email.is_some() && new.status == Status::Enabled;
    can_read && new.lion_id.is_none() && new.password_hash.is_none()
}

/// Queues the welcome of `account`, inside the write that adds it, or later to send it again. The
/// email is in the account's language, or else in `language`.
pub async fn welcome(
    tx: &mut WriteTx,
    account: &Account,
    language: Language,
    audit: &AuditContext,
) -> Result<WelcomeOutcome, DbError> {
    if let Some(refused) = welcome_refused(account) {
        return Ok(refused);
    }
    let own = account.lang.as_deref().and_then(Language::from_api);
    let to = Recipient {
        name: account.display_name().to_owned(),
        email: account.email.clone().unwrap_or_default(),
        language: own.unwrap_or(language),
    };
    let mail = Mail::Welcome(mail::Welcome {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        account_id: account.id.clone(),
    });
    mail::queue(tx, &to, mail, &audit.random, audit.now).await?;
    let purpose = LinkPurpose::Welcome.name();
    let entry = audit.entry(Event::LinkSent { purpose });
    audit::record(tx, &entry.account(&account.id)).await?;
    Ok(WelcomeOutcome::Queued)
}

/// Sends the welcome of the account `id` again, such as when its link has expired, and counts it (contract C-042).
///
/// # Errors
/// [`AccountError::Unknown`]; [`AccountError::TooManyEmails`] when the actor caused too many such emails.
pub async fn welcome_again(
    tx: &mut WriteTx,
    id: &str,
    language: Language,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<WelcomeOutcome, AccountError> {
    let account = store::find(tx, id).await?.ok_or(AccountError::Unknown)?;
    let outcome = welcome(tx, &account, language, audit).await?;
    if outcome == WelcomeOutcome::Queued {
        count(tx, limits, audit).await?;
    }
    Ok(outcome)
}

/// Counts a welcome for who caused it; the command line is not counted (trap T11, contract F-63).
///
/// # Errors
/// [`AccountError::TooManyEmails`]; the caller's transaction must fail too.
pub(super) async fn count(
    tx: &mut WriteTx,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let Some(actor) = audit.actor().filter(|actor| *actor != audit::CLI) else {
        return Ok(());
    };
    let counters = limits.welcome_email(actor);
    let counted = limits::spend(tx, &counters, audit.now).await;
    counted.map_err(|refused| too_many(refused, audit.now))
}

/// Refuses more welcomes than the actor of `audit` may still cause. Counts nothing.
///
/// # Errors
/// [`AccountError::TooManyEmails`].
pub(super) async fn room(
    view: &mut dyn Reads,
    limits: &Limits,
    many: usize,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let counters = limits.welcome_email(audit.actor().unwrap_or_default());
    let has_room = limits::has_room(view, &counters, many, audit.now).await;
    has_room.map_err(|refused| too_many(refused, audit.now))
}

fn too_many(refused: LimitError, now: Millis) -> AccountError {
    match refused {
        LimitError::Delayed { until } => AccountError::TooManyEmails { wait: until - now },
        LimitError::Busy => AccountError::TooManyEmails { wait: SECOND },
        LimitError::Db(error) => error.into(),
    }
}
