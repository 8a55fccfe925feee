//! Managers who are away: another person decides about the requests of their groups meanwhile (decision 0071).

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::absence::{Absence, StoodInFor, WantedAbsence, days_of};
use super::group_error::GroupError;
use super::group_members::of_request;
use super::requests;
use super::store::absences as store;
use crate::audit::{self, AuditContext, Changes, Event, Field};
use crate::clock::{DAY, Millis};
use crate::days::{today, utc};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, may_sign_in};
use crate::faults::{Faults, Rule};
use crate::limits::Limits;
use crate::mail::{self, Mail};

/// How long an absence that is over is kept, in any time zone.
pub const KEPT: Millis = 2 * DAY;

/// The absences that concern a person.
#[derive(Clone, Debug)]
pub struct Absences {
    /// True if the person manages a group in which another person can stand in.
    pub can_be_represented: bool,
    /// The person's own absence, if one is not over.
    pub own: Option<Absence>,
    /// The absences of managers for whom the person stands in, at most 100.
    pub stood_in_for: Vec<StoodInFor>,
}

impl Absences {
    /// The absences that concern the account and are not over at `now`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        view: &mut dyn Reads,
        account_id: &str,
        (zone, now): (&TimeZone, Millis),
    ) -> Result<Self, DbError> {
        let today = today(now, zone).to_string();
        Ok(Self {
            can_be_represented: store::can_be_represented(view, account_id).await?,
            own: store::find(view, account_id, &today).await?,
            stood_in_for: store::stood_in_for(view, account_id, &today).await?,
        })
    }
}

/// Stores an absence of `manager`, which replaces an earlier one, and writes to the stand-in. An absence that has begun keeps
/// its first day.
///
/// # Errors
/// [`GroupError::Invalid`]: days in the wrong order, in the past or too far ahead; a stand-in who is the manager, cannot sign
/// in until the end, or whose way in the manager chose; or a manager of no group in which somebody can stand in.
/// [`GroupError::TooMany`], because each is an email.
pub async fn save(
    tx: &mut WriteTx,
    manager: &Account,
    wanted: &WantedAbsence,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), GroupError> {
    let day = today(audit.now, zone);
    let (first, last) = days_of(wanted, day)?;
    let stand_in = stand_in_of(tx, manager, &wanted.stand_in_id, (last, zone, audit.now)).await?;
    if !store::can_be_represented(tx, &manager.id).await? {
        return Err(Faults::of("userId", Rule::NobodyStandsIn).into());
    }
    let before = store::find(tx, &manager.id, &day.to_string()).await?;
    let begun = before.as_ref().map(|before| before.first_day.clone());
    let after = Absence {
        stand_in_id: stand_in.id.clone(),
        username: stand_in.username.clone(),
        full_name: stand_in.full_name.clone(),
        first_day: begun
            .filter(|day| *day == wanted.first_day)
            .unwrap_or_else(|| first.to_string()),
        last_day: last.to_string(),
        is_able: true,
    };
    if before.as_ref() == Some(&after) {
        return Ok(());
    }
    let counted = requests::count(tx, &Limits::stand_in(&manager.id), audit).await;
    counted.map_err(|error| of_request(error, "userId"))?;
    let days = (after.first_day.as_str(), after.last_day.as_str());
    store::put(tx, &manager.id, &after.stand_in_id, days).await?;
    record(tx, &manager.id, (before.as_ref(), Some(&after)), audit).await?;
    let named = Mail::StandInNamed(mail::StandInNamed {
        name: stand_in.display_name().into(),
        manager: manager.display_name().into(),
        first_day: after.first_day,
        last_day: after.last_day,
    });
    Ok(directory::write_to(tx, &stand_in, named, audit).await?)
}

/// Ends the absence of the account, if there is one.
///
/// # Errors
/// The database failed.
pub async fn end(
    tx: &mut WriteTx,
    account_id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let now = today(audit.now, zone).to_string();
    let before = store::find(tx, account_id, &now).await?;
    store::delete(tx, account_id).await?;
    if before.is_none() {
        return Ok(());
    }
    record(tx, account_id, (before.as_ref(), None), audit).await
}

/// Deletes at most `most` absences that were over before `before`, in every time zone; returns how many.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let day: String = utc(before).chars().take(10).collect();
    store::sweep(tx, &day, most).await
}

/// The account that stands in. Both accounts are locked, so that one absence is stored at a time and nobody chooses a way into
/// the stand-in's account meanwhile.
async fn stand_in_of(
    tx: &mut WriteTx,
    manager: &Account,
    id: &str,
    (last, zone, now): (Date, &TimeZone, Millis),
) -> Result<Account, GroupError> {
    let refused = |rule| Err(Faults::of("userId", rule).into());
    if id.is_empty() {
        return refused(Rule::Chosen);
    }
    if id == manager.id {
        return refused(Rule::StandIn);
    }
    // In the order of ids, because two managers may name each other.
    let mut found = None;
    for held in BTreeSet::from([id, manager.id.as_str()]) {
        let account = directory::hold(tx, held).await?;
        found = account.filter(|account| account.id == id).or(found);
    }
    let stays = |account: &Account| account.expire_date.is_none_or(|day| last <= day);
    let found = found.filter(|account| may_sign_in(account, now, zone).is_ok() && stays(account));
    match found {
        // Somebody who knows the password of the stand-in would decide about their own requests.
        Some(account) if directory::chose_way_in(tx, &manager.id, &account.id).await? => {
            refused(Rule::StandInWay)
        }
        Some(account) => Ok(account),
        None => refused(Rule::StandIn),
    }
}

/// An entry in the manager's history. The stand-in is shown with name and id, as in entries about groups.
async fn record(
    tx: &mut WriteTx,
    account_id: &str,
    (before, after): (Option<&Absence>, Option<&Absence>),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let shown = |absence: &Absence| format!("{} ({})", absence.username, absence.stand_in_id);
    let first = |absence: &Absence| absence.first_day.clone();
    let last = |absence: &Absence| absence.last_day.clone();
    let changes = Changes::default()
        .note(
            Field::recorded("stand_in"),
            &before.map(shown),
            &after.map(shown),
        )
        .note(
            Field::recorded("absent_from"),
            &before.map(first),
            &after.map(first),
        )
        .note(
            Field::recorded("absent_until"),
            &before.map(last),
            &after.map(last),
        );
    let event = Event::StandInChanged { changes };
    audit::record(tx, &audit.entry(event).account(account_id)).await
}
