//! Managers who are away, and their stand-ins, in the database.

use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::groups::absence::{Absence, StoodInFor};

statements! {
    FIND = concat!("SELECT b.stand_in_id, a.username, a.full_name, b.first_day, b.last_day, \
            CAST(CASE WHEN ", can_sign_in!("$2"), " AND ", chose_no_way_in!(), " THEN 1 ELSE 0 END AS BIGINT) AS is_able \
        FROM absences b JOIN accounts a ON a.id = b.stand_in_id WHERE b.account_id = $1 AND b.last_day >= $2");
    STOOD_IN_FOR = concat!("SELECT a.username, a.full_name, b.first_day, b.last_day \
        FROM absences b CROSS JOIN accounts a WHERE b.stand_in_id = $1 AND b.last_day >= $2 AND a.id = b.account_id AND ",
        can_sign_in!("$2"), " ORDER BY b.first_day COLLATE \"C\", a.id COLLATE \"C\" LIMIT 100");
    PUT = "INSERT INTO absences (account_id, stand_in_id, first_day, last_day) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (account_id) DO UPDATE SET stand_in_id = excluded.stand_in_id, first_day = excluded.first_day, \
        last_day = excluded.last_day";
    DELETE = "DELETE FROM absences WHERE account_id = $1";
    ERASE = "DELETE FROM absences WHERE account_id = $1 OR stand_in_id = $1";
    SWEEP = "DELETE FROM absences WHERE account_id IN \
        (SELECT account_id FROM absences WHERE last_day < $1 ORDER BY last_day COLLATE \"C\" LIMIT $2)";
    MANAGES_OTHER_THAN_ATRIUM = concat!("SELECT m.group_id FROM group_managers m CROSS JOIN groups g \
        WHERE m.account_id = $1 AND g.id = m.group_id AND g.status = 0 AND ", gives_no_right_of_atrium!("g.id"), " LIMIT 1");
}

from_row!(Absence {
    stand_in_id,
    username,
    full_name,
    first_day,
    last_day,
    is_able
});

from_row!(StoodInFor {
    username,
    full_name,
    first_day,
    last_day
});

/// The absence of the account that is not over on the day `today` (yyyy-MM-dd).
pub async fn find(
    view: &mut dyn Reads,
    account_id: &str,
    today: &str,
) -> Result<Option<Absence>, DbError> {
    fetch_optional!(view, Absence, FIND, account_id, today)
}

/// The managers whose stand-in the account is, today or later, and who can sign in; at most 100.
pub async fn stood_in_for(
    view: &mut dyn Reads,
    account_id: &str,
    today: &str,
) -> Result<Vec<StoodInFor>, DbError> {
    fetch_all!(view, StoodInFor, STOOD_IN_FOR, account_id, today)
}

/// Stores the absence of the account, which replaces an earlier one.
pub async fn put(
    tx: &mut WriteTx,
    account_id: &str,
    stand_in_id: &str,
    (first_day, last_day): (&str, &str),
) -> Result<(), DbError> {
    execute!(tx, PUT, account_id, stand_in_id, first_day, last_day).map(drop)
}

pub async fn delete(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE, account_id).map(drop)
}

/// Deletes the absences of the account, and those in which it stands in.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, ERASE, account_id).map(drop)
}

/// Deletes at most `most` absences whose last day is before `day`; returns how many.
pub async fn sweep(tx: &mut WriteTx, day: &str, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, day, most)
}

/// True if the account manages an enabled group in which somebody may stand in.
pub async fn can_be_represented(view: &mut dyn Reads, account_id: &str) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (String,), MANAGES_OTHER_THAN_ATRIUM, account_id)?;
    Ok(found.is_some())
}
