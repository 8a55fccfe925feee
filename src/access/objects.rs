//! Finds the object of a call from the request.

use std::collections::{BTreeMap, BTreeSet};

use super::account_objects::of_account;
use super::code::AccessCode;
use super::object::{ActionObject, GroupFacts, Object};
use super::request::GroupRequest;
use super::rights::SSO;
use super::store::request_list::RequestRow;
use super::{products, store};
use crate::clients::Registry;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account, OrganisationKind};

pub use super::account_objects::accounts;

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

/// The object that `caller` names `id` in the request. An unknown id gives [`Object::Unknown`]; an
/// unknown group looks like one that somebody else manages.
///
/// # Errors
/// The database failed.
pub async fn find(
    view: &mut dyn Reads,
    caller: &Account,
    named: Named,
    id: &str,
    clients: &Registry,
) -> Result<FoundObject, DbError> {
    let account = match named {
        Named::Request | Named::OwnRequest => {
            let request = store::requests::find(view, id).await?;
            return Ok(match request {
                None => Object::Unknown.into(),
                Some(request) if named == Named::OwnRequest => Object::Own {
                    account_id: request.account_id,
                }
                .into(),
                Some(request) => membership(view, caller, &request).await?.into(),
            });
        }
        Named::Account if id == caller.id => Some(caller.clone()),
        Named::Account => directory::find(view, id).await?,
        Named::AccountByName => directory::find_by_name(view, id).await?,
        Named::Group => return Ok(group(view, caller, id).await?.into()),
        Named::AccessRight => return Ok(access_right(view, id).await?.into()),
        Named::Role => return Ok(role(view, id).await?.into()),
        Named::Product => {
            return Ok(match id.trim().parse() {
                Ok(number) => product(view, caller, number, clients).await?.into(),
                Err(_) => Object::Unknown.into(),
            });
        }
        Named::Module => {
            return Ok(match store::modules::find(view, id).await? {
                Some(module) => product(view, caller, module.product_id, clients)
                    .await?
                    .into(),
                None => Object::Unknown.into(),
            });
        }
    };
    Ok(FoundObject {
        object: of_account(view, account.as_ref()).await?,
        account,
    })
}

/// Locks what each of `objects` is about, once. An account, so that its owner does not become an administrator or get
/// another access code between the decision and the change: whatever gives either to one account
/// locks it first. A group, so that a person who is no longer its manager does not decide for it.
/// Does nothing for another object. It locks in the order of ids, so two calls about the same people do not wait for
/// each other.
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
                // So that nobody chooses a way into the member's account meanwhile.
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
        store::deciders::hold(tx, id).await?;
    }
    Ok(())
}

/// Reads `object` again.
///
/// # Errors
/// The database failed.
pub async fn find_again(
    view: &mut dyn Reads,
    caller: &Account,
    object: &Object,
    clients: &Registry,
) -> Result<Object, DbError> {
    Ok(match object {
        Object::Account { id, .. } => {
            let account = directory::find(view, id).await?;
            of_account(view, account.as_ref()).await?
        }
        Object::Group(facts) => group(view, caller, &facts.id).await?,
        Object::Membership {
            group,
            account_id,
            is_overdue,
            products,
            ..
        } => {
            let group = group_facts(view, caller, &group.id).await?;
            Object::Membership {
                chose_way_in: chose_way_in(view, caller, &group, account_id).await?,
                account_id: account_id.clone(),
                is_overdue: *is_overdue,
                // What was checked stays, and what was added since counts too.
                products: if products.is_empty() {
                    BTreeSet::new()
                } else {
                    let now = store::group_rights::products(view, &group.id).await?;
                    now.union(products).copied().collect()
                },
                group,
            }
        }
        Object::Product { id, .. } => product(view, caller, *id, clients).await?,
        Object::AccessRight { id, .. } => access_right(view, id).await?,
        Object::Role { id, .. } => role(view, id).await?,
        Object::Organisation { kind, id, .. } => organisation(view, *kind, id).await?,
        // No call names an application in this way.
        Object::Application { .. } => Object::Unknown,
        Object::None | Object::Unknown | Object::Placement { .. } | Object::Own { .. } => {
            object.clone()
        }
    })
}

