//! The groups that a person sees, and the person's place in each.

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::list::{
    Column, Filter, FoundPage, Kind, List, ListError, Paging, Query, Search, Sort, WORDS, columns,
    filters,
};
use crate::db::search::Noun;
use crate::db::{Day, DbError, Number, Reads, SqlValue, fetch_all, from_row, statements};
use crate::directory::{AccountFilter, AccountRow, ShownNames, Status, people_query};
use crate::groups::request::{Outcome, RequestKind};

statements! {
    PLACES = concat!("SELECT g.id AS group_id, mm.status, mm.outcome, mm.ends_on, mm.source, \
        CAST(CASE WHEN gm.account_id IS NULL THEN 0 ELSE 1 END AS BIGINT) AS manages, \
        r.id AS request_id, r.kind AS request_kind, r.due_at, \
        CAST(CASE WHEN gm.account_id IS NULL THEN 0 ELSE (SELECT COUNT(*) FROM requests q \
            WHERE q.group_id = g.id AND q.state = 0 AND q.account_id <> $101) END AS BIGINT) AS waiting \
        FROM groups g LEFT JOIN memberships mm ON mm.group_id = g.id AND mm.account_id = $101 \
        LEFT JOIN group_managers gm ON gm.group_id = g.id AND gm.account_id = $101 \
        LEFT JOIN requests r ON r.group_id = g.id AND r.account_id = $101 AND r.state = 0 \
        WHERE g.id IN ", ids!());
    MANAGERS = concat!("SELECT group_id, name FROM (\
        SELECT m.group_id, CASE WHEN a.full_name = '' THEN a.username ELSE a.full_name END AS name, \
            ROW_NUMBER() OVER (PARTITION BY m.group_id \
                ORDER BY a.full_name_key COLLATE \"C\", a.id COLLATE \"C\") AS place \
        FROM group_managers m JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
        WHERE m.group_id IN ", ids!(), ") named WHERE place <= 20 ORDER BY group_id COLLATE \"C\", place");
    /// Takes the first that the index finds, because a group may have very many members.
    MEMBER_NAMES = "SELECT CASE WHEN a.full_name = '' THEN a.username ELSE a.full_name END AS name FROM \
        (SELECT account_id FROM memberships WHERE group_id = $1 AND status = 0 LIMIT 20) m \
        JOIN accounts a ON a.id = m.account_id ORDER BY a.full_name_key COLLATE \"C\", a.id COLLATE \"C\"";
}

/// The groups that one person sees.
pub static VISIBLE_GROUPS: List = List {
    name: "visible groups",
    columns: VisibleGroup::COLUMNS,
    table: "groups g",
    joins: "",
    key: Column::text("g.id"),
    filters: &[&ENABLED, &VISIBLE, &MINE, &TO_JOIN],
    sorts: &[
        Sort::by("groupName", &[Column::text("g.name_key")]),
        Sort::by("created", &[Column::number("g.created_at")]),
    ],
    usual_sort: "groupName",
    // The list for administrators writes this search index.
    search: Some(Search {
        noun: Noun::Group,
        names: &["name"],
        sorted: &[("name_key", "name")],
        read: None,
        number: "g.search_number",
        text: "g.search_text",
        shown: None,
        besides: Some(&BY_MANAGER),
    }),
};

pub(in crate::groups) static ENABLED: Filter =
    Filter::is("status", Column::number("g.status"), &["created"]);
/// SQL: the groups that an account sees, with a `{}` for its agency and three for its id.
macro_rules! seen_groups {
    () => {
        "SELECT v.id FROM groups v WHERE v.visible = 0 \
         UNION SELECT va.group_id FROM group_visible_agencies va WHERE va.agency_id = {} \
         UNION SELECT vp.group_id FROM group_visible_accounts vp WHERE vp.account_id = {} \
         UNION SELECT vm.group_id FROM group_managers vm WHERE vm.account_id = {} \
         UNION SELECT vb.group_id FROM memberships vb WHERE vb.account_id = {} \
         AND (vb.status < 2 OR vb.outcome = 5)"
    };
}

