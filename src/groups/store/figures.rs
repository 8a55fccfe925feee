//! Counts requests and memberships in the database, each by an index and to 100,000 at most.

use crate::clock::Millis;
use crate::db::{DbError, Reads, fetch_all, fetch_one, from_row, statements};

/// SQL: the number of rows of this query, which ends with its conditions.
macro_rules! counted {
    ($rows:expr) => {
        concat!(
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM ",
            $rows,
            " LIMIT 100000) counted"
        )
    };
}

/// SQL: the same of a group `g`.
macro_rules! of_group {
    ($table:literal, $rows:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM ",
            $table,
            " x WHERE x.group_id = g.id AND ",
            $rows,
            " LIMIT 100000) counted)"
        )
    };
}

statements! {
    // requests_by_state: state, then the time.
    REQUESTS_WAITING = counted!("requests WHERE state = 0 AND created_at > $1 AND created_at <= $2");
    // memberships_by_end_and_group: status, then the last day.
    ENDING = counted!("memberships WHERE status = 0 AND ends_on IS NOT NULL AND ends_on >= $1 AND ends_on <= $2");
    // group_managers has the account first in its key; requests_by_group: group and state, then the time;
    // memberships_by_group_and_last_day: group and status, then the last day.
    MANAGED = concat!(
        "SELECT g.id, g.name, ",
        of_group!("requests", "x.state = 0 AND x.created_at > $3"), " AS day, ",
        of_group!("requests", "x.state = 0 AND x.created_at > $4 AND x.created_at <= $3"), " AS three_days, ",
        of_group!("requests", "x.state = 0 AND x.created_at > $5 AND x.created_at <= $4"), " AS week, ",
        of_group!("requests", "x.state = 0 AND x.created_at <= $5"), " AS longer, ",
        of_group!("memberships", "x.status = 0 AND x.ends_on IS NOT NULL AND x.ends_on >= $6 AND x.ends_on <= $7"), " AS in_7_days, ",
        of_group!("memberships", "x.status = 0 AND x.ends_on IS NOT NULL AND x.ends_on >= $6 AND x.ends_on <= $8"), " AS in_30_days \
        FROM group_managers m CROSS JOIN groups g WHERE m.account_id = $1 AND g.id = m.group_id \
        AND g.status = 0 AND g.deleted = 0 ORDER BY g.name_key COLLATE \"C\", g.id COLLATE \"C\" LIMIT $2");
}

/// A group with its counts.
pub struct Managed {
    pub id: String,
    pub name: String,
    /// Requests that wait for less than a day, for one to three days, for three to seven days, and longer.
    pub day: i64,
    pub three_days: i64,
    pub week: i64,
    pub longer: i64,
    /// Memberships that end within these days.
    pub in_7_days: i64,
    pub in_30_days: i64,
}

from_row!(Managed {
    id,
    name,
    day,
    three_days,
    week,
    longer,
    in_7_days,
    in_30_days
});

/// How many requests wait that were made after `after` and until `until`.
pub async fn waiting(
    view: &mut dyn Reads,
    (after, until): (Millis, Millis),
) -> Result<i64, DbError> {
    let (count,) = fetch_one!(view, (i64,), REQUESTS_WAITING, after, until)?;
    Ok(count)
}

/// How many memberships have their last day between these (yyyy-MM-dd).
pub async fn ending(view: &mut dyn Reads, (first, last): (&str, &str)) -> Result<i64, DbError> {
    let (count,) = fetch_one!(view, (i64,), ENDING, first, last)?;
    Ok(count)
}

/// At most `most` groups that are on and that the account manages, by name, with their counts. `made` are the ends of a day,
/// three days and a week ago, `days` (yyyy-MM-dd) today and the last days of a week and a month.
pub async fn managed(
    view: &mut dyn Reads,
    (account_id, most): (&str, i64),
    made: [Millis; 3],
    days: [&str; 3],
) -> Result<Vec<Managed>, DbError> {
    let ([day, three_days, week], [today, in_7_days, in_30_days]) = (made, days);
    fetch_all!(
        view, Managed, MANAGED, account_id, most, day, three_days, week, today, in_7_days,
        in_30_days
    )
}
