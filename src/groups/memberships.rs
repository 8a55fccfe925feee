//! How people become members, and for how long.

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::request::RequestError;
use super::schedule;
use super::store::deciders::{self, GroupRules};
use super::store::memberships as store;
use crate::audit::{self, AuditContext, Changes, Event, Field, ObjectKind};
use crate::clock::Millis;
use crate::days::{in_days, today};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, AccountError, AddedAccount, NewAccount, Status};
use crate::faults::{Faults, Rule};
use crate::i18n::language::Language;
use crate::limits::Limits;

pub use super::store::memberships::sweep;

/// The longest membership of a group without a limit of its own, in days.
pub const MOST_DAYS: i64 = 3_650;

/// A membership ends soon if it ends within this many days.
const SOON: i64 = 30;

/// How many days one click adds in a group without a limit of its own.
const USUAL_DAYS: i64 = 90;

/// How one click extends the memberships of a group.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    pub today: Date,
    /// The longest membership of the group in days.
    pub max_days: Option<i64>,
}

impl Extension {
    /// How it extends memberships of this group; `None` if the group is off.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        view: &mut dyn Reads,
        group_id: &str,
        (zone, now): (&TimeZone, Millis),
    ) -> Result<Option<Self>, DbError> {
        let rules = deciders::rules(view, group_id).await?;
        Ok(rules.map(|rules| Self {
            today: today(now, zone),
            max_days: rules.max_days,
        }))
    }

    /// The new last day of a membership that ends on `ends_on`. It lasts longer by the longest membership of the group,
    /// but not beyond what the group allows from today. `None` if the old day is not near.
    pub fn new_end(self, ends_on: Date) -> Option<Date> {
        let days = self.max_days.unwrap_or(USUAL_DAYS);
        let left = i64::from((ends_on - self.today).get_days());
        // In a group of short memberships a day in 30 days is not near.
        if left > SOON.min(days / 2) {
            return None;
        }
        let latest = self
            .today
            .checked_add(self.max_days.unwrap_or(MOST_DAYS).days());
        let wanted = ends_on.max(self.today).checked_add(days.days()).ok()?;
        Some(wanted.min(latest.ok()?)).filter(|day| *day > ends_on)
    }
}

/// The rules of the group, which must be enabled.
///
/// # Errors
/// [`RequestError::UnknownGroup`].
pub(super) async fn rules(
    view: &mut dyn Reads,
    group_id: &str,
) -> Result<GroupRules, RequestError> {
    let rules = deciders::rules(view, group_id).await?;
    rules.ok_or(RequestError::UnknownGroup)
}

/// Checks that the group allows this many days.
pub(super) fn check_days(rules: &GroupRules, days: Option<i64>) -> Result<(), Faults> {
    let most = rules.max_days.unwrap_or(MOST_DAYS);
    match days {
        Some(days) if !(1..=most).contains(&days) => {
            Err(Faults::of("wantedDays", Rule::DaysUpTo(most)))
        }
        _ => Ok(()),
    }
}

/// The last day of a membership that begins or is extended today, for `days` or for the most that the group allows.
pub(super) fn last_day(
    rules: &GroupRules,
    days: Option<i64>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Option<Date> {
    last_day_in(days, rules.max_days, (zone, audit.now))
}

/// The last day of a membership that begins now: for `days`, or for as long as a group with `max_days` allows; `None` for
/// no end.
pub fn last_day_in(
    days: Option<i64>,
    max_days: Option<i64>,
    (zone, now): (&TimeZone, Millis),
) -> Option<Date> {
    let days = match (days, max_days) {
        (Some(days), Some(most)) => Some(days.min(most)),
        (days, most) => days.or(most),
    };
    days.map(|days| in_days(now, days, zone))
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
        _ => Event::MemberAdded { until: ends_on },
    };
    record(tx, event, member, audit).await
}

/// Gives a member another last day. Does nothing if it is the same.
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
    if before.source.is_some() {
        return Err(RequestError::Given);
    }
    if before.ends_on == ends_on {
        return Ok(());
    }
    store::set_end(tx, member, ends_on, actor(audit), audit.now).await?;
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

/// Adds an account, makes it a member of the group `group_id` if there is one, and queues the email
/// to its owner (contract C-043). Writes an audit entry for each.
///
/// # Errors
///
/// Those of [`directory::add_and_welcome`]; an unknown group is a fault of its field.
pub async fn add_account(
    tx: &mut WriteTx,
    new: NewAccount,
    group_id: Option<&str>,
    language: Language,
    (limits, zone): (&Limits, &TimeZone),
    audit: &AuditContext,
) -> Result<AddedAccount, AccountError> {
    let added = directory::add_and_welcome(tx, new, language, limits, audit).await?;
    let Some(group_id) = group_id else {
        return Ok(added);
    };
    let member = (added.account.id.as_str(), group_id);
    let joined = join(tx, member, zone, audit).await;
    joined.map_err(|error| match error {
        RequestError::Db(error) => AccountError::Db(error),
        _ => Faults::of("groupId", Rule::Belongs).into(),
    })?;
    Ok(added)
}

/// Makes a new account a member for as long as the group allows.
///
/// # Errors
/// [`RequestError::UnknownGroup`].
pub(super) async fn join(
    tx: &mut WriteTx,
    member: (&str, &str),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), RequestError> {
    let rules = rules(tx, member.1).await?;
    let ends_on = last_day(&rules, None, zone, audit);
    Ok(grant(tx, member, ends_on, zone, audit).await?)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    /// What one click offers, by the limit of the group and the day.
    #[test]
    fn one_click_extends_what_ends_soon_as_far_as_the_group_allows() {
        let new_end = |max_days, ends_on| {
            let today = date(2026, 11, 21);
            Extension { today, max_days }.new_end(ends_on)
        };
        // Without a limit: 90 days after the old end.
        assert_eq!(new_end(None, date(2026, 12, 21)), Some(date(2027, 3, 21)));
        assert_eq!(new_end(None, date(2026, 11, 21)), Some(date(2027, 2, 19)));
        assert_eq!(new_end(None, date(2026, 12, 22)), None);
        // With a limit: never later than the group allows from today.
        assert_eq!(
            new_end(Some(60), date(2026, 12, 21)),
            Some(date(2027, 1, 20))
        );
        assert_eq!(
            new_end(Some(14), date(2026, 11, 28)),
            Some(date(2026, 12, 5))
        );
        assert_eq!(new_end(Some(14), date(2026, 11, 29)), None);
        assert_eq!(
            new_end(Some(1), date(2026, 11, 21)),
            Some(date(2026, 11, 22))
        );
        // The job that ends it is late.
        assert_eq!(
            new_end(Some(10), date(2026, 11, 1)),
            Some(date(2026, 12, 1))
        );
        assert_eq!(new_end(None, Date::MAX), None);
    }
}
