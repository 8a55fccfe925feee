//! The present names of groups by id, and the groups of requests.

use std::collections::{BTreeSet, HashMap};

use super::store;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

/// The name of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupName {
    pub name: String,
    pub deleted: bool,
}

/// The names of all groups in `ids`, deleted ones too.
///
/// # Errors
/// The database failed.
pub async fn all_names(
    view: &mut dyn Reads,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, GroupName>, DbError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut names = HashMap::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        for (id, name, deleted) in store::groups::all_names_by_ids(view, ids).await? {
            let deleted = deleted != 0;
            names.insert(id, GroupName { name, deleted });
        }
    }
    Ok(names)
}

/// Which groups a person may learn of.
#[derive(Clone, Debug)]
pub struct GroupSight {
    /// True if the person may see the list of all groups.
    pub every: bool,
    /// The person, who otherwise sees groups for everybody and groups of their own place.
    pub account_id: String,
}

/// The names of the groups in `ids` of which a person of this `sight` may learn; deleted ones too for people who may see
/// every group.
///
/// # Errors
/// The database failed.
pub async fn names_seen(
    view: &mut dyn Reads,
    ids: &BTreeSet<String>,
    sight: &GroupSight,
) -> Result<HashMap<String, GroupName>, DbError> {
    if sight.every {
        return all_names(view, ids).await;
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut names = HashMap::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        for (id, name) in store::groups::names_visible_to(view, ids, &sight.account_id).await? {
            let deleted = false;
            names.insert(id, GroupName { name, deleted });
        }
    }
    Ok(names)
}

/// The group of each request in `ids`.
///
/// # Errors
/// The database failed.
pub async fn groups_of_requests(
    view: &mut dyn Reads,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, String>, DbError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut groups = HashMap::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        let found = store::requests::places_of_many(view, ids).await?;
        groups.extend(found.into_iter().map(|(id, _, group)| (id, group)));
    }
    Ok(groups)
}
