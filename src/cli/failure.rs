//! Why a command failed.

use crate::config::Faults;
use crate::db::DbError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Wrong settings: exit code 2, as for a wrong command line.
    #[error("{0}")]
    Settings(#[from] Faults),
    /// Anything else, as a sentence for the user: exit code 1.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// A failure with the text `why`.
    pub fn of(why: impl std::fmt::Display) -> Self {
        Self::Refused(why.to_string())
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::of(error)
    }
}
