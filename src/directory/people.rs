//! Names of people by their ids, for what names people that are only looked at: the audit trail.

use std::collections::{BTreeSet, HashMap};

use super::store::people;
use crate::db::{DbError, Reads};

pub use super::store::people::PersonName;

/// The names of those of `ids` that are accounts, in whatever state these are.
///
/// # Errors
/// The database does not answer.
pub async fn names_of(
    view: &mut impl Reads,
    ids: &BTreeSet<String>,
) -> Result<HashMap<String, PersonName>, DbError> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut names = HashMap::new();
    for ids in ids.chunks(people::AT_ONCE) {
        names.extend(people::names(view, ids).await?);
    }
    Ok(names)
}
