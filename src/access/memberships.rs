//! How people become members, and for how long.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::days::in_days;
use super::request::RequestError;
use super::schedule;
use super::store::deciders::{self, GroupRules};
use super::store::memberships as store;
use crate::audit::{self, AuditContext, Changes, Event, Field, ObjectKind};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Status;

pub use super::store::memberships::sweep;

/// The longest membership of a group without a limit of its own, in days.
pub const MOST_DAYS: i64 = 3_650;

/// The rules of the group, which must be enabled.
///
/// # Errors
/// [`RequestError::UnknownGroup`].
pub(super) async fn rules(
    view: &mut impl Reads,
    group_id: &str,
) -> Result<GroupRules, RequestError> {
    let rules = deciders::rules(view, group_id).await?;
    rules.ok_or(RequestError::UnknownGroup)
}

/// Checks that the group allows so many days.
pub(super) fn check_days(rules: &GroupRules, days: Option<i64>) -> Result<(), RequestError> {
    let most = rules.max_days.unwrap_or(MOST_DAYS);
    match days {
        Some(days) if !(1..=most).contains(&days) => Err(RequestError::Days { most }),
        _ => Ok(()),
    }
}

/// The last day of a membership that begins or is extended today: after `days`, or after as many as the group allows.
pub(super) fn last_day(
    rules: &GroupRules,
    days: Option<i64>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Option<Date> {
    let days = match (days, rules.max_days) {
        (Some(days), Some(most)) => Some(days.min(most)),
        (days, most) => days.or(most),
    };
    days.map(|days| in_days(audit.now, days, zone))
}

/// Makes the account a member until `ends_on`, and writes the audit entry.
pub(super) async fn grant(
    tx: &mut WriteTx,
    member: (&str, &str),
    ends_on: Option<Date>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let before = store::find(tx, member.0, member.1).await?;
    let by = actor(audit);
    store::grant(tx, member, ends_on, by, audit.now).await?;
    schedule::membership(tx, member, ends_on, zone, audit).await?;
    let event = match before {
        Some(before) if before.status != Status::Processing => Event::MemberChanged {
            changes: Changes::default()
                .note(Field::recorded("status"), &before.status, &Status::Enabled)
                .note(Field::recorded("ends_on"), &before.ends_on, &ends_on),
        },
        _ => Event::MemberAdded {},
    };
    record(tx, event, member, audit).await
}

/// Gives a member another last day.
pub(super) async fn set_end(
    tx: &mut WriteTx,
    member: (&str, &str),
    ends_on: Option<Date>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let before = store::find(tx, member.0, member.1).await?;
    let before = before.filter(|before| before.status == Status::Enabled);
    let before = before.ok_or(RequestError::NothingToExtend)?;
    store::set_end(tx, member, ends_on).await?;
    schedule::membership(tx, member, ends_on, zone, audit).await?;
    let changes = Changes::default().note(Field::recorded("ends_on"), &before.ends_on, &ends_on);
    Ok(record(tx, Event::MemberChanged { changes }, member, audit).await?)
}

/// Takes the account out of the group.
pub(super) async fn remove(
    tx: &mut WriteTx,
    member: (&str, &str),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), DbError> {
    schedule::membership(tx, member, None, zone, audit).await?;
    if store::remove(tx, member).await? {
        record(tx, Event::MemberRemoved {}, member, audit).await?;
    }
    Ok(())
}

/// Writes the audit entry of a membership. Its object is the group and the person.
pub(super) async fn record(
    tx: &mut WriteTx,
    event: Event,
    (account_id, group_id): (&str, &str),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let entry = audit.entry(event).account(account_id);
    audit::record(tx, &entry.object(ObjectKind::Group, group_id)).await
}

/// The account that acts; `None` for the server and the command line.
pub(super) fn actor(audit: &AuditContext) -> Option<&str> {
    let actor = audit.actor();
    actor.filter(|actor| ![audit::CLI, audit::SERVER].contains(actor))
}
