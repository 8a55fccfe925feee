//! Groups, their managers, members and products in the database.

use std::collections::BTreeSet;

use super::group_list::GROUPS;
use crate::access::conditions::gives_to_account;
use crate::access::subjects::{
    changed_account, changed_claims, changed_client, changed_product, subject_of,
};
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Reads, WriteTx, coded, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::directory::Status;
use crate::groups::group::GroupContact;
use crate::groups::status::GroupStatus;

statements! {
    /// Groups that the person may not see are left out before the first 50 are taken. Of each, the first 20 managers are named.
    CONTACTS = concat!("SELECT c.id, c.name, c.admin_msg, c.description, c.max_days, c.due_days, c.manager FROM \
        (SELECT f.id, f.name, f.admin_msg, f.description, f.max_days, f.due_days, \
            CASE WHEN a.full_name = '' THEN a.username ELSE a.full_name END AS manager, \
            ROW_NUMBER() OVER (PARTITION BY f.id ORDER BY CASE WHEN a.id IS NULL THEN 1 ELSE 0 END, \
                a.full_name COLLATE \"C\", a.id COLLATE \"C\") AS place FROM \
        (SELECT g.id, g.name, g.admin_msg, g.description, g.max_days, g.due_days FROM group_products gp \
            JOIN groups g ON g.id = gp.group_id AND g.status = 0 AND g.deleted = 0 \
            WHERE gp.product_id = $1 AND ", visible_to!("$2", "$3"), " \
            ORDER BY gp.group_id COLLATE \"C\" LIMIT 50) f \
        LEFT JOIN group_managers m ON m.group_id = f.id \
        LEFT JOIN accounts a ON a.id = m.account_id AND ", can_sign_in!("$4"), ") c \
        WHERE c.place <= 20 ORDER BY c.id COLLATE \"C\", c.place");
    MANAGES = "SELECT m.group_id FROM group_managers m CROSS JOIN groups g \
        WHERE m.account_id = $1 AND m.group_id = $2 AND g.id = m.group_id AND g.status = 0";
    MANAGERS_FOR = "SELECT a.full_name FROM memberships mm \
        JOIN groups g ON g.id = mm.group_id AND g.status = 0 \
        JOIN group_managers m ON m.group_id = g.id \
        JOIN accounts a ON a.id = m.account_id AND a.status = 0 \
        WHERE mm.account_id = $1 AND mm.group_id = $2 AND mm.status = 0 \
        ORDER BY a.full_name_key, a.id COLLATE \"C\" LIMIT 5";
    CARED_FOR = concat!("SELECT m.group_id, CAST(0 AS BIGINT) FROM group_managers m CROSS JOIN groups g \
            WHERE m.account_id = $101 AND g.id = m.group_id AND g.status = 0 AND m.group_id IN ", ids!(), " \
        UNION ALL SELECT s.group_id, CAST(1 AS BIGINT) FROM group_stand_ins s CROSS JOIN groups g \
            WHERE s.account_id = $101 AND g.id = s.group_id AND g.status = 0 AND s.group_id IN ", ids!(), " \
        UNION ALL SELECT ab.group_id, CAST(2 AS BIGINT) FROM (", groups_of_absent_managers!("$102", "$101"), ") ab \
            WHERE ab.group_id IN ", ids!());
    NAMES_BY_IDS = concat!("SELECT id, name FROM groups WHERE deleted = 0 AND id IN ", ids!());
    ALL_NAMES_BY_IDS = concat!("SELECT id, name, deleted FROM groups WHERE id IN ", ids!());
    OPEN_NAMES_BY_IDS = concat!("SELECT id, name FROM groups WHERE deleted = 0 AND visible = 0 AND id IN ", ids!());
    /// Of the groups that the account `$101` sees.
    VISIBLE_NAMES_BY_IDS = concat!("SELECT g.id, g.name FROM accounts a CROSS JOIN groups g \
        WHERE a.id = $101 AND g.deleted = 0 AND ", visible_to!("a.agency_id", "a.id"), " AND g.id IN ", ids!());
    SAVE = "INSERT INTO groups (id, name, admin_msg, status, created_at) \
        VALUES ($1, $2, $3, 0, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, admin_msg = excluded.admin_msg";
    GRANT = "INSERT INTO group_products (group_id, product_id) VALUES ($1, $2) \
        ON CONFLICT (group_id, product_id) DO NOTHING";
    GRANTED_CLIENTS = "SELECT DISTINCT p.client_id, p.app_name FROM group_products gp \
        JOIN products p ON p.id = gp.product_id WHERE gp.group_id = $1 LIMIT 10000";
    GRANTING = concat!("SELECT DISTINCT g.name FROM memberships mm CROSS JOIN groups g \
        CROSS JOIN group_products gp CROSS JOIN accounts a \
        WHERE mm.account_id = $1 AND mm.status = 0 AND g.id = mm.group_id AND a.id = mm.account_id AND ",
        gives_to_account!(), " AND gp.group_id = g.id AND gp.product_id = $2 LIMIT 1000");
    NAMES = concat!("SELECT DISTINCT g.name FROM memberships mm JOIN groups g ON g.id = mm.group_id \
        JOIN accounts a ON a.id = mm.account_id WHERE mm.account_id = $1 AND mm.status = 0 AND ",
        gives_to_account!(), " LIMIT 1000");
    SET_STATUS = "UPDATE groups SET status = $2 WHERE id = $1";
    APPOINT = "INSERT INTO group_managers (group_id, account_id) VALUES ($1, $2) \
        ON CONFLICT (account_id, group_id) DO NOTHING";
    JOIN_GROUP = "INSERT INTO memberships (account_id, group_id, status, created_at) \
        VALUES ($1, $2, $3, $4) \
        ON CONFLICT (account_id, group_id) DO UPDATE SET status = excluded.status, outcome = 0, \
        kept_until = NULL";
}

