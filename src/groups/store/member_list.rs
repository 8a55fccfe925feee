//! The list of a group's members and of people who want to become members.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::list::{
    Column, Filter, Kind, List, ListError, Query, Sort, WORDS, columns, filters,
};
use crate::db::{Day, DbError, Number, Reads, from_row, statements};
use crate::directory::{self, Status};
use crate::groups::request::{Outcome, RequestKind};

statements! {
    PLACES = concat!("SELECT m.account_id, m.status, m.outcome, m.ends_on, m.source, \
        CAST(CASE WHEN gm.account_id IS NULL THEN 0 ELSE 1 END AS BIGINT) AS manages, \
        r.id AS request_id, r.kind AS request_kind, r.reason, r.wanted_days, r.created_at, \
        r.due_at, r.reminded_at \
        FROM memberships m LEFT JOIN group_managers gm \
            ON gm.group_id = m.group_id AND gm.account_id = m.account_id \
        LEFT JOIN requests r \
            ON r.group_id = m.group_id AND r.account_id = m.account_id AND r.state = 0 \
        WHERE m.group_id = $101 AND m.account_id IN ", ids!());
}

/// The accounts of a group.
pub static MEMBERS: List = List {
    name: "members",
    columns: MemberRow::COLUMNS,
    table: "accounts a",
    joins: "",
    key: Column::text("a.id"),
    filters: &[&OF_GROUP, &OF_STATUS, &ENDS],
    sorts: &[
        Sort::unique("username", &[Column::text("a.username_key")]),
        Sort::by("fullName", &[Column::text("a.full_name_key")]),
    ],
    usual_sort: "username",
    search: directory::PEOPLE.search,
};

/// This list for administrators, with its own cursors.
pub static GROUP_USERS: List = List {
    name: "group users",
    ..MEMBERS
};

/// Everybody with a place in the group.
static OF_GROUP: Filter = Filter::numbered_among(
    "group",
    "a.id",
    [
        "memberships mm",
        "mm.account_id",
        "mm.group_id = {}",
        "mm.account_number",
    ],
    &[Kind::Text],
);
/// Everybody with this place in the group: the group, then the status.
static OF_STATUS: Filter = Filter::numbered_among(
    "status",
    "a.id",
    [
        "memberships mm",
        "mm.account_id",
        "mm.group_id = {} AND mm.status = {}",
        "mm.account_number",
    ],
    &[Kind::Text, Kind::Number],
);

/// The members whose last day is between two (yyyy-MM-dd): the group, then the days.
pub(in crate::groups) static ENDS: Filter = Filter::numbered_among(
    "ends",
    "a.id",
    [
        "memberships em",
        "em.account_id",
        "em.group_id = {} AND em.status = 0 AND em.ends_on IS NOT NULL AND em.ends_on >= {} AND em.ends_on <= {}",
        "em.account_number",
    ],
    &[Kind::Text, Kind::Text, Kind::Text],
);

/// The people of `group`; with a status, those whose place has it.
fn of_group(
    query: Query,
    group: Option<&String>,
    status: Option<&MemberStatus>,
) -> Result<Query, ListError> {
    let group = group.ok_or(ListError::Field("groupId"))?.as_str();
    Ok(match status {
        Some(status) => query.only_all(&OF_STATUS, vec![group.into(), status.0.code().into()]),
        None => query.only(&OF_GROUP, Some(group)),
    })
}

/// Enabled: a member. Processing: waits for a decision. Disabled: neither.
pub type MemberStatus = Number<Status>;

filters! {
    /// Filters of a group's people. An empty or missing field does not filter.
    pub struct MemberFilter of any {
        /// The group.
        #[param(required = true)]
        group_id with status: String = of_group,
        /// Words in the account name, display name or email address. Each must have two characters or
        /// more.
        context: String = WORDS,
        /// Enabled: members. Processing: people who wait for a decision. Disabled: others.
        status: MemberStatus,
        /// Only members whose last day is within this number of days, 1 to 366.
        ends_within: i64,
    }
}

columns! {
    /// A person in [`MEMBERS`].
    pub struct MemberRow {
        id: String = "a.id",
        username: String = "a.username",
        full_name: String = "a.full_name",
        email: Option<String> = "a.email",
        place: Option<MemberPlace>,
    }
}

impl MemberRow {
    /// The name that other people see.
    pub fn shown_name(&self) -> &str {
        match self.full_name.as_str() {
            "" => &self.username,
            name => name,
        }
    }
}

/// A person's place in the group of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPlace {
    pub status: Status,
    pub outcome: Outcome,
    pub ends_on: Option<Date>,
    /// The claim that the membership follows.
    pub source: Option<String>,
    pub manages: bool,
    /// The pending request.
    pub request: Option<PendingRequest>,
}

/// A pending request of a person in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingRequest {
    pub id: String,
    pub kind: RequestKind,
    pub reason: String,
    pub wanted_days: Option<i64>,
    pub created_at: Millis,
    pub due_at: Millis,
    /// True if stand-ins may decide about it.
    pub is_overdue: bool,
}

struct PlaceRow {
    account_id: String,
    status: Status,
    outcome: Outcome,
    ends_on: Day,
    source: Option<String>,
    manages: bool,
    request_id: Option<String>,
    request_kind: Option<RequestKind>,
    reason: Option<String>,
    wanted_days: Option<i64>,
    created_at: Option<Millis>,
    due_at: Option<Millis>,
    reminded_at: Option<Millis>,
}

from_row!(PlaceRow {
    account_id,
    status,
    outcome,
    ends_on,
    source,
    manages,
    request_id,
    request_kind,
    reason,
    wanted_days,
    created_at,
    due_at,
    reminded_at
});

impl PlaceRow {
    fn place(self) -> MemberPlace {
        let request = self.request_id.zip(self.request_kind);
        MemberPlace {
            status: self.status,
            outcome: self.outcome,
            ends_on: self.ends_on.0,
            source: self.source,
            manages: self.manages,
            request: request.map(|(id, kind)| PendingRequest {
                id,
                kind,
                reason: self.reason.unwrap_or_default(),
                wanted_days: self.wanted_days,
                created_at: self.created_at.unwrap_or_default(),
                due_at: self.due_at.unwrap_or_default(),
                is_overdue: self.reminded_at.is_some(),
            }),
        }
    }
}

/// Adds their places in the group to the people of one page.
pub(in crate::groups) async fn add_places(
    view: &mut dyn Reads,
    group_id: &str,
    members: &mut [MemberRow],
) -> Result<(), DbError> {
    let ids = members.iter().map(|member| member.id.as_str());
    let places = fetch_by_ids!(view, PlaceRow, PLACES, ids, group_id)?;
    let places = places.into_iter();
    let mut places: HashMap<String, MemberPlace> = places
        .map(|row| (row.account_id.clone(), row.place()))
        .collect();
    for member in members {
        member.place = places.remove(&member.id);
    }
    Ok(())
}
