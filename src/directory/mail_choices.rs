//! Which emails a person wants. Only the emails of a [`Topic`] are a choice: all others are about the safety of the account,
//! or answer what the person asked for.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account_error::AccountError;
use super::store::mail_choices as store;
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};
use crate::mail::Mail;

/// The hour of the server's zone at which summaries are sent.
pub const MORNING: i8 = 7;

/// Emails that a person may do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A membership of the person ends.
    MembershipEnding,
    /// Somebody asks for a group that the person decides about.
    RequestAsked,
    /// A request that the person decides about is overdue.
    RequestOverdue,
}

/// How the emails of a topic come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailMode {
    /// One email for each event.
    #[default]
    Each,
    /// A summary each morning, if anything waits.
    Daily,
    /// No email.
    Off,
}

/// The choices of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailChoices {
    pub membership_ending: MailMode,
    pub request_asked: MailMode,
    pub request_overdue: MailMode,
}

impl Topic {
    const ALL: [Self; 3] = [
        Self::MembershipEnding,
        Self::RequestAsked,
        Self::RequestOverdue,
    ];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MembershipEnding => "membership_ending",
            Self::RequestAsked => "request_asked",
            Self::RequestOverdue => "request_overdue",
        }
    }

    /// The topic of an email; `None` if everybody gets it.
    pub const fn of(mail: &Mail) -> Option<Self> {
        match mail {
            Mail::MembershipEnding(_) => Some(Self::MembershipEnding),
            Mail::RequestAsked(_) => Some(Self::RequestAsked),
            Mail::RequestOverdue(_) => Some(Self::RequestOverdue),
            _ => None,
        }
    }

    /// The field of the product API.
    const fn field(self) -> &'static str {
        match self {
            Self::MembershipEnding => "membershipEnding",
            Self::RequestAsked => "requestAsked",
            Self::RequestOverdue => "requestOverdue",
        }
    }
}

impl MailMode {
    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::Daily => "daily",
            Self::Off => "off",
        }
    }

    /// An unknown name is an email for each event, so that no email is lost.
    fn named(name: &str) -> Self {
        let modes = [Self::Daily, Self::Off].into_iter();
        modes.fold(
            Self::Each,
            |found, mode| if mode.name() == name { mode } else { found },
        )
    }
}

impl MailChoices {
    /// The choices of the account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(view: &mut dyn Reads, account_id: &str) -> Result<Self, DbError> {
        let mut choices = Self::default();
        let stored = store::all(view, account_id).await?;
        for topic in Topic::ALL {
            let found = stored.iter().find(|(name, _)| name == topic.name());
            if let Some((_, mode)) = found {
                *choices.place(topic) = MailMode::named(mode);
            }
        }
        Ok(choices)
    }

    fn place(&mut self, topic: Topic) -> &mut MailMode {
        match topic {
            Topic::MembershipEnding => &mut self.membership_ending,
            Topic::RequestAsked => &mut self.request_asked,
            Topic::RequestOverdue => &mut self.request_overdue,
        }
    }

    /// Stores these choices of the account, with an audit entry of what changed.
    ///
    /// # Errors
    /// A summary of something that has none.
    pub async fn save(
        mut self,
        tx: &mut WriteTx,
        account_id: &str,
        zone: &TimeZone,
        audit: &AuditContext,
    ) -> Result<(), AccountError> {
        let mut faults = Faults::default();
        for topic in [Topic::MembershipEnding, Topic::RequestOverdue] {
            let has_summary = *self.place(topic) == MailMode::Daily;
            faults.ensure(!has_summary, topic.field(), Rule::Unknown);
        }
        faults.or(()).map_err(AccountError::Invalid)?;
        let mut before = Self::of(tx, account_id).await?;
        let sent_on = last_summary(audit.now, zone).to_string();
        let mut changes = Changes::default();
        for topic in Topic::ALL {
            let (old, new) = (*before.place(topic), *self.place(topic));
            if old != new {
                let choice = (topic.name(), new.name());
                store::put(tx, account_id, choice, &sent_on).await?;
                changes = changes.note(Field::recorded(topic.name()), &old, &new);
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        let event = Event::AccountChanged {
            change: Change::Updated,
            changes,
        };
        Ok(audit::record(tx, &audit.entry(event).account(account_id)).await?)
    }
}

/// True if the account gets this email when its event happens.
///
/// # Errors
/// The database failed.
pub async fn wants(view: &mut dyn Reads, account_id: &str, mail: &Mail) -> Result<bool, DbError> {
    let Some(topic) = Topic::of(mail) else {
        return Ok(true);
    };
    let mode = store::find(view, account_id, topic.name()).await?;
    Ok(mode.is_none_or(|mode| MailMode::named(&mode) == MailMode::Each))
}

/// At most `most` accounts whose summary of requests is due.
///
/// # Errors
/// The database failed.
pub async fn summaries_due(
    view: &mut dyn Reads,
    zone: &TimeZone,
    now: Millis,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let day = last_summary(now, zone).to_string();
    let found = store::due(view, SUMMARY, &day, most).await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Notes that the present summary of the account is sent. False if it was, or the person no longer wants one.
///
/// # Errors
/// The database failed.
pub async fn note_summary(
    tx: &mut WriteTx,
    account_id: &str,
    zone: &TimeZone,
    now: Millis,
) -> Result<bool, DbError> {
    let day = last_summary(now, zone).to_string();
    store::note_sent(tx, account_id, SUMMARY, &day).await
}

/// The topic and the mode of summaries.
const SUMMARY: (&str, &str) = (Topic::RequestAsked.name(), MailMode::Daily.name());

/// The day of the newest summary: today from [`MORNING`] on, yesterday before.
fn last_summary(now: Millis, zone: &TimeZone) -> Date {
    let at = Timestamp::from_millisecond(now).unwrap_or_default();
    let at = at.to_zoned(zone.clone());
    if at.hour() >= MORNING {
        return at.date();
    }
    at.date().checked_sub(1.day()).unwrap_or(Date::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody can switch off an email that protects the account.
    #[test]
    fn only_these_emails_are_a_choice() {
        let optional: Vec<_> = Mail::samples()
            .iter()
            .filter(|mail| Topic::of(mail).is_some())
            .map(Mail::name)
            .collect();
        assert_eq!(
            optional,
            ["request_asked", "request_overdue", "membership_ending"]
        );
        for mail in Mail::samples() {
            let name = Topic::of(&mail).map(Topic::name);
            assert!(name.is_none_or(|name| name == mail.name()));
        }
    }

    #[test]
    fn an_unknown_mode_loses_no_email() {
        assert_eq!(MailMode::named("weekly"), MailMode::Each);
        for mode in [MailMode::Each, MailMode::Daily, MailMode::Off] {
            assert_eq!(MailMode::named(mode.name()), mode);
        }
    }

    #[test]
    fn a_summary_belongs_to_the_day_of_its_morning() {
        let zone = TimeZone::get("Asia/Shanghai").unwrap();
        let day = |time: &str| {
            let at: Timestamp = time.parse().unwrap();
            last_summary(at.as_millisecond(), &zone).to_string()
        };
        assert_eq!(day("2026-11-21T22:59:59Z"), "2026-11-21");
        assert_eq!(day("2026-11-21T23:00:00Z"), "2026-11-22");
        assert_eq!(day("2026-11-22T15:59:59Z"), "2026-11-22");
    }
}
