//! Decisions about applications for an account (contract G-62).

use jiff::tz::TimeZone;

use super::form::LONGEST_REASON;
use super::settle::{End, close, refuse};
use crate::audit::AuditContext;
use crate::db::WriteTx;
use crate::directory::account::Status;
use crate::directory::account_error::AccountError;
use crate::directory::store::account_applications::{
    self as store, ApplicationState, StoredApplication,
};
use crate::directory::update_account::change_status;
use crate::faults::{Faults, Rule};

pub use super::settle::{WANTED_GROUP, WantedGroup};

/// A decision about an application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Approve,
    /// With the reason, which the applicant reads.
    Refuse(String),
    /// Refused, because nobody decided in time.
    TimeOut,
}

/// Decides about the application `id`; false if somebody else has decided, or there is none. An approved account is enabled:
/// its owner gets an email, and the wanted group becomes a request. A refused one is disabled and gives its name and address
/// up, so that the person can apply again.
///
/// # Errors
/// A reason of another form; the database failed.
pub async fn decide(
    tx: &mut WriteTx,
    id: &str,
    decision: Decision,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<bool, AccountError> {
    if let Decision::Refuse(reason) = &decision {
        let long = Rule::of_text(reason, LONGEST_REASON, Rule::LongReason);
        long.map_or(Ok(()), |rule| Err(Faults::of("comment", rule)))?;
    }
    let application = store::find(tx, id).await?;
    let waits = |one: &StoredApplication| one.state == ApplicationState::Waiting;
    let Some(application) = application.filter(waits) else {
        return Ok(false);
    };
    // The account's row before others, as everywhere. Who decides meanwhile changes its status.
    let account = crate::directory::store::hold(tx, &application.account_id).await?;
    let waits = account.filter(|account| account.status == Status::Processing);
    let Some(account) = waits else {
        return Ok(false);
    };
    let end = match &decision {
        Decision::Approve => {
            return change_status(tx, &account.id, Status::Enabled, zone, audit).await;
        }
        Decision::Refuse(reason) => End::Refused(reason),
        Decision::TimeOut => End::TimedOut,
    };
    if !close(tx, &application, end, audit).await? {
        return Ok(false);
    }
    change_status(tx, &account.id, Status::Disabled, zone, audit).await?;
    refuse(tx, (&account, &application), end, audit).await?;
    Ok(true)
}
