//! What administrators send to add or change a group, and the rules for it.

use jiff::tz::TimeZone;

use super::group::{GroupDetails, GroupEntry, GroupSet, MOST_ENTRIES, Visibility};
use super::group_error::{GroupFault, GroupFaults, GroupField, GroupRule};
use super::last_manager::one_stays;
use super::status::GroupStatus;
use super::store::group_details;
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::i18n::characters::{line_fault, text_fault};

/// The most characters of a name (contract V-35).
const LONGEST_LINE: usize = 100;

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
    /// Entries to add and entries to remove. Adding an entry that is there or removing one that is not does nothing.
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
    faults: &mut GroupFaults,
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
    faults: &mut GroupFaults,
) -> Result<(), DbError> {
    let set = GroupSet::Managers;
    let mut managers = before.sets.of(set);
    if managers.all(|manager| after.sets.has(set, &manager.id)) {
        return Ok(());
    }
    let left: Vec<&str> = after.sets.of(set).map(|entry| &*entry.id).collect();
    let stays = one_stays(view, &before.group.id, &left, when).await?;
    let field = GroupField::Set(set);
    faults.ensure(stays, field.breaks(GroupRule::LastManager));
    Ok(())
}

fn with_texts(after: &mut GroupDetails, update: &GroupUpdate, faults: &mut GroupFaults) {
    if let Some(name) = &update.name {
        name.trim().clone_into(&mut after.group.name);
        if after.group.name.is_empty() {
            faults.add(GroupField::Name.breaks(GroupRule::Filled));
        }
        if let Some(fault) = line_fault(&after.group.name, LONGEST_LINE) {
            let rule = fault.rule(GroupRule::Line, GroupRule::Hidden);
            faults.add(GroupField::Name.breaks(rule));
        }
    }
    let texts = [
        (
            &update.description,
            &mut after.group.description,
            GroupField::Description,
        ),
        (
            &update.admin_msg,
            &mut after.group.admin_msg,
            GroupField::AdminMessage,
        ),
    ];
    for (given, text, field) in texts {
        if let Some(given) = given {
            *text = given.trim().replace("\r\n", "\n");
            if let Some(fault) = text_fault(text, LONGEST_TEXT) {
                let rule = fault.rule(GroupRule::Text, GroupRule::Hidden);
                faults.add(field.breaks(rule));
            }
        }
    }
}

fn with_days(after: &mut GroupDetails, update: &GroupUpdate, faults: &mut GroupFaults) {
    let group = &mut after.group;
    group.due_days = update.due_days.unwrap_or(group.due_days);
    group.refuse_days = update.refuse_days.unwrap_or(group.refuse_days);
    if let Some(max) = update.max_days {
        group.max_days = (max != 0).then_some(max);
    }
    let days = 1..=MOST_DAYS;
    for (is_good, field) in [
        (days.contains(&group.due_days), GroupField::DueDays),
        (days.contains(&group.refuse_days), GroupField::RefuseDays),
        (
            group.max_days.is_none_or(|max| days.contains(&max)),
            GroupField::MaxDays,
        ),
    ] {
        faults.ensure(is_good, field.breaks(GroupRule::Days));
    }
    let is_later = group.refuse_days >= group.due_days;
    faults.ensure(is_later, GroupField::RefuseDays.breaks(GroupRule::AfterDue));
}

/// Contract G-55: a group that only some people see names them; a group that everybody sees names nobody.
fn with_visibility(after: &mut GroupDetails, faults: &mut GroupFaults) {
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
            let field = GroupField::Set(GroupSet::Agencies);
            faults.ensure(is_seen, field.breaks(GroupRule::Filled));
        }
    }
}

/// The entries of `set` after `change`. A new entry must exist and be enabled; only a product may be off.
async fn changed_set(
    view: &mut dyn Reads,
    before: &GroupDetails,
    set: GroupSet,
    change: &SetChange,
    faults: &mut GroupFaults,
) -> Result<Vec<GroupEntry>, DbError> {
    let field = GroupField::Set(set);
    let fault = |rule| -> GroupFault { field.breaks(rule) };
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
        faults.add(fault(GroupRule::Filled));
        return Ok(old);
    }
    if wanted.len() > MOST_ENTRIES {
        faults.add(fault(GroupRule::TooMany));
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
            None => faults.add(fault(GroupRule::Known)),
        }
    }
    Ok(entries)
}
