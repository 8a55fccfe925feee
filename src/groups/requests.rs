//! Asking for a group and deciding about requests. Every call and every job decides through [`decide`].

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::figures;
use super::memberships::{self, actor, check_days};
use super::opened::opened_by;
use super::request::{
    GroupRequest, LONGEST_REASON, Outcome, RequestError, RequestKind, RequestState, Verdict, Wish,
};
use super::schedule;
use super::store::deciders::{self, GroupRules, Person};
use super::store::{memberships as places, requests as store};
use crate::access::rights::SSO;
use crate::audit::{self, AuditContext, Changes, Event, Field, ObjectKind};
use crate::clock::{DAY, Millis, SECOND};
use crate::days::{end_of, in_days, last_day_before, today};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, Status, may_sign_in, write_to};
use crate::faults::{Faults, Rule};
use crate::i18n::language::Language;
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, Mail, Recipient};

pub use super::store::requests::find;

/// How many of the products that a group opens an email names.
const NAMED: usize = 6;

/// How long the rows of refused and invited people stay in the list of members.
pub(super) const KEPT: Millis = 30 * DAY;

/// What [`ask`] has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The request with this id is pending, new or not.
    Pending(String),
    /// The person is a member already.
    Member,
}

/// Asks for the group `group_id` on behalf of `account`, or for more time in it. Asking again changes
/// nothing (contract F-46).
///
/// # Errors
/// [`RequestError::UnknownGroup`] also for a group that the person may not see.
pub async fn ask(
    tx: &mut WriteTx,
    account: &Account,
    (kind, group_id): (RequestKind, &str),
    wish: Wish,
    (zone, limits): (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<Asked, RequestError> {
    let viewer = (account.id.as_str(), agency(account));
    let is_visible = deciders::is_visible(tx, group_id, viewer).await?;
    if !is_visible {
        return Err(RequestError::UnknownGroup);
    }
    if let Some(pending) = store::pending(tx, &account.id, group_id).await? {
        return Ok(Asked::Pending(pending.id));
    }
    let place = places::find(tx, &account.id, group_id).await?;
    let member = place.filter(|place| place.status == Status::Enabled);
    match (kind, member) {
        (RequestKind::Join, Some(_)) => return Ok(Asked::Member),
        (RequestKind::Extend, None) => return Err(RequestError::NothingToExtend),
        (RequestKind::Extend, Some(member)) if member.ends_on.is_none() => {
            return Err(RequestError::NothingToExtend);
        }
        _ => {}
    }
    check_reason(&wish.reason)?;
    let rules = memberships::rules(tx, group_id).await?;
    check_days(&rules, wish.days)?;
    count(tx, &limits.request(&account.id, group_id), audit).await?;
    let id = audit.random.uuid_v7(audit.now).to_string();
    let end = |days| end_of(in_days(audit.now, days, zone), zone);
    let (due_at, refuse_at) = (end(rules.due_days), end(rules.refuse_days));
    let new = store::NewRequest {
        id: &id,
        kind,
        account_id: &account.id,
        group_id,
        product_id: wish.product_id,
        reason: &wish.reason,
        wanted_days: wish.days,
        now: audit.now,
        due_at,
        refuse_at,
    };
    if !store::insert(tx, &new).await? {
        // Somebody, such as a second click, asked at the same moment.
        let pending = store::pending(tx, &account.id, group_id).await?;
        let pending = pending.ok_or(RequestError::UnknownRequest)?;
        return Ok(Asked::Pending(pending.id));
    }
    places::wait(tx, (&account.id, group_id), audit.now).await?;
    schedule::request(tx, &id, (due_at, refuse_at), audit).await?;
    let event = Event::RequestMade {
        kind: kind.name(),
        days: wish.days,
    };
    record(tx, event, (&id, &account.id), audit).await?;
    let ends_on = memberships::last_day(&rules, wish.days, zone, audit);
    let opened = opened_by(tx, [group_id], None).await?;
    let opened = opened.into_values().next().unwrap_or_default();
    let names = |language: Language| -> Vec<mail::Name> {
        (opened.products.iter().take(NAMED))
            .map(|product| language.of_two(product.name.clone(), product.name_zh.clone()))
            .map(Into::into)
            .collect()
    };
    let asked = |to: &Person| {
        Mail::RequestAsked(mail::RequestAsked {
            name: to.display_name().into(),
            person: account.display_name().into(),
            agency: (account.agency.as_ref()).map(|agency| agency.name.as_str().into()),
            group: rules.name.as_str().into(),
            extends: kind == RequestKind::Extend,
            reason: (!wish.reason.is_empty()).then(|| wish.reason.as_str().into()),
            opens: names(Language::EnUs),
            opens_zh: names(Language::ZhCn),
            opens_count: opened.total,
            ends_on: ends_on.map(|day| day.to_string()),
            due_on: last_day_before(due_at, zone).to_string(),
            request_id: id.clone(),
        })
    };
    let to = deciders_of(tx, group_id, zone, audit).await?;
    write_to_all(tx, &to, &account.id, asked, audit).await?;
    Ok(Asked::Pending(id))
}

/// Withdraws the caller's own pending request `id`.
///
/// # Errors
/// [`RequestError::Decided`] if it is no longer pending.
pub async fn withdraw(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<GroupRequest, RequestError> {
    let request = pending(tx, id, None).await?;
    close(tx, &request, RequestState::Withdrawn, "", audit).await?;
    Ok(request)
}

/// Ends the person's pending request for the group, if any, because the person leaves or is removed.
pub(super) async fn drop_pending(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    audit: &AuditContext,
) -> Result<(), RequestError> {
    match store::pending(tx, account_id, group_id).await? {
        Some(request) => close(tx, &request, RequestState::Withdrawn, "", audit).await,
        None => Ok(()),
    }
}

/// Refuses all pending requests for a group that is switched off or deleted.
///
/// # Errors
/// The database failed.
pub async fn refuse_all(
    tx: &mut WriteTx,
    group_id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    loop {
        let pending = store::pending_of_group(tx, group_id).await?;
        if pending.is_empty() {
            return Ok(());
        }
        for request in pending {
            let verdict = Verdict::Refuse(String::new());
            decide(tx, &request.id, None, verdict, zone, audit).await?;
        }
    }
}

fn check_reason(reason: &str) -> Result<(), Faults> {
    let broken = Rule::of_text(reason, LONGEST_REASON, Rule::LongReason);
    broken.map_or(Ok(()), |rule| Err(Faults::of("reason", rule)))
}

/// Decides about the request `id`: the only function that does. Only one of two simultaneous decisions counts, and the
/// person gets one email. If `version` is given, the request must still have it.
///
/// # Errors
/// [`RequestError::Decided`] if it is no longer pending; [`RequestError::UnknownPerson`] and
/// [`RequestError::UnknownGroup`] if it cannot be approved any more.
pub async fn decide(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
    verdict: Verdict,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<GroupRequest, RequestError> {
    let request = pending(tx, id, version).await?;
    let account = directory::find(tx, &request.account_id).await?;
    let account = account.ok_or(RequestError::UnknownPerson)?;
    let reason = match &verdict {
        Verdict::Refuse(reason) => {
            check_reason(reason)?;
            reason.as_str()
        }
        _ => "",
    };
    let mail = if verdict.state() == RequestState::Approved {
        if may_sign_in(&account, audit.now, zone).is_err() {
            return Err(RequestError::UnknownPerson);
        }
        let rules = memberships::rules(tx, &request.group_id).await?;
        close(tx, &request, verdict.state(), reason, audit).await?;
        let ends_on = match verdict {
            Verdict::ApproveUntil(day) => day,
            _ => memberships::last_day(&rules, request.wanted_days, zone, audit),
        };
        approved(tx, &request, (&account, ends_on), &rules, zone, audit).await?
    } else {
        close(tx, &request, verdict.state(), reason, audit).await?;
        Mail::RequestRefused(mail::RequestRefused {
            name: account.display_name().into(),
            group: group_name(tx, &request.group_id).await?.into(),
            reason: (!reason.is_empty()).then(|| reason.into()),
            timed_out: verdict == Verdict::TimeOut,
            request_id: request.id.clone(),
        })
    };
    // A person who cannot sign in gets no email, and no warning either.
    if may_sign_in(&account, audit.now, zone).is_ok() {
        write_to(tx, &account, mail, audit).await?;
    }
    Ok(request)
}

/// Makes the person a member until `ends_on`, or extends the membership; returns the email about it.
async fn approved(
    tx: &mut WriteTx,
    request: &GroupRequest,
    (account, ends_on): (&Account, Option<Date>),
    rules: &GroupRules,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Mail, RequestError> {
    let member = (request.account_id.as_str(), request.group_id.as_str());
    match request.kind {
        RequestKind::Join => memberships::grant(tx, member, ends_on, zone, audit).await?,
        RequestKind::Extend => memberships::set_end(tx, member, ends_on, zone, audit).await?,
    }
    Ok(Mail::RequestApproved(mail::RequestApproved {
        name: account.display_name().into(),
        group: rules.name.as_str().into(),
        ends_on: ends_on.map(|day| day.to_string()),
        request_id: request.id.clone(),
    }))
}

/// Reminds those who decide about the request and their stand-ins, once. From then on stand-ins may
/// decide. Does nothing if it is decided. While the person cannot sign in, nobody can approve the request, so it is
/// checked again each day.
pub(super) async fn remind(
    tx: &mut WriteTx,
    id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let request = store::find(tx, id).await?;
    let Some(request) = request.filter(|request| request.state == RequestState::Pending) else {
        return Ok(());
    };
    let account = directory::find(tx, &request.account_id).await?;
    let account = account.filter(|account| may_sign_in(account, audit.now, zone).is_ok());
    let Some(account) = account else {
        return Ok(schedule::remind_later(tx, &request, audit).await?);
    };
    if !store::remind(tx, id, audit.now).await? {
        return Ok(());
    }
    let group = group_name(tx, &request.group_id).await?;
    let today = today(audit.now, zone).to_string();
    let mut to = deciders_of(tx, &request.group_id, zone, audit).await?;
    to.extend(deciders::stand_ins(tx, &request.group_id, &today).await?);
    let overdue = |to: &Person| {
        Mail::RequestOverdue(mail::RequestOverdue {
            name: to.display_name().into(),
            person: account.display_name().into(),
            group: group.as_str().into(),
            refuse_on: last_day_before(request.refuse_at, zone).to_string(),
            request_id: request.id.clone(),
        })
    };
    Ok(write_to_all(tx, &to, &account.id, overdue, audit).await?)
}

/// Ends a membership whose last day is `ends_on`. Does nothing if its last day has changed.
pub(super) async fn expire(
    tx: &mut WriteTx,
    member: (&str, &str),
    ends_on: Date,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    if !places::expire(tx, member, ends_on).await? {
        return Ok(());
    }
    let changes = Changes::default().note(
        Field::recorded("status"),
        &Status::Enabled,
        &Status::Disabled,
    );
    memberships::record(tx, Event::MemberChanged { changes }, member, audit).await?;
    // A pending request to extend has become useless; the person can ask to join again.
    drop_pending(tx, member, audit).await
}

/// The pending request `id`, which must have this `version` if one is given.
async fn pending(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
) -> Result<GroupRequest, RequestError> {
    let request = store::find(tx, id).await?;
    let request = request.ok_or(RequestError::UnknownRequest)?;
    let is_current = version.is_none_or(|version| version == request.version);
    if request.state == RequestState::Pending && is_current {
        return Ok(request);
    }
    Err(decided(tx, request).await?)
}

/// Ends a pending request in `state`. The person no longer waits in the list of members.
async fn close(
    tx: &mut WriteTx,
    request: &GroupRequest,
    state: RequestState,
    reason: &str,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let by = actor(audit);
    if !store::decide(tx, &request.id, state, by, reason, audit.now).await? {
        let request = store::find(tx, &request.id).await?;
        let request = request.ok_or(RequestError::UnknownRequest)?;
        return Err(decided(tx, request).await?);
    }
    figures::count_decision(tx, request, state, audit.now);
    schedule::forget_request(tx, &request.id).await?;
    let outcome = match state {
        RequestState::Pending | RequestState::Approved => None,
        RequestState::Refused => Some(Outcome::Refused),
        RequestState::Withdrawn => Some(Outcome::Withdrawn),
        RequestState::TimedOut => Some(Outcome::TimedOut),
    };
    if let Some(outcome) = outcome {
        let member = (request.account_id.as_str(), request.group_id.as_str());
        places::stop_waiting(tx, member, outcome, audit.now + KEPT).await?;
    }
    let event = Event::RequestDecided {
        outcome: state.name(),
        reason: reason.to_owned(),
    };
    Ok(record(tx, event, (&request.id, &request.account_id), audit).await?)
}

/// Who decided about `request` and when.
pub(super) async fn decided(
    view: &mut dyn Reads,
    request: GroupRequest,
) -> Result<RequestError, DbError> {
    let by = match request.decided_by {
        Some(by) => {
            let names = directory::names_of(view, &BTreeSet::from([by.clone()])).await?;
            names.get(&by).map(|name| name.name.clone())
        }
        None => None,
    };
    let at = request.decided_at.unwrap_or(request.created_at);
    Ok(RequestError::Decided { by, at })
}

/// The managers of the group, and the stand-ins of absent managers; the administrators of product SSO if no manager is active.
async fn deciders_of(
    view: &mut dyn Reads,
    group_id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Vec<Person>, DbError> {
    let today = today(audit.now, zone).to_string();
    let mut found = deciders::managers(view, group_id, &today).await?;
    if found.is_empty() {
        return deciders::administrators(view, SSO, &today).await;
    }
    found.extend(deciders::stand_ins_of_absent(view, group_id, &today).await?);
    Ok(found)
}

/// The name of the group, enabled or not.
async fn group_name(view: &mut dyn Reads, group_id: &str) -> Result<String, DbError> {
    Ok(deciders::name(view, group_id).await?.unwrap_or_default())
}

/// Queues an email to each of `people` who wants it once, but not to the person who asked.
async fn write_to_all(
    tx: &mut WriteTx,
    people: &[Person],
    but: &str,
    mail: impl Fn(&Person) -> Mail,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mut written = BTreeSet::from([but.to_owned()]);
    for person in people {
        let Some(email) = &person.email else {
            continue;
        };
        if !written.insert(person.id.clone()) {
            continue;
        }
        let to = Recipient {
            name: person.display_name().to_owned(),
            email: email.clone(),
            language: Language::from_api(&person.lang).unwrap_or_default(),
        };
        let mail = mail(person);
        if directory::wants(tx, &person.id, &mail).await? {
            mail::queue(tx, &to, mail, &audit.random, audit.now).await?;
        }
    }
    Ok(())
}

/// Counts something with a daily limit.
pub(super) async fn count(
    tx: &mut WriteTx,
    counters: &[limits::Counter],
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let counted = limits::spend(tx, counters, audit.now).await;
    counted.map_err(|refused| match refused {
        LimitError::Delayed { until } => RequestError::TooMany {
            wait: until - audit.now,
        },
        LimitError::Busy => RequestError::TooMany { wait: SECOND },
        LimitError::Db(error) => error.into(),
    })
}

async fn record(
    tx: &mut WriteTx,
    event: Event,
    (id, account_id): (&str, &str),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let entry = audit.entry(event).account(account_id);
    audit::record(tx, &entry.object(ObjectKind::Request, id)).await
}

/// The id of the agency as statements expect it: empty for none.
pub fn agency(account: &Account) -> &str {
    account.agency.as_ref().map_or("", |agency| &agency.id)
}
