//! Requests for another agency in the database, and their list.

use sqlx_macros::FromRow;

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Sort};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::directory::agency_request::AgencyRequestState;

macro_rules! columns {
    () => {
        "r.id, r.account_id, a.username, a.full_name, r.from_agency_id, f.name AS from_agency_name, \
         r.agency_id, g.name AS agency_name, r.state, r.created_at, r.decided_at, r.decided_by, \
         d.full_name AS decided_by_name, r.reason"
    };
}

macro_rules! joins {
    () => {
        "JOIN accounts a ON a.id = r.account_id JOIN agencies g ON g.id = r.agency_id \
         LEFT JOIN agencies f ON f.id = r.from_agency_id LEFT JOIN accounts d ON d.id = r.decided_by"
    };
}

statements! {
    FIND = concat!("SELECT ", columns!(), " FROM agency_requests r ", joins!(), " WHERE r.id = $1");
    WAITING = "SELECT agency_id, created_at FROM agency_requests WHERE account_id = $1 AND state = 0";
    ADD = "INSERT INTO agency_requests (id, account_id, from_agency_id, agency_id, state, created_at) \
        VALUES ($1, $2, $3, $4, 0, $5)";
    END_WAITING = "UPDATE agency_requests SET state = $2, decided_at = $3, decided_by = $4 \
        WHERE account_id = $1 AND state = 0";
    DECIDE = "UPDATE agency_requests SET state = $3, decided_at = $4, decided_by = $5, reason = $6 \
        WHERE id = $1 AND account_id = $2 AND state = 0";
}

/// Every request for another agency.
pub static AGENCY_REQUESTS: List = List {
    name: "agency_requests",
    columns: columns!(),
    table: "agency_requests r",
    joins: joins!(),
    key: Column::text("r.id"),
    filters: &[&STATE],
    sorts: &[Sort::by("created", &[Column::number("r.created_at")])],
    // Oldest first.
    usual_sort: "created",
    search: None,
};

pub(in crate::directory) static STATE: Filter =
    Filter::is("state", Column::number("r.state"), &["created"]);

/// A request for another agency, with names.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct AgencyRequest {
    pub id: String,
    pub account_id: String,
    pub username: String,
    pub full_name: String,
    /// The agency at the time of the request.
    pub from_agency_id: Option<String>,
    pub from_agency_name: Option<String>,
    /// The wanted agency.
    pub agency_id: String,
    pub agency_name: String,
    pub state: AgencyRequestState,
    pub created_at: Millis,
    pub decided_at: Option<Millis>,
    /// The id of the account that decided.
    pub decided_by: Option<String>,
    pub decided_by_name: Option<String>,
    /// Why it was refused; may be empty.
    pub reason: String,
}

/// The request with this id.
pub(in crate::directory) async fn find(
    view: &mut impl Reads,
    id: &str,
) -> Result<Option<AgencyRequest>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(view, AgencyRequest, FIND, id)
}

/// The agency that the account waits for, and since when.
pub(in crate::directory) async fn waiting(
    view: &mut impl Reads,
    account_id: &str,
) -> Result<Option<(String, Millis)>, DbError> {
    fetch_optional!(view, (String, Millis), WAITING, account_id)
}

/// Adds a request of an account that has none waiting.
pub(in crate::directory) async fn insert(
    tx: &mut WriteTx,
    id: &str,
    account_id: &str,
    (from, to): (Option<&str>, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, ADD, id, account_id, from, to, now).map(drop)
}

/// Ends the waiting request of an account without a decision about it; false if it has none.
pub(in crate::directory) async fn end_waiting(
    tx: &mut WriteTx,
    account_id: &str,
    state: AgencyRequestState,
    by: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let rows = execute!(tx, END_WAITING, account_id, state.code(), now, by)?;
    Ok(rows > 0)
}

/// Stores a decision; false if the account has no such request waiting.
pub(in crate::directory) async fn decide(
    tx: &mut WriteTx,
    (id, account_id): (&str, &str),
    state: AgencyRequestState,
    (by, reason): (&str, &str),
    now: Millis,
) -> Result<bool, DbError> {
    let code = state.code();
    let rows = execute!(tx, DECIDE, id, account_id, code, now, by, reason)?;
    Ok(rows == 1)
}
