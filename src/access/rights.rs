//! Rights inside an application: access codes, access groups, and the three administrative roles.

use crate::db::{DbError, Reads};
use crate::directory::Account;

use super::store;

/// The project code of Atrium itself (contract K-42).
pub const SSO: &str = "SSO";

/// What a person may do in one application (contract P-07, G-48).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessList {
    /// Access codes: the union of the groups', without duplicates, sorted.
    pub codes: Vec<String>,
    /// Codes of the access groups, such as `SSAG`, sorted.
    pub groups: Vec<String>,
}

/// How far a person's hand reaches; each includes the ones before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// An ordinary member.
    Member,
    /// An administrator of product SSO.
    Admin,
    /// A super administrator (contract P-06).
    SuperAdmin,
}

/// What `account` may do in the application `app_name`.
pub async fn access_list(
    tx: &mut impl Reads,
    account: &Account,
    app_name: &str,
) -> Result<AccessList, DbError> {
    store::rights::access_list(tx, &account.id, app_name).await
}

/// Whether `account` holds the access code `code` in Atrium itself. The empty code is everybody's
/// (contract P-14), and super administrators hold every code.
pub async fn may(tx: &mut impl Reads, account: &Account, code: &str) -> Result<bool, DbError> {
    if code.is_empty() || account.sup_admin {
        return Ok(true);
    }
    store::rights::holds(tx, &account.id, SSO, code).await
}

/// The role of `account`.
pub async fn role(tx: &mut impl Reads, account: &Account) -> Result<Role, DbError> {
    if account.sup_admin {
        return Ok(Role::SuperAdmin);
    }
    let admin = store::rights::administers(tx, &account.id, SSO).await?;
    Ok(if admin { Role::Admin } else { Role::Member })
}

/// Whether `account` manages the group `group_id` (attack 33, T8).
pub async fn manages(
    tx: &mut impl Reads,
    account: &Account,
    group_id: &str,
) -> Result<bool, DbError> {
    store::groups::manages(tx, &account.id, group_id).await
}