/// The groups that an account sees. Arguments: its agency, then its id three times.
pub(in crate::groups) static VISIBLE: Filter = Filter::fragment(
    "visible",
    [
        concat!("g.id IN (", seen_groups!(), ")"),
        visible_to!("{}", "{}"),
    ],
    &[Kind::Text, Kind::Text, Kind::Text, Kind::Text],
    &[],
);
/// The groups that an account is in, manages, has asked for or was refused by. Argument: its id, twice.
static MINE: Filter = Filter::fragment(
    "mine",
    [
        "g.id IN (SELECT mm.group_id FROM memberships mm WHERE mm.account_id = {} \
         UNION SELECT gm.group_id FROM group_managers gm WHERE gm.account_id = {})",
        "(EXISTS (SELECT 1 FROM memberships mm WHERE mm.group_id = g.id AND mm.account_id = {}) \
         OR EXISTS (SELECT 1 FROM group_managers gm \
         WHERE gm.group_id = g.id AND gm.account_id = {}))",
    ],
    &[Kind::Text, Kind::Text],
    &[],
);
/// The groups that an account sees and can ask to join: it is neither in them nor manages them, and no request waits.
/// Arguments: its agency, then its id five times.
static TO_JOIN: Filter = Filter::fragment(
    "toJoin",
    [
        concat!(
            "g.id IN (",
            seen_groups!(),
            " EXCEPT SELECT mm.group_id FROM memberships mm WHERE mm.account_id = {} AND mm.status < 2 \
             EXCEPT SELECT gm.group_id FROM group_managers gm WHERE gm.account_id = {})"
        ),
        concat!(
            "(",
            visible_to!("{}", "{}"),
            " AND NOT EXISTS (SELECT 1 FROM memberships mm WHERE mm.group_id = g.id AND mm.account_id = {} \
             AND mm.status < 2) AND NOT EXISTS (SELECT 1 FROM group_managers gm \
             WHERE gm.group_id = g.id AND gm.account_id = {}))"
        ),
    ],
    &[
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Text,
    ],
    &[],
);
/// The most people whose groups are searched, if the words are the name of a manager.
pub(in crate::groups) const SEARCHED_MANAGERS: usize = 100;

/// Groups that one of [`SEARCHED_MANAGERS`] accounts manages. Disabled managers are not shown, so nothing is found by them.
static BY_MANAGER: Filter = Filter::numbered_among(
    "manager",
    "g.id",
    [
        "group_managers gm JOIN groups mg ON mg.id = gm.group_id \
         JOIN accounts ma ON ma.id = gm.account_id AND ma.status + 0 = 0",
        "gm.group_id",
        "gm.account_id IN (\
         {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, \
         {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, \
         {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, \
         {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {})",
        "mg.search_number",
    ],
    &[Kind::Text; SEARCHED_MANAGERS],
);

/// Everybody who manages a group. Argument: an empty id.
static MANAGES: Filter = Filter::among(
    "manages",
    "a.id",
    [
        "(SELECT DISTINCT account_id FROM group_managers) gm",
        "gm.account_id",
        "gm.account_id > {}",
    ],
    &[Kind::Text],
);

/// The ids of the first [`SEARCHED_MANAGERS`] enabled managers with these words in the name that others see. The search
/// index also finds people by user name, address and corporate id; members must not learn these.
pub(in crate::groups) async fn managers_named(
    view: &mut dyn Reads,
    context: String,
) -> Result<Vec<String>, ListError> {
    let filter = AccountFilter {
        context: Some(context),
        account_status: Some(Number(Status::Enabled)),
        ..AccountFilter::default()
    };
    let paging = Paging {
        page_size: i64::try_from(SEARCHED_MANAGERS).unwrap_or(i64::MAX),
        ..Paging::default()
    };
    let query = people_query(&filter, &paging, ShownNames::Shown)?;
    let query = query.only_all(&MANAGES, vec![SqlValue::from("")]);
    let page: FoundPage<AccountRow> = query.page(view).await?;
    Ok(page.rows.into_iter().map(|row| row.id).collect())
}

/// The person who sees the groups.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub id: String,
    /// Empty for none.
    pub agency_id: String,
}

filters! {
    /// Filters of the caller's groups. An empty or missing field does not filter.
    pub struct MyGroupFilter of VISIBLE_GROUPS {
        /// Only groups that this person sees. Without one there is no list.
        #[serde(skip)]
        viewer with mine: Viewer = seen_by,
        /// 1: only groups that the caller is in, manages, has asked for or was refused by. 2: only groups that the caller
        /// can ask to join.
        mine: i64,
        /// Words in the group's name or in the name of one of its managers. Each must have two characters or more.
        context: String = WORDS,
    }
}

