//! People to choose for a group (contract C-075), and the group that an applicant names.

use std::collections::HashSet;

use super::store;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::list::{ListError, OptionPaging};
use crate::db::{DbError, Reads};
use crate::directory::{self, AccountChoice, ShownNames, normalise};

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

/// The id of the enabled group with this name or id that a newcomer of the agency may see; none for an empty name.
///
/// # Errors
/// The database failed.
pub async fn group_named(
    view: &mut dyn Reads,
    name: &str,
    agency_id: &str,
) -> Result<Option<String>, DbError> {
    let key = normalise(name);
    if key.is_empty() {
        return Ok(None);
    }
    store::deciders::named(view, (&key, name.trim()), agency_id).await
}
