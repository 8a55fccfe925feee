//! Modules in the database.

use super::module_list::MODULES;
use crate::access::subjects::changed_claims;
use crate::catalogue::module::Module;
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_one, fetch_optional, from_row, search, statements,
};

statements! {
    FIND = "SELECT id, product_id, code, name, description, sort, status, created_at, version, \
        changed_at, changed_by FROM modules WHERE id = $1";
    HOLD = "UPDATE modules SET version = version WHERE id = $1";
    INSERT = "INSERT INTO modules (id, product_id, code, name, description, sort, status, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    UPDATE = "UPDATE modules SET code = $2, name = $3, description = $4, sort = $5, status = $6, \
        version = version + 1, changed_at = $7, changed_by = $8 WHERE id = $1";
    RIGHTS = "SELECT COUNT(*) FROM access_rights WHERE module_id = $1 OR published_module_id = $1";
    SEARCH_NUMBER = "SELECT search_number FROM modules WHERE id = $1";
    DELETE = "DELETE FROM modules WHERE id = $1";
}

from_row!(Module {
    id,
    product_id,
    code,
    name,
    description,
    sort,
    status,
    created_at,
    version,
    changed_at,
    changed_by
});

pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<Module>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    fetch_optional!(tx, Module, FIND, id)
}

/// Locks the module and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Module>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

pub async fn insert(tx: &mut WriteTx, module: &Module) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        &module.id,
        module.product_id,
        &module.code,
        &module.name,
        &module.description,
        module.sort,
        module.status.code(),
        module.created_at,
    )?;
    MODULES.index_names(tx, module.id.clone()).await
}

/// Stores everything of `module` that administrators change, with a new version. The access rights of a module that is
/// off give nothing.
pub async fn update(
    tx: &mut WriteTx,
    module: &Module,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        &module.id,
        &module.code,
        &module.name,
        &module.description,
        module.sort,
        module.status.code(),
        now,
        by,
    )?;
    changed_claims(tx);
    MODULES.index_names(tx, module.id.clone()).await
}

/// How many access rights belong to the module, published or as drafts.
pub async fn rights(tx: &mut dyn Reads, id: &str) -> Result<i64, DbError> {
    Ok(fetch_one!(tx, (i64,), RIGHTS, id)?.0)
}

/// Deletes the module. It must have no access rights.
pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    if let Some((Some(number),)) = fetch_optional!(tx, (Option<i64>,), SEARCH_NUMBER, id)? {
        search::forget(tx, number).await?;
    }
    execute!(tx, DELETE, id).map(drop)
}
