//! Access groups, access codes and product administrators in the database.

use crate::access::rights::AccessList;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, statements};

use super::{changed_account, changed_claims};

statements! {
    GROUPS = "SELECT access_group FROM account_access_groups \
        WHERE account_id = $1 AND app_name = $2 ORDER BY access_group LIMIT 1000";
    CODES = "SELECT DISTINCT c.code FROM account_access_groups g JOIN access_group_codes c \
        ON c.app_name = g.app_name AND c.access_group = g.access_group \
        WHERE g.account_id = $1 AND g.app_name = $2 ORDER BY c.code LIMIT 5000";
    HOLDS = "SELECT c.code FROM account_access_groups g JOIN access_group_codes c \
        ON c.app_name = g.app_name AND c.access_group = g.access_group \
        WHERE g.account_id = $1 AND g.app_name = $2 AND c.code = $3 LIMIT 1";
    ADMINISTERS = "SELECT p.id FROM product_admins a JOIN products p ON p.id = a.product_id \
        WHERE a.account_id = $1 AND p.app_name = $2 LIMIT 1";
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
    // Each engine has its own order of letters; the answer has one.
    let sorted = |rows: Vec<(String,)>| {
        let mut words: Vec<String> = rows.into_iter().map(|(word,)| word).collect();
        words.sort();
        words
    };
    Ok(AccessList {
        codes: sorted(codes),
        groups: sorted(groups),
    })
}

/// Whether one of the account's access groups in the application brings the code.
pub async fn holds(
    tx: &mut impl Reads,
    account_id: &str,
    app_name: &str,
    code: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (String,), HOLDS, account_id, app_name, code)?.is_some())
}

/// Whether the account administers the product of this code.
pub async fn administers(
    tx: &mut impl Reads,
    account_id: &str,
    app_name: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (i64,), ADMINISTERS, account_id, app_name)?.is_some())
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
