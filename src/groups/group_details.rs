//! One group: what administrators read, add, change and delete (contract C-076, C-080, C-081, C-083, C-085, C-086).

use jiff::tz::TimeZone;

use super::group::{Group, GroupDetails, GroupSet, GroupSets, Visibility};
use super::group_changes::{group_changes, of_new};
use super::group_error::GroupError;
use super::group_update::{GroupUpdate, applied, keep_a_manager};
use super::status::GroupStatus;
use super::store;
use crate::access::rights::SSO;
use crate::access::subjects::held_name;
use crate::audit::{self, AuditContext, Change, Changes, Event, ObjectKind};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// The group `id` with its sets; `None` if it does not exist or was deleted.
///
/// # Errors
/// The database failed.
pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<GroupDetails>, DbError> {
    let Some(group) = store::group_details::find(view, id).await? else {
        return Ok(None);
    };
    let sets = store::group_details::sets(view, id).await?;
    Ok(Some(GroupDetails { group, sets }))
}

/// How many enabled members the group has.
///
/// # Errors
/// The database failed.
pub async fn count_members(view: &mut dyn Reads, id: &str) -> Result<i64, DbError> {
    store::group_details::members(view, id).await
}

/// Adds a group (contract C-080). It is enabled unless `form` says otherwise.
///
/// # Errors
/// Every fault of every field; another group has this name.
pub async fn add(
    tx: &mut WriteTx,
    form: &GroupUpdate,
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let id = audit.random.uuid_v7(audit.now).to_string();
    let empty = empty(id, audit);
    let mut faults = Faults::default();
    let named = GroupUpdate {
        name: Some(form.name.clone().unwrap_or_default()),
        ..form.clone()
    };
    let new = applied(tx, &empty, &named, &mut faults).await?;
    let new = faults.or(new)?;
    store::group_details::insert(tx, &new.group.id, &new.group.name, audit.now).await?;
    store::group_details::update(tx, &new.group).await?;
    put_sets(tx, &empty, &new).await?;
    name_is_free(tx, &new.group).await?;
    record(tx, &new.group.id, Change::Created, of_new(&new), audit).await?;
    Ok(new.group)
}

/// An empty group, to compare a new one with. Its days are the defaults of the table.
fn empty(id: String, audit: &AuditContext) -> GroupDetails {
    let group = Group {
        id,
        name: String::new(),
        description: String::new(),
        admin_msg: String::new(),
        status: GroupStatus::On,
        visibility: Visibility::All,
        due_days: 5,
        refuse_days: 10,
        max_days: None,
        created_at: audit.now,
        version: 1,
        changed_at: None,
        changed_by: None,
    };
    let sets = GroupSets::default();
    GroupDetails { group, sets }
}

/// Changes the group `id` and returns its new state. Changes all or nothing. The audit entry has the old and new
/// values. Unless `may_appoint_above`, nobody may be appointed to a group with rights of Atrium itself.
///
/// # Errors
/// Every fault of every field; a version that is not the newest; a name that is taken.
pub async fn change(
    tx: &mut WriteTx,
    id: &str,
    update: &GroupUpdate,
    (may_appoint_above, zone): (bool, &TimeZone),
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let before = held(tx, id, update.version).await?;
    let mut faults = Faults::default();
    let after = applied(tx, &before, update, &mut faults).await?;
    keep_a_manager(tx, (&before, &after), (zone, audit.now), &mut faults).await?;
    let after = faults.or(after)?;
    if appoints(&before, &after)
        && !may_appoint_above
        && store::group_rights::codes(tx, id, SSO).await?.is_some()
    {
        return Err(GroupError::AboveOneself);
    }
    let changes = group_changes(&before, &after);
    if changes.is_empty() {
        return Ok(before.group);
    }
    store::group_details::update(tx, &after.group).await?;
    put_sets(tx, &before, &after).await?;
    if before.group.name != after.group.name {
        name_is_free(tx, &after.group).await?;
    }
    note(tx, id, kind(&before.group, &after.group), changes, audit).await?;
    let saved = store::group_details::find(tx, id).await?;
    saved.ok_or(GroupError::Unknown)
}

