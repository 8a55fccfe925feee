//! Facts about this installation that the server itself stores.

use super::{DbError, Reads, WriteTx, execute, fetch_optional, statements};

statements! {
    FIND = "SELECT value FROM installation WHERE name = $1";
    SAVE = "INSERT INTO installation (name, value) VALUES ($1, $2) \
            ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    TAKE_LEASE = "INSERT INTO leases (name, holder, held_until) VALUES ($1, $2, $3) \
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until \
            WHERE leases.held_until <= $4 OR leases.holder = excluded.holder";
    DROP_LEASE = "DELETE FROM leases WHERE name = $1 AND holder = $2";
}

/// Marks a database that `seed --demo` filled. Demo clients load into such a database only.
pub const DEMO: &str = "demo";

pub async fn find(tx: &mut dyn Reads, name: &str) -> Result<Option<String>, DbError> {
    Ok(fetch_optional!(tx, (String,), FIND, name)?.map(|(value,)| value))
}

pub async fn save(tx: &mut WriteTx, name: &str, value: &str) -> Result<(), DbError> {
    execute!(tx, SAVE, name, value).map(drop)
}

/// Takes the lease `name` for `holder` until `until`. False if another holder has it at `now`.
pub async fn take_lease(
    tx: &mut WriteTx,
    name: &str,
    holder: &str,
    until: i64,
    now: i64,
) -> Result<bool, DbError> {
    Ok(execute!(tx, TAKE_LEASE, name, holder, until, now)? == 1)
}

/// Releases the lease before it expires.
pub async fn drop_lease(tx: &mut WriteTx, name: &str, holder: &str) -> Result<(), DbError> {
    execute!(tx, DROP_LEASE, name, holder).map(drop)
}