async fn group(view: &mut dyn Reads, caller: &Account, id: &str) -> Result<Object, DbError> {
    Ok(Object::Group(group_facts(view, caller, id).await?))
}

async fn group_facts(
    view: &mut dyn Reads,
    caller: &Account,
    id: &str,
) -> Result<GroupFacts, DbError> {
    Ok(GroupFacts {
        id: id.to_owned(),
        is_managed_by_caller: store::groups::manages(view, &caller.id, id).await?,
        is_stand_in: store::groups::stands_in(view, &caller.id, id).await?,
        codes: store::group_rights::codes(view, id, SSO)
            .await?
            .iter()
            .flatten()
            .filter_map(|code| AccessCode::from_text(code))
            .collect(),
    })
}

/// The membership that `request` asks for. Stand-ins may decide from the reminder on.
pub async fn membership(
    view: &mut dyn Reads,
    caller: &Account,
    request: &GroupRequest,
) -> Result<Object, DbError> {
    let about = (request.group_id.as_str(), request.product_id);
    let group = group_facts(view, caller, &request.group_id).await?;
    Ok(Object::Membership {
        chose_way_in: chose_way_in(view, caller, &group, &request.account_id).await?,
        group,
        account_id: request.account_id.clone(),
        is_overdue: request.reminded_at.is_some(),
        products: asked_products(view, about).await?,
    })
}

/// True if `caller` chose a way into the member's account. It decides nothing for a group without codes.
async fn chose_way_in(
    view: &mut dyn Reads,
    caller: &Account,
    group: &GroupFacts,
    account_id: &str,
) -> Result<bool, DbError> {
    if group.codes.is_empty() {
        return Ok(false);
    }
    directory::chose_way_in(view, &caller.id, account_id).await
}

/// Stands for the products that were not read: nobody administers a product with this number.
const UNREAD: i64 = i64::MIN;

/// The memberships that the requests of a page ask for, in the same order. A few statements read the facts of 100
/// requests. If their groups open more products or give more codes than are read at once, each is taken for one that
/// gives everything, which only those decide about who administer and hold everything.
///
/// # Errors
/// The database failed.
pub async fn listed_requests(
    view: &mut dyn Reads,
    caller: &Account,
    page: &[RequestRow],
) -> Result<Vec<Object>, DbError> {
    let mut objects = Vec::with_capacity(page.len());
    for rows in page.chunks(IDS_AT_ONCE) {
        let ids: BTreeSet<&str> = rows.iter().map(|row| row.group_id.as_str()).collect();
        let groups = facts_of_groups(view, caller, &ids).await?;
        let asked = rows.iter().filter(|row| row.product_id.is_some());
        let ids: BTreeSet<&str> = asked.map(|row| row.group_id.as_str()).collect();
        let mut products: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
        let read = store::group_rights::products_of_many(view, &ids).await?;
        let unread = read.is_none().then_some(UNREAD);
        for (group_id, product) in read.into_iter().flatten() {
            products.entry(group_id).or_default().insert(product);
        }
        objects.extend(rows.iter().map(|row| {
            let of_group = products.get(&row.group_id).into_iter().flatten().copied();
            let of_group = of_group.chain(unread);
            Object::Membership {
                group: groups.get(&row.group_id).cloned().unwrap_or_default(),
                account_id: row.account_id.clone(),
                is_overdue: row.reminded_at.is_some(),
                // Nobody gives a membership by a list.
                chose_way_in: false,
                products: match row.product_id {
                    Some(asked) => of_group.chain([asked]).collect(),
                    None => BTreeSet::new(),
                },
            }
        }));
    }
    Ok(objects)
}