/// As what a person decides about the requests of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    Manager,
    /// A stand-in of the group, for what is overdue.
    StandIn,
    /// The stand-in of a manager who is away.
    ForAbsentManager,
}

coded!(Care { Manager = 0, StandIn = 1, ForAbsentManager = 2 });

struct Row {
    id: String,
    name: String,
    admin_msg: String,
    description: String,
    max_days: Option<i64>,
    due_days: i64,
    manager: Option<String>,
}

from_row!(Row {
    id,
    name,
    admin_msg,
    description,
    max_days,
    due_days,
    manager
});

/// Id and name of each group among at most 100 ids.
pub async fn names_by_ids(
    tx: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(tx, (String, String), NAMES_BY_IDS, ids.iter().copied())
}

/// Id and name of each group among at most 100 ids, and whether it was deleted.
pub async fn all_names_by_ids(
    tx: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, i64)>, DbError> {
    fetch_by_ids!(
        tx,
        (String, String, i64),
        ALL_NAMES_BY_IDS,
        ids.iter().copied()
    )
}

/// Id and name of each group among at most 100 ids, without groups that only some people see.
pub async fn open_names_by_ids(
    tx: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(tx, (String, String), OPEN_NAMES_BY_IDS, ids.iter().copied())
}

/// Id and name of each group among at most 100 ids that the account sees.
pub async fn names_visible_to(
    tx: &mut dyn Reads,
    ids: &[&str],
    account_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(tx, (String, String), VISIBLE_NAMES_BY_IDS, ids, account_id)
}

/// The groups that grant a product and that the account may see, at most 50, with the names of managers who can sign in
/// on the day `today`, at most 20 of each.
pub async fn contacts(
    tx: &mut dyn Reads,
    product_id: i64,
    (account_id, agency_id): (&str, &str),
    today: &str,
) -> Result<Vec<GroupContact>, DbError> {
    let mut contacts: Vec<GroupContact> = Vec::new();
    for row in fetch_all!(tx, Row, CONTACTS, product_id, agency_id, account_id, today)? {
        if contacts.last().is_none_or(|last| last.group_id != row.id) {
            contacts.push(GroupContact {
                group_id: row.id,
                group_name: row.name,
                managers: Vec::new(),
                admin_msg: row.admin_msg,
                description: row.description,
                max_days: row.max_days,
                due_days: row.due_days,
            });
        }
        if let Some(contact) = contacts.last_mut() {
            contact.managers.extend(row.manager);
        }
    }
    Ok(contacts)
}

pub async fn manages(
    tx: &mut dyn Reads,
    account_id: &str,
    group_id: &str,
) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (String,), MANAGES, account_id, group_id)?.is_some())
}

/// The names of the first enabled managers of an enabled group, at most 5, if the account is an enabled member of it.
pub async fn managers_for(
    tx: &mut dyn Reads,
    group_id: &str,
    account_id: &str,
) -> Result<Vec<String>, DbError> {
    let names = fetch_all!(tx, (String,), MANAGERS_FOR, account_id, group_id)?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

/// Of at most 100 groups, those that the account cares for on the day `today` (yyyy-MM-dd), and as what; a group may be there
/// more than once.
pub async fn cared_for(
    tx: &mut dyn Reads,
    account_id: &str,
    ids: &BTreeSet<&str>,
    today: &str,
) -> Result<Vec<(String, Care)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(tx, (String, Care), CARED_FOR, ids, account_id, today)
}

/// The names of the account's groups that grant a product.
pub async fn names_granting(
    tx: &mut dyn Reads,
    account_id: &str,
    product_id: i64,
) -> Result<Vec<String>, DbError> {
    let names = fetch_all!(tx, (String,), GRANTING, account_id, product_id)?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

/// The names of all groups of the account.
pub async fn names_of(tx: &mut dyn Reads, account_id: &str) -> Result<Vec<String>, DbError> {
    let names = fetch_all!(tx, (String,), NAMES, account_id)?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

/// Creates a group or renames it.
pub async fn save(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    admin_msg: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE, id, name, admin_msg, now)?;
    GROUPS.index_names(tx, id).await?;
    changed(tx, id).await
}

/// Enables or disables a group. Only members of an enabled group can open its products.
pub async fn set_status(tx: &mut WriteTx, id: &str, status: GroupStatus) -> Result<(), DbError> {
    execute!(tx, SET_STATUS, id, status.code())?;
    changed(tx, id).await
}

/// Announces that the group's products or its name may have changed, to all who depend on them.
pub(super) async fn changed(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    changed_claims(tx);
    for (client_id, app_name) in fetch_all!(tx, (Option<String>, String), GRANTED_CLIENTS, id)? {
        changed_client(tx, &subject_of(client_id.as_deref(), &app_name));
    }
    Ok(())
}

pub async fn grant(tx: &mut WriteTx, group_id: &str, product_id: i64) -> Result<(), DbError> {
    execute!(tx, GRANT, group_id, product_id)?;
    changed_product(tx, product_id).await
}

pub async fn appoint(tx: &mut WriteTx, group_id: &str, account_id: &str) -> Result<(), DbError> {
    execute!(tx, APPOINT, group_id, account_id).map(drop)
}

/// Sets an account's membership in the group (contract K-38).
pub async fn set_membership(
    tx: &mut WriteTx,
    account_id: &str,
    group_id: &str,
    status: Status,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, JOIN_GROUP, account_id, group_id, status.code(), now)?;
    changed_account(tx, account_id);
    Ok(())
}
