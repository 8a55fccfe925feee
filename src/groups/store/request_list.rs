//! The list of requests.

use jiff::tz::TimeZone;

use crate::access::conditions::administered;
use crate::clock::Millis;
use crate::days::{day_of, today};
use crate::db::SqlValue;
use crate::db::list::{
    Column, Filter, FilterValue, Kind, List, Search, Sort, WORDS, columns, filters,
};
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
        &DECIDED,
    ],
    sorts: &[
        Sort::by("created", &[Column::number("r.created_at")]),
        Sort::by("due", &[Column::number("r.due_at")]),
    ],
    // Oldest first: the request that has waited longest.
    usual_sort: "created",
    search: Some(Search {
        noun: Noun::Request,
        names: &["username", "email", "group_name", "product_name"],
        sorted: &[],
        read: None,
        number: "r.search_number",
        text: "r.search_text",
        shown: None,
        besides: None,
    }),
};

static STATE: Filter = Filter::is("state", Column::number("r.state"), &["created", "due"]);
static ACCOUNT: Filter = Filter::is("account", Column::text("r.account_id"), &["created"]);
static GROUP: Filter = Filter::is("group", Column::text("r.group_id"), &[]);
static PRODUCT: Filter = Filter::is("product", Column::number("r.product_id"), &[]);
static ID: Filter = Filter::is("id", Column::text("r.id"), &[]);
/// Only requests for products that this account administers.
static ADMINISTRATOR: Filter = administered("r.product_id");
/// The requests that an account decides about. Arguments: its id three times, today, its id, whether it administers SSO
/// (0 or 1), today.
static WAITS_FOR: Filter = Filter::fragment(
    "waitsFor",
    [
        concat!(
            "r.account_id <> {} AND r.id IN (",
            waiting_ids!(["{}", "{}", "{}"], "", ""),
            ")"
        ),
        waits_for!("{}", "{}", "{}"),
    ],
    &[
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Number,
        Kind::Text,
    ],
    &[],
);

/// Approved or refused, or refused because nobody decided, from a time on and before another.
static DECIDED: Filter = Filter::fragment(
    "decided",
    [
        "(r.decided_at >= {} AND r.decided_at < {} AND r.state + 0 IN (1, 2, 4))",
        "(r.decided_at + 0 >= {} AND r.decided_at + 0 < {} AND r.state + 0 IN (1, 2, 4))",
    ],
    &[Kind::Number, Kind::Number],
    &[],
);

/// When requests were decided.
#[derive(Clone, Copy, Debug)]
pub struct DecidedBetween {
    pub from: Millis,
    /// The first moment after.
    pub until: Millis,
}

impl FilterValue for DecidedBetween {
    fn binds(&self) -> Vec<SqlValue> {
        vec![self.from.into(), self.until.into()]
    }
}

impl RequestFilter {
    /// The filter with the times of its days in `zone`.
    ///
    /// # Errors
    /// The name of the field that has no day.
    pub fn in_zone(mut self, zone: &TimeZone) -> Result<Self, &'static str> {
        let said = |field: Option<&String>| {
            let text = field.map(|text| text.trim().to_owned());
            text.filter(|text| !text.is_empty())
        };
        let days = (
            said(self.decided_from.as_ref()),
            said(self.decided_until.as_ref()),
        );
        if days.0.is_none() && days.1.is_none() {
            return Ok(self);
        }
        let mut between = DecidedBetween {
            from: 0,
            until: Millis::MAX,
        };
        if let Some(day) = days.0 {
            between.from = day_of(&day, zone).ok_or("decidedFrom")?.0;
        }
        if let Some(day) = days.1 {
            between.until = day_of(&day, zone).ok_or("decidedUntil")?.1;
        }
        self.decided = Some(between);
        Ok(self)
    }
}

/// A person who decides.
#[derive(Clone, Debug)]
pub struct WaitsFor {
    pub account_id: String,
    /// True for administrators of product SSO.
    pub administers: bool,
    /// The present day, as yyyy-MM-dd.
    pub today: String,
}

