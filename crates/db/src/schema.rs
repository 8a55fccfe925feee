//! Compares a database's schema with this program's.

use std::collections::HashSet;

use super::{Db, DbError, fetch_all, fetch_optional, migrations};

/// The table in which sqlx records applied migrations. It does not exist before the first one.
const APPLIED: &str = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
const ANY_TABLE: &str = "SELECT CAST(COUNT(*) AS BIGINT) FROM installation";

/// The number of migrations that are still to be applied; 0 if the schema is current.
///
/// # Errors
/// The database was not made by Atrium, was made by a newer version, or fails.
pub async fn pending(db: &Db) -> Result<usize, DbError> {
    let ours = migrations(db.engine());
    let mut tx = db.read().await?;
    let applied: Vec<(i64,)> = match fetch_all!(&mut tx, (i64,), APPLIED) {
        Ok(applied) => applied,
        // An empty database: all migrations are to be applied.
        Err(DbError::Failed(_)) => return Ok(ours.iter().count()),
        Err(other) => return Err(other),
    };
    fetch_optional!(&mut tx, (i64,), ANY_TABLE)?;
    let known: HashSet<i64> = ours.iter().map(|migration| migration.version).collect();
    if let Some((foreign,)) = applied.iter().find(|(version,)| !known.contains(version)) {
        return Err(DbError::Migration(
            sqlx::migrate::MigrateError::VersionMissing(*foreign),
        ));
    }
    Ok(known.len().saturating_sub(applied.len()))
}
