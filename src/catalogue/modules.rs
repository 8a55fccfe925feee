//! The modules of products: their list, and how they are added, changed and deleted (contract C-022, C-023, C-027 to
//! C-029).

use super::module::{Module, ModuleError, ModuleForm};
use super::status::ProductStatus;
use super::store::module_list::{MODULES, ModuleOption, PRODUCT, STATUS};
use super::store::{self, product_records};
use crate::audit::{self, AuditContext, Change, Changes, Event, changes};
use crate::db::list::{ListError, OptionPaging};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

/// The modules of a product that are on, sorted by name.
///
/// # Errors
/// The database failed.
pub async fn module_options(
    view: &mut dyn Reads,
    product_id: i64,
    wanted: &OptionPaging,
) -> Result<Vec<ModuleOption>, ListError> {
    MODULES
        .options_by("name")?
        .only(&PRODUCT, Some(product_id))
        .only(&STATUS, Some(ProductStatus::On.code()))
        .options(view, wanted)
        .await
}

/// Adds a module to a product.
///
/// # Errors
/// All faults of the form; an unknown product; another module of the product has this code.
pub async fn add_module(
    tx: &mut WriteTx,
    product_id: i64,
    form: ModuleForm,
    audit: &AuditContext,
) -> Result<Module, ModuleError> {
    let product = product_records::find(tx, product_id).await?;
    product.ok_or(ModuleError::UnknownProduct)?;
    let empty = Module::default();
    let module = Module {
        id: audit.random.uuid_v7(audit.now).to_string(),
        product_id,
        created_at: audit.now,
        version: 1,
        ..form.whole().applied(&empty)?
    };
    store::modules::insert(tx, &module).await?;
    let changes = module_changes(&empty, &module).of_new();
    record(tx, &module.id, Change::Created, changes, audit).await?;
    Ok(module)
}

/// Changes a module, all or nothing.
///
/// # Errors
/// Every fault of every field; a `version` that is not the newest; another module of the product with this code.
pub async fn update_module(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    form: ModuleForm,
    audit: &AuditContext,
) -> Result<Module, ModuleError> {
    let before = store::modules::hold(tx, id).await?;
    let before = before.ok_or(ModuleError::Unknown)?;
    if version.is_some_and(|read| read != before.version) {
        return Err(ModuleError::Conflict(last_change(tx, &before).await?));
    }
    let after = form.applied(&before)?;
    let changes = module_changes(&before, &after);
    if changes.is_empty() {
        return Ok(before);
    }
    store::modules::update(tx, &after, audit.actor(), audit.now).await?;
    record(tx, id, Change::Updated, changes, audit).await?;
    let saved = store::modules::find(tx, id).await?;
    saved.ok_or(ModuleError::Unknown)
}

/// Deletes a module that no access right belongs to.
///
/// # Errors
/// An unknown module; access rights belong to it.
pub async fn delete_module(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<(), ModuleError> {
    let module = store::modules::hold(tx, id).await?;
    let module = module.ok_or(ModuleError::Unknown)?;
    let rights = store::modules::rights(tx, id).await?;
    if rights > 0 {
        return Err(Faults::of("moduleId", Rule::HasRights(rights)).into());
    }
    store::modules::delete(tx, id).await?;
    let changes = module_changes(&module, &Module::default());
    record(tx, id, Change::Deleted, changes, audit).await?;
    Ok(())
}

async fn last_change(view: &mut dyn Reads, module: &Module) -> Result<EarlierChange, DbError> {
    let at = module.changed_at.unwrap_or(module.created_at);
    EarlierChange::of(view, module.changed_by.as_deref(), at).await
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::ModuleChanged {
        id: id.to_owned(),
        change,
        changes,
    };
    audit::record(tx, &audit.entry(event)).await
}

fn module_changes(old: &Module, new: &Module) -> Changes {
    changes!(
        Module {
            id: skipped,
            product_id as "product": recorded,
            code: recorded,
            name: recorded,
            description: recorded,
            sort: recorded,
            status: recorded,
            created_at: skipped,
            version: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        old,
        new
    )
}
