//! Groups, memberships and requests as objects of decisions.

use std::collections::{BTreeMap, BTreeSet};

use super::request::GroupRequest;
use super::store;
use super::store::groups::Care;
use super::store::request_list::RequestRow;
use crate::access::{AccessCode, GroupFacts, Object, SSO};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};

/// The group `id` as an object of the caller on this day (yyyy-MM-dd).
///
/// # Errors
/// The database failed.
pub async fn group(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    id: &str,
) -> Result<Object, DbError> {
    Ok(Object::Group(group_facts(view, caller, id).await?))
}

/// Locks the group `id`, so that a person who is no longer its manager does not decide for it.
///
/// # Errors
/// The database failed.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    store::deciders::hold(tx, id).await
}

/// The request `id` as the membership that it asks for.
///
/// # Errors
/// The database failed.
pub async fn request(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    id: &str,
) -> Result<Object, DbError> {
    match store::requests::find(view, id).await? {
        Some(request) => membership(view, caller, &request).await,
        None => Ok(Object::Unknown),
    }
}

/// The request `id` as an object of the person who made it.
///
/// # Errors
/// The database failed.
pub async fn own_request(view: &mut dyn Reads, id: &str) -> Result<Object, DbError> {
    let request = store::requests::find(view, id).await?;
    Ok(request.map_or(Object::Unknown, |request| Object::Own {
        account_id: request.account_id,
    }))
}

/// The membership `known` as it is now. The checked codes stay, and codes that were added since count too.
///
/// # Errors
/// The database failed.
pub async fn membership_again(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    (group_id, account_id): (&str, &str),
    (is_overdue, products): (bool, &BTreeSet<i64>),
) -> Result<Object, DbError> {
    let group = group_facts(view, caller, group_id).await?;
    Ok(Object::Membership {
        chose_way_in: chose_way_in(view, caller.0, &group, account_id).await?,
        account_id: account_id.to_owned(),
        is_overdue,
        products: if products.is_empty() {
            BTreeSet::new()
        } else {
            let now = store::group_rights::products(view, &group.id).await?;
            now.union(products).copied().collect()
        },
        group,
    })
}

async fn group_facts(
    view: &mut dyn Reads,
    (caller, today): (&Account, &str),
    id: &str,
) -> Result<GroupFacts, DbError> {
    let mut facts = GroupFacts {
        id: id.to_owned(),
        codes: store::group_rights::codes(view, id, SSO)
            .await?
            .iter()
            .flatten()
            .filter_map(|code| AccessCode::from_text(code))
            .collect(),
        ..GroupFacts::default()
    };
    for (_, care) in
        store::groups::cared_for(view, &caller.id, &BTreeSet::from([id]), today).await?
    {
        note(&mut facts, care);
    }
    Ok(facts)
}

/// Adds what the caller is to the group.
const fn note(group: &mut GroupFacts, care: Care) {
    match care {
        Care::Manager => group.is_managed_by_caller = true,
        Care::StandIn => group.is_stand_in = true,
        Care::ForAbsentManager => group.is_for_absent_manager = true,
    }
}

/// The membership that `request` asks for. Stand-ins may decide from the reminder on.
pub async fn membership(
    view: &mut dyn Reads,
    caller: (&Account, &str),
    request: &GroupRequest,
) -> Result<Object, DbError> {
    let group = group_facts(view, caller, &request.group_id).await?;
    asked_membership(view, caller.0, group, request).await
}

/// The membership in `group` that `request` asks for.
async fn asked_membership(
    view: &mut dyn Reads,
    caller: &Account,
    group: GroupFacts,
    request: &GroupRequest,
) -> Result<Object, DbError> {
    let about = (request.group_id.as_str(), request.product_id);
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

/// Stands for products that were not read; nobody administers a product with this number.
const UNREAD: i64 = i64::MIN;

/// The memberships that the requests of a page ask for, in the same order. A few statements read the facts of 100
/// requests. If their groups open more products or give more codes than are read at once, each group counts as giving
/// everything, so only people who administer and hold everything decide.
///
/// # Errors
/// The database failed.
pub async fn listed_requests(
    view: &mut dyn Reads,
    caller: (&Account, &str),
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

/// The [`group_facts`] of at most [`IDS_AT_ONCE`] groups, by their ids.
async fn facts_of_groups(
    view: &mut dyn Reads,
    (caller, today): (&Account, &str),
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
    for (id, care) in store::groups::cared_for(view, &caller.id, ids, today).await? {
        if let Some(group) = groups.get_mut(&id) {
            note(group, care);
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

/// The membership of the account `account_id` in `group`, which the guard has read, or its pending request. There may be
/// neither.
///
/// # Errors
/// The database failed.
pub async fn member(
    view: &mut dyn Reads,
    caller: &Account,
    (account_id, group): (&str, GroupFacts),
) -> Result<Object, DbError> {
    if let Some(request) = store::requests::pending(view, account_id, &group.id).await? {
        return asked_membership(view, caller, group, &request).await;
    }
    Ok(Object::Membership {
        chose_way_in: chose_way_in(view, caller, &group, account_id).await?,
        group,
        account_id: account_id.to_owned(),
        is_overdue: false,
        products: BTreeSet::new(),
    })
}
