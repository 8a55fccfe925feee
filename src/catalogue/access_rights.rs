//! Access rights: their list, and how they are added, changed, assigned, confirmed and deleted (contract C-018 to C-020,
//! C-024 to C-026, C-030 to C-032, C-051). Changes are drafts until they are confirmed (contract G-54).

use std::collections::{BTreeMap, BTreeSet};

use super::access_form::{AccessError, MOST_IDS};
use super::access_right::{
    AccessRight, RightDetails, RightFields, RightForm, ScopeKind, right_changes,
};
use super::assignment::{Assigned, AssignmentState, newly_selected, redraft};
use super::store;
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::search::folded;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};
use crate::groups;

/// The right `id` with everything it is assigned to (contract C-019, C-020).
///
/// # Errors
/// The database failed.
pub async fn details(view: &mut dyn Reads, id: &str) -> Result<Option<RightDetails>, DbError> {
    let Some(right) = store::access_rights::find(view, id).await? else {
        return Ok(None);
    };
    Ok(Some(RightDetails {
        groups: store::assignments::groups_of_right(view, id).await?,
        roles: store::assignments::roles_of_right(view, id).await?,
        scopes: store::access_rights::scopes(view, id).await?,
        right,
    }))
}

/// Locks the right and reads it.
async fn hold(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
) -> Result<AccessRight, AccessError> {
    let right = store::access_rights::hold(tx, id).await?;
    let right = right.ok_or_else(|| Faults::of("accessId", Rule::Unknown))?;
    if version.is_some_and(|read| read != right.version) {
        let at = right.changed_at.unwrap_or(right.created_at);
        let by = right.changed_by.as_deref();
        return Err(AccessError::Conflict(EarlierChange::of(tx, by, at).await?));
    }
    Ok(right)
}

/// Adds a right to a product, as a draft, and returns its id (contract C-024).
///
/// # Errors
/// All faults of the form; another right of the product has this code.
pub async fn add_access_right(
    tx: &mut WriteTx,
    product_id: i64,
    form: RightForm,
    audit: &AuditContext,
) -> Result<String, AccessError> {
    let app_name = store::roles::app_name(tx, product_id).await?;
    let app_name = app_name.ok_or_else(|| Faults::of("projectId", Rule::Unknown))?;
    let before = RightFields::default();
    let fields = checked(tx, (product_id, ""), &before, &form, &app_name).await?;
    let id = audit.random.uuid_v7(audit.now).to_string();
    let inserted = store::access_rights::insert(tx, &id, product_id, &fields, audit.now).await;
    inserted.map_err(|error| AccessError::of_unique(error, "accessCode"))?;
    let scopes = set_scopes(tx, &id, &form).await?;
    let changes = right_changes(&before, &fields).of_new().and(scopes);
    record(tx, &id, Change::Created, changes, audit).await?;
    Ok(id)
}

/// Changes a right, as a draft, and returns its version (contract C-026).
///
/// # Errors
/// All faults of the form; a `version` that is not the newest; another right of the product has this code; a right that
/// Atrium itself checks.
pub async fn update_access_right(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    form: RightForm,
    audit: &AuditContext,
) -> Result<i64, AccessError> {
    let right = hold(tx, id, version).await?;
    if right.built_in {
        return Err(Faults::of("accessId", Rule::BuiltIn).into());
    }
    let fields = if form.has_fields() {
        checked(
            tx,
            (right.product_id, id),
            &right.fields,
            &form,
            &right.app_name,
        )
        .await?
    } else {
        right.fields.clone()
    };
    let mut changes = right_changes(&right.fields, &fields);
    if !changes.is_empty() {
        let updated = store::access_rights::update(tx, id, &fields).await;
        updated.map_err(|error| AccessError::of_unique(error, "accessCode"))?;
    }
    changes = changes.and(set_scopes(tx, id, &form).await?);
    if changes.is_empty() {
        return Ok(right.version);
    }
    store::access_rights::note_change(tx, id, audit.actor(), audit.now).await?;
    record(tx, id, Change::Updated, changes, audit).await?;
    Ok(right.version + 1)
}

