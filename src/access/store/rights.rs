//! What a person may do, in the database: access groups with their codes, roles and groups with their rights, and
//! administrators of products. All statements share the same texts, so they give the same rights.

use std::collections::BTreeSet;

use crate::access::conditions::{gives_to_account, is_for_account, is_published};
use crate::access::subjects::{changed_account, changed_claims};
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};
use crate::directory;

/// SQL: true if the role `r` and its assignment `ra` match the place of the account `a`.
macro_rules! role_is_in_place {
    () => {
        concat!(
            " AND ",
            is_for_account!("r"),
            " AND ",
            is_for_account!("ra")
        )
    };
}

/// SQL: the roles of the accounts `ra.account_id` that `$who` names, in the products of the code `$app`, one row for
/// each right that they give. `$place` limits the places. CROSS JOIN makes SQLite start at the person.
macro_rules! roles_of {
    ($columns:literal, $($who:expr),+; $app:literal; $place:expr) => {
        concat!(
            "SELECT ", $columns, " FROM role_accounts ra CROSS JOIN roles r CROSS JOIN products p CROSS JOIN accounts a \
             LEFT JOIN role_rights rr ON rr.role_id = r.id AND rr.state <> 1 \
             LEFT JOIN access_rights x ON x.id = rr.right_id AND ", is_published!(),
            " WHERE ra.account_id ", $($who),+, " AND r.id = ra.role_id AND r.status = 0 \
             AND p.id = r.product_id AND p.app_name = ", $app, " AND a.id = ra.account_id", $place
        )
    };
}

/// SQL: the rights that groups give to the accounts that `$who` names, in the products of the code `$app`. `$gives`
/// limits the groups. A person may have many groups; one lookup for each finds its rights in the product.
macro_rules! group_rights_of {
    ($columns:literal, $($who:expr),+; $app:literal; $gives:expr) => {
        concat!(
            "SELECT ", $columns, " FROM products p CROSS JOIN memberships mm CROSS JOIN group_rights gr \
             CROSS JOIN groups g CROSS JOIN accounts a CROSS JOIN access_rights x \
             WHERE p.app_name = ", $app, " AND mm.account_id ", $($who),+, " AND mm.status = 0 \
             AND gr.group_id = mm.group_id AND gr.product_id = p.id AND gr.state <> 1 \
             AND g.id = gr.group_id AND a.id = mm.account_id AND ", $gives,
            " AND x.id = gr.right_id AND ", is_published!()
        )
    };
}

/// SQL: the codes of the product `$app` that the accounts that `$who` names can give to others, because `$table` says that
/// they manage groups or stand in for their managers.
macro_rules! codes_to_give {
    ($table:literal, $($who:expr),+; $app:literal) => {
        concat!(
            "SELECT k.account_id, x.published_code FROM products p CROSS JOIN ", $table, " k CROSS JOIN group_rights gr \
             CROSS JOIN groups g CROSS JOIN access_rights x WHERE p.app_name = ", $app, " AND k.account_id ", $($who),+,
            " AND gr.group_id = k.group_id AND gr.product_id = p.id AND gr.state <> 1 \
             AND g.id = gr.group_id AND g.status = 0 AND x.id = gr.right_id AND ", is_published!()
        )
    };
}

/// SQL: for the accounts that `$who` names, the codes of the product `$app` that they have, would have in another
/// agency, company or brand, or can give to others; a row without a code if the account administers the product.
macro_rules! codes_in_any_place {
    ($($who:expr),+; $app:literal) => {
        concat!(
            "SELECT a.account_id, CAST(NULL AS TEXT) AS code FROM product_admins a \
                JOIN products p ON p.id = a.product_id \
                WHERE a.account_id ", $($who),+, " AND p.app_name = ", $app,
            " UNION SELECT g.account_id, c.code FROM account_access_groups g JOIN access_group_codes c \
                ON c.app_name = g.app_name AND c.access_group = g.access_group \
                WHERE g.account_id ", $($who),+, " AND g.app_name = ", $app,
            " UNION SELECT account_id, code FROM (",
                roles_of!("ra.account_id, x.published_code AS code", $($who),+; $app; ""),
            ") of_roles WHERE code IS NOT NULL \
            UNION ", group_rights_of!("mm.account_id, x.published_code", $($who),+; $app; "g.status = 0"),
            " UNION ", codes_to_give!("group_managers", $($who),+; $app),
            " UNION ", codes_to_give!("group_stand_ins", $($who),+; $app)
        )
    };
}

