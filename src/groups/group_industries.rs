//! Industry data of a group: its industries, and the brands in each (contract C-091, C-092, C-093, G-56). They are
//! passed on to applications and decide nothing.

use super::group::{Group, GroupSet, MOST_ENTRIES};
use super::group_changes::group_changes;
use super::group_details::{held, note, put_sets};
use super::group_error::GroupError;
use super::group_update::{GroupUpdate, SetChange, applied};
use super::store;
use crate::audit::{AuditContext, Change, Field};
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};

pub use super::store::group_industries::{IndustryBrand, Selectable};

/// An industry with the ids of the chosen brands; if empty, all brands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndustryItem {
    pub industry_id: String,
    pub brand_ids: Vec<String>,
}

/// The industries to choose from, and which are chosen.
///
/// # Errors
/// An unknown group.
pub async fn industries(
    view: &mut dyn Reads,
    group_id: &str,
) -> Result<Vec<Selectable>, GroupError> {
    known(view, group_id).await?;
    Ok(store::group_industries::industries(view, group_id).await?)
}

/// For each of these industries, the brands to choose from, and which are chosen.
///
/// # Errors
/// An unknown group or industry; no industry, or too many.
pub async fn brands(
    view: &mut dyn Reads,
    group_id: &str,
    industry_ids: &[String],
) -> Result<Vec<(String, Vec<Selectable>)>, GroupError> {
    const MOST_INDUSTRIES: usize = 20;
    known(view, group_id).await?;
    let field = GroupSet::Industries.field();
    if industry_ids.is_empty() {
        return Err(Faults::of(field, Rule::Data).into());
    }
    if industry_ids.len() > MOST_INDUSTRIES {
        return Err(Faults::of(field, Rule::TooMany).into());
    }
    let mut brands = Vec::new();
    for id in industry_ids {
        let industry = store::group_details::entry(view, GroupSet::Industries, id).await?;
        if industry.is_none() {
            return Err(Faults::of(field, Rule::AllKnown).into());
        }
        let of_industry = store::group_industries::brands(view, group_id, id).await?;
        brands.push((id.clone(), of_industry));
    }
    Ok(brands)
}

async fn known(view: &mut dyn Reads, id: &str) -> Result<(), GroupError> {
    let group = store::group_details::find(view, id).await?;
    group.map(drop).ok_or(GroupError::Unknown)
}

/// Replaces the industry data of the group by `items`, all or nothing. The audit entry says what was added and removed.
///
/// # Errors
/// A version that is not the newest; no industry; an unknown or disabled industry or brand; more than 1,000.
pub async fn change(
    tx: &mut WriteTx,
    id: &str,
    (version, items): (Option<i64>, &[IndustryItem]),
    audit: &AuditContext,
) -> Result<Group, GroupError> {
    let before = held(tx, id, version).await?;
    let industries = items.iter().map(|item| item.industry_id.clone()).collect();
    let update = GroupUpdate {
        sets: vec![(GroupSet::Industries, SetChange::Whole(industries))],
        ..GroupUpdate::default()
    };
    let mut faults = Faults::default();
    let field = "items";
    faults.ensure(!items.is_empty(), field, Rule::Data);
    let after = applied(tx, &before, &update, &mut faults).await?;
    let old = store::group_industries::chosen(tx, id).await?;
    let new = chosen(tx, (&old, items), &mut faults).await?;
    faults.or(())?;
    let lacks = |list: &[IndustryBrand], brand: &IndustryBrand| !list.contains(brand);
    let added: Vec<_> = new.iter().filter(|brand| lacks(&old, brand)).collect();
    let removed: Vec<_> = old.iter().filter(|brand| lacks(&new, brand)).collect();
    let shown = |brands: &[&IndustryBrand]| {
        let names = brands.iter();
        let names: Vec<String> = names
            .map(|brand| format!("{} ({})", brand.name, brand.industry_id))
            .collect();
        (!names.is_empty()).then_some(names)
    };
    let changes = group_changes(&before, &after)
        .note(
            Field::recorded("industry_brands_added"),
            &None,
            &shown(&added),
        )
        .note(
            Field::recorded("industry_brands_removed"),
            &shown(&removed),
            &None,
        );
    if changes.is_empty() {
        return Ok(before.group);
    }
    for brand in removed {
        store::group_industries::put(tx, id, brand, false).await?;
    }
    put_sets(tx, &before, &after).await?;
    for brand in added {
        store::group_industries::put(tx, id, brand, true).await?;
    }
    note(tx, id, Change::Updated, changes, audit).await?;
    let saved = store::group_details::find(tx, id).await?;
    saved.ok_or(GroupError::Unknown)
}

/// The brands in `items`. A new industry or brand must exist and be enabled.
async fn chosen(
    view: &mut dyn Reads,
    (old, items): (&[IndustryBrand], &[IndustryItem]),
    faults: &mut Faults,
) -> Result<Vec<IndustryBrand>, DbError> {
    let field = "items";
    let mut chosen: Vec<IndustryBrand> = Vec::new();
    // Each unknown one costs a query (attack 44).
    if items.iter().map(|item| item.brand_ids.len()).sum::<usize>() > MOST_ENTRIES {
        faults.add(field, Rule::TooMany);
        return Ok(chosen);
    }
    for item in items {
        for brand_id in &item.brand_ids {
            let is_this = |brand: &IndustryBrand| {
                brand.industry_id == item.industry_id && brand.brand_id == *brand_id
            };
            if chosen.iter().any(is_this) {
                continue;
            }
            if let Some(brand) = old.iter().find(|brand| is_this(brand)) {
                chosen.push(brand.clone());
                continue;
            }
            let brand = store::group_details::entry(view, GroupSet::Brands, brand_id).await?;
            match brand.filter(|brand| brand.is_on) {
                Some(brand) => chosen.push(IndustryBrand {
                    industry_id: item.industry_id.clone(),
                    brand_id: brand.id,
                    name: brand.name,
                }),
                None => faults.add(field, Rule::AllKnown),
            }
        }
    }
    Ok(chosen)
}
