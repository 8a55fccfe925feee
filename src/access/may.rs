//! The only decision about rights: may this person do this action with this object?
//!
//! The guard of the product API, its handlers, the cards and the doors of applications all call
//! [`may`]. Nothing else decides. All facts are arguments, so every combination can be tested.

#[cfg(test)]
mod tests;

use super::closed::{Closed, Standing};
use super::code::AccessCode;
use super::object::{GroupFacts, Object, ObjectKind, Wanted};
use super::rights::Rights;
use crate::clients::Access;

/// What a person wants to do. Each variant is a right and not a call; several calls may need the
/// same right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A call that needs no account.
    Anyone,
    /// What every signed-in person may do for themselves.
    SignedIn,
    /// Use an object that belongs to one person (contract F-14).
    UseOwn,
    /// Open a product or an application (contract G-38, P-09).
    Open,
    /// See the list of accounts.
    ListAccounts,
    /// See one account. A person's own account needs no code (contract F-14).
    ViewAccount,
    /// Add an account; a manager adds one to a group (contract P-03, F-19).
    AddAccount,
    /// Give a new account this agency and company (design 9, "A manager's new account").
    PlaceAccount,
    /// Edit the claims of an account that the following actions do not cover.
    EditAccount,
    /// Change the e-mail address of an account.
    ChangeEmail,
    /// Enable or disable an account.
    SetStatus,
    /// Give an account a new password.
    SetPassword,
    /// Change the roles of an account.
    SetRoles,
    /// Make a person a super administrator, or end that (contract G-47).
    SetSuperAdministrator,
    /// See the audit log.
    ViewAuditLog,
    /// See the history of one object. A person who may see all accounts may see their histories.
    ViewHistory,
    /// Download the audit log.
    ExportAuditLog,
    /// See the list of groups.
    ListGroups,
    /// See the list of IRIS mappings (contract P-08).
    ViewIrisMappings,
    /// Change a group: its texts and the dates of its members.
    ManageGroup,
    /// Add a person to a group, or extend a membership (contract F-21).
    ChangeMembership,
    /// Decide about a request for a group.
    DecideRequest,
    /// Change a product: its modules, rights, roles, requests and texts.
    AdministerProduct,
    /// Change `first_party`, `resources` and `serves` of an application.
    TrustApplication,
}

impl Action {
    /// The access code that gives this right, if there is one.
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
            Self::ListGroups => Some(AccessCode::GroupListView),
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

    /// The kind of object that the action needs.
    pub const fn wants(self) -> Wanted {
        match self {
            Self::Anyone
            | Self::SignedIn
            | Self::ListAccounts
            | Self::ViewAuditLog
            | Self::ExportAuditLog
            | Self::ListGroups
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
            // Other objects have a history too; `audit` knows them by their kind.
            Self::ViewHistory => Wanted::Perhaps(ObjectKind::Account),
            Self::PlaceAccount => Wanted::A(ObjectKind::Placement),
            Self::ManageGroup => Wanted::A(ObjectKind::Group),
            Self::ChangeMembership | Self::DecideRequest => Wanted::A(ObjectKind::Membership),
        }
    }

    /// True if codes or roles decide, so that [`Rights::of`] must be read; otherwise
    /// [`Rights::plain`] is enough.
    pub const fn needs_rights(self) -> bool {
        !matches!(
            self,
            Self::Anyone | Self::SignedIn | Self::UseOwn | Self::Open
        )
    }

    /// Design 9, "Nobody above himself": only super administrators may do this to an administrator.
    const fn is_above_administrators(self) -> bool {
        matches!(
            self,
            Self::ChangeEmail | Self::SetStatus | Self::SetPassword | Self::SetRoles
        )
    }
}

/// The rule behind a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Everyone may.
    Everybody,
    /// Nobody is signed in.
    NotSignedIn,
    /// Every signed-in person may.
    SignedIn,
    /// The object is the person's own.
    Own,
    /// The person is a super administrator.
    SuperAdministrator,
    /// The person administers product SSO.
    Administrator,
    /// The person holds the access code.
    HoldsCode,
    /// The person manages this group.
    ManagesGroup,
    /// The person represents the managers of this group, and the request is overdue.
    StandsIn,
    /// The person administers this product.
    AdministersProduct,
    /// Agency and company are those of the manager who adds the account, or none.
    OwnAgency,
    /// The product or application is open to the person.
    Opens,
    /// The product or application is closed to the person.
    Closed(Closed),
    /// Nobody decides about their own request.
    OnesOwnRequest,
    /// Only super administrators may.
    ForSuperAdministrators,
    /// No rule allows it.
    NoRight,
}

/// Who can help a person who was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhomToAsk {
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

/// The result of [`may`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub allowed: bool,
    pub rule: Rule,
    /// Who can help; `Nobody` if the action is allowed.
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

    /// The reason why a product or an application is closed, if that is why the person was refused.
    pub const fn closed(self) -> Option<Closed> {
        match self.rule {
            Rule::Closed(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Decides whether a person with `rights` may do `action` with `object`, by which rule, and whom to
/// ask if not. An action that no rule allows is refused.
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

/// Only products open an application: no code or role does (design 9, "Who administers").
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

/// Refusals that no right overrides.
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

/// The first rule that allows the action.
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

/// Design 9, "A manager's new account": the manager's own agency and company, or none.
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
