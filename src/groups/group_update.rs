//! What administrators send to add or change a group, and the rules for it.

use jiff::tz::TimeZone;

use super::group::{GroupDetails, GroupEntry, GroupSet, MOST_ENTRIES, Visibility};
use super::last_manager::one_stays;
use super::status::GroupStatus;
use super::store::group_details;
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::faults::{Faults, Rule, tidied};

/// The most characters of a description or message.
const LONGEST_TEXT: usize = 2_000;

/// The most days that a group may set.
const MOST_DAYS: i64 = 3_650;

/// Changes of a group. A field that is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct GroupUpdate {
    /// The version that the caller has read; if absent, the last change wins.
    pub version: Option<i64>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub admin_msg: Option<String>,
    pub status: Option<GroupStatus>,
    pub visibility: Option<Visibility>,
    pub due_days: Option<i64>,
    pub refuse_days: Option<i64>,
    /// 0 for no end.
    pub max_days: Option<i64>,
    /// The sets to change. The sets of who sees the group are cleared if everybody sees it.
    pub sets: Vec<(GroupSet, SetChange)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetChange {
    /// All of its entries.
    Whole(Vec<String>),
    /// Entries to add and entries to remove. Adding an existing entry, or removing a missing one, does nothing.
    Parts {
        add: Vec<String>,
        remove: Vec<String>,
    },
}

/// A set must not be empty, because a form that failed to load would empty the group. Only its
/// limits and its stand-ins may be empty.
const fn may_be_empty(set: GroupSet) -> bool {
    !matches!(set, GroupSet::Managers | GroupSet::Products)
}

/// `before` with `update` applied and checked.
///
/// # Errors
/// The database failed. Faults of the fields are added to `faults`.
pub(super) async fn applied(
    view: &mut dyn Reads,
    before: &GroupDetails,
    update: &GroupUpdate,
    faults: &mut Faults,
) -> Result<GroupDetails, DbError> {
    let mut after = before.clone();
    with_texts(&mut after, update, faults);
    with_days(&mut after, update, faults);
    after.group.status = update.status.unwrap_or(before.group.status);
    for (set, change) in &update.sets {
        let entries = changed_set(view, before, *set, change, faults).await?;
        after.sets = after.sets.with(*set, entries);
    }
    after.group.visibility = update.visibility.unwrap_or(before.group.visibility);
    with_visibility(&mut after, faults);
    Ok(after)
}

/// Adds a fault to `faults` if the change to `after` ends the management of the last manager who can sign in.
///
/// # Errors
/// The database failed.
pub(super) async fn keep_a_manager(
    view: &mut dyn Reads,
    (before, after): (&GroupDetails, &GroupDetails),
    when: (&TimeZone, Millis),
    faults: &mut Faults,
) -> Result<(), DbError> {
    let set = GroupSet::Managers;
    let mut managers = before.sets.of(set);
    if managers.all(|manager| after.sets.has(set, &manager.id)) {
        return Ok(());
    }
    let left: Vec<&str> = after.sets.of(set).map(|entry| &*entry.id).collect();
    let stays = one_stays(view, &before.group.id, &left, when).await?;
    faults.ensure(stays, set.field(), Rule::LastManager);
    Ok(())
}

fn with_texts(after: &mut GroupDetails, update: &GroupUpdate, faults: &mut Faults) {
    if let Some(name) = &update.name {
        name.trim().clone_into(&mut after.group.name);
        faults.name("groupName", &after.group.name, Rule::Data);
    }
    let texts = [
        ("desc", &update.description, &mut after.group.description),
        ("adminMsg", &update.admin_msg, &mut after.group.admin_msg),
    ];
    for (field, given, text) in texts {
        if let Some(given) = given {
            *text = tidied(given);
            faults.check(field, Rule::of_text(text, LONGEST_TEXT, Rule::GroupText));
        }
    }
}

fn with_days(after: &mut GroupDetails, update: &GroupUpdate, faults: &mut Faults) {
    let group = &mut after.group;
    group.due_days = update.due_days.unwrap_or(group.due_days);
    group.refuse_days = update.refuse_days.unwrap_or(group.refuse_days);
    if let Some(max) = update.max_days {
        group.max_days = (max != 0).then_some(max);
    }
    let days = 1..=MOST_DAYS;
    for (is_good, field) in [
        (days.contains(&group.due_days), "dueDays"),
        (days.contains(&group.refuse_days), "refuseDays"),
        (
            group.max_days.is_none_or(|max| days.contains(&max)),
            "maxDays",
        ),
    ] {
        faults.ensure(is_good, field, Rule::Days);
    }
    let is_later = group.refuse_days >= group.due_days;
    faults.ensure(is_later, "refuseDays", Rule::AfterDue);
}

/// Contract G-55: a group that only some people see names them; a group that everybody sees names nobody.
fn with_visibility(after: &mut GroupDetails, faults: &mut Faults) {
    let sets = [GroupSet::Agencies, GroupSet::People];
    match after.group.visibility {
        Visibility::All => {
            for set in sets {
                after.sets = after.sets.clone().with(set, Vec::new());
            }
        }
        Visibility::Partial => {
            let is_seen = sets
                .into_iter()
                .any(|set| after.sets.of(set).next().is_some());
            faults.ensure(is_seen, GroupSet::Agencies.field(), Rule::Data);
        }
    }
}

/// The entries of `set` after `change`. A new entry must exist and be enabled; only a product may be off.
async fn changed_set(
    view: &mut dyn Reads,
    before: &GroupDetails,
    set: GroupSet,
    change: &SetChange,
    faults: &mut Faults,
) -> Result<Vec<GroupEntry>, DbError> {
    let field = set.field();
    let old: Vec<GroupEntry> = before.sets.of(set).cloned().collect();
    let wanted = match change {
        SetChange::Whole(ids) => ids.clone(),
        SetChange::Parts { add, remove } => {
            let kept = old.iter().map(|entry| &entry.id);
            let kept = kept.filter(|id| !remove.contains(id));
            kept.chain(add).cloned().collect()
        }
    };
    if wanted.is_empty() && *change == SetChange::Whole(Vec::new()) && !may_be_empty(set) {
        faults.add(field, Rule::Data);
        return Ok(old);
    }
    if wanted.len() > MOST_ENTRIES {
        faults.add(field, Rule::TooMany);
        return Ok(old);
    }
    let mut entries: Vec<GroupEntry> = Vec::new();
    for id in &wanted {
        if entries.iter().any(|entry| entry.id == *id) {
            continue;
        }
        if let Some(entry) = old.iter().find(|entry| entry.id == *id) {
            entries.push(entry.clone());
            continue;
        }
        let found = group_details::entry(view, set, id).await?;
        match found.filter(|entry| entry.is_on || set == GroupSet::Products) {
            Some(entry) => entries.push(entry),
            None => faults.add(field, Rule::AllKnown),
        }
    }
    Ok(entries)
}
