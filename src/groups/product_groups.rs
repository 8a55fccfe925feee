//! The groups that open a product, with the place of a person in each, for readers who help that person.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::request::Outcome;
use super::requests::agency;
use super::status::GroupStatus;
use super::store::product_groups as store;
use crate::db::{DbError, Reads};
use crate::directory::{Account, Status};

/// The most groups of one answer.
const MOST_GROUPS: usize = 20;

/// The most managers who are named for one group.
const MOST_NAMES: usize = 5;

/// What a person is to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupPlace {
    Member,
    /// Has asked, and waits for a decision.
    Waiting,
    /// The membership has ended or was disabled.
    Ended,
    /// Was refused, or took the request back.
    Refused,
    /// Was invited, and has not asked.
    Invited,
    /// Nothing.
    Stranger,
}

impl GroupPlace {
    fn of(membership: Option<Status>, outcome: Option<Outcome>) -> Self {
        match (membership, outcome) {
            (None, _) => Self::Stranger,
            (Some(Status::Enabled), _) => Self::Member,
            (Some(Status::Processing), _) => Self::Waiting,
            (Some(Status::Disabled), Some(Outcome::Invited)) => Self::Invited,
            (Some(Status::Disabled), Some(outcome)) if outcome.is_refusal() => Self::Refused,
            (Some(Status::Disabled), _) => Self::Ended,
        }
    }
}

/// A group that opens a product, with the place of a person in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductGroup {
    pub id: String,
    pub name: String,
    /// The group is enabled.
    pub on: bool,
    pub place: GroupPlace,
    /// The status of the membership, if there is one.
    pub membership: Option<Status>,
    /// The last day of the membership.
    pub ends_on: Option<Date>,
    /// True if a membership in it opens the product to the person: it is on, and the person's client and brand match.
    pub gives: bool,
    /// True if the person sees the group, and so may ask to join it.
    pub may_ask: bool,
    /// The names of managers who can sign in, at most 5.
    pub managers: Vec<String>,
}

/// The groups that open a product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductGroups {
    /// Those in which the person has a place come first; at most 20.
    pub groups: Vec<ProductGroup>,
    /// The best membership that counts, in any of the groups that were read.
    pub membership: Option<Status>,
    /// True if there are more groups.
    pub more: bool,
}

/// The groups that open the product, with the place of the account in each. A reader who may list groups gets `every` one;
/// others only the enabled ones that they see themselves. `today` is yyyy-MM-dd.
///
/// # Errors
/// The database failed.
pub async fn product_groups(
    view: &mut dyn Reads,
    asked: (i64, &str),
    (reader, every): (&Account, bool),
    today: &str,
) -> Result<ProductGroups, DbError> {
    let by = (reader.id.as_str(), agency(reader));
    let rows = store::opening(view, asked, by, every).await?;
    let counts = rows.iter().filter(|row| row.gives);
    let membership = counts
        .filter_map(|row| row.membership)
        .min_by_key(|status| status.code());
    let more = rows.len() > MOST_GROUPS;
    let group = |row: store::OpeningRow| ProductGroup {
        on: row.status == GroupStatus::On,
        place: GroupPlace::of(row.membership, row.outcome),
        membership: row.membership,
        ends_on: row.ends_on.0,
        gives: row.gives,
        may_ask: row.may_ask,
        managers: Vec::new(),
        id: row.id,
        name: row.name,
    };
    let mut groups: Vec<ProductGroup> = rows.into_iter().map(group).collect();
    // Stable, so that groups with the same place stay in the order of their names.
    groups.sort_by_key(|group| group.place);
    groups.truncate(MOST_GROUPS);
    let ids: BTreeSet<&str> = groups.iter().map(|group| group.id.as_str()).collect();
    let mut managers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (group_id, name) in store::able_managers(view, &ids, today).await? {
        let names = managers.entry(group_id).or_default();
        if names.len() < MOST_NAMES {
            names.push(name);
        }
    }
    for group in &mut groups {
        group.managers = managers.remove(&group.id).unwrap_or_default();
    }
    Ok(ProductGroups {
        groups,
        membership,
        more,
    })
}
