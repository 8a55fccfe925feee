//! Roles of products: their list, and how they are added, changed and deleted (contract C-048 to C-050, C-052, C-053,
//! C-056, C-057). Which rights a role gives is a draft until the rights are confirmed (contract G-54).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::access_form::AccessError;
use super::access_rights::selected_names;
use super::assignment::{Step, newly_selected, redraft};
use super::role::{RoleDetails, RoleFields, RoleForm, RoleLimit, RoleRecord, role_changes};
use super::status::ProductStatus;
use super::store;
use super::store::role_list::{PRODUCT, ROLES, RoleOption, STATUS};
use crate::access::subjects::held_name;
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{ListError, OptionPaging};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// The roles of a product that are on, sorted by name (contract C-057).
///
/// # Errors
/// The database failed.
pub async fn role_options(
    view: &mut dyn Reads,
    product_id: i64,
    wanted: &OptionPaging,
) -> Result<Vec<RoleOption>, ListError> {
    ROLES
        .options_by("roleName")?
        .only(&PRODUCT, Some(product_id))
        .only(&STATUS, Some(ProductStatus::On.code()))
        .options(view, wanted)
        .await
}

/// The role `id` with its rights (contract C-053).
///
/// # Errors
/// The database failed.
pub async fn details(view: &mut dyn Reads, id: &str) -> Result<Option<RoleDetails>, DbError> {
    let Some(role) = store::roles::find(view, id).await? else {
        return Ok(None);
    };
    Ok(Some(RoleDetails {
        rights: store::assignments::rights_of_role(view, id).await?,
        users: store::roles::users(view, id).await?,
        role,
    }))
}

/// Locks the role and reads it.
pub(super) async fn hold(
    tx: &mut WriteTx,
    id: &str,
    version: Option<i64>,
) -> Result<RoleRecord, AccessError> {
    let role = store::roles::hold(tx, id).await?;
    let role = role.ok_or_else(|| Faults::of("roleId", Rule::Unknown))?;
    if version.is_some_and(|read| read != role.version) {
        let at = role.changed_at.unwrap_or(role.created_at);
        let by = role.changed_by.as_deref();
        return Err(AccessError::Conflict(EarlierChange::of(tx, by, at).await?));
    }
    Ok(role)
}

/// Adds a role to a product and returns its id (contract C-049). Without `may_attach_sso`, the role may have no right
/// of Atrium itself.
///
/// # Errors
/// Every fault of every field; another role of the product with this name; a right of another product.
pub async fn add_role(
    tx: &mut WriteTx,
    product_id: i64,
    form: RoleForm,
    may_attach_sso: bool,
    audit: &AuditContext,
) -> Result<String, AccessError> {
    let app_name = store::roles::app_name(tx, product_id).await?;
    let app_name = app_name.ok_or_else(|| Faults::of("projectId", Rule::Unknown))?;
    let before = RoleFields::default();
    let fields = checked(tx, &before, &form).await?;
    let id = audit.random.uuid_v7(audit.now).to_string();
    let inserted = store::roles::insert(tx, &id, product_id, &fields, audit.now).await;
    inserted.map_err(|error| AccessError::of_unique(error, "roleName"))?;
    let may_attach = may_attach_sso || app_name != crate::access::SSO;
    let rights = set_rights(tx, (&id, product_id), &form, may_attach).await?;
    name_is_free(tx, (&id, product_id), &fields.name).await?;
    let changes = role_changes(&before, &fields).of_new().and(rights);
    record(tx, &id, Change::Created, changes, audit).await?;
    Ok(id)
}

/// Changes a role and returns its version (contract C-052). Its rights are a draft until they are confirmed. Without
/// `may_attach_sso`, a right of Atrium itself can be removed but not given.
///
/// # Errors
/// Those of [`add_role`]; a `version` that is not the newest.
pub async fn update_role(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    form: RoleForm,
    may_attach_sso: bool,
    audit: &AuditContext,
) -> Result<i64, AccessError> {
    let role = hold(tx, id, version).await?;
    let fields = checked(tx, &role.fields, &form).await?;
    let mut changes = role_changes(&role.fields, &fields);
    if !changes.is_empty() {
        let updated = store::roles::update(tx, id, &fields).await;
        updated.map_err(|error| AccessError::of_unique(error, "roleName"))?;
    }
    let may_attach = may_attach_sso || !role.is_of_sso();
    let rights = set_rights(tx, (id, role.product_id), &form, may_attach).await?;
    changes = changes.and(rights);
    if changes.is_empty() {
        return Ok(role.version);
    }
    if fields.name != role.fields.name {
        name_is_free(tx, (id, role.product_id), &fields.name).await?;
    }
    store::roles::note_change(tx, id, audit.actor(), audit.now).await?;
    record(tx, id, Change::Updated, changes, audit).await?;
    Ok(role.version + 1)
}

