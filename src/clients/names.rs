//! Names of clients by id, for entries that name clients, such as audit entries.

use std::collections::{BTreeSet, HashMap};

use super::registry::Registry;
use super::store::{self, APPLICATIONS, ApplicationChoice};
use crate::db::list::{ListError, OptionPaging};
use crate::db::{DbError, Reads};

/// The names of all clients in `ids`, disabled ones too.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
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

/// The applications to choose from, disabled ones too, sorted by name.
///
/// # Errors
/// The database failed.
pub async fn options(
    view: &mut dyn Reads,
    wanted: &OptionPaging,
) -> Result<Vec<ApplicationChoice>, ListError> {
    let query = APPLICATIONS.options_by("name")?;
    query.options(view, wanted).await
}
