//! How far a database's schema is from this program's.

use std::collections::HashSet;

use super::{Db, DbError, fetch_all, fetch_optional, migrations};

/// The table that sqlx keeps of what was applied; not there before the first migration.
const APPLIED: &str = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
const ANY_TABLE: &str = "SELECT CAST(COUNT(*) AS BIGINT) FROM installation";

/// How many migrations are still to come; 0 means that the schema is this program's.
///
/// # Errors
/// The database holds something that Atrium did not make, a newer version made it, or it fails.
pub async fn pending(db: &Db) -> Result<usize, DbError> {
    let ours = migrations(db.engine());
    let mut tx = db.read().await?;
    let applied: Vec<(i64,)> = match fetch_all!(&mut tx, (i64,), APPLIED) {
        Ok(applied) => applied,
        // An empty database: everything is to come.
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
