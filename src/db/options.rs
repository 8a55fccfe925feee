//! Which database, and how many connections it may take.

use std::path::PathBuf;
use std::time::Duration;

/// Where the database is and how many connections it may take.
#[derive(Clone, Debug)]
pub struct DbOptions {
    /// `sqlite:path/to/file.db` or `postgres://…`.
    pub url: String,
    /// Connections kept for reading (SQLite) or for everything (PostgreSQL); at least 1.
    pub connections: u32,
    /// How long a caller waits for a connection before it is told that the database is away.
    pub acquire_timeout: Duration,
}

impl DbOptions {
    /// Options with the defaults of a small installation.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            connections: 8,
            acquire_timeout: Duration::from_secs(3),
        }
    }
}

/// The engine behind a [`Db`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The embedded default.
    Sqlite,
    /// The one to scale out on.
    Postgres,
}

/// The file a `sqlite:` URL names, or nothing for another engine.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    Some(PathBuf::from(rest.strip_prefix("//").unwrap_or(rest)))
}
