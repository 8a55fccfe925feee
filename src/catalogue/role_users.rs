//! Who has which role (contract C-044, C-054, C-055). Changes take effect at once.

use std::collections::{BTreeMap, BTreeSet};

use super::access_form::{AccessError, MOST_IDS};
use super::role::{OwnLimit, RoleAssignment, RoleLimit, RoleOfAccount};
use super::roles::{hold, known_organisation};
use super::store;
use crate::audit::{self, AuditContext, Changes, Event, Field, ObjectKind};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// Which of these accounts have the role.
///
/// # Errors
/// The database failed.
pub async fn users_among(
    view: &mut dyn Reads,
    role_id: &str,
    account_ids: &[&str],
) -> Result<BTreeMap<String, RoleLimit>, DbError> {
    let mut given = BTreeMap::new();
    for ids in account_ids.chunks(IDS_AT_ONCE) {
        given.extend(store::roles::assigned(view, role_id, ids).await?);
    }
    Ok(given)
}

/// The people to give a role to and to take it from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserChanges {
    pub given: BTreeSet<String>,
    pub taken: BTreeSet<String>,
}

impl UserChanges {
    /// Everybody concerned.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        self.given.iter().chain(&self.taken).map(String::as_str)
    }
}

/// The changes after which exactly the accounts in `wanted` have the role (contract C-055).
///
/// # Errors
///
/// More people have or are to have the role than one call may name.
pub async fn replacing_users(
    view: &mut dyn Reads,
    role_id: &str,
    wanted: BTreeSet<String>,
) -> Result<UserChanges, AccessError> {
    let most = i64::try_from(MOST_IDS).unwrap_or(i64::MAX);
    let current = store::roles::user_ids(view, role_id, most + 1).await?;
    if current.len() > MOST_IDS || wanted.len() > MOST_IDS {
        return Err(Faults::of("userIds", Rule::TooMany).into());
    }
    let current: BTreeSet<String> = current.into_iter().collect();
    Ok(UserChanges {
        taken: current.difference(&wanted).cloned().collect(),
        given: wanted.difference(&current).cloned().collect(),
    })
}

/// Gives a role to people and takes it from others, and returns the role's version (contract C-055). The caller must
/// already have checked the right for each of them. A person who already has the role keeps its limits.
///
/// # Errors
/// A `version` that is not the newest.
pub async fn change_users(
    tx: &mut WriteTx,
    (role_id, version): (&str, Option<i64>),
    changes: &UserChanges,
    audit: &AuditContext,
) -> Result<i64, AccessError> {
    let role = hold(tx, role_id, version).await?;
    let people: Vec<&str> = changes.people().collect();
    let current = users_among(tx, role_id, &people).await?;
    let mut is_changed = false;
    for id in &changes.given {
        if !current.contains_key(id) {
            give(tx, (role_id, id), &RoleLimit::default(), audit).await?;
            is_changed = true;
        }
    }
    for id in &changes.taken {
        if current.contains_key(id) {
            take(tx, role_id, id, audit).await?;
            is_changed = true;
        }
    }
    if !is_changed {
        return Ok(role.version);
    }
    store::roles::note_change(tx, role_id, audit.actor(), audit.now).await?;
    Ok(role.version + 1)
}

async fn give(
    tx: &mut WriteTx,
    (role_id, account_id): (&str, &str),
    limit: &RoleLimit,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let place = (role_id, account_id);
    store::roles::give(tx, place, limit, audit.actor(), audit.now).await?;
    let RoleLimit {
        account_type,
        org_id,
    } = limit;
    let changes = Changes::default()
        .note(Field::recorded("account_type"), &None, account_type)
        .note(Field::recorded("organisation"), &None, org_id);
    let entry = audit
        .entry(Event::RoleGiven { changes })
        .account(account_id);
    audit::record(tx, &entry.object(ObjectKind::Role, role_id)).await
}

async fn take(
    tx: &mut WriteTx,
    role_id: &str,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    store::roles::take(tx, role_id, account_id).await?;
    let entry = audit.entry(Event::RoleTaken {}).account(account_id);
    audit::record(tx, &entry.object(ObjectKind::Role, role_id)).await
}