statements! {
    FACTS = concat!(
        "SELECT CAST(0 AS BIGINT) AS source, CAST(NULL AS TEXT) AS name, CAST(NULL AS TEXT) AS code, \
            p.id AS product_id, p.app_name \
            FROM product_admins a JOIN products p ON p.id = a.product_id WHERE a.account_id = $1 \
        UNION SELECT * FROM (SELECT CAST(1 AS BIGINT), CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS BIGINT), \
            CAST(NULL AS TEXT) FROM group_managers m CROSS JOIN groups g \
            WHERE m.account_id = $1 AND g.id = m.group_id AND g.status = 0 LIMIT 1) managed \
        UNION SELECT 2, g.access_group, c.code, CAST(NULL AS BIGINT), CAST(NULL AS TEXT) \
            FROM account_access_groups g LEFT JOIN access_group_codes c \
            ON c.app_name = g.app_name AND c.access_group = g.access_group \
            WHERE g.account_id = $1 AND g.app_name = $2 \
        UNION ", roles_of!("3, r.name, x.published_code, CAST(NULL AS BIGINT), CAST(NULL AS TEXT)", "= $1"; "$2"; role_is_in_place!()),
        " UNION ", group_rights_of!("4, CAST(NULL AS TEXT), x.published_code, CAST(NULL AS BIGINT), \
            CAST(NULL AS TEXT)", "= $1"; "$2"; gives_to_account!()),
        " LIMIT 20000");
    CODES = concat!(codes_in_any_place!("= $1"; "$2"), " LIMIT 20000");
    CODES_OF_MANY = concat!(codes_in_any_place!("IN ", ids!(); "$101"), " LIMIT 100000");
    SAVE_CODE = "INSERT INTO access_group_codes (app_name, access_group, code) \
        VALUES ($1, $2, $3) ON CONFLICT (app_name, access_group, code) DO NOTHING";
    GIVE_GROUP = "INSERT INTO account_access_groups (account_id, app_name, access_group) \
        VALUES ($1, $2, $3) ON CONFLICT (account_id, app_name, access_group) DO NOTHING";
    APPOINT = "INSERT INTO product_admins (product_id, account_id) VALUES ($1, $2) \
        ON CONFLICT (account_id, product_id) DO NOTHING";
}

/// The values of `source` in the rows of [`FACTS`]. Any other row is a right that a group gives.
const ADMINISTERS: i64 = 0;
const MANAGES: i64 = 1;
const ACCESS_GROUP: i64 = 2;
const ROLE: i64 = 3;

/// One fact about what an account may do.
struct FactRow {
    source: i64,
    name: Option<String>,
    code: Option<String>,
    product_id: Option<i64>,
    app_name: Option<String>,
}

from_row!(FactRow {
    source,
    name,
    code,
    product_id,
    app_name
});

/// What an account may do in one application, and what it administers.
#[derive(Debug, Default)]
pub struct Facts {
    /// The number and code of each product that it administers.
    pub administers: Vec<(i64, String)>,
    /// True if it manages an enabled group.
    pub manages_groups: bool,
    /// Its codes in the application, from access groups, roles and groups, without duplicates.
    pub codes: BTreeSet<String>,
    /// Its access groups there.
    pub access_groups: BTreeSet<String>,
    /// The names of its roles there that match the account.
    pub roles: BTreeSet<String>,
}

/// What the account may do in the application `app_name`, in one statement.
pub async fn facts(tx: &mut dyn Reads, account_id: &str, app_name: &str) -> Result<Facts, DbError> {
    let mut facts = Facts::default();
    for row in fetch_all!(tx, FactRow, FACTS, account_id, app_name)? {
        match row.source {
            ADMINISTERS => {
                let (id, code) = (row.product_id, row.app_name);
                facts.administers.extend(id.zip(code));
            }
            MANAGES => facts.manages_groups = true,
            ACCESS_GROUP => facts.access_groups.extend(row.name),
            ROLE => facts.roles.extend(row.name),
            _ => {}
        }
        facts.codes.extend(row.code);
    }
    Ok(facts)
}

/// The codes of `app_name` that the account has, would have in another agency, company or brand, or can give to others
/// (attack 34). A row has the id of the account and one code, or no code if the account administers that product.
pub async fn codes_in_any_place(
    tx: &mut dyn Reads,
    account_id: &str,
    app_name: &str,
) -> Result<Vec<(String, Option<String>)>, DbError> {
    fetch_all!(tx, (String, Option<String>), CODES, account_id, app_name)
}

/// The same for at most 100 accounts.
pub async fn codes_of_many(
    tx: &mut dyn Reads,
    ids: &[&str],
    app_name: &str,
) -> Result<Vec<(String, Option<String>)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(tx, (String, Option<String>), CODES_OF_MANY, ids, app_name)
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
/// (`calls::object::hold`).
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
