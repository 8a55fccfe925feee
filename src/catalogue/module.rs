//! What a module is, its form and its rules (contract E-34, G-42).

use super::status::ProductStatus;
use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule};

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

/// Why a module was not saved or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    #[error("there is no such product")]
    UnknownProduct,
    #[error("there is no such module")]
    Unknown,
    /// The form has faults, or another module of the product has its code, or access rights belong to the module.
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed the module after it was read.
    #[error("the module was changed meanwhile")]
    Conflict(EarlierChange),
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for ModuleError {
    fn from(error: DbError) -> Self {
        if error.is_duplicate() {
            Faults::of("moduleCode", Rule::ModuleCodeTaken).into()
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
    pub(super) fn applied(self, before: &Module) -> Result<Module, Faults> {
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
        faults(&after).or(after)
    }
}

fn faults(module: &Module) -> Faults {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut faults = Faults::default();
    faults.name("moduleName", &module.name, Rule::ValidFormat);
    faults.name("moduleCode", &module.code, Rule::ValidFormat);
    let is_code = module.code.chars().all(is_plain);
    faults.ensure(is_code, "moduleCode", Rule::ModuleCode);
    let text = Rule::of_text(&module.description, LONGEST_DESCRIPTION, Rule::ModuleText);
    faults.check("desc", text);
    let is_position = (0..=LAST_POSITION).contains(&module.sort);
    faults.ensure(is_position, "sort", Rule::Range);
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// V-27, G-67: the first fault of each field.
    #[test]
    fn a_module_has_a_name_and_a_code() {
        let refused = ModuleForm::default().whole().applied(&Module::default());
        let mut both = Faults::of("moduleName", Rule::ValidFormat);
        both.add("moduleCode", Rule::ValidFormat);
        assert_eq!(refused, Err(both));
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
            assert_eq!(refused, Err(Faults::of("moduleCode", Rule::ModuleCode)));
        }
    }
}
