//! Erases what groups have of a person.

use super::schedule;
use super::store::erasure as store;
use crate::db::{DbError, WriteTx};

/// Erases at most `most` rows of each kind, with the timers of requests and memberships; returns how many of the kind that had
/// the most.
///
/// # Errors
/// The database failed.
pub async fn erase_person(tx: &mut WriteTx, account_id: &str, most: i64) -> Result<u64, DbError> {
    store::leave(tx, account_id).await?;
    let groups = store::memberships(tx, account_id, most).await?;
    for group_id in &groups {
        schedule::forget_membership(tx, (account_id, group_id)).await?;
    }
    let requests = store::requests(tx, account_id, most).await?;
    for id in &requests {
        schedule::forget_request(tx, id).await?;
    }
    let own = u64::try_from(groups.len().max(requests.len())).unwrap_or(u64::MAX);
    Ok(own.max(store::decisions(tx, account_id, most).await?))
}
