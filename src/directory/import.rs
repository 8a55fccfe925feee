//! Adds and changes many accounts at once by the rules for one. A read view finds what the whole file would do, so that
//! nobody waits for it; then its lines are written in pieces, each all or none.

use jiff::tz::TimeZone;

use super::account::Account;
use super::account_changes::account_changes;
use super::account_error::AccountError;
use super::account_form::AccountForm;
use super::add_account::{add_account, count_added, first_values, room_for_added};
use super::names::mailbox;
use super::organisation::OrganisationKind;
use super::store::organisations::find_belonging;
use super::update_account::{AccountUpdate, MayChange, checked_update, update_account};
use super::welcome::{self, WelcomeOutcome, is_welcome, welcome};
use super::{last_super_administrator, store};
use crate::audit::{AuditContext, Changes};
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Fault, Faults};
use crate::i18n::language::Language;
use crate::limits::Limits;

/// What one line of a file asks for.
#[derive(Clone)]
pub enum ImportStep {
    /// A new account. Its owner chooses the password.
    Add(AccountForm),
    /// Changes to an account, and which of them the caller may do.
    Change {
        id: String,
        update: Box<AccountUpdate>,
        may_change: MayChange,
    },
}

impl ImportStep {
    /// The account that it changes.
    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Add(_) => None,
            Self::Change { id, .. } => Some(id),
        }
    }
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
    /// Whom people write to whose address was changed wrongly.
    pub contact: &'a str,
}

/// What a line did, or would do.
#[derive(Clone, Debug)]
pub struct ImportedLine {
    /// The line in the file.
    pub number: u64,
    pub username: String,
    /// True if the account is new.
    pub is_new: bool,
    /// The first values of a new account, or what changed.
    pub changes: Changes,
    /// True if its owner gets an email.
    pub is_welcomed: bool,
}

