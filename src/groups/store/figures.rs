//! Counts requests and memberships in the database, each by an index and to 100,000 at most.

use crate::clock::Millis;
use crate::db::{DbError, Reads, fetch_all, fetch_one, statements};

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

statements! {
    // requests_by_state: state, then the time.
    REQUESTS_WAITING = counted!("requests WHERE state = 0 AND created_at > $1 AND created_at <= $2");
    // requests_by_group: group and state, then the time.
    REQUESTS_WAITING_OF_GROUP = counted!("requests WHERE group_id = $3 AND state = 0 AND created_at > $1 AND created_at <= $2");
    // memberships_by_last_day: status, then the last day.
    ENDING = counted!("memberships WHERE status = 0 AND ends_on IS NOT NULL AND ends_on >= $1 AND ends_on <= $2");
    // memberships_by_group_and_last_day: group and status, then the last day.
    ENDING_OF_GROUP = counted!("memberships WHERE group_id = $3 AND status = 0 AND ends_on IS NOT NULL \
        AND ends_on >= $1 AND ends_on <= $2");
    // group_managers has the account first in its key.
    MANAGED = "SELECT g.id, g.name FROM group_managers m CROSS JOIN groups g WHERE m.account_id = $1 AND g.id = m.group_id \
        AND g.status = 0 AND g.deleted = 0 ORDER BY g.name_key COLLATE \"C\", g.id COLLATE \"C\" LIMIT $2";
}

/// How many requests wait that were made after `after` and until `until`: all of them, or those for one group.
pub async fn waiting(
    view: &mut dyn Reads,
    group_id: Option<&str>,
    (after, until): (Millis, Millis),
) -> Result<i64, DbError> {
    let (count,) = match group_id {
        None => fetch_one!(view, (i64,), REQUESTS_WAITING, after, until)?,
        Some(id) => fetch_one!(view, (i64,), REQUESTS_WAITING_OF_GROUP, after, until, id)?,
    };
    Ok(count)
}

/// How many memberships have their last day between these (yyyy-MM-dd): of all groups, or of one.
pub async fn ending(
    view: &mut dyn Reads,
    group_id: Option<&str>,
    (first, last): (&str, &str),
) -> Result<i64, DbError> {
    let (count,) = match group_id {
        None => fetch_one!(view, (i64,), ENDING, first, last)?,
        Some(id) => fetch_one!(view, (i64,), ENDING_OF_GROUP, first, last, id)?,
    };
    Ok(count)
}

/// Id and name of at most `most` groups that are on and that the account manages, by name.
pub async fn managed(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), MANAGED, account_id, most)
}
