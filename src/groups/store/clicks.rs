//! The days on which people saw the hint about groups.

use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    PUT = "INSERT INTO click_states (account_id, day, status) VALUES ($1, $2, $3) \
        ON CONFLICT (account_id) DO UPDATE SET day = excluded.day, status = excluded.status";
    FIND = "SELECT day FROM click_states WHERE account_id = $1 AND day = $2 AND status = 1";
}

pub async fn put(tx: &mut WriteTx, account_id: &str, day: &str, seen: bool) -> Result<(), DbError> {
    execute!(tx, PUT, account_id, day, i64::from(seen)).map(drop)
}

pub async fn has_clicked(
    view: &mut dyn Reads,
    account_id: &str,
    day: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), FIND, account_id, day)?.is_some())
}
