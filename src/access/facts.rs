//! Accounts and organisations as objects of decisions: who administers Atrium, and which access codes count as theirs.

use std::collections::{BTreeMap, BTreeSet};

use super::code::AccessCode;
use super::object::Object;
use super::rights::SSO;
use super::store;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};
use crate::directory::{Account, OrganisationKind};

/// The accounts of a page as objects, by their ids. `page` has the id of each and whether it is a super administrator.
/// One statement reads the codes of 100 accounts.
///
/// # Errors
/// The database failed.
pub async fn accounts(
    view: &mut dyn Reads,
    page: &[(&str, bool)],
) -> Result<BTreeMap<String, Object>, DbError> {
    let mut rows = Vec::new();
    let ids: Vec<&str> = page.iter().map(|(id, _)| *id).collect();
    for ids in ids.chunks(IDS_AT_ONCE) {
        rows.extend(store::rights::codes_of_many(view, ids, SSO).await?);
    }
    let mut objects: BTreeMap<String, Object> = page
        .iter()
        .map(|(id, sup_admin)| ((*id).to_owned(), account_object(id, *sup_admin)))
        .collect();
    for (id, code) in rows {
        if let Some(object) = objects.get_mut(&id) {
            note(object, code.as_deref());
        }
    }
    Ok(objects)
}

/// The account as an object; [`Object::Unknown`] without one.
///
/// # Errors
/// The database failed.
pub async fn of_account(
    view: &mut dyn Reads,
    account: Option<&Account>,
) -> Result<Object, DbError> {
    let Some(account) = account else {
        return Ok(Object::Unknown);
    };
    let mut object = account_object(&account.id, account.sup_admin);
    for (_, code) in store::rights::codes_in_any_place(view, &account.id, SSO).await? {
        note(&mut object, code.as_deref());
    }
    Ok(object)
}

fn account_object(id: &str, sup_admin: bool) -> Object {
    Object::Account {
        id: id.to_owned(),
        is_administrator: sup_admin,
        codes: BTreeSet::new(),
    }
}

/// Adds a code to the account `object`, or that it administers SSO.
fn note(object: &mut Object, code: Option<&str>) {
    if let Object::Account {
        is_administrator,
        codes,
        ..
    } = object
    {
        match code {
            Some(code) => codes.extend(AccessCode::from_text(code)),
            None => *is_administrator = true,
        }
    }
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
