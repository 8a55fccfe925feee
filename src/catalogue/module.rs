//! What a module is, its form and its rules (contract E-34, G-42).

use super::status::ProductStatus;
use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::i18n::characters::{line_fault, text_fault};

/// The most characters of a name or a code.
const LONGEST_NAME: usize = 100;
/// The most characters of a description.
const LONGEST_DESCRIPTION: usize = 1_000;
/// The last position in the list of a product's modules.
const LAST_POSITION: i64 = 1_000_000;

/// A part of a product that its access rights belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// A UUID.
    pub id: String,
    pub product_id: i64,
    /// Unique in the product.
    pub code: String,
    pub name: String,
    pub description: String,
    /// Its position among the modules of the product.
    pub sort: i64,
    pub status: ProductStatus,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

/// The values of a form. A field that is `None` is not changed.
#[derive(Clone, Debug, Default)]
pub struct ModuleForm {
    pub code: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub sort: Option<i64>,
    pub status: Option<ProductStatus>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleField {
    Code,
    Name,
    Description,
    Sort,
}

/// A rule of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleRule {
    /// Required.
    Filled,
    /// At most 100 characters.
    Name,
    /// At most 1,000 characters.
    Text,
    /// No character that nobody sees.
    Hidden,
    /// Letters, digits, `_` and `-`.
    Code,
    /// A position from 0 to 1,000,000.
    Range,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleFault {
    pub field: ModuleField,
    pub rule: ModuleRule,
}

/// Why a module was not saved or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    #[error("there is no such product")]
    UnknownProduct,
    #[error("there is no such module")]
    Unknown,
    #[error("the form has faults: {0:?}")]
    Invalid(Vec<ModuleFault>),
    /// Another module of the product has this code.
    #[error("another module of the product has this code")]
    Taken,
    /// Somebody else changed the module after it was read.
    #[error("the module was changed meanwhile")]
    Conflict(EarlierChange),
    /// This many access rights belong to it.
    #[error("access rights that belong to the module: {0}")]
    HasRights(i64),
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for ModuleError {
    fn from(error: DbError) -> Self {
        if error.is_duplicate() {
            Self::Taken
        } else {
            Self::Db(error)
        }
    }
}

impl ModuleForm {
    /// The form of a new module. A required field that is missing counts as empty.
    pub(super) fn whole(self) -> Self {
        Self {
            code: Some(self.code.unwrap_or_default()),
            name: Some(self.name.unwrap_or_default()),
            ..self
        }
    }

    /// `before` with the values of this form.
    ///
    /// # Errors
    /// All faults of the form.
    pub(super) fn applied(self, before: &Module) -> Result<Module, ModuleError> {
        let text = |given: Option<String>, old: &str| {
            given.map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
        };
        let after = Module {
            code: text(self.code, &before.code),
            name: text(self.name, &before.name),
            description: text(self.description, &before.description),
            sort: self.sort.unwrap_or(before.sort),
            status: self.status.unwrap_or(before.status),
            ..before.clone()
        };
        let faults = faults(&after);
        if faults.is_empty() {
            Ok(after)
        } else {
            Err(ModuleError::Invalid(faults))
        }
    }
}

fn faults(module: &Module) -> Vec<ModuleFault> {
    use ModuleField::{Code, Description, Name, Sort};
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let (code, name) = (module.code.as_str(), module.name.as_str());
    let line = |text: &str| {
        let fault = line_fault(text, LONGEST_NAME)?;
        Some(fault.rule(ModuleRule::Name, ModuleRule::Hidden))
    };
    let text = text_fault(&module.description, LONGEST_DESCRIPTION);
    let is_position = (0..=LAST_POSITION).contains(&module.sort);
    let checks = [
        (Name, name.is_empty().then_some(ModuleRule::Filled)),
        (Name, line(name)),
        (Code, code.is_empty().then_some(ModuleRule::Filled)),
        (Code, line(code)),
        (
            Code,
            (!code.chars().all(is_plain)).then_some(ModuleRule::Code),
        ),
        (
            Description,
            text.map(|fault| fault.rule(ModuleRule::Text, ModuleRule::Hidden)),
        ),
        (Sort, (!is_position).then_some(ModuleRule::Range)),
    ];
    let mut faults: Vec<ModuleFault> = Vec::new();
    let broken = checks.into_iter();
    for (field, rule) in broken.filter_map(|(field, rule)| Some((field, rule?))) {
        if !faults.iter().any(|known| known.field == field) {
            faults.push(ModuleFault { field, rule });
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// V-27, G-67: the first fault of each field.
    #[test]
    fn a_module_has_a_name_and_a_code() {
        let refused = ModuleForm::default().whole().applied(&Module::default());
        let Err(ModuleError::Invalid(found)) = refused else {
            panic!("an empty form was accepted");
        };
        let filled = |field| ModuleFault {
            field,
            rule: ModuleRule::Filled,
        };
        assert_eq!(
            found,
            [filled(ModuleField::Name), filled(ModuleField::Code)]
        );
        let form = ModuleForm {
            name: Some(" 账户 ".to_owned()),
            code: Some("AccountManagement".to_owned()),
            ..ModuleForm::default()
        };
        let module = form.clone().applied(&Module::default()).unwrap();
        assert_eq!(module.name, "账户");
        for code in ["a b", "a.b", "é", "'"] {
            let code = Some(code.to_owned());
            let refused = ModuleForm {
                code,
                ..form.clone()
            }
            .applied(&Module::default());
            assert!(matches!(refused, Err(ModuleError::Invalid(_))));
        }
    }
}
