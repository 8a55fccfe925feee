//! What can go wrong with the database, by what a caller can do about it.

use sqlx::migrate::MigrateError;

use super::options::Engine;

#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database cannot be reached now. The same call may succeed later.
    #[error("the database does not answer: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// One statement took longer than [`super::DbOptions::statement_timeout`].
    #[error("a statement took too long: {0}")]
    TooSlow(#[source] sqlx::Error),
    #[error("a row with this key exists already")]
    Duplicate(#[source] sqlx::Error),
    /// Anything else: a bug, a damaged file, a missing table.
    #[error("the database refused a statement: {0}")]
    Failed(#[source] sqlx::Error),
    #[error("the schema could not be brought up to date: {0}")]
    Migration(#[from] MigrateError),
    /// A write on SQLite waited for something other than its statements, and was rolled back. This is a bug.
    #[error("a write waited for something other than its statements")]
    Waited,
    /// The writer stopped before it answered. Nobody knows whether the write happened.
    #[error("the writer stopped before it answered")]
    WriterGone,
}

impl DbError {
    /// A column contains a value that this program never writes.
    pub fn damaged(column: &str) -> Self {
        Self::Failed(sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: "not a value that Atrium writes".into(),
        })
    }

    /// The column with a value that this program never writes, if that is the failure.
    pub fn damaged_column(&self) -> Option<&str> {
        match self {
            Self::Failed(sqlx::Error::ColumnDecode { index, .. }) => Some(index),
            _ => None,
        }
    }

    /// True if a later attempt may succeed; a door then answers 503.
    pub fn is_unavailable(&self) -> bool {
        matches!(
            self,
            Self::Unavailable(_) | Self::TooSlow(_) | Self::WriterGone
        )
    }

    /// True if the database URL is the problem. SQLite: the file or folder cannot be created,
    /// opened (14) or written (8), or is not a database (26). PostgreSQL: it refuses user or
    /// password (class 28) or has no such database (3D000).
    pub fn is_about_the_address(&self, engine: Engine) -> bool {
        let (Self::Unavailable(error)
        | Self::Failed(error)
        | Self::Migration(
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _),
        )) = self
        else {
            return false;
        };
        match error {
            sqlx::Error::Configuration(_) => true,
            sqlx::Error::Io(_) => engine == Engine::Sqlite,
            sqlx::Error::Database(db) => {
                let code = db.code().unwrap_or_default();
                match engine {
                    // The low byte of an extended result code is the primary code.
                    Engine::Sqlite => code
                        .parse::<u32>()
                        .is_ok_and(|code| matches!(code & 0xff, 8 | 14 | 26)),
                    Engine::Postgres => code.starts_with("28") || code == "3D000",
                }
            }
            _ => false,
        }
    }

    /// True if PostgreSQL rolled the transaction back because it and another one waited for each other (40P01). Nothing of
    /// it was done, so it can run again.
    pub(super) fn is_deadlock(&self) -> bool {
        match self {
            Self::Unavailable(sqlx::Error::Database(db)) => db.code().as_deref() == Some("40P01"),
            _ => false,
        }
    }

    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Duplicate(_))
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(db) if db.is_unique_violation() => Self::Duplicate(error),
            sqlx::Error::Database(db) if is_interrupted(db.code().as_deref()) => {
                Self::TooSlow(error)
            }
            sqlx::Error::Database(db) if is_passing(db.code().as_deref()) => {
                Self::Unavailable(error)
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed => Self::Unavailable(error),
            _ => Self::Failed(error),
        }
    }
}

/// True if a later attempt may succeed. PostgreSQL: classes 08 (connection), 40 (rolled back), 53
/// (resources) and 57P (shutting down, starting up), and the lock timeout. SQLite: BUSY (5) and
/// LOCKED (6).
fn is_passing(code: Option<&str>) -> bool {
    code.is_some_and(|code| {
        ["08", "40", "53", "57P"]
            .iter()
            .any(|class| code.len() == 5 && code.starts_with(class))
            || matches!(code, "55P03" | "5" | "6" | "261" | "517")
    })
}

/// PostgreSQL's statement timeout and SQLite's INTERRUPT (9).
fn is_interrupted(code: Option<&str>) -> bool {
    matches!(code, Some("57014" | "9"))
}
