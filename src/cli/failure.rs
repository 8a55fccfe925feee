//! Why a command did not do its work.

use crate::config::Faults;
use crate::db::DbError;

/// Why a command did not do its work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Wrong settings: code 2, as for a wrong command line.
    #[error("{0}")]
    Settings(#[from] Faults),
    /// Anything else, in words for the person at the terminal: code 1.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// The failure in the words of `why`.
    pub fn of(why: impl std::fmt::Display) -> Self {
        Self::Refused(why.to_string())
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::of(error)
    }
}
