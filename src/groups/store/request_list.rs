//! The list of requests.

use crate::access::conditions::administered;
use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort, columns};
use crate::db::search::Noun;
use crate::groups::request::{RequestKind, RequestState};

/// Every request.
pub static REQUESTS: List = List {
    name: "requests",
    columns: RequestRow::COLUMNS,
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

pub(in crate::groups) static STATE: Filter =
    Filter::is("state", Column::number("r.state"), &["created"]);
pub(in crate::groups) static ACCOUNT: Filter =
    Filter::is("account", Column::text("r.account_id"), &["created"]);
pub(in crate::groups) static GROUP: Filter = Filter::is("group", Column::text("r.group_id"), &[]);
pub(in crate::groups) static PRODUCT: Filter =
    Filter::is("product", Column::number("r.product_id"), &[]);
pub(in crate::groups) static ID: Filter = Filter::is("id", Column::text("r.id"), &[]);
/// Only requests for products that this account administers.
pub(in crate::groups) static ADMINISTRATOR: Filter = administered("r.product_id");
/// The requests that an account decides about. Arguments: its id three times, whether it administers SSO (0 or 1),
/// today.
pub(in crate::groups) static WAITS_FOR: Filter = Filter::fragment(
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

columns! {
    /// A request in [`REQUESTS`].
    pub struct RequestRow {
        id: String = "r.id",
        kind: RequestKind = "r.kind",
        account_id: String = "r.account_id",
        username: String = "a.username",
        full_name: String = "a.full_name",
        email: Option<String> = "a.email",
        group_id: String = "r.group_id",
        group_name: String = "g.name",
        product_id: Option<i64> = "r.product_id",
        product_name: Option<String> = "p.name",
        reason: String = "r.reason",
        wanted_days: Option<i64> = "r.wanted_days",
        state: RequestState = "r.state",
        version: i64 = "r.version",
        created_at: Millis = "r.created_at",
        due_at: Millis = "r.due_at",
        refuse_at: Millis = "r.refuse_at",
        reminded_at: Option<Millis> = "r.reminded_at",
        decided_at: Option<Millis> = "r.decided_at",
        /// The display name of the person who decided; `None` for the server.
        decider_name: Option<String> = "d.full_name",
        /// The account name of that person.
        decider: Option<String> = "d.username",
        decision_reason: String = "r.decision_reason",
        /// How many members the group has.
        members: i64 = "(SELECT COUNT(*) FROM memberships mm WHERE mm.group_id = r.group_id AND mm.status = 0)",
        /// The display names of the group's first active managers, at most 20; only in a person's own
        /// requests.
        managers: Vec<String>,
    }
}
