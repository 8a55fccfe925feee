//! What the link of an applicant opens: first a form for the password, which confirms the address; then how the application
//! stands (contract D-27).

use std::net::IpAddr;

use zeroize::Zeroizing;

use super::form::{Applicant, Application};
use super::link;
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::account::{Account, NewAccount, Status};
use crate::directory::account_error::AccountError;
use crate::directory::add_account::add_account;
use crate::directory::guessable::{self, is_guessable};
use crate::directory::organisation::OrganisationKind;
use crate::directory::password::{PasswordLength, check_length};
use crate::directory::password_pool::HashError;
use crate::directory::reset_password::{OpenLinkError, opened};
use crate::directory::sign_in::PasswordSignIn;
use crate::directory::store::account_applications::{self as store, NewRow};
use crate::directory::store::organisations::find_belonging;
use crate::faults::Faults;
use crate::i18n::language::Language;
use crate::keys::KeySet;
use crate::limits::{self, Asker, LimitError};
use crate::mail::{self, Mail, Recipient};
use crate::random::hashed;

pub use crate::directory::store::account_applications::{
    AccountApplicationStatus, ApplicationState, StoredApplication, find,
};

/// More applications than these do not wait at the same time (attack 44).
const MOST_WAITING: i64 = 1_000;

/// What a link opens.
#[derive(Debug)]
pub enum Opened {
    /// Its address is not confirmed yet.
    New(Application),
    /// The application waits, or is decided.
    Stored(StoredApplication),
}

/// Why an address was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// The invitation works no longer; an application always does.
    #[error("the link does not work")]
    Void,
    #[error(transparent)]
    Length(#[from] PasswordLength),
    #[error("the password is easy to guess")]
    Guessable,
    /// Another account has the address, or the name; or the name is not allowed.
    #[error("{0}")]
    Invalid(Faults),
    /// Too many from this network.
    #[error("too many applications")]
    Delayed {
        /// When the next one is accepted.
        until: Millis,
    },
    #[error("too many passwords at once")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<LimitError> for ConfirmError {
    fn from(refused: LimitError) -> Self {
        match refused {
            LimitError::Delayed { until } => Self::Delayed { until },
            LimitError::Busy => Self::Busy,
            LimitError::Db(error) => error.into(),
        }
    }
}

impl From<HashError> for ConfirmError {
    fn from(_: HashError) -> Self {
        Self::Busy
    }
}

impl From<AccountError> for ConfirmError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Taken(faults) | AccountError::Invalid(faults) => Self::Invalid(faults),
            AccountError::Db(error) => error.into(),
            // An application is no change of an account, and counts for nobody.
            _ => Self::Busy,
        }
    }
}

/// Opens the link of the email, or the applicant's own. A text that opens nothing counts as a failure of `address`.
///
/// # Errors
/// [`OpenLinkError::Void`] for every link that opens nothing.
pub async fn open(
    passwords: &PasswordSignIn,
    keys: &KeySet,
    token: &str,
    address: IpAddr,
) -> Result<Opened, OpenLinkError> {
    let PasswordSignIn {
        db, clock, gate, ..
    } = passwords;
    let counters = passwords.limits.one_time_link(address);
    let tried = gate.admit(db, clock, &counters).await?;
    let now = clock.now();
    let found = find_by_link(&mut db.read().await?, token, link::open(token, keys, now)).await?;
    opened(db, (tried, now), found).await
}

async fn find_by_link(
    view: &mut dyn Reads,
    token: &str,
    sealed: Option<Application>,
) -> Result<Option<Opened>, DbError> {
    let Some(application) = sealed else {
        let stored = store::find_by_token(view, &hashed(token)).await?;
        return Ok(stored.map(Opened::Stored));
    };
    let stored = store::find(view, &application.id).await?;
    Ok(Some(match stored {
        Some(stored) => Opened::Stored(stored),
        None => Opened::New(application),
    }))
}

/// The fields of `applicant` whose values other accounts have. Only the reader of its address learns it.
///
/// # Errors
/// The database failed.
pub async fn taken(view: &mut dyn Reads, applicant: &Applicant) -> Result<Faults, DbError> {
    let names = crate::directory::store::Names {
        username: Some(&applicant.username),
        email: Some(&applicant.email),
        lion_id: None,
    };
    crate::directory::store::taken(view, &names, "").await
}

/// The names of the agency and the client that `applicant` chose, while they are there.
///
/// # Errors
/// The database failed.
pub async fn place_names(
    view: &mut dyn Reads,
    applicant: &Applicant,
) -> Result<[Option<String>; 2], DbError> {
    let mut names = [None, None];
    let chosen = [
        (OrganisationKind::Agency, &applicant.agency_id),
        (OrganisationKind::Company, &applicant.company_id),
    ];
    for (name, (kind, id)) in names.iter_mut().zip(chosen) {
        if let Some(id) = id {
            let found = find_belonging(view, kind, id).await?;
            *name = found.map(|found| found.organisation.name);
        }
    }
    Ok(names)
}

