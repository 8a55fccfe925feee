//! The industries of a group and the brands in each (contract G-56).

use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    INDUSTRIES = "SELECT i.id, i.name, CAST(CASE WHEN l.group_id IS NULL THEN 0 ELSE 1 END AS BIGINT) AS selected \
        FROM industries i LEFT JOIN group_limits l ON l.group_id = $1 AND l.kind = 3 AND l.organisation_id = i.id \
        WHERE i.status = 0 OR l.group_id IS NOT NULL ORDER BY i.name_key COLLATE \"C\", i.id COLLATE \"C\" LIMIT 1000";
    BRANDS = "SELECT b.id, b.name, CAST(CASE WHEN x.group_id IS NULL THEN 0 ELSE 1 END AS BIGINT) AS selected \
        FROM brands b LEFT JOIN group_industry_brands x \
        ON x.group_id = $1 AND x.industry_id = $2 AND x.brand_id = b.id \
        WHERE b.status = 0 OR x.group_id IS NOT NULL ORDER BY b.name_key COLLATE \"C\", b.id COLLATE \"C\" LIMIT 1000";
    CHOSEN = "SELECT x.industry_id, x.brand_id, b.name FROM group_industry_brands x JOIN brands b ON b.id = x.brand_id \
        WHERE x.group_id = $1 ORDER BY x.industry_id COLLATE \"C\", x.brand_id COLLATE \"C\" LIMIT 100000";
    ADD = "INSERT INTO group_industry_brands (group_id, industry_id, brand_id) VALUES ($1, $2, $3)";
    REMOVE = "DELETE FROM group_industry_brands WHERE group_id = $1 AND industry_id = $2 AND brand_id = $3";
}

/// An industry or brand to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selectable {
    pub id: String,
    pub name: String,
    pub selected: bool,
}

from_row!(Selectable { id, name, selected });

/// A brand of an industry of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndustryBrand {
    pub industry_id: String,
    pub brand_id: String,
    pub name: String,
}

from_row!(IndustryBrand {
    industry_id,
    brand_id,
    name
});

/// The industries that are on or chosen, by name, at most 1,000.
pub async fn industries(view: &mut dyn Reads, group_id: &str) -> Result<Vec<Selectable>, DbError> {
    fetch_all!(view, Selectable, INDUSTRIES, group_id)
}

/// The brands that are on or chosen for the industry, by name, at most 1,000.
pub async fn brands(
    view: &mut dyn Reads,
    group_id: &str,
    industry_id: &str,
) -> Result<Vec<Selectable>, DbError> {
    fetch_all!(view, Selectable, BRANDS, group_id, industry_id)
}

/// The brands that are chosen, industry by industry.
pub async fn chosen(view: &mut dyn Reads, group_id: &str) -> Result<Vec<IndustryBrand>, DbError> {
    fetch_all!(view, IndustryBrand, CHOSEN, group_id)
}

/// Adds or removes a brand of an industry.
pub async fn put(
    tx: &mut WriteTx,
    group_id: &str,
    brand: &IndustryBrand,
    is_in: bool,
) -> Result<(), DbError> {
    let sql = if is_in { ADD } else { REMOVE };
    execute!(tx, sql, group_id, &brand.industry_id, &brand.brand_id).map(drop)
}
