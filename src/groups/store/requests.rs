//! Requests for groups in the database.

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};
use crate::groups::request::{GroupRequest, RequestKind, RequestState};

use super::request_list::REQUESTS;

/// A request with all its columns.
macro_rules! select_requests {
    ($rest:literal) => {
        concat!(
            "SELECT id, kind, account_id, group_id, product_id, reason, wanted_days, state, \
             version, created_at, due_at, refuse_at, reminded_at, decided_at, decided_by, \
             decision_reason FROM requests ",
            $rest
        )
    };
}

statements! {
    FIND = select_requests!("WHERE id = $1");
    PLACES_OF_MANY = concat!("SELECT id, account_id, group_id FROM requests WHERE id IN ", ids!());
    PENDING = select_requests!("WHERE account_id = $1 AND group_id = $2 AND state = 0");
    LAST = select_requests!("WHERE account_id = $1 AND group_id = $2 AND state <> 0 \
        ORDER BY created_at DESC, id COLLATE \"C\" DESC LIMIT 1");
    PENDING_OF_GROUP = select_requests!("WHERE group_id = $1 AND state = 0 ORDER BY created_at LIMIT 1000");
    INSERT = "INSERT INTO requests (id, kind, account_id, group_id, product_id, reason, \
        wanted_days, state, created_at, due_at, refuse_at, username, email, group_name, \
        product_name) \
        SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), a.id, g.id, CAST($5 AS BIGINT), \
        CAST($6 AS TEXT), CAST($7 AS BIGINT), 0, CAST($8 AS BIGINT), CAST($9 AS BIGINT), \
        CAST($10 AS BIGINT), a.username, a.email, g.name, \
        (SELECT p.name FROM products p WHERE p.id = $5) \
        FROM accounts a CROSS JOIN groups g WHERE a.id = $3 AND g.id = $4 \
        ON CONFLICT (account_id, group_id) WHERE state = 0 DO NOTHING";
    /// Of two decisions at the same moment only one finds the request pending.
    DECIDE = "UPDATE requests SET state = $2, decided_at = $3, decided_by = $4, \
        decision_reason = $5, version = version + 1 WHERE id = $1 AND state = 0";
    REMIND = "UPDATE requests SET reminded_at = $2 \
        WHERE id = $1 AND state = 0 AND reminded_at IS NULL";
    /// Requests without an end. The end is the last job of a request, so a request that has it needs nothing.
    UNTIMED = select_requests!("WHERE state = 0 AND NOT EXISTS \
        (SELECT 1 FROM jobs j WHERE j.lane = requests.id AND j.kind = $1) \
        ORDER BY created_at, id COLLATE \"C\" LIMIT 200");
    SET_TIMES = "UPDATE requests SET due_at = $2, refuse_at = $3 WHERE id = $1 AND state = 0";
    /// More than 1000 are not counted, so each of the four sources ends there.
    WAITING = concat!("SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT id FROM (",
        waiting_ids!(["$1", "CAST($2 AS BIGINT)", "$3"], " AND w.state BETWEEN 0 AND 0 AND w.account_id <> $1", " LIMIT 1000"), ") waits LIMIT 1000) waiting");
    HAS_ASKED = "SELECT id FROM requests WHERE account_id = $1 AND state = 0 LIMIT 1";
}

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<GroupRequest>, DbError> {
    fetch_optional!(view, GroupRequest, FIND, id)
}

/// Of at most 100 requests, the id of each, of the person and of the group.
pub async fn places_of_many(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, String)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(view, (String, String, String), PLACES_OF_MANY, ids)
}

/// The pending request of the person for the group.
pub async fn pending(
    view: &mut dyn Reads,
    account_id: &str,
    group_id: &str,
) -> Result<Option<GroupRequest>, DbError> {
    fetch_optional!(view, GroupRequest, PENDING, account_id, group_id)
}

/// The latest decided request of the person for the group.
pub async fn last(
    view: &mut dyn Reads,
    account_id: &str,
    group_id: &str,
) -> Result<Option<GroupRequest>, DbError> {
    fetch_optional!(view, GroupRequest, LAST, account_id, group_id)
}

/// The pending requests for the group, at most 1000, oldest first.
pub async fn pending_of_group(
    view: &mut dyn Reads,
    group_id: &str,
) -> Result<Vec<GroupRequest>, DbError> {
    fetch_all!(view, GroupRequest, PENDING_OF_GROUP, group_id)
}

pub struct NewRequest<'r> {
    pub id: &'r str,
    pub kind: RequestKind,
    pub account_id: &'r str,
    pub group_id: &'r str,
    pub product_id: Option<i64>,
    pub reason: &'r str,
    pub wanted_days: Option<i64>,
    pub now: Millis,
    pub due_at: Millis,
    pub refuse_at: Millis,
}

/// Pending requests without a job of the kind `end`, oldest first, at most 200.
pub async fn untimed(view: &mut dyn Reads, end: &str) -> Result<Vec<GroupRequest>, DbError> {
    fetch_all!(view, GroupRequest, UNTIMED, end)
}

/// Sets when a pending request is due and when it is refused. False if it is no longer pending.
pub async fn set_times(
    tx: &mut WriteTx,
    id: &str,
    (due_at, refuse_at): (Millis, Millis),
) -> Result<bool, DbError> {
    Ok(execute!(tx, SET_TIMES, id, due_at, refuse_at)? == 1)
}

/// Inserts a request. False if the person has a pending one for the group.
pub async fn insert(tx: &mut WriteTx, new: &NewRequest<'_>) -> Result<bool, DbError> {
    let inserted = execute!(
        tx,
        INSERT,
        new.id,
        new.kind.code(),
        new.account_id,
        new.group_id,
        new.product_id,
        new.reason,
        new.wanted_days,
        new.now,
        new.due_at,
        new.refuse_at,
    )?;
    REQUESTS.index_names(tx, new.id).await?;
    Ok(inserted == 1)
}

/// Ends a pending request in `state`. False if it was no longer pending.
pub async fn decide(
    tx: &mut WriteTx,
    id: &str,
    state: RequestState,
    by: Option<&str>,
    reason: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, DECIDE, id, state.code(), now, by, reason)? == 1)
}

/// Notes the reminder. False if the request is no longer pending, or its deciders were reminded before.
pub async fn remind(tx: &mut WriteTx, id: &str, now: Millis) -> Result<bool, DbError> {
    Ok(execute!(tx, REMIND, id, now)? == 1)
}

/// How many requests the account has to decide about, at most 1000. `administers` is true for administrators of product
/// SSO; `today` is yyyy-MM-dd.
pub async fn waiting(
    view: &mut dyn Reads,
    account_id: &str,
    administers: bool,
    today: &str,
) -> Result<i64, DbError> {
    let found = fetch_optional!(
        view,
        (i64,),
        WAITING,
        account_id,
        i64::from(administers),
        today
    )?;
    Ok(found.map_or(0, |(count,)| count))
}

/// True if the account has a pending request.
pub async fn has_asked(view: &mut dyn Reads, account_id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (String,), HAS_ASKED, account_id)?.is_some())
}
