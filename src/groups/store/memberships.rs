//! Memberships in the database: a person's place in a group and how it ends.

use jiff::civil::Date;

use crate::access::subjects::changed_account;
use crate::clock::Millis;
use crate::db::{
    Day, DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::directory::Status;
use crate::groups::request::{Membership, Outcome};

statements! {
    FIND = "SELECT status, outcome, ends_on, source FROM memberships WHERE account_id = $1 AND group_id = $2";
    GRANTED = "SELECT granted_by, COALESCE(granted_at, created_at) FROM memberships \
        WHERE account_id = $1 AND group_id = $2";
    GRANT = "INSERT INTO memberships (account_id, group_id, status, created_at, ends_on, \
        granted_by, granted_at) VALUES ($1, $2, 0, $3, $4, $5, $3) \
        ON CONFLICT (account_id, group_id) DO UPDATE SET status = 0, ends_on = excluded.ends_on, \
        granted_by = excluded.granted_by, granted_at = excluded.granted_at, warned_at = NULL, \
        outcome = 0, kept_until = NULL, source = NULL, confirmed_at = NULL";
    GIVEN_BY = "SELECT group_id FROM memberships WHERE account_id = $1 AND source = $2 ORDER BY group_id COLLATE \"C\"";
    GIVE = "UPDATE memberships SET source = $3, confirmed_at = $4 WHERE account_id = $1 AND group_id = $2";
    CONFIRM = "UPDATE memberships SET confirmed_at = $3 WHERE account_id = $1 AND source = $2";
    UNCONFIRMED = "SELECT account_id, group_id FROM memberships \
        WHERE confirmed_at IS NOT NULL AND confirmed_at <= $1 ORDER BY confirmed_at LIMIT $2";
    REMOVE_UNCONFIRMED = "DELETE FROM memberships WHERE account_id = $1 AND group_id = $2 AND confirmed_at <= $3";
    GIVEN = "SELECT account_id FROM memberships WHERE group_id = $1 AND status = 0 AND source IS NOT NULL LIMIT 1";
    /// Does not change a member.
    WAIT = "INSERT INTO memberships (account_id, group_id, status, created_at) \
        VALUES ($1, $2, 1, $3) ON CONFLICT (account_id, group_id) DO UPDATE SET status = 1, \
        outcome = 0, kept_until = NULL WHERE memberships.status <> 0";
    INVITE = "INSERT INTO memberships (account_id, group_id, status, created_at, outcome, \
        kept_until) VALUES ($1, $2, 2, $3, 5, $4) ON CONFLICT (account_id, group_id) \
        DO UPDATE SET outcome = 5, kept_until = excluded.kept_until WHERE memberships.status = 2";
    STOP_WAITING = "UPDATE memberships SET status = 2, outcome = $3, kept_until = $4 \
        WHERE account_id = $1 AND group_id = $2 AND status = 1";
    SET_END = "UPDATE memberships SET ends_on = $3, warned_at = NULL, granted_by = $4, granted_at = $5 \
        WHERE account_id = $1 AND group_id = $2 AND status = 0";
    WARN = "UPDATE memberships SET warned_at = $4 WHERE account_id = $1 AND group_id = $2 \
        AND status = 0 AND ends_on = $3 AND warned_at IS NULL";
    EXPIRE = "UPDATE memberships SET status = 2, outcome = 1 WHERE account_id = $1 \
        AND group_id = $2 AND status = 0 AND ends_on = $3";
    REMOVE = "DELETE FROM memberships WHERE account_id = $1 AND group_id = $2";
    SWEEP = "DELETE FROM memberships WHERE (account_id, group_id) IN \
        (SELECT account_id, group_id FROM memberships \
        WHERE kept_until IS NOT NULL AND kept_until <= $1 AND status = 2 LIMIT $2)";
    BELONGS = "SELECT account_id FROM memberships WHERE account_id = $1 AND status = 0 \
        UNION ALL SELECT account_id FROM group_managers WHERE account_id = $1 LIMIT 1";
}

struct Row {
    status: Status,
    outcome: Outcome,
    ends_on: Day,
    source: Option<String>,
}

from_row!(Row {
    status,
    outcome,
    ends_on,
    source
});

/// The person's place in the group.
pub async fn find(
    view: &mut dyn Reads,
    account_id: &str,
    group_id: &str,
) -> Result<Option<Membership>, DbError> {
    let row = fetch_optional!(view, Row, FIND, account_id, group_id)?;
    Ok(row.map(|row| Membership {
        status: row.status,
        outcome: row.outcome,
        ends_on: row.ends_on.0,
        source: row.source,
    }))
}

/// The account that set the last day of the membership, and when; no account for the server.
pub async fn granted(
    view: &mut dyn Reads,
    (account_id, group_id): (&str, &str),
) -> Result<Option<(Option<String>, Millis)>, DbError> {
    fetch_optional!(
        view,
        (Option<String>, Millis),
        GRANTED,
        account_id,
        group_id
    )
}

/// Makes the account a member until `ends_on`, by the account `by`.
pub async fn grant(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    ends_on: Option<Date>,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    let ends_on = ends_on.map(|day| day.to_string());
    execute!(tx, GRANT, account_id, group_id, now, ends_on, by)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Notes that the account has asked and waits, unless it is a member.
pub async fn wait(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, WAIT, account_id, group_id, now)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Notes that the account is invited, unless it is a member or waits.
pub async fn invite(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    kept_until: Millis,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, INVITE, account_id, group_id, now, kept_until).map(drop)
}

/// Ends the waiting of the account. `outcome` says how.
pub async fn stop_waiting(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    outcome: Outcome,
    kept_until: Millis,
) -> Result<(), DbError> {
    let code = outcome.code();
    execute!(tx, STOP_WAITING, account_id, group_id, code, kept_until)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Sets the last day of a member, by the account `by`.
pub async fn set_end(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    ends_on: Option<Date>,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    let ends_on = ends_on.map(|day| day.to_string());
    execute!(tx, SET_END, account_id, group_id, ends_on, by, now).map(drop)
}

/// Notes that the member was warned of the end on `ends_on`. False if the membership has another end, or its member was
/// warned before.
pub async fn warn(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    ends_on: Date,
    now: Millis,
) -> Result<bool, DbError> {
    let ends_on = ends_on.to_string();
    Ok(execute!(tx, WARN, account_id, group_id, ends_on, now)? == 1)
}

/// Ends a membership whose last day is `ends_on`. False if it has another one.
pub async fn expire(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    ends_on: Date,
) -> Result<bool, DbError> {
    let ends_on = ends_on.to_string();
    let ended = execute!(tx, EXPIRE, account_id, group_id, ends_on)? == 1;
    changed_account(tx, account_id);
    Ok(ended)
}

/// Removes the account from the group. False if it was not in it.
pub async fn remove(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
) -> Result<bool, DbError> {
    let removed = execute!(tx, REMOVE, account_id, group_id)? == 1;
    changed_account(tx, account_id);
    Ok(removed)
}

/// Deletes at most `most` rows of refused and invited people that are no longer shown.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, now, most)
}

/// True if the account is a member or a manager of any group.
pub async fn belongs(view: &mut dyn Reads, account_id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), BELONGS, account_id)?.is_some())
}

