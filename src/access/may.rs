//! The only decision about rights: may this person do this action with this object?
//!
//! The guard of the product API, its handlers, the cards and the doors of applications all call
//! [`may`]. Nothing else decides. All facts are arguments, so every combination can be tested.

#[cfg(test)]
mod tests;

use super::action::Action;
use super::closed::{Closed, Standing};
use super::code::AccessCode;
use super::object::{GroupFacts, Object};
use super::rights::Rights;
use crate::clients::Access;

impl Action {
    /// True if codes or roles decide, so that [`Rights::of`] must be read. Otherwise [`Rights::plain`] is enough.
    pub const fn needs_rights(self) -> bool {
        !matches!(
            self,
            Self::Anyone | Self::SignedIn | Self::UseOwn | Self::Open
        )
    }

    /// Only super administrators may do this to the account of an administrator.
    const fn is_above_administrators(self) -> bool {
        matches!(
            self,
            Self::ChangeSignIn
                | Self::SetStatus
                | Self::DeleteAccount
                | Self::EndSessions
                | Self::SetPassword
                | Self::SetRoles
                | Self::SeeHome
        )
    }

    /// True if the person could afterwards sign in as the owner (decision 0020), sees what otherwise only the owner sees
    /// (decision 0027), changes the place on which codes of the owner depend (decision 0029), or takes them away for good
    /// (decision 0068). So the person must hold every code that the owner holds in any place.
    const fn needs_the_codes_of_the_owner(self) -> bool {
        matches!(
            self,
            Self::ChangeSignIn
                | Self::SetPassword
                | Self::SeeHome
                | Self::MoveAccount
                | Self::DeleteAccount
        )
    }

    /// True if the person could thereby get the rights of the group, or give them to others. A person who adds a new
    /// account chooses its password.
    const fn changes_who_has_rights(self) -> bool {
        matches!(
            self,
            Self::EditGroup | Self::SetGroupStatus | Self::AddAccount
        )
    }

    /// True if this decides who holds the codes of an access right or a role. Nobody gives or takes codes that they do
    /// not hold.
    const fn changes_what_people_hold(self) -> bool {
        !matches!(self, Self::ViewRight | Self::ViewRole)
    }

