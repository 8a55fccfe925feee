//! Finds the object of a call from the request, and locks it for a write.

use std::collections::BTreeSet;

use crate::access::{ActionObject, Object};
use crate::clients::Registry;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::{access, catalogue, groups};

/// How a request names an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An account by its id.
    Account,
    /// An account by its name or email.
    AccountByName,
    /// A group by its id.
    Group,
    /// A product by its number.
    Product,
    /// The product of a module, by the id of the module.
    Module,
    /// A request for a group by its id: the membership that it asks for.
    Request,
    /// A request by its id, as an object of the person who made it.
    OwnRequest,
    /// An access right by its id.
    AccessRight,
    /// A role by its id.
    Role,
}

impl Named {
    pub const fn kind(self) -> ActionObject {
        match self {
            Self::Account | Self::AccountByName => ActionObject::Account,
            Self::Group => ActionObject::Group,
            Self::Product | Self::Module => ActionObject::Product,
            Self::Request => ActionObject::Membership,
            Self::OwnRequest => ActionObject::Own,
            Self::AccessRight => ActionObject::AccessRight,
            Self::Role => ActionObject::Role,
        }
    }
}

/// The object of a call.
#[derive(Debug)]
pub struct FoundObject {
    /// The facts that decisions need.
    pub object: Object,
    /// The whole account, if the object is one.
    pub account: Option<Account>,
}

impl From<Object> for FoundObject {
    fn from(object: Object) -> Self {
        Self {
            object,
            account: None,
        }
    }
}

/// The object that the caller names in the request, on this day (yyyy-MM-dd). An unknown id gives [`Object::Unknown`]; an
/// unknown group looks like one that somebody else manages.
///
/// # Errors
/// The database failed.
pub async fn find(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    (named, id): (Named, &str),
    clients: &Registry,
) -> Result<FoundObject, DbError> {
    let (person, _) = caller;
    let object = match named {
        Named::Account if id == person.id => {
            return account(view, Some(person.clone())).await;
        }
        Named::Account => {
            let found = directory::find(view, id).await?;
            return account(view, found).await;
        }
        Named::AccountByName => {
            let found = directory::find_by_name(view, id).await?;
            return account(view, found).await;
        }
        Named::Request => groups::facts::request(view, caller, id).await?,
        Named::OwnRequest => groups::facts::own_request(view, id).await?,
        Named::Group => groups::facts::group(view, caller, id).await?,
        Named::AccessRight => catalogue::facts::access_right(view, id).await?,
        Named::Role => catalogue::facts::role(view, id).await?,
        Named::Module => catalogue::facts::module(view, person, id, clients).await?,
        Named::Product => match id.trim().parse() {
            Ok(number) => catalogue::facts::product(view, person, number, clients).await?,
            Err(_) => Object::Unknown,
        },
    };
    Ok(object.into())
}

async fn account(view: &mut dyn Reads, account: Option<Account>) -> Result<FoundObject, DbError> {
    Ok(FoundObject {
        object: access::facts::of_account(view, account.as_ref()).await?,
        account,
    })
}

/// Locks what each of `objects` is about, once. An account, so that its owner does not become an administrator or get
/// another access code between the decision and the change: whatever gives either to one account
/// locks it first. A group, so that a person who is no longer its manager does not decide for it.
/// Does nothing for another object. It locks in the order of ids, so that two calls about the same people do not
/// deadlock.
///
/// # Errors
/// The database failed.
pub async fn hold<'a>(
    tx: &mut WriteTx,
    objects: impl Iterator<Item = &'a Object>,
) -> Result<(), DbError> {
    let (mut accounts, mut groups) = (BTreeSet::new(), BTreeSet::new());
    for object in objects {
        match object {
            Object::Account { id, .. } => {
                accounts.insert(id.as_str());
            }
            Object::Group(group) => {
                groups.insert(group.id.as_str());
            }
            Object::Membership {
                group, account_id, ..
            } => {
                groups.insert(group.id.as_str());
                // Locked, so that nobody chooses a way into the member's account meanwhile.
                if !group.codes.is_empty() {
                    accounts.insert(account_id.as_str());
                }
            }
            _ => {}
        }
    }
    for id in accounts {
        directory::hold(tx, id).await?;
    }
    for id in groups {
        groups::facts::hold(tx, id).await?;
    }
    Ok(())
}

/// Reads `object` again, for the caller on this day (yyyy-MM-dd).
///
/// # Errors
/// The database failed.
pub async fn find_again(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    object: &Object,
    clients: &Registry,
) -> Result<Object, DbError> {
    match object {
        Object::Account { id, .. } => {
            let account = directory::find(view, id).await?;
            access::facts::of_account(view, account.as_ref()).await
        }
        Object::Group(facts) => groups::facts::group(view, caller, &facts.id).await,
        Object::Membership {
            group,
            account_id,
            is_overdue,
            products,
            ..
        } => {
            let member = (group.id.as_str(), account_id.as_str());
            groups::facts::membership_again(view, caller, member, (*is_overdue, products)).await
        }
        Object::Product { id, .. } => catalogue::facts::product(view, caller.0, *id, clients).await,
        Object::AccessRight { id, .. } => catalogue::facts::access_right(view, id).await,
        Object::Role { id, .. } => catalogue::facts::role(view, id).await,
        Object::Organisation { kind, id, .. } => access::facts::organisation(view, *kind, id).await,
        // No call names an application in this way.
        Object::Application { .. } => Ok(Object::Unknown),
        Object::None | Object::Unknown | Object::Placement { .. } | Object::Own { .. } => {
            Ok(object.clone())
        }
    }
}