/// The groups in which the account has a membership with this source.
pub async fn given_by(
    view: &mut dyn Reads,
    account_id: &str,
    source: &str,
) -> Result<Vec<String>, DbError> {
    let rows = fetch_all!(view, (String,), GIVEN_BY, account_id, source)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes the source of a membership, which was confirmed now.
pub async fn give(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    source: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, GIVE, account_id, group_id, source, now).map(drop)
}

/// Notes a sign-in at the source of memberships.
pub async fn confirm(
    tx: &mut WriteTx,
    (account_id, source): (&str, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, CONFIRM, account_id, source, now).map(drop)
}

/// At most `most` memberships, account and group, that were last confirmed at `before` or earlier.
pub async fn unconfirmed(
    view: &mut dyn Reads,
    before: Millis,
    most: i64,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), UNCONFIRMED, before, most)
}

/// Removes such a membership. False if it was confirmed later.
pub async fn remove_unconfirmed(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    before: Millis,
) -> Result<bool, DbError> {
    let removed = execute!(tx, REMOVE_UNCONFIRMED, account_id, group_id, before)? == 1;
    changed_account(tx, account_id);
    Ok(removed)
}

/// True if the group has a member whose membership follows a claim.
pub async fn has_given(view: &mut dyn Reads, group_id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), GIVEN, group_id)?.is_some())
}
