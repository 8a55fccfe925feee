//! The rights of a person: access codes, administration, and the facts that decisions need.

use std::collections::BTreeSet;

use super::code::{AccessCode, AccessList, Role};
use super::store;
use super::store::rights::Facts;
use crate::db::{DbError, Reads};
use crate::directory::Account;

pub use super::store::rights::{appoint, give_group, save_code};

/// The project code of Atrium itself (contract K-42).
pub const SSO: &str = "SSO";

/// The facts about a person that decisions need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// The account; empty if nobody is signed in.
    pub account_id: String,
    /// A super administrator (contract P-06).
    pub super_administrator: bool,
    /// An administrator of product SSO.
    pub administrator: bool,
    /// The access codes of Atrium that access groups, roles and groups give to the person.
    pub codes: BTreeSet<AccessCode>,
    /// The products that the person administers.
    pub products: BTreeSet<i64>,
    /// True if the person manages an enabled group.
    pub manages_groups: bool,
    pub agency_id: Option<String>,
    pub company_id: Option<String>,
}

impl Rights {
    /// The rights of a visitor who is not signed in: none.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// The rights from the row of the account alone. This is enough if neither codes nor roles decide.
    pub fn plain(account: &Account) -> Self {
        Self {
            account_id: account.id.clone(),
            super_administrator: account.sup_admin,
            agency_id: account.agency.as_ref().map(|agency| agency.id.clone()),
            company_id: account.company.as_ref().map(|company| company.id.clone()),
            ..Self::default()
        }
    }

    /// All rights of `account`: from its access groups, its matching roles and its groups.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(view: &mut dyn Reads, account: &Account) -> Result<Self, DbError> {
        let facts = store::rights::facts(view, &account.id, SSO).await?;
        Ok(Self::from_facts(account, &facts))
    }

    /// The rights of `account`, whose facts in Atrium are `facts`.
    fn from_facts(account: &Account, facts: &Facts) -> Self {
        let codes = facts.codes.iter();
        let administers = facts.administers.iter();
        Self {
            administrator: administers.clone().any(|(_, code)| code == SSO),
            codes: codes
                .filter_map(|code| AccessCode::from_text(code))
                .collect(),
            products: administers.map(|(id, _)| *id).collect(),
            manages_groups: facts.manages_groups,
            ..Self::plain(account)
        }
    }

    /// True for super administrators and administrators of product SSO, who hold every code.
    pub const fn administers_sso(&self) -> bool {
        self.super_administrator || self.administrator
    }

    /// True if the person may do more in Atrium than everybody.
    pub fn has_any(&self) -> bool {
        let manages = self.manages_groups || !self.products.is_empty();
        self.administers_sso() || manages || !self.codes.is_empty()
    }

    /// True for an administrator: of Atrium, of a product, or with any code. Managers of groups are none.
    pub fn is_administrator(&self) -> bool {
        self.administers_sso() || !self.products.is_empty() || !self.codes.is_empty()
    }

    /// True if the person holds `code`.
    pub fn holds(&self, code: AccessCode) -> bool {
        self.administers_sso() || self.codes.contains(&code)
    }

    /// The roles of the person, smallest first (contract G-46); none if nobody is signed in.
    pub fn roles(&self) -> Vec<Role> {
        [
            (Role::Member, !self.account_id.is_empty()),
            (Role::GroupManager, self.manages_groups),
            (Role::Administrator, self.administers_sso()),
            (Role::SuperAdministrator, self.super_administrator),
        ]
        .into_iter()
        .filter_map(|(role, has)| has.then_some(role))
        .collect()
    }
}

/// What `account` may do in the application `app_name`, in the form that the application gets. In
/// Atrium itself administrators hold every code, as in [`Rights::holds`].
///
/// # Errors
/// The database failed.
pub async fn access_list(
    view: &mut dyn Reads,
    account: &Account,
    app_name: &str,
) -> Result<AccessList, DbError> {
    let facts = store::rights::facts(view, &account.id, app_name).await?;
    let rights = (app_name == SSO).then(|| Rights::from_facts(account, &facts));
    let mut codes = facts.codes;
    if rights.as_ref().is_some_and(Rights::administers_sso) {
        codes.extend(AccessCode::ALL.iter().map(|code| code.as_str().to_owned()));
    }
    Ok(AccessList {
        codes: codes.into_iter().collect(),
        groups: facts.access_groups.into_iter().collect(),
        role_names: facts.roles.into_iter().collect(),
        roles: rights.as_ref().map(Rights::roles).unwrap_or_default(),
        administers: rights
            .map(|rights| rights.products.into_iter().collect())
            .unwrap_or_default(),
    })
}
