//! Figures of requests and memberships, for administrators and for the managers of a group. They name nobody.

use jiff::civil::Date;

use super::request::{GroupRequest, RequestState};
use super::store::figures as store;
use crate::clock::{DAY, HOUR, MINUTE, Millis};
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

/// The requests that wait: all of them, or those for one group.
///
/// # Errors
/// The database failed.
pub async fn waiting(
    view: &mut dyn Reads,
    group_id: Option<&str>,
    now: Millis,
) -> Result<Waiting, DbError> {
    let mut counts = [0; 4];
    let ends = [Millis::MAX, now - DAY, now - 3 * DAY, now - 7 * DAY, 0];
    for (count, made) in counts.iter_mut().zip(ends.windows(2)) {
        *count = store::waiting(view, group_id, (made[1], made[0])).await?;
    }
    let [day, three_days, week, longer] = counts;
    Ok(Waiting {
        day,
        three_days,
        week,
        longer,
    })
}

/// The memberships that end soon: of all groups, or of one. `today` is a day of the server's zone.
///
/// # Errors
/// The database failed.
pub async fn ending(
    view: &mut dyn Reads,
    group_id: Option<&str>,
    today: Date,
) -> Result<Ending, DbError> {
    let mut counts = [0; 2];
    for (count, days) in counts.iter_mut().zip([7, 30]) {
        let last = today.saturating_add(jiff::Span::new().days(days));
        let between = (today.to_string(), last.to_string());
        *count = store::ending(view, group_id, (&between.0, &between.1)).await?;
    }
    let [in_7_days, in_30_days] = counts;
    Ok(Ending {
        in_7_days,
        in_30_days,
    })
}

/// Id and name of the groups that the account manages and that are on, by name; at most 50. Others stay unknown to it.
///
/// # Errors
/// The database failed.
pub async fn managed_groups(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    store::managed(view, account_id, MOST_GROUPS).await
}
