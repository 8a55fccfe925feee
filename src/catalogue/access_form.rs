//! Why an access right or a role was not saved.

use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::i18n::characters::{TextFault, line_fault, text_fault};

/// The most characters of a name (contract V-05) and of a code.
pub(super) const LONGEST_NAME: usize = 100;
const LONGEST_CODE: usize = 200;
const LONGEST_DESCRIPTION: usize = 1_000;

/// The most ids in one list of a form.
pub const MOST_IDS: usize = 1_000;

/// A field in the form of an access right or a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessField {
    Product,
    Module,
    /// The access right itself.
    Right,
    /// Several access rights.
    Rights,
    /// The role itself.
    Role,
    Roles,
    /// The role of the own limit at this position.
    LimitedRole(usize),
    /// The agency or client of the own limit at this position.
    LimitOrganisation(usize),
    Code,
    RightName,
    RoleName,
    Description,
    Groups,
    Companies,
    Divisions,
    Brands,
    AccountType,
    Organisation,
    Accounts,
}

/// A rule of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessRule {
    /// Required.
    Filled,
    /// At most so many characters as its field allows.
    Length,
    /// No character that nobody sees.
    Hidden,
    /// A code has letters, digits, `.`, `_`, `-` and `:`.
    Code,
    /// It names something that exists in the same product.
    Known,
    /// At most [`MOST_IDS`] ids.
    Count,
    /// Nobody may change a right that Atrium itself checks.
    BuiltIn,
    /// It is in use.
    Unused,
    /// An organisation needs an account type that says whether it is an agency or a company.
    NeedsType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessFault {
    pub field: AccessField,
    pub rule: AccessRule,
}

/// Why an access right or a role was not saved.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error("the form has faults: {0:?}")]
    Invalid(Vec<AccessFault>),
    /// Another right or role of the product has this code or name.
    #[error("another one of the product has this {0:?}")]
    Taken(AccessField),
    /// Somebody else changed it after it was read.
    #[error("it was changed meanwhile")]
    Conflict(EarlierChange),
    /// Only super administrators attach rights of Atrium itself.
    #[error("only super administrators attach rights of Atrium")]
    AttachesSso,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl AccessField {
    /// The fault of a field that breaks `rule`.
    pub const fn breaks(self, rule: AccessRule) -> AccessFault {
        AccessFault { field: self, rule }
    }
}

impl From<AccessFault> for AccessError {
    fn from(fault: AccessFault) -> Self {
        Self::Invalid(vec![fault])
    }
}

impl AccessError {
    /// The error of a write of `field`, which must be unique in its product.
    pub(super) fn of_unique(error: DbError, field: AccessField) -> Self {
        if error.is_duplicate() {
            Self::Taken(field)
        } else {
            Self::Db(error)
        }
    }
}

/// Collects the faults of a form: the first of each field.
#[derive(Debug, Default)]
pub(super) struct AccessFaults(Vec<AccessFault>);

impl AccessFaults {
    /// Adds a fault unless `holds`, or unless the field already has one.
    pub fn ensure(&mut self, holds: bool, field: AccessField, rule: AccessRule) {
        if !holds && self.0.iter().all(|fault| fault.field != field) {
            self.0.push(field.breaks(rule));
        }
    }

    pub fn name(&mut self, name: &str, field: AccessField) {
        self.ensure(!name.is_empty(), field, AccessRule::Filled);
        self.text(line_fault(name, LONGEST_NAME), field);
    }

    pub fn code(&mut self, code: &str) {
        let field = AccessField::Code;
        self.ensure(!code.is_empty(), field, AccessRule::Filled);
        self.ensure(code.len() <= LONGEST_CODE, field, AccessRule::Length);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-:".contains(c);
        self.ensure(code.chars().all(is_plain), field, AccessRule::Code);
    }

    pub fn description(&mut self, text: &str) {
        let fault = text_fault(text, LONGEST_DESCRIPTION);
        self.text(fault, AccessField::Description);
    }

    fn text(&mut self, fault: Option<TextFault>, field: AccessField) {
        if let Some(fault) = fault {
            let rule = fault.rule(AccessRule::Length, AccessRule::Hidden);
            self.ensure(false, field, rule);
        }
    }

    /// `value`, or the collected faults.
    pub fn or<T>(self, value: T) -> Result<T, AccessError> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(AccessError::Invalid(self.0))
        }
    }
}
