//! The last manager of a group who can sign in stays, so that somebody decides about its requests (contract F-21,
//! "Leaving"). Every call that ends somebody's management uses this check, and so does every list that offers it.

use jiff::tz::TimeZone;

use super::group::MOST_ENTRIES;
use super::store::deciders;
use crate::clock::Millis;
use crate::days::today;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

/// The only manager of the group who can sign in at `now`; `None` if none can, or several.
///
/// # Errors
/// The database failed.
pub(super) async fn only_manager(
    view: &mut dyn Reads,
    group_id: &str,
    (zone, now): (&TimeZone, Millis),
) -> Result<Option<String>, DbError> {
    let day = today(now, zone).to_string();
    let mut able = deciders::able_managers(view, group_id, &day, 2).await?;
    let one = able.pop();
    Ok(one.filter(|_| able.is_empty()))
}

/// False if the group has managers who can sign in at `now`, but none of `after`, its new managers, can. A group that
/// has none loses nothing.
///
/// # Errors
/// The database failed.
pub(super) async fn one_stays(
    view: &mut dyn Reads,
    group_id: &str,
    after: &[&str],
    (zone, now): (&TimeZone, Millis),
) -> Result<bool, DbError> {
    let day = today(now, zone).to_string();
    let before = deciders::able_managers(view, group_id, &day, MOST_ENTRIES).await?;
    if before.is_empty() || before.iter().any(|id| after.contains(&id.as_str())) {
        return Ok(true);
    }
    for ids in after.chunks(IDS_AT_ONCE) {
        if !deciders::able(view, ids, &day).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
