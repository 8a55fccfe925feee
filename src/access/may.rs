//! The one question about rights: may this person do that with this thing?
//!
//! The guard of the product API, its handlers, the cards and the doors of applications all ask [`may`].
//! Nothing else decides. The facts come in as values, so every combination can be tested.

#[cfg(test)]
mod tests;

use super::closed::{Closed, Standing};
use super::code::AccessCode;
use super::object::{GroupFacts, Object, ObjectKind, Wanted};
use super::rights::Rights;
use crate::clients::Access;

/// What somebody wants to do. Each variant is a right, not a call; several calls may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// What needs no account.
    Anyone,
    /// What everybody who is signed in may do, for themselves.
    SignedIn,
    /// Use something that belongs to one person (contract F-14).
    UseOwn,
    /// Open a product or an application (contract G-38, P-09).
    Open,
    /// See the list of accounts.
    ListAccounts,
    /// See one account; one's own needs no code (contract F-14).
    ViewAccount,
    /// Add an account; a manager adds one to a group (contract P-03, F-19).
    AddAccount,
    /// Give a new account this agency and company (design 9, "A manager's new account").
    PlaceAccount,
    /// Change what an account says about its owner, beside what follows.
    EditAccount,
    /// Change the e-mail address of an account.
    ChangeEmail,
    /// Enable or disable an account.
    SetStatus,
    /// Give an account a new password.
    SetPassword,
    /// Change the roles of an account.
    SetRoles,
    /// Make somebody a super administrator, or take that away (contract G-47).
    SetSuperAdministrator,
    /// See the audit log.
    ViewAuditLog,
    /// See the history of one thing; whoever may see every account may see that of an account.
    ViewHistory,
    /// Download the audit log.
    ExportAuditLog,
    /// See the list of IRIS mappings (contract P-08).
    ViewIrisMappings,
    /// Change a group: its words, its members' days.
    ManageGroup,
    /// Add somebody to a group, or extend a membership (contract F-21).
    ChangeMembership,
    /// Decide a request for a group.
    DecideRequest,
    /// Change a product: its modules, rights, roles, requests and texts.
    AdministerProduct,
    /// Change `first_party`, `resources` and `serves` of an application.
    TrustApplication,
}

impl Action {
    /// The access code that gives the right, where one does.
    pub const fn code(self) -> Option<AccessCode> {
        match self {
            Self::ListAccounts | Self::ViewAccount => Some(AccessCode::AccountListView),
            Self::AddAccount | Self::PlaceAccount => Some(AccessCode::AccountListAdd),
            Self::EditAccount | Self::ChangeEmail | Self::SetRoles => {
                Some(AccessCode::AccountListEdit)
            }
            Self::SetStatus => Some(AccessCode::AccountListStatus),
            Self::SetPassword => Some(AccessCode::AccountListPassword),
            Self::ViewAuditLog | Self::ViewHistory => Some(AccessCode::AuditLogView),
            Self::ExportAuditLog => Some(AccessCode::AuditLogExport),
            Self::ViewIrisMappings => Some(AccessCode::IrisMappingListView),
            Self::Anyone
            | Self::SignedIn
            | Self::UseOwn
            | Self::Open
            | Self::SetSuperAdministrator
            | Self::ManageGroup
            | Self::ChangeMembership
            | Self::DecideRequest
            | Self::AdministerProduct
            | Self::TrustApplication => None,
        }
    }

    /// What the action is about.
    pub const fn wants(self) -> Wanted {
        match self {
            Self::Anyone
            | Self::SignedIn
            | Self::ListAccounts
            | Self::ViewAuditLog
            | Self::ExportAuditLog
            | Self::ViewIrisMappings
            | Self::TrustApplication => Wanted::Nothing,
            Self::UseOwn => Wanted::A(ObjectKind::Own),
            Self::Open | Self::AdministerProduct => Wanted::A(ObjectKind::Product),
            Self::ViewAccount
            | Self::EditAccount
            | Self::ChangeEmail
            | Self::SetStatus
            | Self::SetPassword
            | Self::SetRoles
            | Self::SetSuperAdministrator => Wanted::A(ObjectKind::Account),
            Self::AddAccount => Wanted::Perhaps(ObjectKind::Group),
            // Other things than accounts have a history too; `audit` knows them by their kind.
            Self::ViewHistory => Wanted::Perhaps(ObjectKind::Account),
            Self::PlaceAccount => Wanted::A(ObjectKind::Placement),
            Self::ManageGroup => Wanted::A(ObjectKind::Group),
            Self::ChangeMembership | Self::DecideRequest => Wanted::A(ObjectKind::Membership),
        }
    }