/// `before` with the values of the form, checked with the database.
async fn checked(
    tx: &mut WriteTx,
    (product_id, id): (i64, &str),
    before: &RightFields,
    form: &RightForm,
    app_name: &str,
) -> Result<RightFields, AccessError> {
    let fields = form.applied(before, app_name)?;
    if let Some(module) = fields
        .module_id
        .as_deref()
        .filter(|_| fields.module_id != before.module_id)
        && !store::roles::has_module(tx, product_id, module).await?
    {
        return Err(Faults::of("moduleId", Rule::Unknown).into());
    }
    if store::access_rights::is_taken(tx, product_id, &fields.code, id).await? {
        return Err(Faults::of("accessCode", Rule::Taken).into());
    }
    Ok(fields)
}

/// Sets the wanted organisations of a right, as drafts.
async fn set_scopes(tx: &mut WriteTx, id: &str, form: &RightForm) -> Result<Changes, AccessError> {
    let mut changes = Changes::default();
    let current = store::access_rights::scopes(tx, id).await?;
    for (kind, field) in [
        (ScopeKind::Company, Field::recorded("companies")),
        (ScopeKind::Division, Field::recorded("divisions")),
        (ScopeKind::Brand, Field::recorded("brands")),
    ] {
        let Some(wanted) = form.scope(kind) else {
            continue;
        };
        let of_kind = || {
            current
                .iter()
                .filter(|(of, _)| *of == kind)
                .map(|(_, one)| one)
        };
        let mut names = BTreeMap::new();
        for ids in chunks(wanted) {
            names.extend(store::access_rights::organisations(tx, kind, &ids).await?);
        }
        if names.len() < wanted.len() {
            return Err(Faults::of(kind.field(), Rule::Unknown).into());
        }
        for step in redraft(of_kind().map(|one| (one.id.as_str(), one.state)), wanted) {
            store::access_rights::change_scope(tx, id, kind, &step).await?;
        }
        let names: BTreeSet<String> = names.into_values().collect();
        changes = changes.note(field, &selected_names(of_kind()), &names);
    }
    Ok(changes)
}

fn chunks(ids: &BTreeSet<String>) -> Vec<Vec<&str>> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    ids.chunks(IDS_AT_ONCE).map(<[&str]>::to_vec).collect()
}

/// The names of the selected ones, for the audit trail.
pub(super) fn selected_names<'a>(all: impl Iterator<Item = &'a Assigned>) -> BTreeSet<String> {
    all.filter(|one| one.state.is_selected())
        .map(|one| one.name.clone())
        .collect()
}

/// Replaces the groups that give a right to their members, as a draft (contract C-031). Without `may_attach_sso`, a
/// right of Atrium itself can be removed but not given.
///
/// # Errors
/// A `version` that is not the newest; an unknown group; too many; a right of Atrium that the caller may not attach, or for a
/// group that a claim gives, which is one of `given` or has such members.
pub async fn assign_groups(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    group_ids: &BTreeSet<String>,
    (may_attach_sso, given): (bool, &BTreeSet<String>),
    audit: &AuditContext,
) -> Result<i64, AccessError> {
    let right = hold(tx, id, version).await?;
    if group_ids.len() > MOST_IDS {
        return Err(Faults::of("groupIds", Rule::TooMany).into());
    }
    let mut names = BTreeMap::new();
    for ids in chunks(group_ids) {
        names.extend(groups::names_by_ids(tx, &ids).await?);
    }
    if names.len() < group_ids.len() {
        return Err(Faults::of("groupIds", Rule::Unknown).into());
    }
    let current = store::assignments::groups_of_right(tx, id).await?;
    let steps = redraft(
        current.iter().map(|one| (one.id.as_str(), one.state)),
        group_ids,
    );
    if steps.is_empty() {
        return Ok(right.version);
    }
    if right.is_of_sso() && !may_attach_sso && newly_selected(&steps).next().is_some() {
        return Err(AccessError::AttachesSso);
    }
    if right.is_of_sso() {
        for group in newly_selected(&steps) {
            if groups::is_given(tx, group, given).await? {
                return Err(Faults::of("groupIds", Rule::GivenGroup).into());
            }
        }
    }
    for step in &steps {
        store::assignments::change_group(tx, (id, right.product_id), step).await?;
    }
    store::access_rights::note_change(tx, id, audit.actor(), audit.now).await?;
    let names: BTreeSet<String> = names.into_values().collect();
    let before = selected_names(current.iter());
    let changes = Changes::default().note(Field::recorded("groups"), &before, &names);
    record(tx, id, Change::Updated, changes, audit).await?;
    Ok(right.version + 1)
}

