//! Figures of requests and memberships, for administrators and for the managers of a group. They name nobody.

use jiff::civil::Date;

use super::request::{GroupRequest, RequestState};
use super::store::figures as store;
use crate::clock::{DAY, HOUR, MINUTE, Millis};
use crate::db::list::ListError;
use crate::db::{DbError, Reads, WriteTx};
use crate::insight::{self, Count, Figure};

/// The most groups whose figures a manager gets.
const MOST_GROUPS: i64 = 50;

/// How many requests have waited for how long, each counted to 100,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// For less than a day.
    pub day: i64,
    /// For one to three days.
    pub three_days: i64,
    /// For three to seven days.
    pub week: i64,
    /// For longer.
    pub longer: i64,
}

/// How many memberships end, each counted to 100,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Within seven days.
    pub in_7_days: i64,
    /// Within thirty days.
    pub in_30_days: i64,
}

/// A group with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedGroup {
    pub id: String,
    pub name: String,
    pub waiting: Waiting,
    pub ending: Ending,
}

/// Counts how long `request` waited for its decision, for all groups and for its own. Taking a request back decides nothing.
pub(super) fn count_decision(
    tx: &mut WriteTx,
    request: &GroupRequest,
    state: RequestState,
    now: Millis,
) {
    if state == RequestState::Withdrawn {
        return;
    }
    let waited = (now - request.created_at).max(0);
    let spans = [
        (HOUR, "hour"),
        (DAY, "day"),
        (3 * DAY, "three_days"),
        (7 * DAY, "week"),
    ];
    let part = spans.iter().find(|(until, _)| waited < *until);
    let part = part.map_or("longer", |(_, part)| *part);
    for subject in ["", request.group_id.as_str()] {
        let one = Count::of(Figure::Decided, subject);
        insight::count(tx, now, Count { part, ..one });
        let many = waited / MINUTE;
        let minutes = Count::of(Figure::DecidedMinutes, subject);
        insight::count(tx, now, Count { many, ..minutes });
    }
}

/// When requests were made that have waited for a day, three days and a week.
fn made(now: Millis) -> [Millis; 3] {
    [1, 3, 7].map(|days| now - days * DAY)
}

/// The last day (yyyy-MM-dd) of a membership that ends within so many days.
fn last_day(today: Date, days: i64) -> String {
    let day = today.saturating_add(jiff::Span::new().days(days));
    day.to_string()
}

/// The first and the last of the days (yyyy-MM-dd) within which the memberships of a list end, as the figures count them.
///
/// # Errors
/// Not 1 to 366 days.
pub(super) fn days_within(
    wanted: Option<i64>,
    today: Date,
) -> Result<Option<[String; 2]>, ListError> {
    match wanted {
        None => Ok(None),
        Some(days @ 1..=366) => Ok(Some([today.to_string(), last_day(today, days)])),
        Some(_) => Err(ListError::Field("endsWithin")),
    }
}

/// Today, and the last days (yyyy-MM-dd) of memberships that end within seven and thirty days.
fn days(today: Date) -> [String; 3] {
    [0, 7, 30].map(|days| last_day(today, days))
}

/// All requests that wait.
///
/// # Errors
/// The database failed.
pub async fn waiting(view: &mut dyn Reads, now: Millis) -> Result<Waiting, DbError> {
    let [day, three_days, week] = made(now);
    Ok(Waiting {
        day: store::waiting(view, (day, Millis::MAX)).await?,
        three_days: store::waiting(view, (three_days, day)).await?,
        week: store::waiting(view, (week, three_days)).await?,
        longer: store::waiting(view, (0, week)).await?,
    })
}

/// All memberships that end soon. `today` is a day of the server's zone.
///
/// # Errors
/// The database failed.
pub async fn ending(view: &mut dyn Reads, today: Date) -> Result<Ending, DbError> {
    let [today, week, month] = days(today);
    Ok(Ending {
        in_7_days: store::ending(view, (&today, &week)).await?,
        in_30_days: store::ending(view, (&today, &month)).await?,
    })
}

/// The groups that the account manages and that are on, by name; at most 50. Others stay unknown to it. `today` is a day of the
/// server's zone.
///
/// # Errors
/// The database failed.
pub async fn managed_groups(
    view: &mut dyn Reads,
    account_id: &str,
    (now, today): (Millis, Date),
) -> Result<Vec<ManagedGroup>, DbError> {
    let [today, week, month] = days(today);
    let of = (account_id, MOST_GROUPS);
    let found = store::managed(view, of, made(now), [&today, &week, &month]).await?;
    let groups = found.into_iter().map(|row| ManagedGroup {
        id: row.id,
        name: row.name,
        waiting: Waiting {
            day: row.day,
            three_days: row.three_days,
            week: row.week,
            longer: row.longer,
        },
        ending: Ending {
            in_7_days: row.in_7_days,
            in_30_days: row.in_30_days,
        },
    });
    Ok(groups.collect())
}
