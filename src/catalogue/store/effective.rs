//! Why a person holds each access code, in the database. The conditions are those of `store/rights.rs`.

use crate::access::conditions::{gives_to_account, is_for_account, is_published};
use crate::db::{DbError, Reads, fetch_all, from_row, statements};

statements! {
    REASONS = concat!(
        "SELECT * FROM (SELECT CAST(0 AS BIGINT) AS source, g.access_group AS source_id, g.access_group AS source_name, \
            (SELECT MIN(q.id) FROM products q WHERE q.app_name = g.app_name) AS product_id, g.app_name, c.code \
            FROM account_access_groups g JOIN access_group_codes c \
            ON c.app_name = g.app_name AND c.access_group = g.access_group WHERE g.account_id = $1 \
        UNION ALL SELECT 1, r.id, r.name, p.id, p.app_name, x.published_code FROM role_accounts ra \
            CROSS JOIN roles r CROSS JOIN products p CROSS JOIN accounts a CROSS JOIN role_rights rr \
            CROSS JOIN access_rights x WHERE ra.account_id = $1 AND r.id = ra.role_id AND r.status = 0 \
            AND p.id = r.product_id AND a.id = ra.account_id AND ", is_for_account!("r"), " AND ", is_for_account!("ra"),
            " AND rr.role_id = r.id AND rr.state <> 1 AND x.id = rr.right_id AND ", is_published!(),
        " UNION ALL SELECT 2, g.id, g.name, p.id, p.app_name, x.published_code FROM memberships mm \
            CROSS JOIN group_rights gr CROSS JOIN groups g CROSS JOIN accounts a CROSS JOIN access_rights x \
            CROSS JOIN products p WHERE mm.account_id = $1 AND mm.status = 0 AND gr.group_id = mm.group_id \
            AND gr.state <> 1 AND g.id = gr.group_id AND a.id = mm.account_id AND ", gives_to_account!(),
            " AND x.id = gr.right_id AND ", is_published!(), " AND p.id = gr.product_id \
        ) why ORDER BY product_id, code COLLATE \"C\", source, source_id COLLATE \"C\" LIMIT $2");
    GROUPS = concat!(
        "SELECT g.id, g.name, gp.product_id FROM memberships mm CROSS JOIN groups g CROSS JOIN accounts a \
            LEFT JOIN group_products gp ON gp.group_id = g.id \
            WHERE mm.account_id = $1 AND mm.status = 0 AND g.id = mm.group_id AND a.id = mm.account_id AND ",
            gives_to_account!(), " ORDER BY g.name_key COLLATE \"C\", g.id COLLATE \"C\", gp.product_id LIMIT $2");
    MANAGERS = "SELECT mm.group_id, b.full_name FROM memberships mm CROSS JOIN group_managers gm CROSS JOIN accounts b \
        WHERE mm.account_id = $1 AND mm.status = 0 AND gm.group_id = mm.group_id AND b.id = gm.account_id \
        AND b.status = 0 ORDER BY mm.group_id COLLATE \"C\", b.full_name_key, b.id COLLATE \"C\" LIMIT $2";
    ADMINISTRATORS = "SELECT d.product_id, b.full_name FROM (SELECT DISTINCT r.product_id FROM role_accounts ra \
        CROSS JOIN roles r WHERE ra.account_id = $1 AND r.id = ra.role_id) d CROSS JOIN product_admins pa \
        CROSS JOIN accounts b WHERE pa.product_id = d.product_id AND b.id = pa.account_id AND b.status = 0 \
        ORDER BY d.product_id, b.full_name_key, b.id COLLATE \"C\" LIMIT $2";
    PRODUCT_NAMES = "SELECT p.id, p.name, p.name_zh FROM products p ORDER BY p.id LIMIT 10000";
}

/// One reason why a person holds a code.
pub struct ReasonRow {
    /// 0 an access group, 1 a role, 2 a group.
    pub source: i64,
    pub source_id: String,
    pub source_name: String,
    pub product_id: Option<i64>,
    /// The code of the product.
    pub app_name: String,
    pub code: String,
}

from_row!(ReasonRow {
    source,
    source_id,
    source_name,
    product_id,
    app_name,
    code
});

/// At most `most` reasons, product by product and code by code.
pub async fn reasons(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<ReasonRow>, DbError> {
    fetch_all!(view, ReasonRow, REASONS, account_id, most)
}

/// The groups that give the person anything, each with the products that it grants; at most `most` rows.
pub async fn groups(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<(String, String, Option<i64>)>, DbError> {
    fetch_all!(
        view,
        (String, String, Option<i64>),
        GROUPS,
        account_id,
        most
    )
}

/// The names of the enabled managers of the person's groups, group by group; at most `most` rows.
pub async fn managers(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), MANAGERS, account_id, most)
}

/// The names of the enabled administrators of the products in which the person has a role; at most `most` rows.
pub async fn administrators(
    view: &mut dyn Reads,
    account_id: &str,
    most: i64,
) -> Result<Vec<(i64, String)>, DbError> {
    fetch_all!(view, (i64, String), ADMINISTRATORS, account_id, most)
}

/// Id, name and Chinese name of every product.
pub async fn product_names(view: &mut dyn Reads) -> Result<Vec<(i64, String, String)>, DbError> {
    fetch_all!(view, (i64, String, String), PRODUCT_NAMES)
}
