//! What managers do with the members of their groups, and members with their own membership.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::given::refuse_given;
use super::last_manager::only_manager;
use super::memberships::{self, MOST_DAYS, actor};
use super::request::{RequestError, RequestKind, Verdict};
use super::requests::{self, KEPT};
use super::store::{deciders, memberships as store, requests as pending};
use crate::audit::{AuditContext, Event};
use crate::days::{in_days, today};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, EarlierChange, Status, may_sign_in};
use crate::faults::{Faults, Rule};
use crate::limits::Limits;
use crate::mail::{self, Mail};

/// The most addresses of one invitation (contract K-18, F-63).
pub const MOST_INVITED: usize = 5;

/// Makes the account `account_id` a member of the group (contract C-090, T-28). Its pending request is
/// approved; a member stays one. Without a request of the person, the email is counted (contract F-63).
///
/// # Errors
/// [`RequestError::UnknownPerson`] if the account cannot be used; [`RequestError::TooMany`].
pub async fn add(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    (zone, limits): (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<(), RequestError> {
    if let Some(request) = pending::pending(tx, account_id, group_id).await? {
        requests::decide(tx, &request.id, None, Verdict::Approve, zone, audit).await?;
        return Ok(());
    }
    let account = usable(tx, account_id, zone, audit).await?;
    let place = store::find(tx, account_id, group_id).await?;
    if place.is_some_and(|place| place.status == Status::Enabled) {
        // The answer says that somebody has this name, as a search does (attack 14).
        return count_search(tx, limits, audit).await;
    }
    if let Some(actor) = actor(audit) {
        requests::count(tx, &limits.added_member(actor, account_id), audit).await?;
    }
    let rules = memberships::rules(tx, group_id).await?;
    let ends_on = memberships::last_day(&rules, None, zone, audit);
    memberships::grant(tx, (account_id, group_id), ends_on, zone, audit).await?;
    let mail = Mail::MemberAdded(mail::MemberAdded {
        name: account.display_name().into(),
        group: rules.name.as_str().into(),
        by: actor_name(tx, audit).await?.into(),
        ends_on: ends_on.map(|day| day.to_string()),
    });
    Ok(directory::write_to(tx, &account, mail, audit).await?)
}

/// Approves a person from the list of members (contract C-087, T-23): a pending request, or a membership that has
/// ended.
///
/// # Errors
/// [`RequestError::UnknownPerson`] if there is nothing to approve; [`RequestError::TooMany`].
pub async fn approve(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    rules: (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let is_pending = pending::pending(tx, account_id, group_id).await?.is_some();
    let place = store::find(tx, account_id, group_id).await?;
    let has_ended =
        place.is_some_and(|place| place.status == Status::Disabled && place.outcome.has_ended());
    if is_pending || has_ended {
        return add(tx, (account_id, group_id), rules, audit).await;
    }
    Err(undecidable(tx, (account_id, group_id)).await?)
}

/// Refuses a person's pending request (contract C-088, T-24).
///
/// # Errors
/// [`RequestError::Decided`] if somebody has decided; [`RequestError::UnknownPerson`] if the person has
/// not asked.
pub async fn reject(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    reason: String,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    match pending::pending(tx, account_id, group_id).await? {
        Some(request) => {
            let verdict = Verdict::Refuse(reason);
            requests::decide(tx, &request.id, None, verdict, zone, audit).await?;
            Ok(())
        }
        None => Err(undecidable(tx, (account_id, group_id)).await?),
    }
}

/// Why there is nothing to decide about the person: the last request was decided, or there is none.
async fn undecidable(
    view: &mut dyn Reads,
    (account_id, group_id): (&str, &str),
) -> Result<RequestError, DbError> {
    match pending::last(view, account_id, group_id).await? {
        Some(request) => requests::decided(view, request).await,
        None => Ok(RequestError::UnknownPerson),
    }
}

/// Takes a person out of the group (contract C-089, T-25). A manager also stops managing it. Nobody can take out the
/// last manager (contract F-21).
///
/// # Errors
/// [`RequestError::LastManager`], [`RequestError::NoMember`].
pub async fn remove(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    deciders::hold(tx, group_id).await?;
    refuse_given(tx, (account_id, group_id)).await?;
    let only = only_manager(tx, group_id, (zone, audit.now)).await?;
    if only.as_deref() == Some(account_id) {
        return Err(RequestError::LastManager);
    }
    let is_there = store::find(tx, account_id, group_id).await?.is_some();
    if !is_there {
        return Err(RequestError::NoMember);
    }
    requests::drop_pending(tx, (account_id, group_id), audit).await?;
    deciders::dismiss(tx, group_id, account_id).await?;
    Ok(memberships::remove(tx, (account_id, group_id), zone, audit).await?)
}

/// Ends the person's own membership (contract T-20). Does nothing if the person is no member (contract F-46).
///
/// # Errors
/// [`RequestError::ManagerStays`]: a manager's own row offers no way out (contract F-48).
pub async fn leave(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let place = store::find(tx, account_id, group_id).await?;
    let is_member = place.is_some_and(|place| place.status == Status::Enabled);
    if !is_member {
        return Ok(());
    }
    refuse_given(tx, (account_id, group_id)).await?;
    if super::store::groups::manages(tx, account_id, group_id).await? {
        return Err(RequestError::ManagerStays);
    }
    requests::drop_pending(tx, (account_id, group_id), audit).await?;
    Ok(memberships::remove(tx, (account_id, group_id), zone, audit).await?)
}

/// A new last day of a membership, `None` for no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewEnd {
    pub ends_on: Option<Date>,
    /// The last day that the caller read. If it is missing, the last change wins.
    pub read: Option<Option<Date>>,
}

/// Gives a member another last day, and approves the member's pending request to extend.
///
/// # Errors
/// [`RequestError::Invalid`] if the day is not after today or the group does not allow it; [`RequestError::Changed`] if the
/// membership has another last day than the caller read.
pub async fn extend(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    NewEnd { ends_on, read }: NewEnd,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    if let Some(read) = read {
        // The second of two extensions reads the day of the first.
        deciders::hold(tx, group_id).await?;
        expect_end(tx, (account_id, group_id), read).await?;
    }
    let rules = memberships::rules(tx, group_id).await?;
    let latest = in_days(audit.now, rules.max_days.unwrap_or(MOST_DAYS), zone);
    let is_allowed = match ends_on {
        Some(day) => today(audit.now, zone) < day && day <= latest,
        None => rules.max_days.is_none(),
    };
    if !is_allowed {
        return Err(Faults::of("endsOn", Rule::LastDay(latest)).into());
    }
    let pending = pending::pending(tx, account_id, group_id).await?;
    // This lets nobody join, because the manager has not read the reason.
    if let Some(request) = pending.filter(|request| request.kind == RequestKind::Extend) {
        // The email names the day that the manager chose.
        let verdict = Verdict::ApproveUntil(ends_on);
        requests::decide(tx, &request.id, None, verdict, zone, audit).await?;
        return Ok(());
    }
    memberships::set_end(tx, (account_id, group_id), ends_on, zone, audit).await
}

/// Refuses unless the membership has this last day.
async fn expect_end(
    view: &mut dyn Reads,
    member: (&str, &str),
    read: Option<Date>,
) -> Result<(), RequestError> {
    let place = store::find(view, member.0, member.1).await?;
    let place = place.ok_or(RequestError::NothingToExtend)?;
    if place.status != Status::Enabled || place.ends_on == read {
        return Ok(());
    }
    let granted = store::granted(view, member).await?;
    let (by, at) = granted.ok_or(RequestError::NothingToExtend)?;
    let change = EarlierChange::of(view, by.as_deref(), at).await?;
    Err(RequestError::Changed(change))
}

/// Invites the owner of an email address to the group, if they have an account (contract C-098, G-65). False if no
/// account with this address can be invited, or its owner is a member. Every address counts (contract F-63).
///
/// # Errors
/// [`RequestError::TooMany`].
pub async fn invite(
    tx: &mut WriteTx,
    (email, group_id): (&str, &str),
    (zone, limits): (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<bool, RequestError> {
    let rules = memberships::rules(tx, group_id).await?;
    if let Some(actor) = actor(audit) {
        requests::count(tx, &limits.invitation(actor), audit).await?;
    }
    let account = directory::find_by_address(tx, email).await?;
    let account = account.filter(|account| may_sign_in(account, audit.now, zone).is_ok());
    let Some(account) = account else {
        return Ok(false);
    };
    let place = store::find(tx, &account.id, group_id).await?;
    if place.is_some_and(|place| place.status != Status::Disabled) {
        return Ok(false);
    }
    if let Some(actor) = actor(audit) {
        requests::count(tx, &limits.invitation_of(actor, &account.id), audit).await?;
    }
    let member = (account.id.as_str(), group_id);
    store::invite(tx, member, audit.now + KEPT, audit.now).await?;
    memberships::record(tx, Event::PersonInvited {}, member, audit).await?;
    let mail = Mail::GroupInvitation(mail::GroupInvitation {
        name: account.display_name().into(),
        group: rules.name.as_str().into(),
        by: actor_name(tx, audit).await?.into(),
    });
    directory::write_to(tx, &account, mail, audit).await?;
    Ok(true)
}

/// Counts a search for people to add (contract F-22).
///
/// # Errors
/// [`RequestError::TooMany`].
pub async fn count_search(
    tx: &mut WriteTx,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    match actor(audit) {
        Some(actor) => requests::count(tx, &limits.search(actor), audit).await,
        None => Ok(()),
    }
}

/// The account, unless it is disabled or has expired.
async fn usable(
    view: &mut dyn Reads,
    account_id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Account, RequestError> {
    let account = directory::find(view, account_id).await?;
    let usable = account.filter(|account| may_sign_in(account, audit.now, zone).is_ok());
    usable.ok_or(RequestError::UnknownPerson)
}

/// The display name of the person who acts.
async fn actor_name(view: &mut dyn Reads, audit: &AuditContext) -> Result<String, DbError> {
    let Some(actor) = actor(audit) else {
        return Ok(String::new());
    };
    let account = directory::find(view, actor).await?;
    Ok(account.map_or_else(String::new, |account| account.display_name().to_owned()))
}
