//! Names of clients by id, for entries that name clients, such as audit entries.

use std::collections::{BTreeSet, HashMap};

use super::registry::Registry;
use super::store;
use crate::db::list::OptionPaging;
use crate::db::search::folded;
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

/// Id and name of each client, disabled or not, by name: those whose name contains the wanted text. Its table
/// has no search index; it is read whole, and has one row for each application.
///
/// # Errors
/// The database failed.
pub async fn options(
    view: &mut impl Reads,
    wanted: &OptionPaging,
) -> Result<Vec<(String, String)>, DbError> {
    let text = folded(wanted.context.as_deref().unwrap_or_default());
    let clients = store::all(view).await?.into_iter();
    let mut found: Vec<(String, String, String)> = clients
        .map(|client| (folded(&client.name), client.client_id, client.name))
        .filter(|(name, ..)| name.contains(&text))
        .collect();
    found.sort();
    let size = usize::try_from(wanted.page_size).unwrap_or(usize::MAX);
    let page = usize::try_from(wanted.page_num - 1).unwrap_or(usize::MAX);
    let page = found.into_iter().skip(page.saturating_mul(size)).take(size);
    Ok(page.map(|(_, id, name)| (id, name)).collect())
}
