//! Names of clients by id, for entries that name clients, such as audit entries.

use std::collections::{BTreeSet, HashMap};

use super::registry::Registry;
use super::store;
use crate::db::{DbError, Reads};

/// The names of all clients in `ids`, disabled ones too.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut impl Reads,
    registry: &Registry,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, String>, DbError> {
    let mut names = HashMap::new();
    for id in ids {
        let name = match registry.get(id) {
            Some(client) => Some(client.name.clone()),
            // Disabled clients are few and are not cached.
            None => match store::find(view, id).await {
                Err(error) if error.damaged_column().is_some() => None,
                found => found?.map(|client| client.name),
            },
        };
        names.extend(name.map(|name| (id.clone(), name)));
    }
    Ok(names)
}

/// Id and name of each client, switched off or not.
///
/// # Errors
/// The database does not answer.
pub async fn names(view: &mut impl Reads) -> Result<Vec<(String, String)>, DbError> {
    let clients = store::all(view).await?.into_iter();
    Ok(clients
        .map(|client| (client.client_id, client.name))
        .collect())
}
