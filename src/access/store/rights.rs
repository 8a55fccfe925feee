//! Access groups, access codes and product administrators in the database.

use sqlx_macros::FromRow;

use crate::access::changes::{changed_account, changed_claims};
use crate::access::code::AccessList;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, statements};
use crate::directory;

statements! {
    GROUPS = "SELECT access_group FROM account_access_groups \
        WHERE account_id = $1 AND app_name = $2 ORDER BY access_group COLLATE \"C\" LIMIT 1000";
    CODES = "SELECT DISTINCT c.code FROM account_access_groups g JOIN access_group_codes c \
        ON c.app_name = g.app_name AND c.access_group = g.access_group \
        WHERE g.account_id = $1 AND g.app_name = $2 ORDER BY c.code LIMIT 5000";
    FACTS = "SELECT CAST(NULL AS TEXT) AS code, p.id AS product_id, p.app_name \
        FROM product_admins a JOIN products p ON p.id = a.product_id WHERE a.account_id = $1 \
        UNION ALL SELECT m.code, m.product_id, m.app_name FROM \
        (SELECT CAST(NULL AS TEXT) AS code, CAST(NULL AS BIGINT) AS product_id, \
            CAST(NULL AS TEXT) AS app_name FROM group_managers m \
            JOIN groups g ON g.id = m.group_id AND g.status = 0 WHERE m.account_id = $1 LIMIT 1) m \
        UNION ALL SELECT c.code, CAST(NULL AS BIGINT), CAST(NULL AS TEXT) \
        FROM account_access_groups g JOIN access_group_codes c \
        ON c.app_name = g.app_name AND c.access_group = g.access_group \
        WHERE g.account_id = $1 AND g.app_name = $2 LIMIT 10000";
    FACTS_OF_MANY = concat!(
        "SELECT a.account_id, CAST(NULL AS TEXT) AS code FROM product_admins a \
            JOIN products p ON p.id = a.product_id \
            WHERE a.account_id IN ", ids!(), " AND p.app_name = $101 \
        UNION SELECT g.account_id, c.code FROM account_access_groups g JOIN access_group_codes c \
            ON c.app_name = g.app_name AND c.access_group = g.access_group \
            WHERE g.account_id IN ", ids!(), " AND g.app_name = $101 LIMIT 100000");
    SAVE_CODE = "INSERT INTO access_group_codes (app_name, access_group, code) \
        VALUES ($1, $2, $3) ON CONFLICT (app_name, access_group, code) DO NOTHING";
    GIVE_GROUP = "INSERT INTO account_access_groups (account_id, app_name, access_group) \
        VALUES ($1, $2, $3) ON CONFLICT (account_id, app_name, access_group) DO NOTHING";
    APPOINT = "INSERT INTO product_admins (product_id, account_id) VALUES ($1, $2) \
        ON CONFLICT (account_id, product_id) DO NOTHING";
}

/// What the account may do in an application.
pub async fn access_list(
    tx: &mut impl Reads,
    account_id: &str,
    app_name: &str,
) -> Result<AccessList, DbError> {
    let groups = fetch_all!(tx, (String,), GROUPS, account_id, app_name)?;
    let codes = fetch_all!(tx, (String,), CODES, account_id, app_name)?;
    // Each engine sorts letters in its own way, so the names are sorted here.
    let sorted = |rows: Vec<(String,)>| {
        let mut words: Vec<String> = rows.into_iter().map(|(word,)| word).collect();
        words.sort();
        words
    };
    Ok(AccessList {
        codes: sorted(codes),
        groups: sorted(groups),
        roles: Vec::new(),
    })
}

/// One fact about what an account may do.
#[derive(FromRow)]
struct FactRow {
    code: Option<String>,
    product_id: Option<i64>,
    app_name: Option<String>,
}

/// A fact about what an account may do.
pub enum Fact {
    /// It administers the product of this number and code.
    Administers(i64, String),
    /// It manages an enabled group.
    ManagesGroups,
    /// It has this access code of the application that was asked about.
    Code(String),
}

/// What the account may do, in one statement: the products it administers, whether it manages
/// groups, and its access codes of `app_name`. A code from several access groups occurs several
/// times.
pub async fn facts(
    tx: &mut impl Reads,
    account_id: &str,
    app_name: &str,
) -> Result<Vec<Fact>, DbError> {
    let rows = fetch_all!(tx, FactRow, FACTS, account_id, app_name)?.into_iter();
    let facts = rows.map(|row| match (row.code, row.product_id) {
        (Some(code), _) => Fact::Code(code),
        (None, Some(id)) => Fact::Administers(id, row.app_name.unwrap_or_default()),
        (None, None) => Fact::ManagesGroups,
    });
    Ok(facts.collect())
}

/// For each of at most 100 accounts, as often as there are such facts: its id, and an access code of
/// `app_name` or none for an administrator of that product.
pub async fn facts_of_many(
    tx: &mut impl Reads,
    ids: &[&str],
    app_name: &str,
) -> Result<Vec<(String, Option<String>)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(tx, (String, Option<String>), FACTS_OF_MANY, ids, app_name)
}

/// Adds an access code to an access group.
pub async fn save_code(
    tx: &mut WriteTx,
    app_name: &str,
    access_group: &str,
    code: &str,
) -> Result<(), DbError> {
    execute!(tx, SAVE_CODE, app_name, access_group, code)?;
    changed_claims(tx);
    Ok(())
}

/// Puts an account into an access group. Waits while another write holds the account to decide about it
/// (`objects::hold`).
pub async fn give_group(
    tx: &mut WriteTx,
    account_id: &str,
    app_name: &str,
    access_group: &str,
) -> Result<(), DbError> {
    directory::hold(tx, account_id).await?;
    execute!(tx, GIVE_GROUP, account_id, app_name, access_group)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Makes an account an administrator of a product. Waits like [`give_group`].
pub async fn appoint(tx: &mut WriteTx, product_id: i64, account_id: &str) -> Result<(), DbError> {
    directory::hold(tx, account_id).await?;
    execute!(tx, APPOINT, product_id, account_id).map(drop)
}
