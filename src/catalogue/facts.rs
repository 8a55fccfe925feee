//! Products, modules, access rights and roles as objects of decisions.

use super::{products, store};
use crate::access::{AccessCode, Object, SSO};
use crate::clients::Registry;
use crate::db::{DbError, Reads};
use crate::directory::Account;

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

/// The product `number` as an object.
///
/// # Errors
/// The database failed.
pub async fn product(
    view: &mut dyn Reads,
    caller: &Account,
    number: i64,
    clients: &Registry,
) -> Result<Object, DbError> {
    let found = store::products::find(view, caller, number).await?;
    let object = |(product, standing)| products::object(&product, standing, clients);
    Ok(found.map_or(Object::Unknown, object))
}

/// The product of the module `id` as an object.
///
/// # Errors
/// The database failed.
pub async fn module(
    view: &mut dyn Reads,
    caller: &Account,
    id: &str,
    clients: &Registry,
) -> Result<Object, DbError> {
    match store::modules::find(view, id).await? {
        Some(module) => product(view, caller, module.product_id, clients).await,
        None => Ok(Object::Unknown),
    }
}
