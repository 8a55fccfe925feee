//! Names that things no longer have, in the database.

use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{DbError, Reads, WriteTx, execute, statements};

statements! {
    KEEP = "INSERT INTO audit_names (object_id, object_kind, until, name) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (object_id, object_kind, until) DO NOTHING";
    OF_MANY = concat!("SELECT object_kind, object_id, until, name FROM audit_names WHERE object_id IN ", ids!());
    ERASE = "DELETE FROM audit_names WHERE object_id = $1 AND object_kind = 'account'";
    SWEEP = "DELETE FROM audit_names WHERE (object_id, object_kind, until) IN \
        (SELECT object_id, object_kind, until FROM audit_names WHERE until < $1 ORDER BY until LIMIT $2)";
}

/// Keeps the name that the thing had until now. Of several within a millisecond the first counts.
pub async fn keep(
    tx: &mut WriteTx,
    (kind, id): (&str, &str),
    until: Millis,
    name: &str,
) -> Result<(), DbError> {
    execute!(tx, KEEP, id, kind, until, name).map(drop)
}

/// Of at most [`IDS_AT_ONCE`](crate::db::ids::IDS_AT_ONCE) things: kind, id, end and name, in no order.
pub async fn of_many(
    view: &mut dyn Reads,
    ids: &[&str],
) -> Result<Vec<(String, String, Millis, String)>, DbError> {
    let ids = ids.iter().copied();
    fetch_by_ids!(view, (String, String, Millis, String), OF_MANY, ids)
}

/// Deletes the names of a person.
pub async fn erase(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, ERASE, account_id).map(drop)
}

/// Deletes at most `most` names that ended before `before`; returns how many.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
