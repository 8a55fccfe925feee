//! Erases a person's groups and requests in the database.

use crate::access::subjects::changed_account;
use crate::db::search::forget;
use crate::db::{DbError, WriteTx, execute, fetch_all, statements};

statements! {
    MANAGERS = "DELETE FROM group_managers WHERE account_id = $1";
    STAND_INS = "DELETE FROM group_stand_ins WHERE account_id = $1";
    VISIBLE = "DELETE FROM group_visible_accounts WHERE account_id = $1";
    CLICKS = "DELETE FROM click_states WHERE account_id = $1";
    MEMBERSHIPS = "DELETE FROM memberships WHERE (account_id, group_id) IN \
        (SELECT account_id, group_id FROM memberships WHERE account_id = $1 LIMIT $2) RETURNING group_id";
    REQUESTS = "DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE account_id = $1 LIMIT $2) \
        RETURNING id, COALESCE(search_number, 0)";
    GRANTED = "UPDATE memberships SET granted_by = NULL WHERE (account_id, group_id) IN \
        (SELECT account_id, group_id FROM memberships WHERE granted_by = $1 LIMIT $2)";
    DECIDED = "UPDATE requests SET decided_by = NULL WHERE id IN \
        (SELECT id FROM requests WHERE decided_by = $1 LIMIT $2)";
}

/// Takes the person out of what groups have: managers, stand-ins, also of managers who are away, and people who see them.
pub async fn leave(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    for statement in [MANAGERS, STAND_INS, VISIBLE, CLICKS] {
        execute!(tx, statement, account_id)?;
    }
    super::absences::erase(tx, account_id).await
}

/// Deletes at most `most` memberships; returns their groups.
pub async fn memberships(
    tx: &mut WriteTx,
    account_id: &str,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let deleted = fetch_all!(tx, (String,), MEMBERSHIPS, account_id, most)?;
    changed_account(tx, account_id);
    Ok(deleted.into_iter().map(|(group,)| group).collect())
}

/// Deletes at most `most` requests of the person; returns their ids.
pub async fn requests(
    tx: &mut WriteTx,
    account_id: &str,
    most: i64,
) -> Result<Vec<String>, DbError> {
    let deleted = fetch_all!(tx, (String, i64), REQUESTS, account_id, most)?;
    let mut ids = Vec::new();
    for (id, number) in deleted {
        forget(tx, number).await?;
        ids.push(id);
    }
    Ok(ids)
}

/// Forgets that the person granted or decided, for at most `most` memberships and as many requests; returns how many.
pub async fn decisions(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    let granted = execute!(tx, GRANTED, account_id, most)?;
    let decided = execute!(tx, DECIDED, account_id, most)?;
    Ok(granted.max(decided))
}