    /// Whether codes or roles decide, so that [`Rights::of`] must be read; else [`Rights::plain`] is enough.
    pub const fn needs_rights(self) -> bool {
        !matches!(
            self,
            Self::Anyone | Self::SignedIn | Self::UseOwn | Self::Open
        )
    }

    /// Design 9, "Nobody above himself": on an administrator only super administrators may do this.
    const fn is_above_administrators(self) -> bool {
        matches!(
            self,
            Self::ChangeEmail | Self::SetStatus | Self::SetPassword | Self::SetRoles
        )
    }
}

/// The rule that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Everybody may.
    Everybody,
    /// Nobody is signed in.
    NotSignedIn,
    /// Everybody who is signed in may.
    SignedIn,
    /// It is the person's own.
    Own,
    /// The person is a super administrator.
    SuperAdministrator,
    /// The person administers product SSO.
    Administrator,
    /// The person holds the access code.
    HoldsCode,
    /// The person manages this group.
    ManagesGroup,
    /// The person stands in for the managers of this group, and the request is overdue.
    StandsIn,
    /// The person administers this product.
    AdministersProduct,
    /// It is the agency and company of the manager who adds the account, or none.
    OwnAgency,
    /// The product or application is open to the person.
    Opens,
    /// The product or application is closed to the person.
    Closed(Closed),
    /// Nobody decides for himself.
    OnesOwnRequest,
    /// Only super administrators may.
    ForSuperAdministrators,
    /// No rule gives the right.
    NoRight,
}

/// Who can help somebody who was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhomToAsk {
    /// Nobody.
    Nobody,
    /// The managers of the group, or of the groups that grant the product.
    GroupManagers,
    /// The administrator of the product.
    ProductAdministrator,
    /// The administrators of product SSO.
    Administrators,
    /// The super administrators.
    SuperAdministrators,
}

/// The answer to [`may`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The person may.
    pub allowed: bool,
    /// The rule that decided.
    pub rule: Rule,
    /// Who can help; nobody when the person may.
    pub whom_to_ask: WhomToAsk,
}

impl Decision {
    const fn allow(rule: Rule) -> Self {
        Self {
            allowed: true,
            rule,
            whom_to_ask: WhomToAsk::Nobody,
        }
    }

    const fn refuse(rule: Rule, whom_to_ask: WhomToAsk) -> Self {
        Self {
            allowed: false,
            rule,
            whom_to_ask,
        }
    }

