//! The access rights that groups give to their members (contract C-077, C-084, D-10).

use std::collections::{BTreeMap, BTreeSet};

use super::given;
use super::group::{Group, MOST_ENTRIES, RightState};
use super::group_details::{held, note};
use super::group_error::GroupError;
use super::group_update::SetChange;
use super::store;
use super::store::group_rights::GivenRight;
use crate::access::rights::SSO;
use crate::audit::{AuditContext, Change, Changes, Field};
use crate::db::search::folded;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};

/// A right in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRight {
    pub id: String,
    pub name: String,
    pub code: String,
    pub state: RightState,
    /// True if its members have it now.
    pub decides: bool,
}

/// A product of a group, with the rights in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductRights {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    pub rights: Vec<GroupRight>,
}

/// The products of the group in the order of the home page, each with the rights that the group gives in
/// it, drafts too.
///
/// # Errors
/// The database failed.
pub async fn of_group(view: &mut dyn Reads, group_id: &str) -> Result<Vec<ProductRights>, DbError> {
    let mut products: Vec<ProductRights> = Vec::new();
    for row in store::group_rights::tree(view, group_id).await? {
        if products.last().is_none_or(|last| last.id != row.product_id) {
            products.push(ProductRights {
                id: row.product_id,
                name: row.product_name,
                name_zh: row.product_name_zh,
                rights: Vec::new(),
            });
        }
        let right = match (row.right_id, row.name, row.code, row.state) {
            (Some(id), Some(name), Some(code), Some(state)) => GroupRight {
                id,
                name,
                code,
                state,
                decides: row.decides && state != RightState::Added,
            },
            _ => continue,
        };
        if let Some(product) = products.last_mut() {
            product.rights.push(right);
        }
    }
    Ok(products)
}

/// Id and name of the enabled groups that the account is in or manages, by name.
///
/// # Errors
/// The database failed.
pub async fn own_groups(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let mut groups = store::group_rights::own_groups(view, account_id).await?;
    groups.sort_by_cached_key(|(id, name)| (folded(name), id.clone()));
    Ok(groups)
}

/// Changes which rights the group gives, all or nothing. The change is a draft until `access/confirm` publishes it.
/// Unless `may_grant_atrium`, no right of Atrium itself may change. A group that a claim gives, which is one of `mapped` or has
/// such members, gets none.
///
/// # Errors
/// A version that is not the newest; an unknown right; an empty set, or more than 1,000 rights.
pub async fn change(
    tx: &mut WriteTx,
    id: &str,
    (version, change): (Option<i64>, &SetChange),
    (may_grant_atrium, mapped): (bool, &BTreeSet<String>),
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let before = held(tx, id, version).await?.group;
    let states: BTreeMap<String, (i64, RightState)> = states(tx, id).await?;
    let is_given = |right: &String| {
        let state = states.get(right);
        state.is_some_and(|(_, state)| *state != RightState::Removed)
    };
    let (field, wanted) = wanted(change, states.keys().filter(|id| is_given(id)))?;
    let mut changed = Vec::new();
    for right in wanted.iter().filter(|right| !is_given(right)) {
        changed.push((known(tx, right, field).await?, true));
    }
    for right in states.keys().filter(|right| is_given(right)) {
        if !wanted.contains(right) {
            changed.push((known(tx, right, field).await?, false));
        }
    }
    if !may_grant_atrium && changed.iter().any(|(right, _)| right.app_name == SSO) {
        return Err(GroupError::AboveOneself);
    }
    let adds = changed
        .iter()
        .any(|(right, is_in)| *is_in && right.app_name == SSO);
    if adds && given::is_given(tx, id, mapped).await? {
        return Err(Faults::of(field, Rule::GivenGroup).into());
    }
    if changed.is_empty() {
        return Ok(before);
    }
    for (right, is_in) in &changed {
        let before = states.get(&right.id).map(|(_, state)| *state);
        let state = after(before, *is_in);
        store::group_rights::put(tx, id, (&right.id, right.product_id), state).await?;
    }
    note(tx, id, Change::Updated, changes(&changed), audit).await?;
    let saved = store::group_details::find(tx, id).await?;
    saved.ok_or(GroupError::Unknown)
}

/// The new state of a right that is given or taken; `None` if the group no longer has it.
const fn after(before: Option<RightState>, is_in: bool) -> Option<RightState> {
    match (before, is_in) {
        (None | Some(RightState::Added), true) => Some(RightState::Added),
        (Some(RightState::Published | RightState::Removed), true) => Some(RightState::Published),
        (None | Some(RightState::Added), false) => None,
        (Some(RightState::Published | RightState::Removed), false) => Some(RightState::Removed),
    }
}

async fn states(
    view: &mut dyn Reads,
    id: &str,
) -> Result<BTreeMap<String, (i64, RightState)>, DbError> {
    let rows = store::group_rights::tree(view, id).await?.into_iter();
    let states = rows.filter_map(|row| Some((row.right_id?, (row.product_id, row.state?))));
    Ok(states.collect())
}

/// The rights that the group is to give, and the field of the form that contains them.
fn wanted<'r>(
    change: &'r SetChange,
    given: impl Iterator<Item = &'r String>,
) -> Result<(&'static str, Vec<String>), Faults> {
    let (field, wanted) = match change {
        SetChange::Whole(all) if all.is_empty() => {
            return Err(Faults::of("accessIds", Rule::Data));
        }
        SetChange::Whole(all) => ("accessIds", all.clone()),
        SetChange::Parts { add, remove } if add.is_empty() && remove.is_empty() => {
            return Err(Faults::of("addAccessIds", Rule::Data));
        }
        SetChange::Parts { add, remove } => {
            let kept = given.filter(|id| !remove.contains(id));
            ("addAccessIds", kept.chain(add).cloned().collect())
        }
    };
    if wanted.len() > MOST_ENTRIES {
        return Err(Faults::of(field, Rule::TooMany));
    }
    Ok((field, wanted))
}

async fn known(
    view: &mut dyn Reads,
    id: &str,
    field: &'static str,
) -> Result<GivenRight, GroupError> {
    let right = store::group_rights::find(view, id).await?;
    right.ok_or_else(|| Faults::of(field, Rule::AllKnown).into())
}

fn changes(changed: &[(GivenRight, bool)]) -> Changes {
    let codes = |is_in: bool| {
        let changed = changed.iter().filter(|(_, now)| *now == is_in);
        let codes: Vec<&String> = changed.map(|(right, _)| &right.code).collect();
        (!codes.is_empty()).then_some(codes)
    };
    Changes::default()
        .note(Field::recorded("rights_added"), &None, &codes(true))
        .note(Field::recorded("rights_removed"), &codes(false), &None)
}
