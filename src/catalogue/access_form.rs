//! The rules that access rights and roles share, and why one was not saved.

use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

const LONGEST_CODE: usize = 200;
const LONGEST_DESCRIPTION: usize = 1_000;

/// The most ids in one list of a form.
pub const MOST_IDS: usize = 1_000;

/// Why an access right or a role was not saved.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The form has faults, or another one of the product has its code or name.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed it after it was read.
    #[error("it was changed meanwhile")]
    Conflict(EarlierChange),
    /// Only super administrators attach rights of Atrium itself.
    #[error("only super administrators attach rights of Atrium")]
    AttachesSso,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl AccessError {
    /// The error of a write of `field`, which must be unique in its product.
    pub(super) fn of_unique(error: DbError, field: &'static str) -> Self {
        if error.is_duplicate() {
            Faults::of(field, Rule::Taken).into()
        } else {
            Self::Db(error)
        }
    }
}

pub(super) fn check_code(code: &str, faults: &mut Faults) {
    let field = "accessCode";
    faults.ensure(!code.is_empty(), field, Rule::Required);
    faults.ensure(code.len() <= LONGEST_CODE, field, Rule::LongCode);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-:".contains(c);
    faults.ensure(code.chars().all(is_plain), field, Rule::RightCode);
}

pub(super) fn check_description(text: &str, faults: &mut Faults) {
    let broken = Rule::of_text(text, LONGEST_DESCRIPTION, Rule::Description);
    faults.check("desc", broken);
}
