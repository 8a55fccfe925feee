//! People change their own agency or brand (contract T-48, T-49).
//!
//! An agency is chosen once, while the account has none. A later change waits for an administrator, unless the settings
//! allow it at once. Company and brand that do not belong to the new agency are removed with it.

use super::account::{Account, Organisation};
use super::account_error::AccountError;
use super::account_mail::write_to;
use super::agency_request::AgencyRequestState;
use super::choice::Choice;
use super::earlier_change::EarlierChange;
use super::organisation::{OrganisationError, OrganisationKind, OrganisationStatus};
use super::organisation_options::organisation_options;
use super::place::{Placing, belongs, place};
use super::save_account::save;
use super::store;
use super::store::agency_requests::{self, AGENCY_REQUESTS, AgencyRequestRow};
use super::store::organisations::find_belonging;
use crate::audit::{self, AuditContext, Event};
use crate::clock::{DAY, Millis, SECOND};
use crate::db::list::{ListError, OptionPaging};
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, Mail};

/// Most characters of the reason of a refusal.
const LONGEST_REASON: usize = 500;

/// How long a person sees why a request for another agency was refused.
const REFUSAL_SHOWN: Millis = 90 * DAY;

/// The result of choosing an agency.
#[derive(Debug)]
pub struct ChosenAgency {
    /// The agency that the account has now.
    pub agency: Organisation,
    /// True if the chosen agency waits for an administrator.
    pub waits: bool,
}

