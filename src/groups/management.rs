//! The management of a group, when it ends with a membership that nobody ended by hand.

use super::group::GroupSet;
use super::group_changes::group_changes;
use super::group_details::{held, note, put_sets};
use super::group_error::GroupError;
use super::store;
use crate::audit::{AuditContext, Change};
use crate::db::{DbError, WriteTx};

/// Ends the management of somebody who stops being a member because a claim says so (decision 0066), also that of the last
/// manager: administrators decide for a group without one.
///
/// # Errors
/// The database failed.
pub(super) async fn end(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    audit: &AuditContext,
) -> Result<(), DbError> {
    if !store::groups::manages(tx, account_id, group_id).await? {
        return Ok(());
    }
    match dismiss(tx, (account_id, group_id), audit).await {
        Err(GroupError::Db(error)) => Err(error),
        // A deleted group is managed by nobody.
        Ok(()) | Err(_) => Ok(()),
    }
}

async fn dismiss(
    tx: &mut WriteTx,
    (account_id, group_id): (&str, &str),
    audit: &AuditContext,
) -> Result<(), GroupError> {
    let before = held(tx, group_id, None).await?;
    let mut after = before.clone();
    let others = before.sets.of(GroupSet::Managers).cloned();
    let others = others.filter(|manager| manager.id != account_id).collect();
    after.sets = after.sets.with(GroupSet::Managers, others);
    put_sets(tx, &before, &after).await?;
    let changes = group_changes(&before, &after);
    note(tx, group_id, Change::Updated, changes, audit).await
}
