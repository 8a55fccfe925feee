//! Requests for another agency in the database, and their list.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, List, Sort, filters, row};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::directory::agency_request::{AgencyRequestState, AgencyRequestStatus};

statements! {
    WAITING = "SELECT agency_id, created_at FROM agency_requests WHERE account_id = $1 AND state = 0";
    /// A newer request puts an earlier refusal out of date.
    REFUSED = "SELECT agency_id, reason FROM agency_requests WHERE id = (SELECT id FROM agency_requests \
        WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1) AND state = 2 AND decided_at >= $2";
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
    columns: AgencyRequestRow::COLUMNS,
    table: "agency_requests r",
    joins: "JOIN accounts a ON a.id = r.account_id JOIN agencies g ON g.id = r.agency_id \
        LEFT JOIN agencies f ON f.id = r.from_agency_id LEFT JOIN accounts d ON d.id = r.decided_by",
    key: Column::text("r.id"),
    filters: &[&STATE],
    sorts: &[Sort::by("created", &[Column::number("r.created_at")])],
    // Oldest first.
    usual_sort: "created",
    search: None,
};

static STATE: Filter = Filter::is("state", Column::number("r.state"), &["created"]);

row! {
    /// A request for another agency.
    pub struct AgencyRequestRow {
        /// The request's id.
        request_id: String = "r.id",
        /// The id of the person's account.
        user_id: String = "r.account_id",
        /// The person's account name.
        username: String = "a.username",
        /// The person's display name.
        full_name: String = "a.full_name",
        /// The id of the agency at the time of the request.
        from_agency_id: Option<String> = "r.from_agency_id",
        /// Its name.
        from_agency_name: Option<String> = "f.name",
        /// The id of the wanted agency.
        agency_id: String = "r.agency_id",
        /// Its name.
        agency_name: String = "g.name",
        /// The state of the request.
        state: AgencyRequestStatus = "r.state",
        /// When the person asked, in milliseconds since 1970.
        created_at: i64 = "r.created_at",
        /// When it was decided or withdrawn, in milliseconds since 1970.
        decided_at: Option<i64> = "r.decided_at",
        /// The name of the person who decided.
        decided_by: Option<String> = "d.full_name",
        /// Why it was refused.
        reason: String = "r.reason",
    }
}

filters! {
    /// Filters of the requests. An empty or missing field does not filter.
    pub struct AgencyRequestFilter of AGENCY_REQUESTS {
        /// Only requests of this state.
        state: AgencyRequestStatus = STATE,
    }
}

/// The agency that the account waits for, and since when.
pub(in crate::directory) async fn waiting(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<(String, Millis)>, DbError> {
    fetch_optional!(view, (String, Millis), WAITING, account_id)
}

/// The agency of the account's newest request and why it was refused, if that was at `since` or later.
pub(in crate::directory) async fn refused(
    view: &mut dyn Reads,
    account_id: &str,
    since: Millis,
) -> Result<Option<(String, String)>, DbError> {
    fetch_optional!(view, (String, String), REFUSED, account_id, since)
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