/// Publishes all drafts of a right: its fields and its assignments (contract C-030). Does nothing if there are none.
///
/// # Errors
/// No such right; a `version` that is not the newest; another right of the product has published this code.
pub async fn confirm_access_right(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let right = hold(tx, id, version).await?;
    if !right.draft {
        return Ok(());
    }
    let groups = store::assignments::groups_of_right(tx, id).await?;
    let roles = store::assignments::roles_of_right(tx, id).await?;
    let published =
        store::access_rights::publish(tx, (id, &right.fields), audit.actor(), audit.now).await;
    published.map_err(|error| AccessError::of_unique(error, "accessCode"))?;
    store::access_rights::note_change(tx, id, audit.actor(), audit.now).await?;
    let before = right.published.clone().unwrap_or_default();
    let mut changes = right_changes(&before, &right.fields);
    for (field, all) in [("groups", &groups), ("roles", &roles)] {
        changes = changes.note(
            Field::recorded(field),
            &published_names(all),
            &selected_names(all.iter()),
        );
    }
    record(tx, id, Change::Confirmed, changes, audit).await
}

fn published_names(all: &[Assigned]) -> BTreeSet<String> {
    let decides = all.iter().filter(|one| one.state != AssignmentState::Added);
    decides.map(|one| one.name.clone()).collect()
}

/// Deletes a right at once, with its drafts (contract C-025). With `force` it is also taken from the groups and roles
/// that give it.
///
/// # Errors
/// A right in use without `force`; a right that Atrium itself checks; a `version` that is not the newest.
pub async fn delete_access_right(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    force: bool,
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let right = hold(tx, id, version).await?;
    if right.built_in {
        return Err(Faults::of("accessId", Rule::BuiltIn).into());
    }
    let groups = store::assignments::groups_of_right(tx, id).await?;
    let roles = store::assignments::roles_of_right(tx, id).await?;
    let is_used = !groups.is_empty() || !roles.is_empty();
    if is_used && !force {
        return Err(Faults::of("accessId", Rule::RightInUse).into());
    }
    store::access_rights::delete(tx, id).await?;
    let mut changes = right_changes(&right.fields, &RightFields::default());
    for (field, all) in [("groups", &groups), ("roles", &roles)] {
        changes = changes.note(
            Field::recorded(field),
            &published_names(all),
            &BTreeSet::new(),
        );
    }
    record(tx, id, Change::Deleted, changes, audit).await
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let event = Event::AccessRightChanged {
        id: id.to_owned(),
        change,
        changes,
    };
    Ok(audit::record(tx, &audit.entry(event)).await?)
}

/// Which rights of a product are marked as selected in a tree.
#[derive(Clone, Copy, Debug)]
pub enum SelectedFor<'a> {
    Nobody,
    Role(&'a str),
    Group(&'a str),
}

/// The rights of a product that contain `keyword`, by their codes, each with the state of its assignment (contract
/// C-050, C-051).
///
/// # Errors
/// The database failed.
pub async fn rights_of_product(
    view: &mut dyn Reads,
    product_id: i64,
    selected: SelectedFor<'_>,
    keyword: &str,
) -> Result<Vec<(AccessRight, Option<AssignmentState>)>, DbError> {
    let assigned = match selected {
        SelectedFor::Nobody => Vec::new(),
        SelectedFor::Role(id) => store::assignments::rights_of_role(view, id).await?,
        SelectedFor::Group(id) => store::assignments::rights_of_group(view, id, product_id).await?,
    };
    let states: BTreeMap<&str, AssignmentState> = assigned
        .iter()
        .map(|one| (one.id.as_str(), one.state))
        .collect();
    let keyword = folded(keyword.trim());
    let rights = store::access_rights::of_product(view, product_id).await?;
    let matches = |right: &AccessRight| {
        let RightFields { code, name, .. } = &right.fields;
        folded(code).contains(&keyword) || folded(name).contains(&keyword)
    };
    let rights = rights.into_iter().filter(matches).map(|right| {
        let state = states.get(right.id.as_str()).copied();
        (right, state)
    });
    Ok(rights.collect())
}
