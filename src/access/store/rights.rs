//! Access groups, access codes and product administrators in the database.

use sqlx_macros::FromRow;

use crate::access::changes::{changed_account, changed_claims};
use crate::access::code::AccessList;
use crate::db::{DbError, Flag, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};

/// SQL: an account with the facts that decisions need; `$2` is the code of product SSO.
macro_rules! select_account {
    ($which:literal) => {
        concat!(
            "SELECT a.id, a.sup_admin, CAST(CASE WHEN EXISTS (SELECT 1 FROM product_admins x \
             JOIN products p ON p.id = x.product_id \
             WHERE x.account_id = a.id AND p.app_name = $2) THEN 1 ELSE 0 END AS BIGINT) \
             AS administers FROM accounts a WHERE ",
            $which
        )
    };
}

statements! {
    GROUPS = "SELECT access_group FROM account_access_groups \
        WHERE account_id = $1 AND app_name = $2 ORDER BY access_group COLLATE \"C\" LIMIT 1000";
    CODES = "SELECT DISTINCT c.code FROM account_access_groups g JOIN access_group_codes c \
        ON c.app_name = g.app_name AND c.access_group = g.access_group \
        WHERE g.account_id = $1 AND g.app_name = $2 ORDER BY c.code LIMIT 5000";
    ADMINISTERED = "SELECT p.id, p.app_name FROM product_admins a \
        JOIN products p ON p.id = a.product_id WHERE a.account_id = $1 ORDER BY p.id LIMIT 1000";
    ACCOUNT = select_account!("a.id = $1");
    ACCOUNT_BY_NAME = select_account!("a.username_key = $1 OR a.email_key = $1");
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

/// The number and code of the products that the account administers, at most 1000.
pub async fn administered(
    tx: &mut impl Reads,
    account_id: &str,
) -> Result<Vec<(i64, String)>, DbError> {
    fetch_all!(tx, (i64, String), ADMINISTERED, account_id)
}

/// An account, with the facts that decisions need.
#[derive(FromRow)]
pub struct AccountRow {
    pub id: String,
    /// Whether it is a super administrator.
    pub sup_admin: Flag,
    /// Whether it is an administrator of the product.
    pub administers: Flag,
}

/// The account `id`, and whether it administers the product `app_name`.
pub async fn account(
    tx: &mut impl Reads,
    id: &str,
    app_name: &str,
) -> Result<Option<AccountRow>, DbError> {
    fetch_optional!(tx, AccountRow, ACCOUNT, id, app_name)
}

/// The same, for the account whose normalised name or e-mail is `name`.
pub async fn account_by_name(
    tx: &mut impl Reads,
    name: &str,
    app_name: &str,
) -> Result<Option<AccountRow>, DbError> {
    fetch_optional!(tx, AccountRow, ACCOUNT_BY_NAME, name, app_name)
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

/// Puts an account into an access group.
pub async fn give_group(
    tx: &mut WriteTx,
    account_id: &str,
    app_name: &str,
    access_group: &str,
) -> Result<(), DbError> {
    execute!(tx, GIVE_GROUP, account_id, app_name, access_group)?;
    changed_account(tx, account_id);
    Ok(())
}

/// Makes an account an administrator of a product.
pub async fn appoint(tx: &mut WriteTx, product_id: i64, account_id: &str) -> Result<(), DbError> {
    execute!(tx, APPOINT, product_id, account_id).map(drop)
}
