//! Whose a quota is.

use crate::db::{DbError, Number, coded};
use crate::faults::Faults;

/// Whose a quota is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotaKind {
    /// One person.
    Person,
    /// Each member of a group.
    Group,
}

coded!(QuotaKind as "AssistantQuotaKind" => {
    Person = 0,
    Group = 1,
});

/// A kind as the API has it.
pub type AssistantQuotaKindNumber = Number<QuotaKind>;

/// Why a quota was not set.
#[derive(Debug, thiserror::Error)]
pub enum QuotaError {
    #[error(transparent)]
    Invalid(#[from] Faults),
    #[error(transparent)]
    Db(#[from] DbError),
}
