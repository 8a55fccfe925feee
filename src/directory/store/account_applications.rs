//! Applications for an account in the database, once their address is confirmed.

use crate::clock::Millis;
use crate::db::{
    DbError, Number, Reads, WriteTx, coded, execute, fetch_all, fetch_one, fetch_optional,
    from_row, statements,
};
use crate::directory::names::normalise;
use crate::directory::store::list::ACCOUNTS;
use crate::directory::store::{TOPIC, has_nul};

statements! {
    INSERT = "INSERT INTO account_applications (id, account_id, username, email, wanted_group, group_id, \
        reason, token_hash, state, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)";
    FIND = "SELECT id, account_id, username, email, wanted_group, group_id, reason, state, created_at, \
        decided_at, answer FROM account_applications WHERE id = $1";
    FIND_BY_ACCOUNT = "SELECT id, account_id, username, email, wanted_group, group_id, reason, state, \
        created_at, decided_at, answer FROM account_applications WHERE account_id = $1";
    DECIDE = "UPDATE account_applications SET state = $2, decided_at = $3, decided_by = $4, answer = $5 \
        WHERE id = $1 AND state = 0";
    RELEASE = "UPDATE accounts SET username = $2, username_key = $3, full_name = '', email = NULL, \
        email_key = NULL, email_verified = 0, email_refused = 0, password_hash = NULL, agency_id = NULL, company_id = NULL, \
        updated_at = $4 WHERE id = $1";
    WAITING = "SELECT COUNT(*) FROM (SELECT 1 FROM account_applications WHERE state = 0 LIMIT $1) w";
    OVERDUE = "SELECT created_at, id FROM account_applications WHERE state = 0 AND created_at <= $1 \
        AND (created_at, id) > ($2, $3) ORDER BY created_at, id COLLATE \"C\" LIMIT $4";
    SWEEP = "DELETE FROM account_applications WHERE id IN \
        (SELECT id FROM account_applications WHERE decided_at < $1 LIMIT $2)";
    FIND_BY_TOKEN = "SELECT id, account_id, username, email, wanted_group, group_id, reason, state, \
        created_at, decided_at, answer FROM account_applications WHERE token_hash = $1";
}

/// How an application for an account stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplicationState {
    /// It waits for a decision.
    Waiting,
    Approved,
    Refused,
}

coded!(ApplicationState as "AccountApplicationStatus" => { Waiting = 0, Approved = 1, Refused = 2 });

/// The state in JSON.
pub type AccountApplicationStatus = Number<ApplicationState>;

/// A confirmed application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredApplication {
    pub id: String,
    pub account_id: String,
    /// The account name and the address that were applied for.
    pub username: String,
    pub email: String,
    /// The wanted group as typed.
    pub wanted_group: String,
    /// The wanted group, if there is one of that name or id.
    pub group_id: Option<String>,
    pub reason: String,
    pub state: ApplicationState,
    pub created_at: Millis,
    pub decided_at: Option<Millis>,
    /// Why it was refused.
    pub answer: String,
}

from_row!(StoredApplication {
    id,
    account_id,
    username,
    email,
    wanted_group,
    group_id,
    reason,
    state,
    created_at,
    decided_at,
    answer
});

/// An application to store.
pub(in crate::directory) struct NewRow<'a> {
    pub id: &'a str,
    pub account_id: &'a str,
    pub username: &'a str,
    pub email: &'a str,
    pub wanted_group: &'a str,
    pub group_id: Option<&'a str>,
    pub reason: &'a str,
    pub token_hash: &'a str,
    pub now: Millis,
}

pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    new: &NewRow<'_>,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        new.id,
        new.account_id,
        new.username,
        new.email,
        new.wanted_group,
        new.group_id,
        new.reason,
        new.token_hash,
        new.now
    )
    .map(drop)
}

/// The application with this id.
pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<StoredApplication>, DbError> {
    if has_nul(id) {
        return Ok(None);
    }
    fetch_optional!(view, StoredApplication, FIND, id)
}

/// How many applications wait; `most` if there are more.
pub(in crate::directory) async fn count_waiting(
    view: &mut dyn Reads,
    most: i64,
) -> Result<i64, DbError> {
    Ok(fetch_one!(view, (i64,), WAITING, most)?.0)
}

/// When they came and the ids of at most `most` applications after this one that wait since `since` or longer, the oldest
/// first.
pub(in crate::directory) async fn overdue(
    view: &mut dyn Reads,
    since: Millis,
    (after, id): (Millis, &str),
    most: i64,
) -> Result<Vec<(Millis, String)>, DbError> {
    fetch_all!(view, (Millis, String), OVERDUE, since, after, id, most)
}

/// The application whose applicant has the token with this hash.
pub(in crate::directory) async fn find_by_token(
    view: &mut dyn Reads,
    token_hash: &str,
) -> Result<Option<StoredApplication>, DbError> {
    fetch_optional!(view, StoredApplication, FIND_BY_TOKEN, token_hash)
}

/// The application of this account.
pub(in crate::directory) async fn find_by_account(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<StoredApplication>, DbError> {
    fetch_optional!(view, StoredApplication, FIND_BY_ACCOUNT, account_id)
}

/// Stores a decision; false if the application waits no longer.
pub(in crate::directory) async fn decide(
    tx: &mut WriteTx,
    id: &str,
    state: ApplicationState,
    (by, answer): (Option<&str>, &str),
    now: Millis,
) -> Result<bool, DbError> {
    let rows = execute!(tx, DECIDE, id, state.code(), now, by, answer)?;
    Ok(rows == 1)
}

/// Takes name, address and password of a refused account away, so that its owner can apply again.
pub(in crate::directory) async fn release(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
) -> Result<(), DbError> {
    let name = format!("refused-{account_id}");
    let rows = execute!(tx, RELEASE, account_id, &name, normalise(&name), now)?;
    tx.changed_rows(TOPIC, rows);
    ACCOUNTS.index_names(tx, account_id).await
}

/// Deletes at most `most` applications that were decided before `before`; returns how many.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
