//! Access rights in the database: their drafts, their published fields, and the organisations they are for.

use std::collections::BTreeSet;

use super::access_right_list::ACCESS_RIGHTS;
use super::assignments;
use crate::access::subjects::changed_claims;
use crate::catalogue::access_right::{AccessRight, RightFields, RightKind, ScopeKind};
use crate::catalogue::assignment::{Assigned, Step};
use crate::catalogue::status::ProductStatus;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, FromRow, Reads, SqlRow, WriteTx, execute, fetch_all, fetch_optional, from_row, search,
    statements,
};

/// SQL: an access right with the names of its modules and its product.
macro_rules! select_rights {
    ($rest:literal) => {
        concat!(
            "SELECT x.id, x.product_id, p.name AS product_name, p.app_name, x.module_id, m.name AS module_name, \
             x.code, x.name, x.kind, x.description, x.status, x.built_in, x.draft, x.published_module_id, \
             n.name AS published_module_name, x.published_code, x.published_name, x.published_kind, \
             x.published_description, x.published_status, x.created_at, x.version, x.changed_at, x.changed_by \
             FROM access_rights x JOIN products p ON p.id = x.product_id LEFT JOIN modules m ON m.id = x.module_id \
             LEFT JOIN modules n ON n.id = x.published_module_id ",
            $rest
        )
    };
}

statements! {
    FIND = select_rights!("WHERE x.id = $1");
    OF_PRODUCT = select_rights!("WHERE x.product_id = $1 ORDER BY x.code COLLATE \"C\", x.id COLLATE \"C\" LIMIT $2");
    FACTS = "SELECT x.product_id, p.app_name, x.code, x.published_code \
        FROM access_rights x JOIN products p ON p.id = x.product_id WHERE x.id = $1";
    HOLD = "UPDATE access_rights SET draft = draft WHERE id = $1";
    INSERT = "INSERT INTO access_rights (id, product_id, module_id, code, name, kind, description, status, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    UPDATE = "UPDATE access_rights SET module_id = $2, code = $3, name = $4, kind = $5, description = $6, \
        status = $7 WHERE id = $1";
    NOTE_CHANGE = "UPDATE access_rights SET version = version + 1, changed_at = $2, changed_by = $3 WHERE id = $1";
    CLEAR_DRAFT = "UPDATE access_rights SET draft = 0 WHERE id = $1";
    NOTE_DRAFT = "UPDATE access_rights SET draft = 1 WHERE id = $1 AND (published_code IS NULL OR published_code <> code \
        OR published_name <> name OR published_kind <> kind OR published_description <> description \
        OR published_status <> status OR COALESCE(published_module_id, '') <> COALESCE(module_id, '') \
        OR EXISTS (SELECT 1 FROM group_rights g WHERE g.right_id = access_rights.id AND g.state <> 0) \
        OR EXISTS (SELECT 1 FROM role_rights r WHERE r.right_id = access_rights.id AND r.state <> 0) \
        OR EXISTS (SELECT 1 FROM access_right_scopes s WHERE s.right_id = access_rights.id AND s.state <> 0))";
    PUBLISH = "UPDATE access_rights SET published_module_id = $2, published_code = $3, published_name = $4, \
        published_kind = $5, published_description = $6, published_status = $7, published_at = $8, \
        published_by = $9 WHERE id = $1";
    TAKEN = "SELECT id FROM access_rights WHERE product_id = $1 AND (code = $2 OR published_code = $2) AND id <> $3 \
        LIMIT 1";
    SCOPES = "SELECT s.kind, s.value AS id, COALESCE(c.name, d.name, b.name, '') AS name, s.state \
        FROM access_right_scopes s LEFT JOIN companies c ON s.kind = 0 AND c.id = s.value \
        LEFT JOIN divisions d ON s.kind = 1 AND d.id = s.value LEFT JOIN brands b ON s.kind = 2 AND b.id = s.value \
        WHERE s.right_id = $1 ORDER BY s.kind, s.value COLLATE \"C\" LIMIT 10000";
    COMPANIES = concat!("SELECT id, name FROM companies WHERE id IN ", ids!());
    DIVISIONS = concat!("SELECT id, name FROM divisions WHERE id IN ", ids!());
    BRANDS = concat!("SELECT id, name FROM brands WHERE id IN ", ids!());
    PUT_SCOPE = "INSERT INTO access_right_scopes (right_id, kind, value, state) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (right_id, kind, value) DO UPDATE SET state = excluded.state";
    DROP_SCOPE = "DELETE FROM access_right_scopes WHERE right_id = $1 AND kind = $2 AND value = $3";
    DROP_REMOVED_SCOPES = "DELETE FROM access_right_scopes WHERE right_id = $1 AND state = 2";
    PUBLISH_SCOPES = "UPDATE access_right_scopes SET state = 0 WHERE right_id = $1";
    OF_MODULE = "SELECT x.published_code FROM products p JOIN modules m ON m.product_id = p.id \
        JOIN access_rights x ON x.published_module_id = m.id \
        WHERE p.app_name = $1 AND m.name_key = $2 AND x.published_code IS NOT NULL LIMIT 10000";
    SEARCH_NUMBER = "SELECT search_number FROM access_rights WHERE id = $1";
    DELETE_SCOPES = "DELETE FROM access_right_scopes WHERE right_id = $1";
    DELETE = "DELETE FROM access_rights WHERE id = $1";
    WITHOUT_BUILT_IN = "SELECT p.id FROM products p WHERE p.app_name = $1 \
        AND (SELECT COUNT(*) FROM access_rights x WHERE x.product_id = p.id AND x.built_in = 1) < $2 \
        ORDER BY p.id LIMIT 100";
    INSERT_BUILT_IN = "INSERT INTO access_rights (id, product_id, code, name, kind, description, status, built_in, draft, \
        published_code, published_name, published_kind, published_description, published_status, published_at, \
        created_at) VALUES ($1, $2, $3, $4, $5, $6, 0, 1, 0, $8, $4, $5, $6, 0, $7, $7) \
        ON CONFLICT (product_id, code) DO NOTHING";
}

