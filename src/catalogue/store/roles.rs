//! Roles and who has them in the database.

use std::collections::BTreeMap;

use super::assignments;
use super::role_list::ROLES;
use crate::access::conditions::is_for_account;
use crate::access::subjects::{changed_account, changed_claims};
use crate::catalogue::role::{AccountType, RoleFields, RoleLimit, RoleOfAccount, RoleRecord};
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, search,
    statements,
};
use crate::directory;

/// SQL: the columns of a role, and the joins for their names.
macro_rules! role_columns {
    () => {
        "r.id, r.product_id, p.name AS product_name, p.name_zh AS product_name_zh, p.app_name, r.name, r.account_type, r.org_id, \
         COALESCE(ag.name, co.name) AS org_name, r.description, r.status, r.requires_factor, r.created_at, r.version, r.changed_at, \
         r.changed_by"
    };
}
macro_rules! role_joins {
    () => {
        "JOIN products p ON p.id = r.product_id \
         LEFT JOIN agencies ag ON r.account_type IN (1, 2) AND ag.id = r.org_id \
         LEFT JOIN companies co ON r.account_type = 3 AND co.id = r.org_id "
    };
}

statements! {
    FIND = concat!("SELECT ", role_columns!(), " FROM roles r ", role_joins!(), "WHERE r.id = $1");
    FACTS = "SELECT r.product_id, p.app_name, x.code, x.published_code FROM roles r JOIN products p ON p.id = r.product_id \
        LEFT JOIN role_rights a ON a.role_id = r.id LEFT JOIN access_rights x ON x.id = a.right_id \
        WHERE r.id = $1 LIMIT 10000";
    APP_NAME = "SELECT app_name FROM products WHERE id = $1";
    MODULE = "SELECT id FROM modules WHERE id = $1 AND product_id = $2";
    AGENCY = "SELECT name FROM agencies WHERE id = $1";
    COMPANY = "SELECT name FROM companies WHERE id = $1";
    HOLD = "UPDATE roles SET version = version WHERE id = $1";
    INSERT = "INSERT INTO roles \
        (id, product_id, name, account_type, org_id, description, status, created_at, requires_factor) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    UPDATE = "UPDATE roles SET name = $2, account_type = $3, org_id = $4, description = $5, status = $6, \
        requires_factor = $7 WHERE id = $1";
    NAMED = "SELECT id FROM roles WHERE product_id = $1 AND name_key = $2 AND id <> $3 LIMIT 1";
    NOTE_CHANGE = "UPDATE roles SET version = version + 1, changed_at = $2, changed_by = $3 WHERE id = $1";
    SEARCH_NUMBER = "SELECT search_number FROM roles WHERE id = $1";
    DELETE = "DELETE FROM roles WHERE id = $1";
    USERS = "SELECT COUNT(*) FROM role_accounts WHERE role_id = $1";
    USER_IDS = "SELECT account_id FROM role_accounts WHERE role_id = $1 ORDER BY account_id COLLATE \"C\" LIMIT $2";
    ASSIGNED = concat!("SELECT account_id, account_type, org_id FROM role_accounts WHERE role_id = $101 AND account_id IN ", ids!());
    OF_ACCOUNT = concat!("SELECT ", role_columns!(), ", u.account_type AS given_type, u.org_id AS given_org, \
        COALESCE(ga.name, gc.name) AS given_org_name, \
        CAST(CASE WHEN r.status = 0 AND ", is_for_account!("r"), " AND ", is_for_account!("u"), " THEN 1 ELSE 0 END AS BIGINT) \
        AS applies FROM role_accounts u JOIN accounts a ON a.id = u.account_id JOIN roles r ON r.id = u.role_id ",
        role_joins!(), "LEFT JOIN agencies ga ON u.account_type IN (1, 2) AND ga.id = u.org_id \
        LEFT JOIN companies gc ON u.account_type = 3 AND gc.id = u.org_id \
        WHERE u.account_id = $1 ORDER BY r.product_id, r.name_key COLLATE \"C\", r.id COLLATE \"C\" LIMIT 1000");
    GIVE = "INSERT INTO role_accounts (role_id, account_id, account_type, org_id, created_at, created_by) \
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id, role_id) DO UPDATE SET \
        account_type = excluded.account_type, org_id = excluded.org_id";
    TAKE = "DELETE FROM role_accounts WHERE role_id = $1 AND account_id = $2";
}

from_row!(RoleFields {
    name,
    account_type,
    org_id,
    org_name,
    description,
    status,
    requires_factor
});

from_row!(RoleRecord {
    id, product_id, product_name, product_name_zh, app_name, created_at, version, changed_at, changed_by;
    flatten fields
});

pub async fn find(tx: &mut dyn Reads, id: &str) -> Result<Option<RoleRecord>, DbError> {
    fetch_optional!(tx, RoleRecord, FIND, id)
}