/// The roles of a person (contract C-045).
///
/// # Errors
/// The database failed.
pub async fn roles_of(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<RoleOfAccount>, DbError> {
    store::roles::of_account(view, account_id).await
}

/// The changes of the roles of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolePlan {
    given: Vec<(String, RoleLimit)>,
    taken: Vec<String>,
}

impl RolePlan {
    /// Every role that is given, changed or taken.
    pub fn roles(&self) -> impl Iterator<Item = &str> {
        let given = self.given.iter().map(|(id, _)| id);
        given.chain(&self.taken).map(String::as_str)
    }
}

/// The changes after which a person has exactly the roles of `assignments` in the products that these name (contract
/// C-044). Roles in other products stay.
///
/// # Errors
/// An unknown role, or one of another product; an unknown organisation; a product twice; too many; a limit of a role
/// that is not among the roles.
pub async fn plan(
    view: &mut dyn Reads,
    account_id: &str,
    assignments: &[RoleAssignment],
) -> Result<RolePlan, AccessError> {
    let current = store::roles::of_account(view, account_id).await?;
    let mut plan = RolePlan::default();
    let mut products = BTreeSet::new();
    for assignment in assignments {
        if !products.insert(assignment.product_id) {
            return Err(Faults::of("projectId", Rule::TooMany).into());
        }
        if assignment.role_ids.len() > MOST_IDS {
            return Err(Faults::of("roleIds", Rule::TooMany).into());
        }
        known_limits(view, assignment).await?;
        for id in &assignment.role_ids {
            let limit = assignment.limit_of(id);
            let known = current.iter().find(|one| one.role.id == *id);
            if known.is_some_and(|one| one.limit == *limit) {
                continue;
            }
            let role = store::roles::find(view, id).await?;
            if role.is_none_or(|role| role.product_id != assignment.product_id) {
                return Err(Faults::of("roleIds", Rule::Unknown).into());
            }
            plan.given.push((id.clone(), limit.clone()));
        }
        let is_taken = |one: &&RoleOfAccount| {
            one.role.product_id == assignment.product_id
                && !assignment.role_ids.contains(&one.role.id)
        };
        plan.taken.extend(
            current
                .iter()
                .filter(is_taken)
                .map(|one| one.role.id.clone()),
        );
    }
    Ok(plan)
}

/// Refuses limits of roles that are not among the roles, and organisations that do not exist. Each fault says which limit
/// has it.
async fn known_limits(
    view: &mut dyn Reads,
    assignment: &RoleAssignment,
) -> Result<(), AccessError> {
    known_organisation(view, &assignment.limit, "orgId".into()).await?;
    let mut faults = Faults::default();
    let mut limits: Vec<_> = assignment.limits.iter().collect();
    limits.sort_by_key(|(_, own)| own.position);
    for (id, OwnLimit { position, limit }) in limits {
        if !assignment.role_ids.contains(id) {
            faults.add(format!("limits[{position}].roleId"), Rule::Unknown);
            continue;
        }
        let field = format!("limits[{position}].orgId");
        match known_organisation(view, limit, field.into()).await {
            Err(AccessError::Invalid(of_limit)) => faults.extend(of_limit),
            known => known?,
        }
    }
    Ok(faults.or(())?)
}

/// Changes the roles of a person whose account this write has locked (contract C-044). `checked` is the plan whose
/// rights were checked.
///
/// # Errors
/// Those of [`plan`]; somebody changed the same roles since.
pub async fn assign_roles(
    tx: &mut WriteTx,
    account_id: &str,
    (assignments, checked): (&[RoleAssignment], &RolePlan),
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let plan = plan(tx, account_id, assignments).await?;
    let allowed: BTreeSet<&str> = checked.roles().collect();
    if plan.roles().any(|id| !allowed.contains(id)) {
        let by = None;
        return Err(AccessError::Conflict(EarlierChange { by, at: audit.now }));
    }
    for (id, limit) in &plan.given {
        give(tx, (id, account_id), limit, audit).await?;
    }
    for id in &plan.taken {
        take(tx, id, account_id, audit).await?;
    }
    for id in plan.roles() {
        store::roles::note_change(tx, id, audit.actor(), audit.now).await?;
    }
    Ok(())
}