/// The most rights of a product that are read at once.
const MOST_OF_PRODUCT: i64 = 5_000;

from_row!(RightFields {
    module_id,
    module_name,
    code,
    name,
    kind,
    description,
    status
});

/// The published fields, if the right was ever confirmed.
fn published(row: &SqlRow) -> Result<Option<RightFields>, DbError> {
    let Some(code) = row.get("published_code")? else {
        return Ok(None);
    };
    let text = |name| Ok::<_, DbError>(row.get::<Option<String>>(name)?.unwrap_or_default());
    let kind: Option<RightKind> = row.get("published_kind")?;
    let status: Option<ProductStatus> = row.get("published_status")?;
    Ok(Some(RightFields {
        module_id: row.get("published_module_id")?,
        module_name: row.get("published_module_name")?,
        code,
        name: text("published_name")?,
        kind: kind.unwrap_or_default(),
        description: text("published_description")?,
        // An assignment without a status decides nothing.
        status: status.unwrap_or(ProductStatus::Off),
    }))
}

impl FromRow for AccessRight {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        Ok(Self {
            id: row.get("id")?,
            product_id: row.get("product_id")?,
            product_name: row.get("product_name")?,
            app_name: row.get("app_name")?,
            built_in: row.get("built_in")?,
            draft: row.get("draft")?,
            created_at: row.get("created_at")?,
            version: row.get("version")?,
            changed_at: row.get("changed_at")?,
            changed_by: row.get("changed_by")?,
            fields: RightFields::from_row(row)?,
            published: published(row)?,
        })
    }
}

pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<AccessRight>, DbError> {
    fetch_optional!(tx, AccessRight, FIND, id)
}

/// The product of a right, the code of that product, and the codes of the right, for decisions.
pub async fn facts(
    tx: &mut dyn Reads,
    id: &str,
) -> Result<Option<(i64, String, [Option<String>; 2])>, DbError> {
    type Facts = (i64, String, Option<String>, Option<String>);
    let facts = fetch_optional!(tx, Facts, FACTS, id)?;
    Ok(facts
        .map(|(product_id, app_name, code, published)| (product_id, app_name, [code, published])))
}

/// The rights of a product, by code, at most 5,000.
pub async fn of_product(tx: &mut dyn Reads, product_id: i64) -> Result<Vec<AccessRight>, DbError> {
    fetch_all!(tx, AccessRight, OF_PRODUCT, product_id, MOST_OF_PRODUCT)
}

/// The published codes of the modules with this folded name.
pub async fn codes_of_module(
    tx: &mut dyn Reads,
    app_name: &str,
    module_name: &str,
) -> Result<BTreeSet<String>, DbError> {
    let codes = fetch_all!(tx, (String,), OF_MODULE, app_name, module_name)?;
    Ok(codes.into_iter().map(|(code,)| code).collect())
}

/// Locks the right and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<AccessRight>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// True if another right of the product has this code, published or as a draft.
pub async fn is_taken(
    tx: &mut dyn Reads,
    product_id: i64,
    code: &str,
    id: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (String,), TAKEN, product_id, code, id)?.is_some())
}