/// True if somebody becomes a manager or stand-in. These decide who gets the rights of the group.
fn appoints(before: &GroupDetails, after: &GroupDetails) -> bool {
    [GroupSet::Managers, GroupSet::StandIns]
        .into_iter()
        .any(|set| {
            let mut entries = after.sets.of(set);
            entries.any(|entry| !before.sets.has(set, &entry.id))
        })
}

fn kind(before: &Group, after: &Group) -> Change {
    match (before.status, after.status) {
        (GroupStatus::Off, GroupStatus::On) => Change::Enabled,
        (GroupStatus::On, GroupStatus::Off) => Change::Disabled,
        _ => Change::Updated,
    }
}

/// Deletes the group `id`: it is switched off and in no list, and its name is free again (contract F-51). Its rows
/// stay, because entries of the audit log refer to it.
///
/// # Errors
/// A version that is not the newest.
pub async fn delete(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
    audit: &AuditContext,
) -> Result<(), GroupError> {
    let before = held(tx, id, version).await?;
    store::group_details::delete(tx, id).await?;
    let changes = group_changes(
        &before,
        &GroupDetails {
            group: Group {
                status: GroupStatus::Off,
                ..before.group.clone()
            },
            sets: before.sets.clone(),
        },
    );
    note(tx, id, Change::Deleted, changes, audit).await
}

/// Locks and reads the group. A `version` other than the newest is a conflict.
///
/// # Errors
/// An unknown or deleted group; a conflict.
pub(super) async fn held(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
) -> Result<GroupDetails, GroupError> {
    let group = store::group_details::hold(tx, id).await?;
    let group = group.ok_or(GroupError::Unknown)?;
    if version.is_some_and(|read| read != group.version) {
        return Err(GroupError::Conflict(last_change(tx, &group).await?));
    }
    let sets = store::group_details::sets(tx, id).await?;
    Ok(GroupDetails { group, sets })
}

/// Who changed `group` last, and when.
///
/// # Errors
/// The database failed.
pub async fn last_change(view: &mut dyn Reads, group: &Group) -> Result<EarlierChange, DbError> {
    let at = group.changed_at.unwrap_or(group.created_at);
    EarlierChange::of(view, group.changed_by.as_deref(), at).await
}

/// Tokens contain the names of groups, so no two groups may have one name, in any spelling.
async fn name_is_free(tx: &mut WriteTx, group: &Group) -> Result<(), GroupError> {
    let key = held_name(tx, &group.name).await?;
    if store::group_details::is_taken(tx, &key, &group.id).await? {
        return Err(Faults::of("groupName", Rule::GroupNameTaken).into());
    }
    Ok(())
}

/// Stores the differences between the sets.
pub(super) async fn put_sets(
    tx: &mut WriteTx,
    before: &GroupDetails,
    after: &GroupDetails,
) -> Result<(), DbError> {
    let id = &after.group.id;
    for set in GroupSet::ALL {
        for entry in before.sets.of(set) {
            if !after.sets.has(set, &entry.id) {
                store::group_details::put(tx, id, set, &entry.id, false).await?;
            }
        }
        for entry in after.sets.of(set) {
            if !before.sets.has(set, &entry.id) {
                store::group_details::put(tx, id, set, &entry.id, true).await?;
            }
        }
    }
    Ok(())
}

/// Increases the version of the group and writes the audit entry of its changes.
///
/// # Errors
/// The database failed.
pub(super) async fn note(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), GroupError> {
    let by = audit.actor().unwrap_or(audit::SERVER);
    store::group_details::note_change(tx, id, by, audit.now).await?;
    Ok(record(tx, id, change, changes, audit).await?)
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let entry = audit.entry(Event::GroupChanged { change, changes });
    audit::record(tx, &entry.object(ObjectKind::Group, id)).await
}
