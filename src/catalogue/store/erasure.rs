//! Erases a person's roles, products, home and openings in the database.

use crate::access::subjects::changed_account;
use crate::db::{DbError, WriteTx, execute, statements};

statements! {
    ROLES = "DELETE FROM role_accounts WHERE account_id = $1";
    ACCESS_GROUPS = "DELETE FROM account_access_groups WHERE account_id = $1";
    ADMINISTRATORS = "DELETE FROM product_admins WHERE account_id = $1";
    ADMINISTERED = "UPDATE products SET admin_id = NULL WHERE admin_id = $1";
    HOME = "DELETE FROM home_choices WHERE account_id = $1";
    COUNTS = "DELETE FROM opening_counts WHERE account_id = $1";
    OPENINGS = "DELETE FROM product_openings WHERE (account_id, product_id, minute) IN \
        (SELECT account_id, product_id, minute FROM product_openings WHERE account_id = $1 LIMIT $2)";
}

/// Takes the person's roles, products and home away, and deletes at most `most` openings; returns how many.
pub async fn erase(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    for statement in [
        ROLES,
        ACCESS_GROUPS,
        ADMINISTRATORS,
        ADMINISTERED,
        HOME,
        COUNTS,
    ] {
        execute!(tx, statement, account_id)?;
    }
    changed_account(tx, account_id);
    execute!(tx, OPENINGS, account_id, most)
}
