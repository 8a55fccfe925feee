//! The quotas of people and groups.

use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, fetch_optional, statements};

statements! {
    OF_ACCOUNT = "SELECT words FROM assistant_quotas WHERE kind = 0 AND subject_id = $1";
    OF_GROUPS = concat!("SELECT words FROM assistant_quotas WHERE kind = 1 AND subject_id IN ", ids!());
}

/// The words a month of a person, as they are stored; `None` if none are set.
pub async fn of_account(view: &mut dyn Reads, account_id: &str) -> Result<Option<i64>, DbError> {
    let found = fetch_optional!(view, (i64,), OF_ACCOUNT, account_id)?;
    Ok(found.map(|(words,)| words))
}

/// The words a month of those groups among `ids`, at most 100, that have a figure.
pub async fn of_groups(view: &mut dyn Reads, ids: &[&str]) -> Result<Vec<i64>, DbError> {
    let found = fetch_by_ids!(view, (i64,), OF_GROUPS, ids.iter().copied())?;
    Ok(found.into_iter().map(|(words,)| words).collect())
}
