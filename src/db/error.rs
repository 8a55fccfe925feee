//! What can go wrong with the database, told apart by what a caller can do about it.

/// A failed read or write.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database cannot be reached now; the same call may go through later.
    #[error("the database does not answer: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// A row with this key exists already.
    #[error("a row with this key exists already")]
    Duplicate(#[source] sqlx::Error),
    /// Anything else: a defect, a damaged file, a missing table.
    #[error("the database refused a statement: {0}")]
    Failed(#[source] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("the schema could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The writer stopped before it could answer; whether the write happened is not known.
    #[error("the writer stopped before it answered")]
    WriterGone,
}

impl DbError {
    /// True when trying again later may help, so that a door answers 503.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::WriterGone)
    }

    /// True when a unique key was taken.
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Duplicate(_))
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(db) if db.is_unique_violation() => Self::Duplicate(error),
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

/// PostgreSQL's classes 08 (connection), 40 (rolled back), 53 (resources) and 57P (shutting
/// down, starting up), its statement and lock time-outs, and SQLite's BUSY (5) and LOCKED (6).
fn is_passing(code: Option<&str>) -> bool {
    code.is_some_and(|code| {
        ["08", "40", "53", "57P"]
            .iter()
            .any(|class| code.len() == 5 && code.starts_with(class))
            || matches!(code, "57014" | "55P03" | "5" | "6" | "261" | "517")
    })
}
