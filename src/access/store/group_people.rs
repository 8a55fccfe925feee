//! Which people are in a group.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, statements};

statements! {
    MEMBERS = concat!("SELECT m.account_id FROM memberships m WHERE m.group_id = $101 AND m.status = 0 \
        AND m.account_id IN ", ids!());
}

/// Those of at most 100 accounts that are enabled members of the group.
pub async fn members(
    view: &mut impl Reads,
    group_id: &str,
    account_ids: &[&str],
) -> Result<Vec<(String,)>, DbError> {
    let ids = account_ids.iter().copied();
    fetch_by_ids!(view, (String,), MEMBERS, ids, group_id)
}