/// The same as [`group_facts`] for at most [`IDS_AT_ONCE`] groups, by their ids.
async fn facts_of_groups(
    view: &mut dyn Reads,
    caller: &Account,
    ids: &BTreeSet<&str>,
) -> Result<BTreeMap<String, GroupFacts>, DbError> {
    let facts = |id: &&str| {
        let facts = GroupFacts {
            id: (*id).to_owned(),
            ..GroupFacts::default()
        };
        ((*id).to_owned(), facts)
    };
    let mut groups: BTreeMap<String, GroupFacts> = ids.iter().map(facts).collect();
    for (id, stands_in) in store::groups::cared_for(view, &caller.id, ids).await? {
        if let Some(group) = groups.get_mut(&id) {
            group.is_stand_in |= stands_in;
            group.is_managed_by_caller |= !stands_in;
        }
    }
    let Some(codes) = store::group_rights::codes_of_many(view, ids, SSO).await? else {
        for group in groups.values_mut() {
            group.codes.extend(AccessCode::ALL);
        }
        return Ok(groups);
    };
    for (id, code) in codes {
        if let Some(group) = groups.get_mut(&id) {
            group.codes.extend(AccessCode::from_text(&code));
        }
    }
    Ok(groups)
}

/// The products that a request leads to, if it is for a product: this one, and all that the group gives.
async fn asked_products(
    view: &mut dyn Reads,
    (group_id, product_id): (&str, Option<i64>),
) -> Result<BTreeSet<i64>, DbError> {
    let Some(product_id) = product_id else {
        return Ok(BTreeSet::new());
    };
    let mut products = store::group_rights::products(view, group_id).await?;
    products.insert(product_id);
    Ok(products)
}

/// The membership of the account `account_id` in the group `group_id`, or its pending request. There may be neither.
///
/// # Errors
/// The database failed.
pub async fn member(
    view: &mut dyn Reads,
    caller: &Account,
    (account_id, group_id): (&str, &str),
) -> Result<Object, DbError> {
    if let Some(request) = store::requests::pending(view, account_id, group_id).await? {
        return membership(view, caller, &request).await;
    }
    let group = group_facts(view, caller, group_id).await?;
    Ok(Object::Membership {
        chose_way_in: chose_way_in(view, caller, &group, account_id).await?,
        group,
        account_id: account_id.to_owned(),
        is_overdue: false,
        products: BTreeSet::new(),
    })
}

/// The access right `id` as an object.
///
/// # Errors
/// The database failed.
pub async fn access_right(view: &mut dyn Reads, id: &str) -> Result<Object, DbError> {
    let Some((product_id, app_name, codes)) = store::access_rights::facts(view, id).await? else {
        return Ok(Object::Unknown);
    };
    let mut codes = codes.iter().flatten().filter(|_| app_name == SSO);
    Ok(Object::AccessRight {
        id: id.to_owned(),
        product_id,
        code: codes.find_map(|code| AccessCode::from_text(code)),
    })
}

/// The role `id` as an object.
///
/// # Errors
/// The database failed.
pub async fn role(view: &mut dyn Reads, id: &str) -> Result<Object, DbError> {
    let Some((product_id, app_name, codes)) = store::roles::facts(view, id).await? else {
        return Ok(Object::Unknown);
    };
    let codes = codes.iter().filter(|_| app_name == SSO);
    Ok(Object::Role {
        id: id.to_owned(),
        product_id,
        codes: codes
            .filter_map(|code| AccessCode::from_text(code))
            .collect(),
    })
}

/// The organisation `id` as an object. An unknown one limits nothing.
///
/// # Errors
/// The database failed.
pub async fn organisation(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    id: &str,
) -> Result<Object, DbError> {
    let codes = store::limits::codes(view, kind, id, SSO).await?;
    Ok(Object::Organisation {
        kind,
        id: id.to_owned(),
        codes: codes
            .iter()
            .filter_map(|code| AccessCode::from_text(code))
            .collect(),
    })
}

async fn product(
    view: &mut dyn Reads,
    caller: &Account,
    number: i64,
    clients: &Registry,
) -> Result<Object, DbError> {
    let found = store::products::find(view, caller, number).await?;
    let object = |(product, standing)| products::object(&product, standing, clients);
    Ok(found.map_or(Object::Unknown, object))
}