/// Stores the application with an account that waits for approval. Its owner has chosen `password` and reads the address.
/// `group_id` is the group that the applicant named, if there is one; `contact` hears of it. Returns the secret of the applicant's own link.
///
/// # Errors
/// [`ConfirmError::Invalid`] with the fields that somebody else took meanwhile, or a name of another form; nothing is
/// stored.
pub async fn confirm(
    passwords: &PasswordSignIn,
    (application, group_id, contact): (Application, Option<String>, Option<String>),
    password: Zeroizing<String>,
    address: IpAddr,
    audit: AuditContext,
) -> Result<Zeroizing<String>, ConfirmError> {
    let PasswordSignIn { db, random, .. } = passwords;
    count(passwords, &password, address, audit.now).await?;
    let account = account(passwords, &application.applicant, audit.now).await?;
    let account = with_password(passwords, account, password, address).await?;
    let token = Zeroizing::new(random.token());
    let token_hash = hashed(&token);
    let stored = db.write::<_, ConfirmError, _>(move |tx| {
        Box::pin(async move {
            let new = (account, group_id, token_hash);
            insert(tx, application, new, contact, &audit).await
        })
    });
    stored.await?;
    Ok(token)
}

/// Counts a password that a newcomer in the network of `address` chose, before it is hashed.
///
/// # Errors
/// [`ConfirmError::Length`], [`ConfirmError::Delayed`].
pub(in crate::directory) async fn count(
    passwords: &PasswordSignIn,
    password: &str,
    address: IpAddr,
    now: Millis,
) -> Result<(), ConfirmError> {
    check_length(password)?;
    let counters = passwords.limits.confirmed_application(address);
    let counted = passwords.db.write::<_, LimitError, _>(move |tx| {
        Box::pin(async move { limits::spend_unnamed(tx, &counters, now).await })
    });
    let counted = counted.await?;
    passwords.gate.note_new(&passwords.db, counted).await;
    Ok(())
}

/// The account with the hash of the password, which was counted. Its address is verified, because only its reader has the
/// link.
///
/// # Errors
/// [`ConfirmError::Guessable`], [`ConfirmError::Busy`].
pub(in crate::directory) async fn with_password(
    passwords: &PasswordSignIn,
    account: NewAccount,
    password: Zeroizing<String>,
    address: IpAddr,
) -> Result<NewAccount, ConfirmError> {
    let (name, email) = (&account.username, account.email.as_deref());
    let about = guessable::names(name, email, &account.full_name, &passwords.product);
    if is_guessable(&password, about).await {
        return Err(ConfirmError::Guessable);
    }
    let (pool, random) = (&passwords.pool, &passwords.random);
    let asker = Asker::Stranger(address);
    Ok(NewAccount {
        password_hash: Some(pool.hash(password, random, &asker).await?),
        email_verified: true,
        ..account
    })
}

/// The account that waits for approval. An agency or company that was switched off meanwhile is left out.
async fn account(
    passwords: &PasswordSignIn,
    applicant: &Applicant,
    now: Millis,
) -> Result<NewAccount, ConfirmError> {
    let mut view = passwords.db.read().await?;
    taken(&mut view, applicant)
        .await?
        .or(())
        .map_err(ConfirmError::Invalid)?;
    let form = match applicant.account(&mut view, now, &passwords.zone).await {
        Err(AccountError::Invalid(faults)) if is_of_place(&faults) => {
            let elsewhere = Applicant {
                agency_id: None,
                company_id: None,
                ..applicant.clone()
            };
            elsewhere.account(&mut view, now, &passwords.zone).await?
        }
        checked => checked?,
    };
    Ok(NewAccount {
        status: Status::Processing,
        ..form.without_password()
    })
}

fn is_of_place(faults: &Faults) -> bool {
    let is_place = |field: &str| ["agencyId", "clientId"].contains(&field);
    faults.list().iter().all(|fault| is_place(&fault.field))
}

async fn insert(
    tx: &mut WriteTx,
    application: Application,
    (account, group_id, token_hash): (NewAccount, Option<String>, String),
    contact: Option<String>,
    audit: &AuditContext,
) -> Result<(), ConfirmError> {
    let waiting = store::count_waiting(tx, MOST_WAITING).await?;
    if waiting >= MOST_WAITING {
        return Err(ConfirmError::Busy);
    }
    let account = add_account(tx, account, audit).await?;
    let Application { id, applicant } = application;
    let row = NewRow {
        id: &id,
        account_id: &account.id,
        username: &account.username,
        email: &applicant.email,
        wanted_group: &applicant.group,
        group_id: group_id.as_deref(),
        reason: &applicant.reason,
        token_hash: &token_hash,
        now: audit.now,
    };
    store::insert(tx, &row).await?;
    // One email for all that wait (trap T11).
    if waiting == 0 {
        ask_administrators(tx, &account, contact, audit).await?;
    }
    Ok(())
}

/// Informs `contact`, who helps people who cannot sign in, that the application waits for a decision.
///
/// # Errors
/// The database failed.
async fn ask_administrators(
    tx: &mut WriteTx,
    account: &Account,
    contact: Option<String>,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let Some(email) = contact.filter(|contact| !contact.is_empty()) else {
        return Ok(());
    };
    let to = Recipient {
        name: String::new(),
        email,
        language: Language::default(),
    };
    let mail = Mail::ApplicationAsked(mail::ApplicationAsked {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
    });
    mail::queue(tx, &to, mail, &audit.random, audit.now).await
}