/// `before` with the values of the form, checked with the database.
async fn checked(
    tx: &mut WriteTx,
    before: &RoleFields,
    form: &RoleForm,
) -> Result<RoleFields, AccessError> {
    let fields = form.applied(before)?;
    let is_same = (fields.account_type, &fields.org_id) == (before.account_type, &before.org_id);
    if !is_same {
        let limit = RoleLimit {
            account_type: fields.account_type,
            org_id: fields.org_id.clone(),
        };
        known_organisation(tx, &limit, "orgId".into()).await?;
    }
    Ok(fields)
}

/// No two roles of a product have one name, in any spelling.
async fn name_is_free(
    tx: &mut WriteTx,
    (id, product_id): (&str, i64),
    name: &str,
) -> Result<(), AccessError> {
    let key = held_name(tx, name).await?;
    if store::roles::is_taken(tx, product_id, &key, id).await? {
        return Err(Faults::of("roleName", Rule::Taken).into());
    }
    Ok(())
}

/// Checks that the organisation of `limit` exists, if it has one. A fault is one of `field`.
pub(super) async fn known_organisation(
    tx: &mut dyn Reads,
    limit: &RoleLimit,
    field: Cow<'static, str>,
) -> Result<(), AccessError> {
    match (limit.account_type, &limit.org_id) {
        (_, None) => Ok(()),
        (None, Some(_)) => Err(Faults::of(field, Rule::NeedsType).into()),
        (Some(account_type), Some(id)) => {
            let found = store::roles::organisation(tx, account_type, id).await?;
            let known = found.map(drop);
            known.ok_or_else(|| Faults::of(field, Rule::Unknown).into())
        }
    }
}

/// Replaces the rights of a role, as drafts.
async fn set_rights(
    tx: &mut WriteTx,
    (id, product_id): (&str, i64),
    form: &RoleForm,
    may_attach: bool,
) -> Result<Changes, AccessError> {
    let Some(wanted) = &form.right_ids else {
        return Ok(Changes::default());
    };
    let ids: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let mut codes = BTreeMap::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        codes.extend(store::assignments::rights(tx, product_id, ids).await?);
    }
    // A right of another product counts as unknown.
    if codes.len() < wanted.len() {
        return Err(Faults::of("accessIds", Rule::Unknown).into());
    }
    let current = store::assignments::rights_of_role(tx, id).await?;
    let steps = redraft(
        current.iter().map(|one| (one.id.as_str(), one.state)),
        wanted,
    );
    if !may_attach && newly_selected(&steps).next().is_some() {
        return Err(AccessError::AttachesSso);
    }
    for step in &steps {
        store::assignments::change_right_of_role(tx, id, step).await?;
        let (Step::Put(right, _) | Step::Drop(right)) = step;
        store::access_rights::note_draft(tx, right).await?;
    }
    let codes: BTreeSet<String> = codes.into_values().collect();
    let before = selected_names(current.iter());
    Ok(Changes::default().note(Field::recorded("rights"), &before, &codes))
}

/// Deletes a role that nobody has (contract C-056).
///
/// # Errors
/// Somebody has it; a `version` that is not the newest.
pub async fn delete_role(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let role = hold(tx, id, version).await?;
    if store::roles::users(tx, id).await? > 0 {
        return Err(Faults::of("roleId", Rule::RoleInUse).into());
    }
    let rights = store::assignments::rights_of_role(tx, id).await?;
    store::roles::delete(tx, id).await?;
    for right in &rights {
        store::access_rights::note_draft(tx, &right.id).await?;
    }
    let codes = selected_names(rights.iter());
    let changes = role_changes(&role.fields, &RoleFields::default());
    let changes = changes.note(Field::recorded("rights"), &codes, &BTreeSet::new());
    record(tx, id, Change::Deleted, changes, audit).await
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), AccessError> {
    let event = Event::RoleChanged {
        id: id.to_owned(),
        change,
        changes,
    };
    Ok(audit::record(tx, &audit.entry(event)).await?)
}
