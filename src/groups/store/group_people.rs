//! Which people are in a group.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, fetch_all, statements};

statements! {
    MEMBERS = concat!("SELECT m.account_id FROM memberships m WHERE m.group_id = $101 AND m.status = 0 \
        AND m.account_id IN ", ids!());
    FIRST_MEMBERS = "SELECT account_id FROM memberships WHERE group_id = $1 AND status = 0 \
        ORDER BY account_id COLLATE \"C\" LIMIT 1001";
}

/// Of at most 100 accounts, those that are enabled members of the group.
pub async fn members(
    view: &mut dyn Reads,
    group_id: &str,
    account_ids: &[&str],
) -> Result<Vec<(String,)>, DbError> {
    let ids = account_ids.iter().copied();
    fetch_by_ids!(view, (String,), MEMBERS, ids, group_id)
}

/// The enabled members of the group: all of them, or 1,001 if it has more than a full set may have.
pub async fn first_members(
    view: &mut dyn Reads,
    group_id: &str,
) -> Result<Vec<(String,)>, DbError> {
    fetch_all!(view, (String,), FIRST_MEMBERS, group_id)
}