impl ImportedLine {
    /// True for a line that changes something.
    pub fn does_something(&self) -> bool {
        self.is_new || !self.changes.is_empty()
    }
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The faults of each line.
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

/// The effect of all `steps`, each with the number of its line, in order: a line may take an address that an earlier
/// one gives up.
///
/// # Errors
/// [`ImportError::Lines`] with the faults of all lines; [`ImportError::Account`] if the actor would reach a limit of the
/// day.
pub async fn plan_import(
    view: &mut dyn Reads,
    steps: &[(u64, ImportStep)],
    options: ImportOptions<'_>,
    audit: &AuditContext,
) -> Result<Vec<ImportedLine>, ImportError> {
    let (mut freed, mut faults) = (Freed::default(), Vec::new());
    let mut planned = Vec::with_capacity(steps.len());
    for (number, step) in steps {
        let line = match step {
            ImportStep::Add(form) => {
                plan_new(view, (*number, form.clone()), options, &freed, audit).await
            }
            ImportStep::Change {
                id,
                update,
                may_change,
            } => {
                let change = (id.as_str(), (**update).clone(), *may_change);
                plan_change(view, *number, change, options.zone, &mut freed, audit).await
            }
        };
        match line {
            Ok(line) => planned.push(line),
            Err(fault) if is_of_line(&fault) => faults.push((*number, fault)),
            Err(error) => return Err(error.into()),
        }
    }
    if !faults.is_empty() {
        return Err(ImportError::Lines(faults));
    }
    let count = |is: fn(&ImportedLine) -> bool| planned.iter().filter(|line| is(line)).count();
    let (added, welcomed) = (count(|line| line.is_new), count(|line| line.is_welcomed));
    room_for_added(view, options.limits, added, audit).await?;
    welcome::room(view, options.limits, welcomed, audit).await?;
    Ok(planned)
}

/// The names that earlier lines give up.
#[derive(Default)]
struct Freed(Vec<(&'static str, String)>);

impl Freed {
    fn note(&mut self, before: &Account, after: &Account) {
        let fields = [
            ("email", &before.email, &after.email),
            ("lionId", &before.lion_id, &after.lion_id),
        ];
        for (field, before, after) in fields {
            if let Some(before) = before.as_deref().filter(|_| before != after) {
                self.0.push((field, mailbox(before)));
            }
        }
    }

    /// `taken` without what is free by then.
    fn still(
        &self,
        mut taken: Faults,
        (email, lion_id): (Option<&str>, Option<&str>),
    ) -> Result<(), AccountError> {
        let is_freed = |fault: &Fault| {
            let value = match &*fault.field {
                "email" => email,
                "lionId" => lion_id,
                _ => None,
            };
            let value = value.map(mailbox);
            let mut freed = self.0.iter();
            freed.any(|(of, freed)| *of == fault.field && Some(freed) == value.as_ref())
        };
        taken.retain(|fault| !is_freed(fault));
        taken.or(()).map_err(AccountError::Taken)
    }
}

async fn plan_new(
    view: &mut dyn Reads,
    (number, form): (u64, AccountForm),
    options: ImportOptions<'_>,
    freed: &Freed,
    audit: &AuditContext,
) -> Result<ImportedLine, AccountError> {
    let checked = form.check_fields(view, audit.now, options.zone).await?;
    let taken = checked.taken(view).await?;
    let new = checked.without_password().checked()?;
    freed.still(taken, (new.email.as_deref(), new.lion_id.as_deref()))?;
    let mut places = [None, None];
    let ids = [
        (OrganisationKind::Agency, &new.agency_id),
        (OrganisationKind::Company, &new.company_id),
    ];
    for (place, (kind, id)) in places.iter_mut().zip(ids) {
        if let Some(id) = id {
            let found = find_belonging(view, kind, id).await?;
            *place = found.map(|one| one.organisation);
        }
    }
    let [agency, company] = &places;
    Ok(ImportedLine {
        number,
        is_new: true,
        changes: first_values(&new, [agency, company, &None]),
        is_welcomed: options.welcome && is_welcome(&new),
        username: new.username,
    })
}

async fn plan_change(
    view: &mut dyn Reads,
    number: u64,
    (id, update, may_change): (&str, AccountUpdate, MayChange),
    zone: &TimeZone,
    freed: &mut Freed,
    audit: &AuditContext,
) -> Result<ImportedLine, AccountError> {
    let before = store::find(view, id).await?.ok_or(AccountError::Unknown)?;
    let now = (audit.now, zone);
    let (after, taken) = checked_update(view, &before, update, may_change, now).await?;
    freed.still(taken, (after.email.as_deref(), after.lion_id.as_deref()))?;
    last_super_administrator::would_stay(view, (&before, &after), now).await?;
    freed.note(&before, &after);
    Ok(ImportedLine {
        number,
        is_new: false,
        changes: account_changes(&before, &after),
        username: after.username,
        is_welcomed: false,
    })
}

/// Does `steps`, each with the number of its line. Counts each added account and each email for the actor of `audit`, as if
/// the actor had added them one by one.
///
/// # Errors
/// [`ImportError::Lines`] with the faults of all these lines; [`ImportError::Account`] if the actor has reached a limit
/// of the
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
                change_one(tx, number, change, options, audit).await
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
        AccountError::Taken(fields) => !fields.list().is_empty(),
        AccountError::Invalid(_) | AccountError::NotAllowed(_) | AccountError::Unknown => true,
        AccountError::Conflict(_)
        | AccountError::TooManyAdded { .. }
        | AccountError::TooManyEmails { .. }
        | AccountError::TooManyDeletions { .. }
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
    let new = checked.without_password().checked()?;
    let account = add_account(tx, new.clone(), audit).await?;
    let mut is_welcomed = false;
    if options.welcome && is_welcome(&new) {
        let outcome = welcome(tx, &account, options.language, audit).await?;
        is_welcomed = outcome == WelcomeOutcome::Queued;
        if is_welcomed {
            welcome::count(tx, options.limits, audit).await?;
        }
    }
    Ok(ImportedLine {
        number,
        is_new: true,
        changes: first_values(&new, [&account.agency, &account.company, &account.brand]),
        username: account.username,
        is_welcomed,
    })
}

async fn change_one(
    tx: &mut WriteTx,
    number: u64,
    (id, update, may_change): (&str, AccountUpdate, MayChange),
    options: ImportOptions<'_>,
    audit: &AuditContext,
) -> Result<ImportedLine, AccountError> {
    let ImportOptions { zone, contact, .. } = options;
    let before = store::find(tx, id).await?.ok_or(AccountError::Unknown)?;
    let account = update_account(tx, id, update, may_change, (zone, contact), audit).await?;
    Ok(ImportedLine {
        number,
        is_new: false,
        changes: account_changes(&before, &account),
        username: account.username,
        is_welcomed: false,
    })
}
