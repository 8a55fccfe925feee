//! The access of a person with its reasons, for administrators (contract C-045), and the codes of the caller (contract
//! C-021).

use std::collections::{BTreeMap, BTreeSet};

use super::role::RoleOfAccount;
use super::store;
use crate::access::rights::{Rights, SSO, access_list};
use crate::access::{AccessCode, AccessList};
use crate::db::search::folded;
use crate::db::{DbError, Reads};
use crate::directory::Account;
use crate::i18n::language::Language;

/// The most reasons that are read. With more, nobody could understand the person's rights.
const MOST_REASONS: i64 = 5_000;

/// The most names of managers for one thing.
const MOST_NAMES: usize = 20;

/// Why a person holds a code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessReason {
    /// Super administrators hold every code of Atrium.
    SuperAdministrator,
    /// Administrators of product SSO hold every code of Atrium.
    Administrator,
    /// The built-in access group of this name.
    AccessGroup(String),
    Role {
        id: String,
        name: String,
    },
    Group {
        id: String,
        name: String,
    },
}

/// A code that a person holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldCode {
    /// `None` if no product has the code of the application.
    pub product_id: Option<i64>,
    pub product_name: Option<String>,
    pub app_name: String,
    pub code: String,
    pub reasons: Vec<AccessReason>,
}

/// A group that gives a person its products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOfAccount {
    pub id: String,
    pub name: String,
    /// Id and name of each product.
    pub products: Vec<(i64, String)>,
    /// The names of its managers.
    pub managers: Vec<String>,
}

/// What a person may do, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveAccess {
    pub roles: Vec<RoleOfAccount>,
    /// The names of the administrators of the products of these roles.
    pub administrators: BTreeMap<i64, Vec<String>>,
    pub codes: Vec<HeldCode>,
    pub groups: Vec<GroupOfAccount>,
    /// True if there are more reasons or groups than were read.
    pub more: bool,
}

/// What `account` may do, and why (contract C-045). The names of products are those that a reader of `language` sees.
///
/// # Errors
/// The database failed.
pub async fn effective_access(
    view: &mut dyn Reads,
    account: &Account,
    language: Language,
) -> Result<EffectiveAccess, DbError> {
    let reasons = store::effective::reasons(view, &account.id, MOST_REASONS).await?;
    let groups = store::effective::groups(view, &account.id, MOST_REASONS).await?;
    let names = store::effective::product_names(view).await?.into_iter();
    let names: BTreeMap<i64, String> = names
        .map(|(id, name, name_zh)| (id, language.of_two(name, name_zh)))
        .collect();
    let managers = store::effective::managers(view, &account.id, MOST_REASONS).await?;
    let administrators = store::effective::administrators(view, &account.id, MOST_REASONS).await?;
    let is_full = |rows: usize| i64::try_from(rows).is_ok_and(|rows| rows >= MOST_REASONS);
    let more = is_full(reasons.len()) || is_full(groups.len());
    let rights = Rights::of(view, account).await?;
    let mut codes: BTreeMap<(String, String), (Option<i64>, BTreeSet<AccessReason>)> =
        BTreeMap::new();
    if let Some(reason) = of_administrators(&rights) {
        for code in AccessCode::ALL {
            let held = codes
                .entry((SSO.to_owned(), code.as_str().to_owned()))
                .or_default();
            held.1.insert(reason.clone());
        }
    }
    for row in reasons {
        let held = codes.entry((row.app_name, row.code)).or_default();
        held.0 = held.0.or(row.product_id);
        let (id, name) = (row.source_id, row.source_name);
        held.1.insert(match row.source {
            0 => AccessReason::AccessGroup(name),
            1 => AccessReason::Role { id, name },
            _ => AccessReason::Group { id, name },
        });
    }
    let code = |((app_name, code), (product_id, reasons)): (
        (String, String),
        (Option<i64>, BTreeSet<AccessReason>),
    )| HeldCode {
        product_name: product_id.and_then(|id| names.get(&id).cloned()),
        product_id,
        app_name,
        code,
        reasons: reasons.into_iter().collect(),
    };
    Ok(EffectiveAccess {
        roles: store::roles::of_account(view, &account.id).await?,
        codes: codes.into_iter().map(code).collect(),
        administrators: by_key(administrators),
        groups: gathered(groups, &names, by_key(managers)),
        more,
    })
}

fn of_administrators(rights: &Rights) -> Option<AccessReason> {
    if rights.super_administrator {
        Some(AccessReason::SuperAdministrator)
    } else {
        rights.administrator.then_some(AccessReason::Administrator)
    }
}

/// At most [`MOST_NAMES`] names for each key, from rows in the order of their keys.
fn by_key<K: Ord>(rows: Vec<(K, String)>) -> BTreeMap<K, Vec<String>> {
    let mut names: BTreeMap<K, Vec<String>> = BTreeMap::new();
    for (key, name) in rows {
        let names = names.entry(key).or_default();
        if names.len() < MOST_NAMES {
            names.push(name);
        }
    }
    names
}

/// One entry for each group. `rows` has a row for each product of a group.
fn gathered(
    rows: Vec<(String, String, Option<i64>)>,
    names: &BTreeMap<i64, String>,
    mut managers: BTreeMap<String, Vec<String>>,
) -> Vec<GroupOfAccount> {
    let mut groups: Vec<GroupOfAccount> = Vec::new();
    for (id, name, product) in rows {
        if groups.last().is_none_or(|last| last.id != id) {
            let (products, managers) = (Vec::new(), managers.remove(&id).unwrap_or_default());
            groups.push(GroupOfAccount {
                id,
                name,
                products,
                managers,
            });
        }
        let product = product.and_then(|id| Some((id, names.get(&id)?.clone())));
        if let Some(last) = groups.last_mut() {
            last.products.extend(product);
        }
    }
    groups
}

/// The codes that `account` holds in the application `app_name`, or in one of its modules (contract C-021).
///
/// # Errors
/// The database failed.
pub async fn own_codes(
    view: &mut dyn Reads,
    account: &Account,
    app_name: &str,
    module_name: Option<&str>,
) -> Result<Vec<String>, DbError> {
    let AccessList { mut codes, .. } = access_list(view, account, app_name).await?;
    if let Some(module) = module_name {
        let of_module =
            store::access_rights::codes_of_module(view, app_name, &folded(module)).await?;
        codes.retain(|code| of_module.contains(code));
    }
    Ok(codes)
}
