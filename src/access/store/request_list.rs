//! The list of requests.

use super::product_list::administered;
use crate::access::request::{RequestKind, RequestState};
use crate::clock::Millis;
use crate::db::from_row;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;

/// Every request.
pub static REQUESTS: List = List {
    name: "requests",
    columns: "r.id, r.kind, r.account_id, a.username, a.full_name, a.email, r.group_id, \
        g.name AS group_name, r.product_id, p.name AS product_name, r.reason, r.wanted_days, \
        r.state, r.version, r.created_at, r.due_at, r.refuse_at, r.reminded_at, r.decided_at, \
        d.full_name AS decider_name, d.username AS decider, r.decision_reason, \
        (SELECT COUNT(*) FROM memberships mm WHERE mm.group_id = r.group_id AND mm.status = 0) \
            AS members",
    table: "requests r",
    joins: "JOIN accounts a ON a.id = r.account_id JOIN groups g ON g.id = r.group_id \
        LEFT JOIN products p ON p.id = r.product_id LEFT JOIN accounts d ON d.id = r.decided_by",
    key: Column::text("r.id"),
    filters: &[
        &STATE,
        &ACCOUNT,
        &GROUP,
        &PRODUCT,
        &WAITS_FOR,
        &ID,
        &ADMINISTRATOR,
    ],
    sorts: &[Sort::by("created", &[Column::number("r.created_at")])],
    // Oldest first: the request that has waited longest.
    usual_sort: "created",
    search: Some(Search {
        noun: Noun::Request,
        names: &["username", "email", "group_name", "product_name"],
        sorted: &[],
        number: "r.search_number",
        text: "r.search_text",
        shown: None,
        besides: None,
    }),
};

pub(in crate::access) static STATE: Filter =
    Filter::is("state", Column::number("r.state"), &["created"]);
pub(in crate::access) static ACCOUNT: Filter =
    Filter::is("account", Column::text("r.account_id"), &["created"]);
pub(in crate::access) static GROUP: Filter = Filter::is("group", Column::text("r.group_id"), &[]);
pub(in crate::access) static PRODUCT: Filter =
    Filter::is("product", Column::number("r.product_id"), &[]);
pub(in crate::access) static ID: Filter = Filter::is("id", Column::text("r.id"), &[]);
/// Only requests for products that this account administers.
pub(in crate::access) static ADMINISTRATOR: Filter = administered("r.product_id");
/// The requests that an account decides about. Arguments: its id three times, whether it administers SSO (0 or 1),
/// today.
pub(in crate::access) static WAITS_FOR: Filter = Filter::fragment(
    "waitsFor",
    [
        concat!(
            "r.account_id <> {} AND r.id IN (",
            waiting_ids!(["{}", "{}", "{}"], "", ""),
            ")"
        ),
        waits_for!("{}", "{}", "{}"),
    ],
    &[Kind::Text, Kind::Text, Kind::Text, Kind::Number, Kind::Text],
    &[],
);

/// A request in [`REQUESTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRow {
    pub id: String,
    pub kind: RequestKind,
    pub account_id: String,
    pub username: String,
    pub full_name: String,
    pub email: Option<String>,
    pub group_id: String,
    pub group_name: String,
    pub product_id: Option<i64>,
    pub product_name: Option<String>,
    pub reason: String,
    pub wanted_days: Option<i64>,
    pub state: RequestState,
    pub version: i64,
    pub created_at: Millis,
    pub due_at: Millis,
    pub refuse_at: Millis,
    pub reminded_at: Option<Millis>,
    pub decided_at: Option<Millis>,
    /// The display name of the person who decided; `None` for the server.
    pub decider_name: Option<String>,
    /// The account name of that person.
    pub decider: Option<String>,
    pub decision_reason: String,
    /// How many members the group has.
    pub members: i64,
    /// The display names of the group's first active managers, at most 20; only in a person's own
    /// requests.
    pub managers: Vec<String>,
}

from_row!(RequestRow {
    id, kind, account_id, username, full_name, email, group_id, group_name, product_id,
    product_name, reason, wanted_days, state, version, created_at, due_at, refuse_at, reminded_at,
    decided_at, decider_name, decider, decision_reason, members; default managers
});
