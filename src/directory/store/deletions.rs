//! Accounts that will be erased, in the database.

use crate::clock::Millis;
use crate::db::search::forget;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::directory::account::Status;
use crate::directory::store::TOPIC;

statements! {
    ADD = "INSERT INTO account_deletions (account_id, asked_by, asked_at, erase_at, status_before) \
        VALUES ($1, $2, $3, $4, $5)";
    FIND = "SELECT account_id, asked_by, asked_at, erase_at, status_before FROM account_deletions WHERE account_id = $1";
    TAKE_OVER = "UPDATE account_deletions SET asked_by = $2, status_before = $3 WHERE account_id = $1 AND erasing = 0";
    END_LINK = "DELETE FROM one_time_links WHERE account_id = $1 AND purpose = 'deletion_undo'";
    TAKE_BACK = "DELETE FROM account_deletions WHERE account_id = $1 AND erasing = 0 AND erase_at > $2";
    DUE = "SELECT account_id FROM account_deletions WHERE erase_at <= $1 ORDER BY erase_at LIMIT $2";
    BEGIN_ERASURE = "UPDATE account_deletions SET erasing = 1 WHERE account_id = $1 AND erase_at <= $2";
    PUT_OFF = "UPDATE account_deletions SET erase_at = $2 WHERE account_id = $1 AND erasing = 1";
    END = "DELETE FROM account_deletions WHERE account_id = $1 AND erasing = 1";
    ERASE = "DELETE FROM accounts WHERE id = $1 RETURNING COALESCE(search_number, 0)";
    WAYS = "DELETE FROM way_givers WHERE account_id = $1";
    LINKS = "DELETE FROM one_time_links WHERE account_id = $1";
    AGENCIES = "DELETE FROM agency_requests WHERE account_id = $1";
    IRIS = "UPDATE iris_mappings SET account_id = NULL WHERE account_id = $1";
    LOCKS = "DELETE FROM account_locks WHERE account_id = $1";
    APPLICATIONS = "DELETE FROM account_applications WHERE account_id = $1";
    DECIDED = "UPDATE account_applications SET decided_by = NULL WHERE id IN \
        (SELECT id FROM account_applications WHERE decided_by = $1 LIMIT $2)";
    INVITATIONS = "DELETE FROM registration_invitations WHERE id IN \
        (SELECT id FROM registration_invitations WHERE invited_by = $1 LIMIT $2)";
    CHOICES = "DELETE FROM mail_choices WHERE account_id = $1";
    ADDRESSES = "DELETE FROM address_changes WHERE account_id = $1";
}

/// The rows of one account: few.
const OWN: [&str; 8] = [
    CHOICES,
    WAYS,
    LINKS,
    AGENCIES,
    IRIS,
    LOCKS,
    APPLICATIONS,
    ADDRESSES,
];
/// The rows of others that name it: at most $2 at once.
const OF_OTHERS: [&str; 2] = [DECIDED, INVITATIONS];

/// An account that will be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDeletion {
    pub account_id: String,
    /// The account that asked for it.
    pub asked_by: String,
    pub asked_at: Millis,
    pub erase_at: Millis,
    pub(in crate::directory) status_before: Status,
}

from_row!(AccountDeletion {
    account_id,
    asked_by,
    asked_at,
    erase_at,
    status_before
});

impl AccountDeletion {
    /// True if the owner asked for it.
    pub fn is_own(&self) -> bool {
        self.asked_by == self.account_id
    }
}

/// Adds a deletion. The caller holds the account, and it has none.
pub(in crate::directory) async fn add(
    tx: &mut WriteTx,
    deletion: &AccountDeletion,
) -> Result<(), DbError> {
    let AccountDeletion {
        account_id,
        asked_by,
        asked_at,
        erase_at,
        status_before,
    } = deletion;
    let before = status_before.code();
    execute!(tx, ADD, account_id, asked_by, *asked_at, *erase_at, before).map(drop)
}

/// Whether and when the account will be erased.
pub async fn find(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<AccountDeletion>, DbError> {
    fetch_optional!(view, AccountDeletion, FIND, account_id)
}

/// Makes the deletion that of `asked_by`, with another status to give back: the owner's link no longer works.
pub(in crate::directory) async fn take_over(
    tx: &mut WriteTx,
    account_id: &str,
    (asked_by, status_before): (&str, Status),
) -> Result<(), DbError> {
    execute!(tx, TAKE_OVER, account_id, asked_by, status_before.code())?;
    execute!(tx, END_LINK, account_id).map(drop)
}

/// False if there is nothing to take back, or the time is over.
pub(in crate::directory) async fn take_back(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, TAKE_BACK, account_id, now)? == 1)
}

/// At most `most` accounts whose time is over, the longest overdue first.
pub(in crate::directory) async fn due(
    view: &mut dyn Reads,
    now: Millis,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let found = fetch_all!(view, (String,), DUE, now, most)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// False if the deletion was taken back meanwhile.
pub(in crate::directory) async fn begin_erasure(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, BEGIN_ERASURE, account_id, now)? == 1)
}

/// Makes an erasure that failed due again at `at`, so that it keeps no other account waiting.
pub(in crate::directory) async fn put_off(
    tx: &mut WriteTx,
    account_id: &str,
    at: Millis,
) -> Result<(), DbError> {
    execute!(tx, PUT_OFF, account_id, at).map(drop)
}

/// Erases what this room has of the account but its own row, at most `most` rows of others; returns how many of these.
pub(in crate::directory) async fn erase_rest(
    tx: &mut WriteTx,
    account_id: &str,
    most: i64,
) -> Result<u64, DbError> {
    for statement in OWN {
        execute!(tx, statement, account_id)?;
    }
    let mut rows = 0;
    for statement in OF_OTHERS {
        rows += execute!(tx, statement, account_id, most)?;
    }
    Ok(rows)
}

/// Deletes the row of the account; fails if any table still refers to it.
pub(in crate::directory) async fn erase(
    tx: &mut WriteTx,
    account_id: &str,
) -> Result<bool, DbError> {
    execute!(tx, END, account_id)?;
    let Some((number,)) = fetch_optional!(tx, (i64,), ERASE, account_id)? else {
        return Ok(false);
    };
    forget(tx, number).await?;
    tx.changed_rows(TOPIC, 1);
    Ok(true)
}
