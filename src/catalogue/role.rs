//! What a role of a product is, its form and its rules (contract E-32, G-45).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::access_form::{MOST_IDS, check_description};
use super::assignment::Assigned;
use super::status::ProductStatus;
use crate::access::rights::SSO;
use crate::audit::{Changes, changes};
use crate::clock::Millis;
use crate::db::coded;
use crate::faults::{Faults, Rule};

/// Whom a role is for (contract C-046, G-45).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountType {
    /// People of an agency.
    Internal,
    /// People of an agency who sign in by the corporate identity.
    Corporate,
    /// People of a client (company).
    Client,
}

coded!(AccountType { Internal = 1, Corporate = 2, Client = 3 });

/// The fields of a role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleFields {
    /// Unique in the product.
    pub name: String,
    /// `None` for everybody.
    pub account_type: Option<AccountType>,
    /// An agency or a company, by the type; `None` for all of them.
    pub org_id: Option<String>,
    pub org_name: Option<String>,
    pub description: String,
    pub status: ProductStatus,
    /// True if everybody who has it needs a second factor.
    pub requires_factor: bool,
}

/// A role of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleRecord {
    pub id: String,
    pub product_id: i64,
    pub product_name: String,
    /// The same in Chinese, or empty.
    pub product_name_zh: String,
    /// The code of the product.
    pub app_name: String,
    pub fields: RoleFields,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

impl RoleRecord {
    /// True if it is a role in Atrium itself.
    pub fn is_of_sso(&self) -> bool {
        self.app_name == SSO
    }
}

/// A role with the rights it gives and the number of people who have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleDetails {
    pub role: RoleRecord,
    pub rights: Vec<Assigned>,
    pub users: i64,
}

/// The values of a form. A field that is `None` is not changed.
#[derive(Clone, Debug, Default)]
pub struct RoleForm {
    pub name: Option<String>,
    /// `Some(None)` for everybody.
    pub account_type: Option<Option<AccountType>>,
    /// Empty for all organisations.
    pub org_id: Option<String>,
    pub description: Option<String>,
    pub status: Option<ProductStatus>,
    pub requires_factor: Option<bool>,
    pub right_ids: Option<BTreeSet<String>>,
}

impl RoleForm {
    /// `before` with the values of this form. A new type removes the organisation, unless the form names one.
    ///
    /// # Errors
    /// Every fault of every field. Whether the organisation exists is checked with the database.
    pub(super) fn applied(&self, before: &RoleFields) -> Result<RoleFields, Faults> {
        let text = |given: &Option<String>, old: &str| {
            given
                .as_deref()
                .map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
        };
        let account_type = self.account_type.unwrap_or(before.account_type);
        let org_id = match self.org_id.as_deref().map(str::trim) {
            None => before
                .org_id
                .clone()
                .filter(|_| account_type == before.account_type),
            Some(id) => (!id.is_empty()).then(|| id.to_owned()),
        };
        let after = RoleFields {
            name: text(&self.name, &before.name),
            org_name: before.org_name.clone().filter(|_| org_id == before.org_id),
            description: text(&self.description, &before.description),
            status: self.status.unwrap_or(before.status),
            requires_factor: self.requires_factor.unwrap_or(before.requires_factor),
            account_type,
            org_id,
        };
        let mut faults = Faults::default();
        faults.name("roleName", &after.name, Rule::Required);
        check_description(&after.description, &mut faults);
        let is_typed = after.org_id.is_none() || after.account_type.is_some();
        faults.ensure(is_typed, "orgId", Rule::NeedsType);
        let count = self.right_ids.as_ref().map_or(0, BTreeSet::len);
        faults.ensure(count <= MOST_IDS, "accessIds", Rule::TooMany);
        faults.or(after)
    }
}

/// The differences between two states of a role, for the audit trail.
pub(super) fn role_changes(old: &RoleFields, new: &RoleFields) -> Changes {
    changes!(
        RoleFields {
            name: recorded,
            account_type: recorded,
            org_id as "organisation": recorded,
            // Never changes: part of the identity, like the id.
            org_name: skipped,
            description: recorded,
            status: recorded,
            requires_factor: recorded,
        },
        old,
        new
    )
}

/// A role that a person has, and whether it gives its rights to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleOfAccount {
    pub role: RoleRecord,
    /// What limits it for this person, in addition to the type and organisation of the role.
    pub limit: RoleLimit,
    pub org_name: Option<String>,
    /// True if the role is on and the person is of its type and organisation.
    pub applies: bool,
}

/// What limits a role for one person: a type, and an agency or a company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleLimit {
    pub account_type: Option<AccountType>,
    pub org_id: Option<String>,
}

/// The limit of one role, instead of the common limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLimit {
    /// Its position in the request, for its faults.
    pub position: usize,
    pub limit: RoleLimit,
}

/// The roles that a person is to have in one product (contract C-044).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleAssignment {
    pub product_id: i64,
    pub role_ids: BTreeSet<String>,
    /// What limits the roles.
    pub limit: RoleLimit,
    /// The limits of single roles, by their ids.
    pub limits: BTreeMap<String, OwnLimit>,
}

impl RoleAssignment {
    /// What limits this role.
    pub fn limit_of(&self, role_id: &str) -> &RoleLimit {
        let own = self.limits.get(role_id).map(|own| &own.limit);
        own.unwrap_or(&self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract G-45: an organisation needs a type and is removed with it.
    #[test]
    fn an_organisation_belongs_to_its_type() {
        let before = RoleFields {
            name: "Clerk".to_owned(),
            account_type: Some(AccountType::Internal),
            org_id: Some("north".to_owned()),
            ..RoleFields::default()
        };
        let of = |account_type, org_id: Option<&str>| {
            let form = RoleForm {
                account_type,
                org_id: org_id.map(str::to_owned),
                ..RoleForm::default()
            };
            let after = form.applied(&before);
            after.map(|after| (after.account_type.map(AccountType::code), after.org_id))
        };
        assert_eq!(of(None, None).unwrap(), (Some(1), Some("north".to_owned())));
        assert_eq!(
            of(Some(Some(AccountType::Client)), None).unwrap(),
            (Some(3), None)
        );
        assert_eq!(of(Some(None), None).unwrap(), (None, None));
        assert_eq!(of(None, Some("")).unwrap(), (Some(1), None));
        assert_eq!(
            of(Some(None), Some("north")),
            Err(Faults::of("orgId", Rule::NeedsType))
        );
    }
}
