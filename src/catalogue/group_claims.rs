//! The groups and roles of a person, as claims of scope `groups`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::standing;
use crate::access::AccessList;
use crate::access::rights::{self, SSO};
use crate::clients::{Client, GroupsClaim};
use crate::db::{DbError, Reads};
use crate::directory::{Account, claims};
use crate::groups;

/// The claims `groups` and `roles`, each sorted and without duplicates. They are empty, not absent,
/// if the person has none, so that an application notices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupClaims {
    pub groups: Vec<String>,
    /// Access groups, access codes and names of roles in the application.
    pub roles: Vec<String>,
}

/// True if a token of `client` may contain groups and roles: by its `scope`, or by the `claims`
/// parameter of its request.
pub fn may_be_given(client: &Client, scope: &[String], claims: Option<&Value>) -> bool {
    let granted = scope.iter().any(|value| value == claims::GROUPS);
    client.may_ask(claims::GROUPS) && (granted || claims.is_some())
}

/// The groups and roles of `account` for `client`, from the client's products that are open to the
/// person. Groups: those that are enabled, grant such a product and have the person as an enabled
/// member; with `groups_claim = "all"` all of the person's groups. Roles: what the person may do in
/// these products, except in Atrium itself.
pub async fn of_client(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
) -> Result<GroupClaims, DbError> {
    let mut given = GroupClaims::default();
    if client.groups_claim == GroupsClaim::All {
        given.groups = groups::names_of(tx, &account.id).await?;
    }
    let products = standing::open_products(tx, account, client).await?;
    if client.groups_claim == GroupsClaim::Product {
        for product in &products {
            let granting = groups::names_granting(tx, &account.id, product.product_id).await?;
            given.groups.extend(granting);
        }
    }
    // Several products may share one code. No application learns what a person may do in Atrium, even if product SSO
    // names it.
    let app_names: BTreeSet<_> = products.iter().map(|product| &product.app_name).collect();
    for app_name in app_names.into_iter().filter(|name| *name != SSO) {
        let list = rights::access_list(tx, account, app_name).await?;
        let AccessList {
            groups,
            codes,
            role_names,
            ..
        } = list;
        for names in [groups, codes, role_names] {
            given.roles.extend(names);
        }
    }
    // Each engine sorts letters in its own way, so the names are sorted here.
    for names in [&mut given.groups, &mut given.roles] {
        names.sort_unstable();
        names.dedup();
    }
    Ok(given)
}