fn seen_by(query: Query, viewer: Option<&Viewer>, mine: Option<&i64>) -> Result<Query, ListError> {
    let viewer = viewer.ok_or(ListError::Field("viewer"))?;
    let (id, agency) = (viewer.id.as_str(), viewer.agency_id.as_str());
    let seen = query
        .clone()
        .only_all(&VISIBLE, [agency, id, id, id].map(SqlValue::from).to_vec());
    match mine {
        None | Some(0) => Ok(seen),
        Some(1) => Ok(seen.only_all(&MINE, vec![id.into(), id.into()])),
        Some(2) => Ok(query.only_all(
            &TO_JOIN,
            [agency, id, id, id, id, id].map(SqlValue::from).to_vec(),
        )),
        Some(_) => Err(ListError::Field("mine")),
    }
}

columns! {
    /// A group in [`VISIBLE_GROUPS`].
    pub struct VisibleGroup {
        id: String = "g.id",
        name: String = "g.name",
        /// What its managers say to people who ask.
        admin_msg: String = "g.admin_msg",
        description: String = "g.description",
        created_at: Millis = "g.created_at",
        /// The longest membership in days.
        max_days: Option<i64> = "g.max_days",
        /// Days after which a request is overdue.
        due_days: i64 = "g.due_days",
        /// How many members it has.
        members: i64 = "(SELECT COUNT(*) FROM memberships mm WHERE mm.group_id = g.id AND mm.status = 0)",
        /// The person's place in it.
        place: Place,
        /// The display names of its first active managers, at most 20.
        managers: Vec<String>,
        /// The display names of members, at most 20; empty for a person who is neither a member nor a
        /// manager.
        member_names: Vec<String>,
    }
}

/// A person's place in a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The status and outcome of the membership, if there is one.
    pub membership: Option<(Status, Outcome)>,
    /// The last day of the membership.
    pub ends_on: Option<jiff::civil::Date>,
    /// The claim that the membership follows.
    pub source: Option<String>,
    pub manages: bool,
    /// The pending request: its id, its kind, and when it becomes overdue.
    pub request: Option<(String, RequestKind, Millis)>,
    /// How many requests wait for the person's decision as a manager.
    pub waiting: i64,
}

struct PlaceRow {
    group_id: String,
    status: Option<Status>,
    outcome: Option<Outcome>,
    ends_on: Day,
    source: Option<String>,
    manages: bool,
    request_id: Option<String>,
    request_kind: Option<RequestKind>,
    due_at: Option<Millis>,
    waiting: i64,
}

from_row!(PlaceRow {
    group_id,
    status,
    outcome,
    ends_on,
    source,
    manages,
    request_id,
    request_kind,
    due_at,
    waiting
});

/// The groups with these ids, each with the display name of one of its active managers; at most 20 of each
/// group.
pub(in crate::groups) async fn managers_of(
    view: &mut dyn Reads,
    ids: impl Iterator<Item = &str>,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(view, (String, String), MANAGERS, ids)
}

/// Adds the person's place and the names of managers and members to the groups of one page.
pub(in crate::groups) async fn add_places(
    view: &mut dyn Reads,
    account_id: &str,
    groups: &mut [VisibleGroup],
) -> Result<(), DbError> {
    let ids: Vec<String> = groups.iter().map(|group| group.id.clone()).collect();
    let ids = || ids.iter().map(String::as_str);
    let places = fetch_by_ids!(view, PlaceRow, PLACES, ids(), account_id)?;
    let managers = managers_of(view, ids()).await?;
    for place in places {
        if let Some(group) = groups.iter_mut().find(|group| group.id == place.group_id) {
            group.place = Place {
                membership: place.status.zip(place.outcome),
                ends_on: place.ends_on.0,
                source: place.source,
                manages: place.manages,
                request: (place.request_id.zip(place.request_kind))
                    .map(|(id, kind)| (id, kind, place.due_at.unwrap_or_default())),
                waiting: place.waiting,
            };
        }
    }
    for (group_id, name) in managers {
        if let Some(group) = groups.iter_mut().find(|group| group.id == group_id) {
            group.managers.push(name);
        }
    }
    for group in groups {
        let is_member = matches!(group.place.membership, Some((Status::Enabled, _)));
        if is_member || group.place.manages {
            let names = fetch_all!(view, (String,), MEMBER_NAMES, &group.id)?;
            group.member_names = names.into_iter().map(|(name,)| name).collect();
        }
    }
    Ok(())
}
