//! What people asked for: one request for each membership that waits, and those that were decided.

use super::groups::{group_id, group_name, groups_of, waits};
use super::people::{account_id, below, person};
use super::rows::{AT_ONCE, indexed, number, text};
use super::size::Scale;
use crate::clock::{DAY, Millis};
use crate::db::bulk::{self, BulkRow};
use crate::db::{DbError, WriteTx};
use crate::groups::{REQUESTS, RequestState};

/// A request of the person with this number, for the group with that number.
struct Request {
    person: i64,
    group: i64,
    is_pending: bool,
}

const COLUMNS: &[&str] = &[
    "id",
    "kind",
    "account_id",
    "group_id",
    "reason",
    "state",
    "created_at",
    "due_at",
    "refuse_at",
    "decided_at",
    "username",
    "group_name",
    "email",
    "search_number",
    "search_text",
];

/// A pending request is younger than four days, so that none is overdue. Of ten memberships one was asked for.
pub async fn requests(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    if scale.groups == 0 {
        return Ok(());
    }
    let indexes = bulk::drop_indexes(tx, "requests").await?;
    let mut begin = 0;
    while begin < scale.accounts {
        let numbers = begin..(begin + AT_ONCE).min(scale.accounts);
        begin = numbers.end;
        let asked: Vec<Request> = numbers.flat_map(|n| of_person(n, scale.groups)).collect();
        let names: Vec<Vec<String>> = asked.iter().map(names).collect();
        let found = indexed(tx, &REQUESTS, &names).await?;
        let rows = asked.iter().zip(found);
        let rows = rows.map(|(request, [number, folded, _])| {
            let mut row = row(request, now);
            row.extend([number, folded]);
            row
        });
        bulk::insert(tx, "requests", COLUMNS, rows.collect()).await?;
    }
    indexes.create(tx).await
}

fn of_person(n: i64, groups: i64) -> impl Iterator<Item = Request> {
    groups_of(n, groups).into_iter().filter_map(move |group| {
        let is_pending = waits(n, group);
        let request = Request {
            person: n,
            group,
            is_pending,
        };
        (is_pending || below(n, 110 + group, 10) == 0).then_some(request)
    })
}

/// The names by which the search of requests finds them.
fn names(request: &Request) -> Vec<String> {
    let person = person(request.person);
    let names = [person.username, group_name(request.group)].into_iter();
    names.chain(person.email).collect()
}

fn row(request: &Request, now: Millis) -> BulkRow {
    let (state, age) = if request.is_pending {
        (RequestState::Pending, below(request.person, 120, 4 * DAY))
    } else {
        let age = 10 * DAY + below(request.person, 120, 490 * DAY);
        (RequestState::Approved, age)
    };
    let made = now - age;
    let person_id = account_id(request.person);
    let person = person(request.person);
    let decided = (!request.is_pending).then_some(made + DAY);
    vec![
        text(format!("scale-q{}-{}", request.person, request.group)),
        number(0),
        text(person_id),
        text(group_id(request.group)),
        text("I work for a client of this group."),
        number(state.code()),
        number(made),
        number(made + 5 * DAY),
        number(made + 10 * DAY),
        decided.into(),
        text(person.username),
        text(group_name(request.group)),
        person.email.into(),
    ]
}
