//! Adds an account.

use super::account::{Account, NewAccount, Organisation};
use super::account_error::AccountError;
use super::sign_in::PasswordSignIn;
use super::welcome::{self, WelcomeOutcome, welcome};
use super::{store, way_givers};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::clock::{Millis, SECOND};
use crate::db::{Reads, WriteTx};
use crate::i18n::language::Language;
use crate::limits::{self, LimitError, Limits};

/// An account that was added.
#[derive(Clone, Debug)]
pub struct AddedAccount {
    pub account: Account,
    /// The result of the email to its owner; `None` if the owner signs in through the corporate
    /// provider.
    pub welcome: Option<WelcomeOutcome>,
}

/// Counts an attempt to add an account for the actor of `audit`. It is a separate write, because it counts even if no
/// account is added. Call it outside transactions, before the form is checked: a password is hashed, and the answer may
/// tell whether somebody has a name (attack 14). The command line does not call it.
///
/// # Errors
/// [`AccountError::TooManyAdded`].
pub async fn count_attempt(
    passwords: &PasswordSignIn,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let now = audit.now;
    let actor = audit.actor().unwrap_or_default();
    let counters = passwords.limits.added_account(actor);
    let counted = passwords
        .db
        .write(move |tx| Box::pin(async move { limits::spend(tx, &counters, now).await }));
    counted.await.map_err(|refused| too_many(refused, now))
}

/// Counts an added account for the actor of `audit`, in the transaction that adds it. This is enough for an actor who
/// may see all accounts, because a failed attempt reveals nothing to them; others need [`count_attempt`].
///
/// # Errors
/// [`AccountError::TooManyAdded`]; the caller's transaction must fail too.
pub(super) async fn count_added(
    tx: &mut WriteTx,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let counters = limits.added_account(audit.actor().unwrap_or_default());
    let counted = limits::spend(tx, &counters, audit.now).await;
    counted.map_err(|refused| too_many(refused, audit.now))
}

/// Refuses more added accounts than the actor of `audit` may still add. Counts nothing.
///
/// # Errors
/// [`AccountError::TooManyAdded`].
pub(super) async fn room_for_added(
    view: &mut dyn Reads,
    limits: &Limits,
    many: usize,
    audit: &AuditContext,
) -> Result<(), AccountError> {
    let counters = limits.added_account(audit.actor().unwrap_or_default());
    let has_room = limits::has_room(view, &counters, many, audit.now).await;
    has_room.map_err(|refused| too_many(refused, audit.now))
}

fn too_many(refused: LimitError, now: Millis) -> AccountError {
    match refused {
        LimitError::Delayed { until } => AccountError::TooManyAdded { wait: until - now },
        LimitError::Busy => AccountError::TooManyAdded { wait: SECOND },
        LimitError::Db(error) => error.into(),
    }
}

/// Adds an account, with an audit entry of its first values.
///
/// # Errors
/// [`AccountError::Taken`] if another account has its name, address or corporate id;
/// [`AccountError::Invalid`] if the data is not allowed.
pub async fn add_account(
    tx: &mut WriteTx,
    new: NewAccount,
    audit: &AuditContext,
) -> Result<Account, AccountError> {
    let names = store::Names {
        username: Some(&new.username),
        email: new.email.as_deref(),
        lion_id: new.lion_id.as_deref(),
    };
    let taken = store::taken(tx, &names, "").await?;
    taken.or(()).map_err(AccountError::Taken)?;
    let new = new.checked()?;
    let id = store::insert(tx, &audit.random, new.clone(), audit.now).await?;
    let account = store::find(tx, &id).await?.ok_or(AccountError::Unknown)?;
    way_givers::note_new(tx, &account, audit).await?;
    let event = Event::AccountChanged {
        change: Change::Created,
        changes: first_values(&new, [&account.agency, &account.company, &account.brand]),
    };
    audit::record(tx, &audit.entry(event).account(&id)).await?;
    Ok(account)
}

/// Adds an account and queues the email that asks its owner to choose a password (contract C-043),
/// in the account's language or else in `language`.
///
/// # Errors
/// As [`add_account`]; [`AccountError::TooManyEmails`] when the actor caused too many such emails.
pub async fn add_and_welcome(
    tx: &mut WriteTx,
    new: NewAccount,
    language: Language,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<AddedAccount, AccountError> {
    let chooses = welcome::is_welcome(&new);
    let account = add_account(tx, new, audit).await?;
    let has_link = chooses || account.password_hash.is_some();
    let welcome = match has_link.then_some(&account) {
        Some(account) => Some(welcome(tx, account, language, audit).await?),
        None => None,
    };
    if welcome == Some(WelcomeOutcome::Queued) {
        welcome::count(tx, limits, audit).await?;
    }
    Ok(AddedAccount { account, welcome })
}

/// The values that a new account has, with its agency, company and brand.
pub(super) fn first_values(
    new: &NewAccount,
    [agency, company, brand]: [&Option<Organisation>; 3],
) -> Changes {
    let name =
        |of: &Option<Organisation>| of.as_ref().map(|one| format!("{} ({})", one.name, one.id));
    Changes::default()
        .begin(Field::recorded("username"), &new.username)
        .begin(Field::recorded("name"), &new.full_name)
        .begin(Field::recorded("email"), &new.email)
        .begin(Field::recorded("lion_id"), &new.lion_id)
        .begin(Field::recorded("status"), &new.status)
        .begin(Field::recorded("agency"), &name(agency))
        .begin(Field::recorded("company"), &name(company))
        .begin(Field::recorded("brand"), &name(brand))
        .begin(Field::recorded("expire_date"), &new.expire_date)
        .begin(Field::recorded("lang"), &new.lang)
        .begin(Field::recorded("sup_admin"), &new.sup_admin)
        .begin(Field::recorded("user_manager"), &new.user_manager)
        .begin(
            Field::recorded("must_change_password"),
            &new.must_change_password,
        )
        .of_new()
}