/// The product of a role, the code of that product, and the codes of all its rights, for decisions.
pub async fn facts(
    tx: &mut dyn Reads,
    id: &str,
) -> Result<Option<(i64, String, Vec<String>)>, DbError> {
    type Facts = (i64, String, Option<String>, Option<String>);
    let mut found = None;
    for (product_id, app_name, code, published) in fetch_all!(tx, Facts, FACTS, id)? {
        let (_, _, codes) = found.get_or_insert((product_id, app_name, Vec::new()));
        codes.extend(code.into_iter().chain(published));
    }
    Ok(found)
}

/// The code of a product; `None` if there is no such product.
pub async fn app_name(tx: &mut dyn Reads, product_id: i64) -> Result<Option<String>, DbError> {
    let found = fetch_optional!(tx, (String,), APP_NAME, product_id)?;
    Ok(found.map(|(app_name,)| app_name))
}

/// True if the product has this module.
pub async fn has_module(tx: &mut dyn Reads, product_id: i64, id: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (String,), MODULE, id, product_id)?.is_some())
}

/// The name of an organisation that an account type refers to.
pub async fn organisation(
    tx: &mut dyn Reads,
    account_type: AccountType,
    id: &str,
) -> Result<Option<String>, DbError> {
    let sql = match account_type {
        AccountType::Internal | AccountType::Corporate => AGENCY,
        AccountType::Client => COMPANY,
    };
    Ok(fetch_optional!(tx, (String,), sql, id)?.map(|(name,)| name))
}

/// Locks the role and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<RoleRecord>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

pub async fn insert(
    tx: &mut WriteTx,
    id: &str,
    product_id: i64,
    fields: &RoleFields,
    now: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        id,
        product_id,
        &fields.name,
        fields.account_type.map(AccountType::code),
        &fields.org_id,
        &fields.description,
        fields.status.code(),
        now,
        i64::from(fields.requires_factor),
    )?;
    ROLES.index_names(tx, id).await?;
    changed_claims(tx);
    Ok(())
}

pub async fn update(tx: &mut WriteTx, id: &str, fields: &RoleFields) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        id,
        &fields.name,
        fields.account_type.map(AccountType::code),
        &fields.org_id,
        &fields.description,
        fields.status.code(),
        i64::from(fields.requires_factor),
    )?;
    ROLES.index_names(tx, id).await?;
    changed_claims(tx);
    Ok(())
}

/// True if another role of the product has this name.
pub async fn is_taken(
    view: &mut dyn Reads,
    product_id: i64,
    name_key: &str,
    id: &str,
) -> Result<bool, DbError> {
    let other = fetch_optional!(view, (String,), NAMED, product_id, name_key, id)?;
    Ok(other.is_some())
}

/// Increases the version.
pub async fn note_change(
    tx: &mut WriteTx,
    id: &str,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOTE_CHANGE, id, now, by).map(drop)
}

/// Deletes a role that nobody has.
pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    if let Some((Some(number),)) = fetch_optional!(tx, (Option<i64>,), SEARCH_NUMBER, id)? {
        search::forget(tx, number).await?;
    }
    assignments::delete_of_role(tx, id).await?;
    execute!(tx, DELETE, id)?;
    changed_claims(tx);
    Ok(())
}

pub async fn users(tx: &mut dyn Reads, id: &str) -> Result<i64, DbError> {
    Ok(fetch_one!(tx, (i64,), USERS, id)?.0)
}

pub async fn user_ids(tx: &mut dyn Reads, id: &str, most: i64) -> Result<Vec<String>, DbError> {
    let ids = fetch_all!(tx, (String,), USER_IDS, id, most)?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// Which of at most 100 accounts have the role, and what limits it for them.
pub async fn assigned(
    tx: &mut dyn Reads,
    id: &str,
    account_ids: &[&str],
) -> Result<BTreeMap<String, RoleLimit>, DbError> {
    type Given = (String, Option<AccountType>, Option<String>);
    let rows = fetch_by_ids!(tx, Given, ASSIGNED, account_ids.iter().copied(), id)?;
    let given = |(account, account_type, org_id)| {
        let limit = RoleLimit {
            account_type,
            org_id,
        };
        (account, limit)
    };
    Ok(rows.into_iter().map(given).collect())
}

from_row!(RoleLimit { account_type = "given_type", org_id = "given_org" });
from_row!(RoleOfAccount { org_name = "given_org_name", applies; flatten role, limit });

/// The roles of an account, product by product, at most 1,000.
pub async fn of_account(
    tx: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<RoleOfAccount>, DbError> {
    fetch_all!(tx, RoleOfAccount, OF_ACCOUNT, account_id)
}

/// Gives the role to an account, or changes its limits. Waits while another write holds the account to decide about it
/// (`calls::object::hold`).
pub async fn give(
    tx: &mut WriteTx,
    (role_id, account_id): (&str, &str),
    limit: &RoleLimit,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    directory::hold(tx, account_id).await?;
    let account_type = limit.account_type.map(AccountType::code);
    let org_id = limit.org_id.as_deref();
    execute!(tx, GIVE, role_id, account_id, account_type, org_id, now, by)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Takes the role from an account.
pub async fn take(tx: &mut WriteTx, role_id: &str, account_id: &str) -> Result<(), DbError> {
    execute!(tx, TAKE, role_id, account_id)?;
    changed_account(tx, account_id);
    Ok(())
}
