//! What an access right is, its form and its rules (contract E-35, G-43).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access_form::{MOST_IDS, check_code, check_description};
use super::assignment::Assigned;
use super::status::ProductStatus;
use crate::access::AccessCode;
use crate::access::rights::SSO;
use crate::audit::{Changes, changes};
use crate::clock::Millis;
use crate::db::coded;
use crate::faults::{Faults, Rule};

/// What an access right opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AccessType)]
pub enum RightKind {
    /// A page and its entry in a menu.
    #[default]
    Menu,
    /// A button.
    Button,
    /// A call.
    Api,
}

coded!(RightKind { Menu = 0, Button = 1, Api = 2 });

/// The fields of a right that are drafts until they are confirmed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RightFields {
    /// A module of the same product.
    pub module_id: Option<String>,
    pub module_name: Option<String>,
    /// Unique in the product.
    pub code: String,
    pub name: String,
    pub kind: RightKind,
    pub description: String,
    pub status: ProductStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRight {
    pub id: String,
    pub product_id: i64,
    pub product_name: String,
    /// The code of the product.
    pub app_name: String,
    /// The drafts: what the right will be once they are confirmed.
    pub fields: RightFields,
    /// The published fields, which decide; `None` if the right was never confirmed.
    pub published: Option<RightFields>,
    /// True if Atrium itself checks it. Nobody can change it then.
    pub built_in: bool,
    /// True if any change of it waits to be confirmed.
    pub draft: bool,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

impl AccessRight {
    /// True if it is a right in Atrium itself.
    pub fn is_of_sso(&self) -> bool {
        self.app_name == SSO
    }
}

/// The kinds of organisations that a right can be for. They are passed on to applications and decide nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Company,
    Division,
    Brand,
}

coded!(ScopeKind { Company = 0, Division = 1, Brand = 2 });

impl ScopeKind {
    pub const ALL: [Self; 3] = [Self::Company, Self::Division, Self::Brand];

    pub(super) const fn field(self) -> &'static str {
        match self {
            Self::Company => "clientIds",
            Self::Division => "divisionIds",
            Self::Brand => "brandIds",
        }
    }
}

/// A right with everything it is assigned to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightDetails {
    pub right: AccessRight,
    /// The groups that give it to their members.
    pub groups: Vec<Assigned>,
    /// The roles that give it.
    pub roles: Vec<Assigned>,
    pub scopes: Vec<(ScopeKind, Assigned)>,
}

impl RightDetails {
    /// What the scopes of one kind are.
    pub fn scopes_of(&self, kind: ScopeKind) -> impl Iterator<Item = &Assigned> {
        let of_kind = self.scopes.iter().filter(move |(of, _)| *of == kind);
        of_kind.map(|(_, assigned)| assigned)
    }
}

/// The values of a form. A field that is `None` is not changed.
#[derive(Clone, Debug, Default)]
pub struct RightForm {
    /// Empty for none.
    pub module_id: Option<String>,
    pub code: Option<String>,
    pub name: Option<String>,
    pub kind: Option<RightKind>,
    pub description: Option<String>,
    pub status: Option<ProductStatus>,
    pub company_ids: Option<BTreeSet<String>>,
    pub division_ids: Option<BTreeSet<String>>,
    pub brand_ids: Option<BTreeSet<String>>,
}

impl RightForm {
    /// The organisations of `kind` in the form.
    pub(super) const fn scope(&self, kind: ScopeKind) -> Option<&BTreeSet<String>> {
        match kind {
            ScopeKind::Company => self.company_ids.as_ref(),
            ScopeKind::Division => self.division_ids.as_ref(),
            ScopeKind::Brand => self.brand_ids.as_ref(),
        }
    }

    /// True if the form has any field other than organisations.
    pub(super) const fn has_fields(&self) -> bool {
        self.module_id.is_some()
            || self.code.is_some()
            || self.name.is_some()
            || self.kind.is_some()
            || self.description.is_some()
            || self.status.is_some()
    }

