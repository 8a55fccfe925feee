//! The objects of actions, with the facts that decide who may do what with them.

use std::collections::BTreeSet;

use super::closed::Standing;
use super::code::AccessCode;
use crate::clients::{Access, Client, PORTAL};
use crate::directory::OrganisationKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionObject {
    /// A person's account.
    Account,
    /// The agency and company of an account.
    Placement,
    /// A group.
    Group,
    /// A person's membership in a group, or the request for it.
    Membership,
    /// A product.
    Product,
    /// A relying or legacy application.
    Application,
    /// An agency, company, brand, division or industry.
    Organisation,
    /// An access right of a product.
    AccessRight,
    /// A role of a product.
    Role,
    /// An object that belongs to one person.
    Own,
}

/// Whether an action needs an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// No object.
    Nothing,
    /// An object of this kind.
    A(ActionObject),
    /// An object of this kind, or none.
    Perhaps(ActionObject),
}

/// An object, with the facts that decisions need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// The action has no object, or the request names none.
    None,
    /// The named object does not exist. A person without the right cannot tell the difference.
    Unknown,
    Account {
        id: String,
        /// True if its owner is a super administrator or administers product SSO.
        is_administrator: bool,
        /// The access codes of Atrium that its owner has, would have in another agency, company or brand, or can give
        /// to others.
        codes: BTreeSet<AccessCode>,
    },
    /// The agency and company of an account.
    Placement {
        agency_id: Option<String>,
        company_id: Option<String>,
    },
    /// A group. An unknown id looks like a group that somebody else manages.
    Group(GroupFacts),
    /// A person's membership in a group, or the request for it.
    Membership {
        group: GroupFacts,
        /// The member.
        account_id: String,
        /// True if the person chose a way into the member's account, and the member has proved no other one since. Read
        /// only for a group with codes.
        chose_way_in: bool,
        /// True if the request has waited longer than the group allows.
        is_overdue: bool,
        /// If the request is for a product: this product, and every other one that the group opens or gives rights of.
        /// Otherwise empty.
        products: BTreeSet<i64>,
    },
    /// A product, with its standing for the person.
    Product {
        id: i64,
        /// The facts that decide whether it is open.
        standing: Standing,
    },
    /// An application, with the standing of its products for the person.
    Application {
        /// The `access` of its entry.
        access: Option<Access>,
        is_portal: bool,
        /// The standing of each product that names it.
        products: Vec<Standing>,
    },
    /// An organisation that accounts belong to.
    Organisation {
        kind: OrganisationKind,
        id: String,
        /// The access codes of Atrium of roles and groups that are limited by it, or by what belongs to it.
        codes: BTreeSet<AccessCode>,
    },
    /// An access right.
    AccessRight {
        id: String,
        product_id: i64,
        /// The access code of Atrium that it is, if it is one.
        code: Option<AccessCode>,
    },
    /// A role.
    Role {
        id: String,
        product_id: i64,
        /// The access codes of Atrium that it gives, drafts too.
        codes: BTreeSet<AccessCode>,
    },
    /// An object that belongs to one person.
    Own {
        /// The owner.
        account_id: String,
    },
}

/// A group, with the facts that decisions need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupFacts {
    pub id: String,
    /// True if the person is one of its managers.
    pub is_managed_by_caller: bool,
    /// True if the person represents its managers, for requests that are overdue.
    pub is_stand_in: bool,
    /// True if the person represents a manager who is away (decision 0071).
    pub is_for_absent_manager: bool,
    /// The access codes of Atrium that it gives to its members.
    pub codes: BTreeSet<AccessCode>,
}

impl Object {
    pub fn application(client: &Client, products: Vec<Standing>) -> Self {
        Self::Application {
            access: client.access,
            is_portal: client.client_id == PORTAL,
            products,
        }
    }
}
