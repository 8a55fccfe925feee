//! Adds and changes many accounts at once, all or none, by the rules for one (issue 12, section 4).

use jiff::tz::TimeZone;

use super::account::Account;
use super::account_changes::account_changes;
use super::account_error::AccountError;
use super::account_form::AccountForm;
use super::add_account::{count_added, first_values};
use super::update_account::{AccountUpdate, MayChange, update_account};
use super::welcome::{self, WelcomeOutcome, welcome};
use super::{add_account, store};
use crate::audit::{AuditContext, Changes};
use crate::db::{DbError, WriteTx};
use crate::i18n::language::Language;
use crate::limits::Limits;

/// What one line of a file asks for.
#[derive(Clone)]
pub enum ImportStep {
    /// A new account. Its owner chooses the password.
    Add(AccountForm),
    /// Changes to an account, of which the caller may do some.
    Change {
        id: String,
        update: Box<AccountUpdate>,
        may_change: MayChange,
    },
}

/// How an import adds accounts.
#[derive(Clone, Copy)]
pub struct ImportOptions<'a> {
    /// True if owners without a corporate id get an email with a link to choose a password.
    pub welcome: bool,
    /// The language of the emails to owners who have none.
    pub language: Language,
    pub limits: &'a Limits,
    pub zone: &'a TimeZone,
}

/// What a line did.
#[derive(Clone, Debug)]
pub struct ImportedLine {
    /// The line in the file.
    pub number: u64,
    pub account: Account,
    /// True if the account is new.
    pub is_new: bool,
    /// The first values of a new account, or what changed.
    pub changes: Changes,
    /// True if its owner gets an email.
    pub is_welcomed: bool,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// What is wrong with which lines.
    #[error("lines of the file cannot be imported")]
    Lines(Vec<(u64, AccountError)>),
    /// A limit of the caller, or the database.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl From<DbError> for ImportError {
    fn from(error: DbError) -> Self {
        Self::Account(error.into())
    }
}

/// Does all `steps`, each with the number of its line. Counts each added account and each email for the actor of `audit`,
/// as if the actor had added them one by one.
///
/// # Errors
/// [`ImportError::Lines`] with the faults of all lines; [`ImportError::Account`] if the actor has reached a limit of the
/// day. The caller's transaction must fail then too.
pub async fn import_accounts(
    tx: &mut WriteTx,
    steps: Vec<(u64, ImportStep)>,
    options: ImportOptions<'_>,
    audit: &AuditContext,
) -> Result<Vec<ImportedLine>, ImportError> {
    let (mut done, mut faults) = (Vec::new(), Vec::new());
    for (number, step) in steps {
        let line = match step {
            ImportStep::Add(form) => add(tx, number, form, options, audit).await,
            ImportStep::Change {
                id,
                update,
                may_change,
            } => {
                let change = (id.as_str(), *update, may_change);
                change_one(tx, number, change, options.zone, audit).await
            }
        };
        match line {
            Ok(line) => done.push(line),
            Err(fault) if is_of_line(&fault) => faults.push((number, fault)),
            Err(error) => return Err(error.into()),
        }
    }
    if faults.is_empty() {
        Ok(done)
    } else {
        Err(ImportError::Lines(faults))
    }
}

/// True for a fault that other lines may not have. After a duplicate that the database itself found (a taken name without
/// its field) the transaction is over.
fn is_of_line(error: &AccountError) -> bool {
    match error {
        AccountError::Taken(fields) => !fields.is_empty(),
        AccountError::Invalid(_) | AccountError::NotAllowed(_) | AccountError::Unknown => true,
        AccountError::Conflict(_)
        | AccountError::TooManyAdded { .. }
        | AccountError::TooManyEmails { .. }
        | AccountError::Db(_) => false,
    }
}

async fn add(
    tx: &mut WriteTx,
    number: u64,
    form: AccountForm,
    options: ImportOptions<'_>,
    audit: &AuditContext,
) -> Result<ImportedLine, AccountError> {
    let checked = form.check(tx, audit.now, options.zone).await?;
    count_added(tx, options.limits, audit).await?;
    let account = add_account(tx, checked.without_password(), audit).await?;
    let mut is_welcomed = false;
    if options.welcome && account.lion_id.is_none() {
        let outcome = welcome(tx, &account, options.language, audit).await?;
        is_welcomed = outcome == WelcomeOutcome::Queued;
        if is_welcomed {
            welcome::count(tx, options.limits, audit).await?;
        }
    }
    Ok(ImportedLine {
        number,
        is_new: true,
        changes: first_values(&account),
        account,
        is_welcomed,
    })
}

async fn change_one(
    tx: &mut WriteTx,
    number: u64,
    (id, update, may_change): (&str, AccountUpdate, MayChange),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<ImportedLine, AccountError> {
    let before = store::find(tx, id).await?.ok_or(AccountError::Unknown)?;
    let account = update_account(tx, id, update, may_change, zone, audit).await?;
    Ok(ImportedLine {
        number,
        is_new: false,
        changes: account_changes(&before, &account),
        account,
        is_welcomed: false,
    })
}