impl WaitsFor {
    pub fn new(account_id: &str, administers: bool, zone: &TimeZone, now: Millis) -> Self {
        Self {
            account_id: account_id.to_owned(),
            administers,
            today: today(now, zone).to_string(),
        }
    }
}

impl FilterValue for WaitsFor {
    fn binds(&self) -> Vec<SqlValue> {
        let id = || SqlValue::from(self.account_id.as_str());
        let administers = SqlValue::from(self.administers);
        let today = || SqlValue::from(self.today.as_str());
        vec![id(), id(), id(), today(), id(), administers, today()]
    }
}

filters! {
    /// Filters of the list of requests. An empty or missing field does not filter.
    pub struct RequestFilter of REQUESTS {
        /// `pending`, `approved`, `refused`, `withdrawn` or `timed_out`.
        #[param(value_type = Option<String>)]
        status: RequestState = STATE,
        /// Only requests for this group.
        group_id: String = GROUP,
        /// Only requests for this product.
        project_id: i64 = PRODUCT,
        /// Only requests that were approved or refused on this day or later, as `yyyy-MM-dd` in the server's time zone.
        decided_from: String,
        /// Only requests that were approved or refused on this day or earlier, as `yyyy-MM-dd` in the server's time zone.
        decided_until: String,
        /// The times of these days. The server sets them.
        #[serde(skip)]
        decided: DecidedBetween = DECIDED,
        /// Only requests for products that this account administers.
        #[serde(skip)]
        administrator: String = ADMINISTRATOR,
        /// Words in the account name, email address, group name or product name. Each must occur in one
        /// of them and have two characters or more.
        context: String = WORDS,
    }
}

filters! {
    /// Filters of the caller's queue. An empty or missing field does not filter.
    pub struct QueueFilter of REQUESTS {
        /// `pending`, `approved`, `refused`, `withdrawn` or `timed_out`. Default: `pending`; with `requestId`, any.
        #[param(value_type = Option<String>)]
        status: RequestState = STATE,
        /// Only requests for this group.
        group_id: String = GROUP,
        /// Only the request with this id.
        request_id: String = ID,
        /// Only requests that this person decides about.
        #[serde(skip)]
        waits_for: WaitsFor = WAITS_FOR,
        /// Words in the account name, email address, group name or product name. Each must occur in one
        /// of them and have two characters or more.
        context: String = WORDS,
    }
}

filters! {
    /// Filters of the caller's own requests. An empty or missing field does not filter.
    pub struct OwnRequestFilter of REQUESTS {
        /// `pending`, `approved`, `refused`, `withdrawn` or `timed_out`.
        #[param(value_type = Option<String>)]
        state: RequestState = STATE,
        /// Only requests of this account.
        #[serde(skip)]
        account_id: String = ACCOUNT,
        /// Words in the name of the group or product.
        context: String = WORDS,
    }
}

columns! {
    /// A request in [`REQUESTS`].
    pub struct RequestRow {
        id: String = "r.id",
        kind: RequestKind = "r.kind",
        account_id: String = "r.account_id",
        username: String = "a.username",
        full_name: String = "a.full_name",
        email: Option<String> = "a.email",
        /// The name of the person's agency.
        agency_name: Option<String> = "(SELECT ag.name FROM agencies ag WHERE ag.id = a.agency_id)",
        group_id: String = "r.group_id",
        group_name: String = "g.name",
        product_id: Option<i64> = "r.product_id",
        product_name: Option<String> = "p.name",
        product_name_zh: Option<String> = "p.name_zh",
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
        /// The longest membership of the group in days.
        max_days: Option<i64> = "g.max_days",
        /// How many members the group has.
        members: i64 = "(SELECT COUNT(*) FROM memberships mm WHERE mm.group_id = r.group_id AND mm.status = 0)",
        /// The display names of the group's first active managers, at most 20; only in a person's own
        /// requests.
        managers: Vec<String>,
    }
}
