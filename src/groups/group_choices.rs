//! People to choose for a group (contract C-075).

use std::collections::HashSet;

use super::store;
use crate::db::Reads;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{ListError, OptionPaging};
use crate::directory::{self, AccountChoice, ShownNames};

/// People with an enabled account, sorted by name, and whether each is a member of the group.
///
/// # Errors
/// The database failed.
pub async fn people(
    view: &mut dyn Reads,
    group_id: Option<&str>,
    wanted: &OptionPaging,
) -> Result<Vec<(AccountChoice, bool)>, ListError> {
    let rows = directory::account_options(view, wanted, ShownNames::All).await?;
    let mut members = HashSet::new();
    if let Some(group_id) = group_id {
        let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        for ids in ids.chunks(IDS_AT_ONCE) {
            let found = store::group_people::members(view, group_id, ids).await?;
            members.extend(found.into_iter().map(|(id,)| id));
        }
    }
    let with_membership = |row: AccountChoice| {
        let is_member = members.contains(&row.id);
        (row, is_member)
    };
    Ok(rows.into_iter().map(with_membership).collect())
}
