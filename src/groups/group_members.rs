//! What administrators do with the members of a group: change who they are, and end pending requests when the group is
//! disabled or deleted (contract C-082, C-085, C-089).

use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::group::{Group, GroupSet, MOST_ENTRIES};
use super::group_details::{self, held};
use super::group_error::GroupError;
use super::group_update::{GroupUpdate, SetChange};
use super::members;
use super::request::RequestError;
use super::requests;
use super::status::GroupStatus;
use super::store;
use crate::audit::{self, AuditContext};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};
use crate::limits::Limits;

/// Changes who is a member of the group `id`. Changes all or nothing. A new member needs an account that can be used;
/// their pending request is approved. Adding a member, or removing a person who is not a member, does nothing.
///
/// # Errors
/// A version that is not the newest; a full set without a version, an empty set or more than 1,000 people; a person who
/// cannot be added; the last manager; nobody adds or removes themselves; too many people in a day.
pub async fn change(
    tx: &mut WriteTx,
    id: &str,
    (version, change): (Option<i64>, &SetChange),
    (zone, limits): (&TimeZone, &Limits),
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let group = held(tx, id, version).await?.group;
    let members = members_among(tx, id, change).await?;
    let [added, removed] = parts(change, version, &members)?;
    for (people, field) in [(&added, "addUserIds"), (&removed, "removeUserIds")] {
        if people.iter().any(|person| audit.actor() == Some(person)) {
            return Err(Faults::of(field, Rule::Oneself).into());
        }
    }
    if added.is_empty() && removed.is_empty() {
        return Ok(group);
    }
    for person in &added {
        let added = members::add(tx, (person, id), (zone, limits), audit).await;
        added.map_err(|error| of_request(error, "addUserIds"))?;
    }
    for person in &removed {
        let removed = members::remove(tx, (person, id), zone, audit).await;
        removed.map_err(|error| of_request(error, "removeUserIds"))?;
    }
    let by = audit.actor().unwrap_or(audit::SERVER);
    store::group_details::note_change(tx, id, by, audit.now).await?;
    let saved = store::group_details::find(tx, id).await?;
    saved.ok_or(GroupError::Unknown)
}

/// Appoints a member as a manager of the group, or ends that. Unless `may_appoint_above`, nobody may be appointed to a
/// group with rights of Atrium itself.
///
/// # Errors
/// Those of [`group_details::change`].
pub async fn appoint(
    tx: &mut WriteTx,
    (account_id, id): (&str, &str),
    (version, manages, may_appoint_above): (Option<i64>, bool, bool),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let person = vec![account_id.to_owned()];
    let (add, remove) = if manages {
        (person, Vec::new())
    } else {
        (Vec::new(), person)
    };
    let update = GroupUpdate {
        version,
        sets: vec![(GroupSet::Managers, SetChange::Parts { add, remove })],
        ..GroupUpdate::default()
    };
    group_details::change(tx, id, &update, (may_appoint_above, zone), audit).await
}

/// The members of the group that the change may concern, because reading all of a large group costs too much (attack
/// 44). For a full set, one member more than it may have.
async fn members_among(
    view: &mut dyn Reads,
    id: &str,
    change: &SetChange,
) -> Result<BTreeSet<String>, DbError> {
    let mut members = BTreeSet::new();
    match change {
        SetChange::Whole(_) => members.extend(store::group_people::first_members(view, id).await?),
        SetChange::Parts { add, remove } => {
            let named: Vec<&str> = add.iter().chain(remove).map(String::as_str).collect();
            for ids in named.chunks(IDS_AT_ONCE).take(MOST_ENTRIES / IDS_AT_ONCE) {
                members.extend(store::group_people::members(view, id, ids).await?);
            }
        }
    }
    Ok(members.into_iter().map(|(id,)| id).collect())
}

/// The people to add and to remove.
fn parts(
    change: &SetChange,
    version: Option<i64>,
    members: &BTreeSet<String>,
) -> Result<[Vec<String>; 2], GroupError> {
    let is_member = |id: &String| members.contains(id);
    let distinct = |ids: &[String]| -> BTreeSet<String> { ids.iter().cloned().collect() };
    let [added, removed] = match change {
        SetChange::Whole(all) => {
            if all.is_empty() {
                return Err(Faults::of("userIds", Rule::Data).into());
            }
            if version.is_none() {
                return Err(Faults::of("version", Rule::NeedsVersion).into());
            }
            if all.len() > MOST_ENTRIES || members.len() > MOST_ENTRIES {
                return Err(Faults::of("userIds", Rule::TooMany).into());
            }
            let all = distinct(all);
            let removed = members.difference(&all).cloned().collect();
            [all, removed]
        }
        SetChange::Parts { add, remove } => {
            if add.is_empty() && remove.is_empty() {
                return Err(Faults::of("addUserIds", Rule::Data).into());
            }
            if add.len() + remove.len() > MOST_ENTRIES {
                return Err(Faults::of("addUserIds", Rule::TooMany).into());
            }
            [distinct(add), distinct(remove)]
        }
    };
    let added = added.into_iter().filter(|id| !is_member(id)).collect();
    let removed = removed.into_iter().filter(is_member).collect();
    Ok([added, removed])
}

/// Enables or disables the group `id`. When it is disabled, the requests that wait for it are refused.
///
/// # Errors
/// A version that is not the newest.
pub async fn switch(
    tx: &mut WriteTx,
    id: &str,
    (version, status): (Option<i64>, GroupStatus),
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    held(tx, id, version).await?;
    if status == GroupStatus::Off {
        refuse_all(tx, id, zone, audit).await?;
    }
    let update = GroupUpdate {
        version,
        status: Some(status),
        ..GroupUpdate::default()
    };
    group_details::change(tx, id, &update, (false, zone), audit).await
}

/// Deletes the group `id` ([`group_details::delete`]). The requests that wait for it are refused.
///
/// # Errors
/// A version that is not the newest.
pub async fn delete(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), GroupError> {
    held(tx, id, version).await?;
    refuse_all(tx, id, zone, audit).await?;
    group_details::delete(tx, id, version, audit).await
}

async fn refuse_all(
    tx: &mut WriteTx,
    id: &str,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), GroupError> {
    let refused = requests::refuse_all(tx, id, zone, audit).await;
    refused.map_err(|error| of_request(error, "userIds"))
}

/// The error at `field` of a change that makes or ends memberships.
pub(super) fn of_request(error: RequestError, field: &'static str) -> GroupError {
    match error {
        RequestError::Db(error) => error.into(),
        RequestError::UnknownGroup => GroupError::Unknown,
        RequestError::TooMany { wait } => GroupError::TooMany { wait },
        RequestError::LastManager => Faults::of(field, Rule::LastManager).into(),
        RequestError::Given => Faults::of(field, Rule::GivenMember).into(),
        _ => Faults::of(field, Rule::AllKnown).into(),
    }
}
