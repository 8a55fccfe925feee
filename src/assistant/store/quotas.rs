//! The quotas of people and groups.

use crate::assistant::quota_of::QuotaKind;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    OF_ACCOUNT = "SELECT words FROM assistant_quotas WHERE kind = 0 AND subject_id = $1";
    OF_GROUPS = concat!("SELECT subject_id, words FROM assistant_quotas WHERE kind = 1 AND subject_id IN ", ids!());
    OF_SUBJECT = "SELECT words FROM assistant_quotas WHERE kind = $1 AND subject_id = $2";
    PUT_QUOTA = "INSERT INTO assistant_quotas (kind, subject_id, words, changed_at, id) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (kind, subject_id) DO UPDATE SET words = excluded.words, changed_at = excluded.changed_at";
    REMOVE_QUOTA = "DELETE FROM assistant_quotas WHERE kind = $1 AND subject_id = $2";
}

/// The words a month of a person, as they are stored; `None` if none are set.
pub async fn of_account(view: &mut dyn Reads, account_id: &str) -> Result<Option<i64>, DbError> {
    let found = fetch_optional!(view, (i64,), OF_ACCOUNT, account_id)?;
    Ok(found.map(|(words,)| words))
}

/// Id and words a month of those groups among `ids`, at most 100, that have a figure.
pub async fn of_groups(view: &mut dyn Reads, ids: &[&str]) -> Result<Vec<(String, i64)>, DbError> {
    fetch_by_ids!(view, (String, i64), OF_GROUPS, ids.iter().copied())
}

/// The words a month of a person or a group; `None` if none are set.
pub async fn find(
    view: &mut dyn Reads,
    (kind, id): (QuotaKind, &str),
) -> Result<Option<i64>, DbError> {
    let found = fetch_optional!(view, (i64,), OF_SUBJECT, kind.code(), id)?;
    Ok(found.map(|(words,)| words))
}

/// Sets the words a month of a person or a group. A new row is called `row_id`.
pub async fn put(
    tx: &mut WriteTx,
    (kind, id): (QuotaKind, &str),
    (words, row_id): (i64, &str),
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, PUT_QUOTA, kind.code(), id, words, now, row_id).map(drop)
}

/// Removes the figure of a person or a group.
pub async fn remove(tx: &mut WriteTx, (kind, id): (QuotaKind, &str)) -> Result<(), DbError> {
    execute!(tx, REMOVE_QUOTA, kind.code(), id).map(drop)
}
