//! Names of clients by their ids, for what names clients that are only looked at: the audit trail.

use std::collections::{BTreeSet, HashMap};

use super::registry::Registry;
use super::store;
use crate::db::{DbError, Reads};

/// The names of those of `ids` that are clients, switched off or not.
///
/// # Errors
/// The database does not answer.
pub async fn names_of(
    view: &mut impl Reads,
    registry: &Registry,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, String>, DbError> {
    let mut names = HashMap::new();
    for id in ids {
        let name = match registry.get(id) {
            Some(client) => Some(client.name.clone()),
            // Those that are switched off are few, and not kept in memory.
            None => store::find(view, id).await?.map(|client| client.name),
        };
        names.extend(name.map(|name| (id.clone(), name)));
    }
    Ok(names)
}
