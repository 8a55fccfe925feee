//! The error of the changes of groups.

use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::faults::Faults;

/// Why a group was not changed.
#[derive(Debug, thiserror::Error)]
pub enum GroupError {
    /// The submitted data is not allowed, or another group has the name.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// The group was changed after it was read.
    #[error("the group was changed meanwhile")]
    Conflict(EarlierChange),
    /// Too many people were added in a day.
    #[error("too many people were added to groups")]
    TooMany { wait: Millis },
    #[error("there is no such group")]
    Unknown,
    /// Only super administrators decide who manages a group with rights of Atrium itself, and who attaches these.
    #[error("only super administrators do this with rights of Atrium")]
    AboveOneself,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}
