//! What an action is about: the facts of a thing that decide who may do it.

use super::closed::Standing;
use crate::clients::{Access, Client, PORTAL};

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A person's account.
    Account,
    /// The agency and company that an account is given.
    Placement,
    /// A group.
    Group,
    /// Somebody's membership in a group, or the request for it.
    Membership,
    /// A product.
    Product,
    /// A relying or old application.
    Application,
    /// Something that belongs to one person.
    Own,
}

/// Whether an action is about a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is about none.
    Nothing,
    /// It is about one of this kind.
    A(ObjectKind),
    /// It may be about one of this kind.
    Perhaps(ObjectKind),
}

/// A thing, as far as decisions go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// There is none, or it was not named.
    None,
    /// One was named and is not there. Whoever lacks the right cannot tell it from one that is.
    Unknown,
    /// A person's account.
    Account {
        /// Its id.
        id: String,
        /// Its owner is a super administrator or administers product SSO.
        is_administrator: bool,
    },
    /// Where an account is to belong.
    Placement {
        /// The agency, if any.
        agency_id: Option<String>,
        /// The company, if any.
        company_id: Option<String>,
    },
    /// A group. One that is not there looks like one that somebody else manages.
    Group(GroupFacts),
    /// Somebody's membership in a group, or the request for it.
    Membership {
        /// The group.
        group: GroupFacts,
        /// Whose membership it is.
        account_id: String,
        /// The request has waited longer than the group allows.
        is_overdue: bool,
    },
    /// A product, as the person stands to it.
    Product {
        /// Its number.
        id: i64,
        /// What decides whether it is open.
        standing: Standing,
    },
    /// An application, as the person stands to its products.
    Application {
        /// What its entry says.
        access: Option<Access>,
        /// It is the portal.
        is_portal: bool,
        /// How the person stands to each product that names it.
        products: Vec<Standing>,
    },
    /// Something that belongs to one person.
    Own {
        /// Whose it is.
        account_id: String,
    },
}

/// A group, as far as decisions go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupFacts {
    /// Its id.
    pub id: String,
    /// The person who asks is one of its managers.
    pub is_managed_by_caller: bool,
    /// The person who asks stands in for its managers.
    pub is_stand_in: bool,
}

impl Object {
    /// `client`, whose products the person stands to like this.
    pub fn application(client: &Client, products: Vec<Standing>) -> Self {
        Self::Application {
            access: client.access,
            is_portal: client.client_id == PORTAL,
            products,
        }
    }
}