pub async fn insert(
    tx: &mut WriteTx,
    id: &str,
    product_id: i64,
    fields: &RightFields,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        id,
        product_id,
        &fields.module_id,
        &fields.code,
        &fields.name,
        fields.kind.code(),
        &fields.description,
        fields.status.code(),
        now,
    )?;
    ACCESS_RIGHTS.index_names(tx, id).await
}

/// Stores the drafts of the fields.
pub async fn update(tx: &mut WriteTx, id: &str, fields: &RightFields) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        id,
        &fields.module_id,
        &fields.code,
        &fields.name,
        fields.kind.code(),
        &fields.description,
        fields.status.code(),
    )?;
    ACCESS_RIGHTS.index_names(tx, id).await
}

/// Increases the version and notes whether a draft waits to be confirmed.
pub async fn note_change(
    tx: &mut WriteTx,
    id: &str,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOTE_CHANGE, id, now, by)?;
    note_draft(tx, id).await
}

/// Notes whether a draft waits to be confirmed.
pub async fn note_draft(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    execute!(tx, CLEAR_DRAFT, id)?;
    execute!(tx, NOTE_DRAFT, id).map(drop)
}

/// Publishes `fields` of the right and all its assignments.
pub async fn publish(
    tx: &mut WriteTx,
    (id, fields): (&str, &RightFields),
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, DROP_REMOVED_SCOPES, id)?;
    execute!(tx, PUBLISH_SCOPES, id)?;
    assignments::publish(tx, id).await?;
    execute!(
        tx,
        PUBLISH,
        id,
        &fields.module_id,
        &fields.code,
        &fields.name,
        fields.kind.code(),
        &fields.description,
        fields.status.code(),
        now,
        by,
    )?;
    changed_claims(tx);
    Ok(())
}

/// Deletes the right and all its assignments.
pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    if let Some((Some(number),)) = fetch_optional!(tx, (Option<i64>,), SEARCH_NUMBER, id)? {
        search::forget(tx, number).await?;
    }
    assignments::delete_of_right(tx, id).await?;
    execute!(tx, DELETE_SCOPES, id)?;
    execute!(tx, DELETE, id)?;
    changed_claims(tx);
    Ok(())
}

struct ScopeRow {
    kind: ScopeKind,
    of: Assigned,
}

from_row!(ScopeRow { kind; flatten of });

/// The organisations that the right is for.
pub async fn scopes(tx: &mut dyn Reads, id: &str) -> Result<Vec<(ScopeKind, Assigned)>, DbError> {
    let rows = fetch_all!(tx, ScopeRow, SCOPES, id)?;
    let scope = |row: ScopeRow| (row.kind, row.of);
    Ok(rows.into_iter().map(scope).collect())
}

/// Id and name of each organisation of `kind` among at most 100 ids.
pub async fn organisations(
    tx: &mut dyn Reads,
    kind: ScopeKind,
    ids: &[&str],
) -> Result<Vec<(String, String)>, DbError> {
    let sql = match kind {
        ScopeKind::Company => COMPANIES,
        ScopeKind::Division => DIVISIONS,
        ScopeKind::Brand => BRANDS,
    };
    fetch_by_ids!(tx, (String, String), sql, ids.iter().copied())
}

pub async fn change_scope(
    tx: &mut WriteTx,
    id: &str,
    kind: ScopeKind,
    step: &Step,
) -> Result<(), DbError> {
    match step {
        Step::Put(value, state) => execute!(tx, PUT_SCOPE, id, kind.code(), value, state.code()),
        Step::Drop(value) => execute!(tx, DROP_SCOPE, id, kind.code(), value),
    }
    .map(drop)
}

/// The products of the code `app_name` that have fewer than `count` built-in rights.
pub async fn without_built_in(
    tx: &mut dyn Reads,
    app_name: &str,
    count: i64,
) -> Result<Vec<i64>, DbError> {
    let products = fetch_all!(tx, (i64,), WITHOUT_BUILT_IN, app_name, count)?;
    Ok(products.into_iter().map(|(id,)| id).collect())
}

/// Adds a right that Atrium itself checks, unless it is there. It is published at once.
pub async fn insert_built_in(
    tx: &mut WriteTx,
    (id, product_id): (&str, i64),
    fields: &RightFields,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT_BUILT_IN,
        id,
        product_id,
        &fields.code,
        &fields.name,
        fields.kind.code(),
        &fields.description,
        now,
        &fields.code,
    )?;
    ACCESS_RIGHTS.index_names(tx, id).await
}