    /// Nobody does this to their own account: administrators ask another one (contract F-13, C-040), and others must
    /// not extend their own account.
    const fn is_not_for_oneself(self, rights: &Rights) -> bool {
        match self {
            Self::SetStatus | Self::DeleteAccount | Self::SetPassword | Self::SetRoles => true,
            Self::ChangeSignIn | Self::MoveAccount => !rights.administers_sso(),
            _ => false,
        }
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
    /// The person represents the managers of this group, and the request is overdue or a manager is away.
    StandsIn,
    /// The person administers this product.
    AdministersProduct,
    /// Agency and company are the manager's, or empty.
    OwnAgency,
    /// The product or application is open to the person.
    Opens,
    /// The product or application is closed to the person.
    Closed(Closed),
    /// Nobody adds, decides or extends for themselves.
    Oneself,
    /// The action concerns access codes of Atrium that the person lacks: codes that the owner of the account holds or
    /// can give, or codes of the group, right, role or organisation.
    HoldsMore,
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

impl WhomToAsk {
    /// Who can help with a product or an application that is closed for this reason.
    pub const fn about(closed: Closed) -> Self {
        if closed.is_for_managers() {
            Self::GroupManagers
        } else {
            Self::ProductAdministrator
        }
    }
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
        // A person without the right must learn nothing about the object.
        _ => match granted(rights, action, object) {
            Some(rule) => forbidden(rights, action, object).unwrap_or(Decision::allow(rule)),
            None => Decision::refuse(Rule::NoRight, whom_to_ask(action)),
        },
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

/// Only products open an application; codes and roles do not.
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
        Some(reason) => Decision::refuse(Rule::Closed(reason), WhomToAsk::about(reason)),
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
    // `None` sorts before every reason, so an open product wins.
    each.min().flatten()
}

/// Refusals that no right overrides.
fn forbidden(rights: &Rights, action: Action, object: &Object) -> Option<Decision> {
    let refused = match object {
        // Everybody may sign out everywhere, also an administrator.
        Object::Account { id, .. } if *id == rights.account_id && action == Action::EndSessions => {
            return None;
        }
        Object::Account { id, .. }
            if *id == rights.account_id && action.is_not_for_oneself(rights) =>
        {
            (Rule::Oneself, whom_to_ask_above(rights))
        }
        Object::Account {
            is_administrator: true,
            ..
        } if action.is_above_administrators() && !rights.super_administrator => {
            (Rule::ForSuperAdministrators, WhomToAsk::SuperAdministrators)
        }
        Object::Account { codes, .. }
            if action.needs_the_codes_of_the_owner()
                && !codes.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        Object::Membership { account_id, .. } if *account_id == rights.account_id => {
            (Rule::Oneself, WhomToAsk::GroupManagers)
        }
        // The code to decide requests must not let a person give rights that they lack (attack 34).
        Object::Membership { group, .. }
            if action == Action::ExamineRequest
                && !group.codes.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        // The person who chose how the member signs in may be the member.
        Object::Membership {
            group,
            chose_way_in: true,
            ..
        } if action == Action::GiveMembership
            && !group.codes.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        Object::Group(group)
            if action.changes_who_has_rights()
                && !group.codes.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        Object::AccessRight { code, .. }
            if action.changes_what_people_hold()
                && !code.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        Object::Organisation { codes, .. } if !codes.iter().all(|code| rights.holds(*code)) => {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        Object::Role { codes, .. }
            if action.changes_what_people_hold()
                && !codes.iter().all(|code| rights.holds(*code)) =>
        {
            (Rule::HoldsMore, WhomToAsk::Administrators)
        }
        _ => return None,
    };
    Some(Decision::refuse(refused.0, refused.1))
}

/// The people to ask about one's own account. Only super administrators can help an administrator.
const fn whom_to_ask_above(rights: &Rights) -> WhomToAsk {
    if rights.administers_sso() {
        WhomToAsk::SuperAdministrators
    } else {
        WhomToAsk::Administrators
    }
}

/// The first rule that allows the action.
fn granted(rights: &Rights, action: Action, object: &Object) -> Option<Rule> {
    if rights.super_administrator {
        return Some(Rule::SuperAdministrator);
    }
    if matches!(
        action,
        Action::SetSuperAdministrator
            | Action::TrustApplication
            | Action::ManageProviders
            | Action::GrantAtriumRights
            | Action::AppointSsoAdministrators
            | Action::AttachSsoRight
    ) {
        return None;
    }
    if rights.administrator {
        return Some(Rule::Administrator);
    }
    if action
        .code()
        .is_some_and(|code| rights.codes.contains(&code))
    {
        return Some(Rule::HoldsCode);
    }
    match (action, object) {
        (Action::ViewAccount, Object::Account { id, .. }) => {
            (*id == rights.account_id).then_some(Rule::Own)
        }
        (Action::ViewHistory, Object::Account { .. }) => rights
            .codes
            .contains(&AccessCode::AccountListView)
            .then_some(Rule::HoldsCode),
        (Action::SeeMembers, Object::Group(group)) => decides(group, true),
        (Action::AddAccount | Action::ManageGroup, Object::Group(group))
        | (Action::ChangeMembership, Object::Membership { group, .. }) => managed(group),
        (
            Action::DecideRequest | Action::GiveMembership,
            Object::Membership {
                group, is_overdue, ..
            },
        ) => decides(group, *is_overdue),
        (
            Action::PlaceAccount,
            Object::Placement {
                agency_id,
                company_id,
            },
        ) => {
            is_own_place(rights, agency_id.as_ref(), company_id.as_ref()).then_some(Rule::OwnAgency)
        }
        (Action::NameStandIn | Action::FindPeople, _) => {
            rights.manages_groups.then_some(Rule::ManagesGroup)
        }
        (Action::ChooseProducts, _) => SHOW_EVERY_PRODUCT
            .iter()
            .any(|code| rights.codes.contains(code))
            .then_some(Rule::HoldsCode),
        // A person with any access code fills in such forms. The names are no secret.
        (Action::ChooseOrganisations | Action::UploadPicture, _) if !rights.codes.is_empty() => {
            Some(Rule::HoldsCode)
        }
        (
            Action::AdministerProduct
            | Action::ViewProduct
            | Action::EditProductTexts
            | Action::ViewModules
            | Action::AddModule
            | Action::EditModule
            | Action::DeleteModule
            | Action::ListRights
            | Action::AddRight
            | Action::AssignRight
            | Action::ListRoles
            | Action::AddRole,
            Object::Product { id, .. },
        )
        | (_, Object::AccessRight { product_id: id, .. } | Object::Role { product_id: id, .. }) => {
            rights
                .products
                .contains(id)
                .then_some(Rule::AdministersProduct)
        }
        // If the request gives more than the person's own products, others must decide too (attack 34).
        (Action::ExamineRequest, Object::Membership { products, .. })
            if !products.is_empty() && products.is_subset(&rights.products) =>
        {
            Some(Rule::AdministersProduct)
        }
        // Administrators of a product may do these for all products; the handler limits them to their own.
        (
            Action::ListOwnProducts
            | Action::ViewModules
            | Action::ListRights
            | Action::ListRoles
            | Action::ConfirmRight
            | Action::ListRequests,
            Object::None,
        )
        | (Action::SetRoles, Object::Account { .. })
        | (Action::ChooseOrganisations | Action::UploadPicture, _) => {
            (!rights.products.is_empty()).then_some(Rule::AdministersProduct)
        }
        _ => None,
    }
}

/// The codes whose lists name every product.
const SHOW_EVERY_PRODUCT: [AccessCode; 4] = [
    AccessCode::ProductListView,
    AccessCode::ModuleListView,
    AccessCode::AccessListView,
    AccessCode::RoleListView,
];

fn managed(group: &GroupFacts) -> Option<Rule> {
    group.is_managed_by_caller.then_some(Rule::ManagesGroup)
}

/// A manager; a stand-in, if the request is overdue; or the stand-in of a manager who is away.
fn decides(group: &GroupFacts, is_overdue: bool) -> Option<Rule> {
    let stands_in = group.is_for_absent_manager || (group.is_stand_in && is_overdue);
    managed(group).or_else(|| stands_in.then_some(Rule::StandsIn))
}

/// The manager's own agency and company, or none.
fn is_own_place(rights: &Rights, agency: Option<&String>, company: Option<&String>) -> bool {
    let is_own = |given: Option<&String>, own: Option<&String>| given.is_none() || given == own;
    rights.manages_groups
        && is_own(agency, rights.agency_id.as_ref())
        && is_own(company, rights.company_id.as_ref())
}

fn whom_to_ask(action: Action) -> WhomToAsk {
    match action {
        Action::SeeMembers
        | Action::ManageGroup
        | Action::ChangeMembership
        | Action::DecideRequest
        | Action::GiveMembership => WhomToAsk::GroupManagers,
        Action::AdministerProduct => WhomToAsk::ProductAdministrator,
        Action::SetSuperAdministrator
        | Action::TrustApplication
        | Action::ManageProviders
        | Action::GrantAtriumRights
        | Action::AppointSsoAdministrators
        | Action::AttachSsoRight => WhomToAsk::SuperAdministrators,
        _ => WhomToAsk::Administrators,
    }
}