    /// Why a product or an application is closed, where that is the refusal.
    pub const fn closed(self) -> Option<Closed> {
        match self.rule {
            Rule::Closed(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Whether somebody with these `rights` may do `action` with `object`, by which rule, and whom to ask if
/// not. What no rule allows is refused.
pub fn may(rights: &Rights, action: Action, object: &Object) -> Decision {
    if action == Action::Anyone {
        return Decision::allow(Rule::Everybody);
    }
    if rights.account_id.is_empty() {
        return Decision::refuse(Rule::NotSignedIn, WhomToAsk::Nobody);
    }
    match action {
        Action::SignedIn => Decision::allow(Rule::SignedIn),
        Action::UseOwn => use_own(rights, object),
        Action::Open => open(object),
        _ => forbidden(rights, action, object)
            .or_else(|| granted(rights, action, object))
            .unwrap_or_else(|| Decision::refuse(Rule::NoRight, whom_to_ask(action))),
    }
}

fn use_own(rights: &Rights, object: &Object) -> Decision {
    match object {
        Object::Own { account_id } if *account_id == rights.account_id => {
            Decision::allow(Rule::Own)
        }
        _ => Decision::refuse(Rule::NoRight, WhomToAsk::Nobody),
    }
}

/// Opening is by product alone: no code and no role opens anything (design 9, "Who administers").
fn open(object: &Object) -> Decision {
    let closed = match object {
        Object::Product { standing, .. } => standing.closed(),
        Object::Application {
            is_portal: true, ..
        } => None,
        Object::Application {
            access, products, ..
        } => closed(*access, products),
        _ => return Decision::refuse(Rule::NoRight, WhomToAsk::Administrators),
    };
    match closed {
        None => Decision::allow(Rule::Opens),
        Some(reason) if reason.is_for_managers() => {
            Decision::refuse(Rule::Closed(reason), WhomToAsk::GroupManagers)
        }
        Some(reason) => Decision::refuse(Rule::Closed(reason), WhomToAsk::ProductAdministrator),
    }
}

/// One open product is enough.
fn closed(access: Option<Access>, products: &[Standing]) -> Option<Closed> {
    if products.is_empty() {
        return (access == Some(Access::Product)).then_some(Closed::Unnamed);
    }
    let each = products
        .iter()
        .map(|standing| standing.under(access).closed());
    // `None` is less than every reason, so an open product wins.
    each.min().flatten()
}

/// What no right outweighs.
fn forbidden(rights: &Rights, action: Action, object: &Object) -> Option<Decision> {
    match (action, object) {
        (
            _,
            Object::Account {
                is_administrator: true,
                ..
            },
        ) if action.is_above_administrators() && !rights.super_administrator => {
            let whom = WhomToAsk::SuperAdministrators;
            Some(Decision::refuse(Rule::ForSuperAdministrators, whom))
        }
        (Action::SetSuperAdministrator | Action::TrustApplication, _)
            if !rights.super_administrator =>
        {
            let whom = WhomToAsk::SuperAdministrators;
            Some(Decision::refuse(Rule::ForSuperAdministrators, whom))
        }
        (
            Action::ChangeMembership | Action::DecideRequest,
            Object::Membership { account_id, .. },
        ) if *account_id == rights.account_id => {
            let whom = WhomToAsk::GroupManagers;
            Some(Decision::refuse(Rule::OnesOwnRequest, whom))
        }
        _ => None,
    }
}

/// The first rule that gives the right.
fn granted(rights: &Rights, action: Action, object: &Object) -> Option<Decision> {
    if rights.super_administrator {
        return Some(Decision::allow(Rule::SuperAdministrator));
    }
    if rights.administrator {
        return Some(Decision::allow(Rule::Administrator));
    }
    if action
        .code()
        .is_some_and(|code| rights.codes.contains(&code))
    {
        return Some(Decision::allow(Rule::HoldsCode));
    }
    let rule =
        match (action, object) {
            (Action::ViewAccount, Object::Account { id, .. }) => {
                (*id == rights.account_id).then_some(Rule::Own)
            }
            (Action::ViewHistory, Object::Account { .. }) => rights
                .codes
                .contains(&AccessCode::AccountListView)
                .then_some(Rule::HoldsCode),
            (Action::AddAccount | Action::ManageGroup, Object::Group(group))
            | (Action::ChangeMembership, Object::Membership { group, .. }) => managed(group),
            (
                Action::DecideRequest,
                Object::Membership {
                    group, is_overdue, ..
                },
            ) => managed(group)
                .or_else(|| (group.is_stand_in && *is_overdue).then_some(Rule::StandsIn)),
            (
                Action::PlaceAccount,
                Object::Placement {
                    agency_id,
                    company_id,
                },
            ) => is_own_place(rights, agency_id.as_ref(), company_id.as_ref())
                .then_some(Rule::OwnAgency),
            (Action::AdministerProduct, Object::Product { id, .. }) => rights
                .products
                .contains(id)
                .then_some(Rule::AdministersProduct),
            _ => None,
        };
    rule.map(Decision::allow)
}

fn managed(group: &GroupFacts) -> Option<Rule> {
    group.is_managed_by_caller.then_some(Rule::ManagesGroup)
}

/// Design 9, "A manager's new account": own agency and company, or none.
fn is_own_place(rights: &Rights, agency: Option<&String>, company: Option<&String>) -> bool {
    let is_own = |given: Option<&String>, own: Option<&String>| given.is_none() || given == own;
    rights.manages_groups
        && is_own(agency, rights.agency_id.as_ref())
        && is_own(company, rights.company_id.as_ref())
}

fn whom_to_ask(action: Action) -> WhomToAsk {
    match action {
        Action::ManageGroup | Action::ChangeMembership | Action::DecideRequest => {
            WhomToAsk::GroupManagers
        }
        Action::AdministerProduct => WhomToAsk::ProductAdministrator,
        _ => WhomToAsk::Administrators,
    }
}