/// The agency that `account_id` waits for, and since when.
///
/// # Errors
/// The database failed.
pub async fn waiting_agency(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<(String, Millis)>, DbError> {
    agency_requests::waiting(view, account_id).await
}

/// The agency that `account_id` asked for last and why that was refused; `None` if nobody refused it, or long before `now`.
///
/// # Errors
/// The database failed.
pub async fn refused_agency(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Option<(String, String)>, DbError> {
    agency_requests::refused(view, account_id, now.saturating_sub(REFUSAL_SHOWN)).await
}

/// The brands that `account` may choose: its company's, and brands without a company.
///
/// # Errors
/// The database failed.
pub async fn own_brand_options(
    view: &mut dyn Reads,
    account: &Account,
    wanted: &OptionPaging,
) -> Result<Vec<Choice>, ListError> {
    // An empty id matches no company, so only brands without one are left.
    let company_id = account.company.as_ref().map_or("", |company| &company.id);
    organisation_options(view, OrganisationKind::Brand, Some(company_id), wanted).await
}

/// Chooses an agency for the account of the person who asks (contract C-006). If the account has one already
/// and may not change it `at_once`, the change waits for an administrator; a later choice replaces one that
/// waits, and choosing the present agency withdraws it.
///
/// # Errors
/// An agency that does not exist or is off.
pub async fn choose_agency(
    tx: &mut WriteTx,
    account_id: &str,
    agency_id: &str,
    at_once: bool,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<ChosenAgency, OrganisationError> {
    if agency_id.is_empty() {
        return Err(Faults::of("agencyId", Rule::Chosen).into());
    }
    let unknown = || Faults::of("agencyId", Rule::Belongs);
    // The second of two simultaneous choices sees the first.
    let account = held(tx, account_id).await?;
    let found = find_belonging(tx, OrganisationKind::Agency, agency_id).await?;
    let found = found.ok_or_else(unknown)?;
    let agency = found.organisation;
    let is_current = account.agency.as_ref() == Some(&agency);
    if !is_current && found.status == OrganisationStatus::Off {
        return Err(unknown().into());
    }
    let current = match account.agency.clone() {
        Some(current) if !is_current && !at_once => current,
        _ => {
            withdraw(tx, &account, audit).await?;
            move_to(tx, &account, &agency.id, audit).await?;
            let waits = false;
            return Ok(ChosenAgency { agency, waits });
        }
    };
    let waiting = agency_requests::waiting(tx, account_id).await?;
    if waiting.is_none_or(|(wanted, _)| wanted != agency.id) {
        count(tx, limits, account_id, audit).await?;
        withdraw(tx, &account, audit).await?;
        let id = audit.random.uuid_v7(audit.now).to_string();
        let wanted = (Some(current.id.as_str()), agency.id.as_str());
        agency_requests::insert(tx, &id, account_id, wanted, audit.now).await?;
        let event = Event::AgencyRequested {
            from: current.id.clone(),
            to: agency.id,
        };
        audit::record(tx, &audit.entry(event).account(account_id)).await?;
    }
    Ok(ChosenAgency {
        agency: current,
        waits: true,
    })
}

/// Chooses a brand for the account of the person who asks (contract C-013).
///
/// # Errors
/// A brand that does not exist, is off, or belongs to another company than the account.
pub async fn choose_brand(
    tx: &mut WriteTx,
    account_id: &str,
    brand_id: &str,
    audit: &AuditContext,
) -> Result<Organisation, OrganisationError> {
    if brand_id.is_empty() {
        return Err(Faults::of("brandId", Rule::Chosen).into());
    }
    let account = held(tx, account_id).await?;
    let found = find_belonging(tx, OrganisationKind::Brand, brand_id).await?;
    let offered = found.filter(|brand| {
        brand.status == OrganisationStatus::On && belongs(brand, account.company.as_ref())
    });
    let brand = offered
        .ok_or_else(|| Faults::of("brandId", Rule::Belongs))?
        .organisation;
    let changed = Account {
        brand: Some(brand.clone()),
        ..account.clone()
    };
    save(tx, &account, &changed, audit)
        .await
        .map_err(not_saved)?;
    Ok(brand)
}

/// A decision about a request for another agency.
#[derive(Clone, Debug)]
pub struct AgencyDecision {
    pub request_id: String,
    pub approves: bool,
    /// Required for a refusal; the person reads it.
    pub reason: String,
}

/// Decides about the request of `account_id` for another agency. An approved person belongs to it at once. Either way an
/// email tells the person.
///
/// # Errors
/// A request of somebody else, or one's own; one that was decided meanwhile; an agency that is off; a
/// refusal without a reason.
pub async fn decide_agency_request(
    tx: &mut WriteTx,
    account_id: &str,
    decision: AgencyDecision,
    audit: &AuditContext,
) -> Result<AgencyRequestRow, OrganisationError> {
    let unknown = || OrganisationError::Unknown("requestId");
    if audit.actor() == Some(account_id) {
        return Err(OrganisationError::Oneself);
    }
    let account = held(tx, account_id).await?;
    let request: Option<AgencyRequestRow> = AGENCY_REQUESTS.find(tx, decision.request_id).await?;
    let request = request.filter(|request| request.user_id == account_id);
    let request = request.ok_or_else(unknown)?;
    if request.state.0 != AgencyRequestState::Waiting {
        return Err(OrganisationError::Conflict(EarlierChange {
            by: request.decided_by,
            at: request.decided_at.unwrap_or(request.created_at),
        }));
    }
    let reason = decision.reason.trim();
    let state = if decision.approves {
        AgencyRequestState::Approved
    } else {
        AgencyRequestState::Refused
    };
    let mut faults = Faults::default();
    let broken = Rule::of_text(reason, LONGEST_REASON, Rule::Reason);
    faults.check("reason", broken);
    let says_why = decision.approves || !reason.is_empty();
    faults.ensure(says_why, "reason", Rule::Reason);
    faults.or(())?;
    let (by, now) = (audit.actor().unwrap_or_default(), audit.now);
    let ids = (request.request_id.as_str(), account_id);
    if !agency_requests::decide(tx, ids, state, (by, reason), now).await? {
        return Err(unknown());
    }
    let event = Event::AgencyRequestDecided {
        state: state.as_str(),
        to: request.agency_id.clone(),
        reason: reason.to_owned(),
    };
    audit::record(tx, &audit.entry(event).account(account_id)).await?;
    if decision.approves {
        move_to(tx, &account, &request.agency_id, audit).await?;
    }
    let name = account.display_name().into();
    let agency = request.agency_name.as_str().into();
    let request_id = request.request_id.clone();
    let mail = if decision.approves {
        Mail::AgencyApproved(mail::AgencyApproved {
            name,
            agency,
            request_id,
        })
    } else {
        let reason = reason.into();
        Mail::AgencyRefused(mail::AgencyRefused {
            name,
            agency,
            reason,
            request_id,
        })
    };
    write_to(tx, &account, mail, audit).await?;
    let decided = AGENCY_REQUESTS.find(tx, request.request_id).await?;
    decided.ok_or_else(unknown)
}

/// Counts a request for another agency.
async fn count(
    tx: &mut WriteTx,
    limits: &Limits,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), OrganisationError> {
    let counters = limits.agency_request(account_id);
    let counted = limits::spend(tx, &counters, audit.now).await;
    counted.map_err(|refused| match refused {
        LimitError::Delayed { until } => OrganisationError::TooMany {
            wait: until - audit.now,
        },
        LimitError::Busy => OrganisationError::TooMany { wait: SECOND },
        LimitError::Db(error) => error.into(),
    })
}

async fn held(tx: &mut WriteTx, account_id: &str) -> Result<Account, OrganisationError> {
    let account = store::hold(tx, account_id).await?;
    account.ok_or(OrganisationError::Unknown("userId"))
}

/// Withdraws the request of the account, if one waits.
async fn withdraw(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let state = AgencyRequestState::Withdrawn;
    let Some((to, _)) = agency_requests::waiting(tx, &account.id).await? else {
        return Ok(());
    };
    agency_requests::end_waiting(tx, &account.id, state, &account.id, audit.now).await?;
    let reason = String::new();
    let state = state.as_str();
    let event = Event::AgencyRequestDecided { state, to, reason };
    audit::record(tx, &audit.entry(event).account(&account.id)).await
}

/// Gives the account the agency, without a company and a brand that do not belong to it.
async fn move_to(
    tx: &mut WriteTx,
    account: &Account,
    agency_id: &str,
    audit: &AuditContext,
) -> Result<(), OrganisationError> {
    let mut changed = account.clone();
    let wanted = Placing {
        agency: Some(agency_id),
        ..Placing::default()
    };
    let mut faults = Faults::default();
    place(tx, &mut changed, &wanted, &mut faults).await?;
    faults.or(())?;
    save(tx, account, &changed, audit)
        .await
        .map(drop)
        .map_err(not_saved)
}

/// Changing the agency breaks no rule of another field, so only the database can refuse to store it.
fn not_saved(error: AccountError) -> OrganisationError {
    match error {
        AccountError::Db(error) => OrganisationError::Db(error),
        _ => OrganisationError::Unknown("userId"),
    }
}
