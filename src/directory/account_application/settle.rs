//! What follows when an account that was applied for waits no longer.

use serde::{Deserialize, Serialize};

use crate::audit::{self, AuditContext, Event};
use crate::db::{DbError, WriteTx};
use crate::directory::account::{Account, Status};
use crate::directory::account_mail::write_to;
use crate::directory::store::account_applications::{
    self as store, ApplicationState, StoredApplication,
};
use crate::i18n::language::Language;
use crate::jobs::{self, NewJob};
use crate::mail::{self, Mail, Recipient};

/// The kind of the job that asks for the wanted group once the account is open.
pub const WANTED_GROUP: &str = "account.wanted_group";

/// The group that a newcomer wants.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WantedGroup {
    pub account_id: String,
    pub group_id: String,
    pub reason: String,
}

/// How an application ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End<'a> {
    Approved,
    /// With the reason, which may be empty.
    Refused(&'a str),
    /// Refused, because nobody decided in time.
    TimedOut,
}

impl<'a> End<'a> {
    fn state(self) -> ApplicationState {
        match self {
            Self::Approved => ApplicationState::Approved,
            Self::Refused(_) | Self::TimedOut => ApplicationState::Refused,
        }
    }

    /// The name in the audit trail.
    fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Refused(_) => "refused",
            Self::TimedOut => "timed_out",
        }
    }

    fn reason(self) -> &'a str {
        match self {
            Self::Refused(reason) => reason,
            Self::Approved | Self::TimedOut => "",
        }
    }
}

/// Ends the application of an account that waited, because its status is changed to `status`.
///
/// # Errors
/// The database failed.
pub(in crate::directory) async fn settle(
    tx: &mut WriteTx,
    account: &Account,
    status: Status,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let Some(application) = store::find_by_account(tx, &account.id).await? else {
        return Ok(());
    };
    if application.state != ApplicationState::Waiting {
        return Ok(());
    }
    let end = match status {
        Status::Enabled => End::Approved,
        Status::Processing | Status::Disabled => End::Refused(""),
    };
    if !close(tx, &application, end, audit).await? {
        return Ok(());
    }
    if end != End::Approved {
        return refuse(tx, (account, &application), end, audit).await;
    }
    let mail = Mail::ApplicationApproved(mail::ApplicationApproved {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        application_id: application.id.clone(),
    });
    write_to(tx, account, mail, audit).await?;
    let Some(group_id) = application.group_id else {
        return Ok(());
    };
    let wanted = WantedGroup {
        account_id: account.id.clone(),
        group_id,
        reason: application.reason,
    };
    let job = NewJob::new(WANTED_GROUP, &wanted, &audit.random, audit.now);
    jobs::enqueue(tx, &job).await
}

/// Frees name and address of a refused account, so that the person can apply again, and informs the applicant.
///
/// # Errors
/// The database failed.
pub(super) async fn refuse(
    tx: &mut WriteTx,
    (account, application): (&Account, &StoredApplication),
    end: End<'_>,
    audit: &AuditContext,
) -> Result<(), DbError> {
    store::release(tx, &account.id, audit.now).await?;
    let language = account.lang.as_deref().and_then(Language::from_api);
    let to = Recipient {
        name: account.display_name().to_owned(),
        email: application.email.clone(),
        language: language.unwrap_or_default(),
    };
    let reason = end.reason();
    let mail = Mail::ApplicationRefused(mail::ApplicationRefused {
        name: account.display_name().into(),
        account: application.username.as_str().into(),
        reason: (!reason.is_empty()).then(|| reason.into()),
        timed_out: end == End::TimedOut,
        application_id: application.id.clone(),
    });
    mail::queue(tx, &to, mail, &audit.random, audit.now).await
}

/// Stores who decided, with an audit entry; false if somebody else was faster.
pub(super) async fn close(
    tx: &mut WriteTx,
    application: &StoredApplication,
    end: End<'_>,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let by = audit.actor();
    let by = by.filter(|actor| ![audit::CLI, audit::SERVER].contains(actor));
    let answer = (by, end.reason());
    if !store::decide(tx, &application.id, end.state(), answer, audit.now).await? {
        return Ok(false);
    }
    let event = Event::AccountApplicationDecided {
        outcome: end.name(),
        username: application.username.clone(),
        reason: end.reason().to_owned(),
    };
    let entry = audit.entry(event).account(&application.account_id);
    audit::record(tx, &entry).await?;
    Ok(true)
}