    /// `before` with the values of this form.
    ///
    /// # Errors
    ///
    /// All faults, one for each field. Whether the module exists is checked with the database.
    pub(super) fn applied(
        &self,
        before: &RightFields,
        app_name: &str,
    ) -> Result<RightFields, Faults> {
        let text = |given: &Option<String>, old: &str| {
            given
                .as_deref()
                .map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
        };
        let module_id = match self.module_id.as_deref().map(str::trim) {
            None => before.module_id.clone(),
            Some(id) => (!id.is_empty()).then(|| id.to_owned()),
        };
        let after = RightFields {
            module_name: before
                .module_name
                .clone()
                .filter(|_| module_id == before.module_id),
            module_id,
            code: text(&self.code, &before.code),
            name: text(&self.name, &before.name),
            kind: self.kind.unwrap_or(before.kind),
            description: text(&self.description, &before.description),
            status: self.status.unwrap_or(before.status),
        };
        let mut faults = Faults::default();
        faults.name("accessName", &after.name, Rule::Required);
        check_code(&after.code, &mut faults);
        // Otherwise such a right would look like one that Atrium itself checks.
        let is_built_in = app_name == SSO && AccessCode::from_text(&after.code).is_some();
        faults.ensure(!is_built_in, "accessCode", Rule::BuiltIn);
        check_description(&after.description, &mut faults);
        for kind in ScopeKind::ALL {
            let count = self.scope(kind).map_or(0, BTreeSet::len);
            faults.ensure(count <= MOST_IDS, kind.field(), Rule::TooMany);
        }
        faults.or(after)
    }
}

/// The differences between two versions of a right, for the audit trail.
pub(super) fn right_changes(old: &RightFields, new: &RightFields) -> Changes {
    changes!(
        RightFields {
            module_id as "module": recorded,
            // Never changes: part of the identity, like the id.
            module_name: skipped,
            code: recorded,
            name: recorded,
            kind: recorded,
            description: recorded,
            status: recorded,
        },
        old,
        new
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(code: &str, name: &str) -> RightForm {
        RightForm {
            code: Some(code.to_owned()),
            name: Some(name.to_owned()),
            ..RightForm::default()
        }
    }

    /// Contract G-43: the rules of each field; all faults are reported at once.
    #[test]
    fn a_form_has_its_rules() {
        let long = "x".repeat(101);
        let longer = "x".repeat(201);
        for (code, name, app, faults) in [
            ("area.page.item.view", "Name", "APP1", vec![]),
            (" area:page_1-2 ", " Name ", "APP1", vec![]),
            (
                "",
                "",
                "APP1",
                vec![
                    ("accessName", Rule::Required),
                    ("accessCode", Rule::Required),
                ],
            ),
            (
                "has space",
                &long,
                "APP1",
                vec![("accessName", Rule::Line), ("accessCode", Rule::RightCode)],
            ),
            (
                &longer,
                "Name",
                "APP1",
                vec![("accessCode", Rule::LongCode)],
            ),
            ("ä", "Name", "APP1", vec![("accessCode", Rule::RightCode)]),
            (AccessCode::AccountListView.as_str(), "Name", "APP1", vec![]),
            (
                AccessCode::AccountListView.as_str(),
                "Name",
                SSO,
                vec![("accessCode", Rule::BuiltIn)],
            ),
        ] {
            let found = match form(code, name).applied(&RightFields::default(), app) {
                Ok(fields) => {
                    assert_eq!(
                        (fields.code.as_str(), fields.name.as_str()),
                        (code.trim(), name.trim())
                    );
                    vec![]
                }
                Err(wrong) => wrong.list().to_vec(),
            };
            let found: Vec<_> = found.iter().map(|f| (&*f.field, f.rule)).collect();
            assert_eq!(found, faults, "{code} {name}");
        }
    }

    /// A field that the form does not name stays; an empty module removes the module.
    #[test]
    fn a_form_changes_what_it_names() {
        let before = RightFields {
            module_id: Some("m".to_owned()),
            module_name: Some("Module".to_owned()),
            code: "a".to_owned(),
            name: "A".to_owned(),
            ..RightFields::default()
        };
        let same = RightForm::default().applied(&before, "APP1").unwrap();
        assert_eq!(same, before);
        let without = RightForm {
            module_id: Some(String::new()),
            ..RightForm::default()
        };
        let after = without.applied(&before, "APP1").unwrap();
        assert_eq!((after.module_id, after.module_name), (None, None));
    }
}
