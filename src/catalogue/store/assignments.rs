//! Which groups and roles have which access rights, with drafts.

use crate::access::subjects::changed_claims;
use crate::catalogue::assignment::{Assigned, Step};
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    GROUPS_OF_RIGHT = "SELECT a.group_id AS id, g.name, a.state FROM group_rights a JOIN groups g ON g.id = a.group_id \
        WHERE a.right_id = $1 ORDER BY a.group_id COLLATE \"C\" LIMIT 10000";
    ROLES_OF_RIGHT = "SELECT a.role_id AS id, r.name, a.state FROM role_rights a JOIN roles r ON r.id = a.role_id \
        WHERE a.right_id = $1 ORDER BY a.role_id COLLATE \"C\" LIMIT 10000";
    RIGHTS_OF_ROLE = "SELECT a.right_id AS id, x.code AS name, a.state FROM role_rights a \
        JOIN access_rights x ON x.id = a.right_id WHERE a.role_id = $1 ORDER BY x.code COLLATE \"C\", x.id COLLATE \"C\" LIMIT 10000";
    RIGHTS_OF_GROUP = "SELECT a.right_id AS id, x.code AS name, a.state FROM group_rights a \
        JOIN access_rights x ON x.id = a.right_id \
        WHERE a.group_id = $1 AND a.product_id = $2 ORDER BY x.code COLLATE \"C\", x.id COLLATE \"C\" LIMIT 10000";
    RIGHTS = concat!("SELECT id, code FROM access_rights WHERE product_id = $101 AND id IN ", ids!());
    PUT_GROUP = "INSERT INTO group_rights (group_id, product_id, right_id, state) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (group_id, product_id, right_id) DO UPDATE SET state = excluded.state";
    DROP_GROUP = "DELETE FROM group_rights WHERE group_id = $1 AND product_id = $2 AND right_id = $3";
    PUT_ROLE = "INSERT INTO role_rights (role_id, right_id, state) VALUES ($1, $2, $3) \
        ON CONFLICT (role_id, right_id) DO UPDATE SET state = excluded.state";
    DROP_ROLE = "DELETE FROM role_rights WHERE role_id = $1 AND right_id = $2";
    DROP_REMOVED_GROUPS = "DELETE FROM group_rights WHERE right_id = $1 AND state = 2";
    DROP_REMOVED_ROLES = "DELETE FROM role_rights WHERE right_id = $1 AND state = 2";
    PUBLISH_GROUPS = "UPDATE group_rights SET state = 0 WHERE right_id = $1 AND state = 1";
    PUBLISH_ROLES = "UPDATE role_rights SET state = 0 WHERE right_id = $1 AND state = 1";
    DELETE_GROUPS = "DELETE FROM group_rights WHERE right_id = $1";
    DELETE_ROLES = "DELETE FROM role_rights WHERE right_id = $1";
    DELETE_OF_ROLE = "DELETE FROM role_rights WHERE role_id = $1";
}

from_row!(Assigned { id, name, state });

/// The groups that give the right, by their names.
pub async fn groups_of_right(tx: &mut dyn Reads, id: &str) -> Result<Vec<Assigned>, DbError> {
    fetch_all!(tx, Assigned, GROUPS_OF_RIGHT, id)
}

/// The roles that give the right, by their names.
pub async fn roles_of_right(tx: &mut dyn Reads, id: &str) -> Result<Vec<Assigned>, DbError> {
    fetch_all!(tx, Assigned, ROLES_OF_RIGHT, id)
}

/// The rights that the role gives, by their codes.
pub async fn rights_of_role(tx: &mut dyn Reads, id: &str) -> Result<Vec<Assigned>, DbError> {
    fetch_all!(tx, Assigned, RIGHTS_OF_ROLE, id)
}

/// The rights in a product that the group gives, by their codes.
pub async fn rights_of_group(
    tx: &mut dyn Reads,
    id: &str,
    product_id: i64,
) -> Result<Vec<Assigned>, DbError> {
    fetch_all!(tx, Assigned, RIGHTS_OF_GROUP, id, product_id)
}

/// Id and code of each right of the product among at most 100 ids.
pub async fn rights(
    tx: &mut dyn Reads,
    product_id: i64,
    ids: &[&str],
) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(
        tx,
        (String, String),
        RIGHTS,
        ids.iter().copied(),
        product_id
    )
}

/// Changes the draft of which groups give the right, which belongs to this product.
pub async fn change_group(
    tx: &mut WriteTx,
    (right_id, product_id): (&str, i64),
    step: &Step,
) -> Result<(), DbError> {
    match step {
        Step::Put(group, state) => {
            execute!(tx, PUT_GROUP, group, product_id, right_id, state.code())
        }
        Step::Drop(group) => execute!(tx, DROP_GROUP, group, product_id, right_id),
    }
    .map(drop)
}

/// Changes the draft of which rights the role gives.
pub async fn change_right_of_role(
    tx: &mut WriteTx,
    role_id: &str,
    step: &Step,
) -> Result<(), DbError> {
    match step {
        Step::Put(right, state) => execute!(tx, PUT_ROLE, role_id, right, state.code()),
        Step::Drop(right) => execute!(tx, DROP_ROLE, role_id, right),
    }
    .map(drop)
}

/// Publishes the drafts of which groups and roles give the right.
pub(super) async fn publish(tx: &mut WriteTx, right_id: &str) -> Result<(), DbError> {
    execute!(tx, DROP_REMOVED_GROUPS, right_id)?;
    execute!(tx, PUBLISH_GROUPS, right_id)?;
    execute!(tx, DROP_REMOVED_ROLES, right_id)?;
    execute!(tx, PUBLISH_ROLES, right_id)?;
    changed_claims(tx);
    Ok(())
}

/// Takes the right from every group and role.
pub(super) async fn delete_of_right(tx: &mut WriteTx, right_id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE_GROUPS, right_id)?;
    execute!(tx, DELETE_ROLES, right_id)?;
    changed_claims(tx);
    Ok(())
}

/// Takes every right from the role.
pub(super) async fn delete_of_role(tx: &mut WriteTx, role_id: &str) -> Result<(), DbError> {
    execute!(tx, DELETE_OF_ROLE, role_id)?;
    changed_claims(tx);
    Ok(())
}
