//! The database's URL and the number of connections.

use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct DbOptions {
    /// `sqlite:path/to/file.db` or `postgres://…`.
    pub url: String,
    /// Connections for reads (SQLite) or for everything (PostgreSQL); at least 1.
    pub connections: u32,
    /// How long a caller waits for a connection before it gets the error that the database is down.
    pub acquire_timeout: Duration,
    /// How long one statement may take: on SQLite one that reads, on PostgreSQL any but those of a migration.
    pub statement_timeout: Duration,
}

impl DbOptions {
    /// The default options, for a small installation.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            connections: 8,
            acquire_timeout: Duration::from_secs(3),
            statement_timeout: Duration::from_secs(10),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The embedded database, the default.
    Sqlite,
    /// For several processes.
    Postgres,
}

/// The file of a `sqlite:` URL; `None` for another engine.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    Some(PathBuf::from(rest.strip_prefix("//").unwrap_or(rest)))
}
