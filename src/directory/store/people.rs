//! The names of many accounts, with one statement.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, statements};

/// The names of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName {
    pub username: String,
    /// The name in pages: the full name, or else the account name.
    pub name: String,
}

statements! {
    AMONG = concat!("SELECT id, sup_admin FROM accounts WHERE id IN ", ids!());
    NAMES = concat!("SELECT id, username, full_name FROM accounts WHERE id IN ", ids!());
}

/// The accounts among at most [`IDS_AT_ONCE`](crate::db::ids::IDS_AT_ONCE) ids.
pub(in crate::directory) async fn among(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, bool)>, DbError> {
    let rows = fetch_by_ids!(view, (String, bool), AMONG, ids.iter().copied())?;
    let known = |(id, sup_admin): (String, bool)| (id, sup_admin);
    Ok(rows.into_iter().map(known).collect())
}

/// The names of the accounts in `ids`, of which only the first [`IDS_AT_ONCE`](crate::db::ids::IDS_AT_ONCE) are read.
pub(in crate::directory) async fn names(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, PersonName)>, DbError> {
    let ids = ids.iter().copied();
    let rows = fetch_by_ids!(view, (String, String, String), NAMES, ids)?;
    let named = |(id, username, full_name): (String, String, String)| {
        let name = if full_name.is_empty() {
            username.clone()
        } else {
            full_name
        };
        (id, PersonName { username, name })
    };
    Ok(rows.into_iter().map(named).collect())
}
