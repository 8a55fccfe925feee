//! The names of agencies, companies and brands, for options in forms.

use crate::db::{DbError, Reads, fetch_all, statements};
use crate::directory::Choice;

/// The most names that are read at once; there are few organisations.
const MOST: i64 = 10_000;

statements! {
    AGENCY_NAMES = "SELECT id, name, NULL AS belongs_to FROM agencies ORDER BY id COLLATE \"C\" LIMIT $1";
    COMPANY_NAMES = "SELECT id, name, agency_id AS belongs_to FROM companies ORDER BY id COLLATE \"C\" LIMIT $1";
    COMPANY_NAMES_OF_AGENCY = "SELECT id, name, agency_id AS belongs_to FROM companies \
        WHERE agency_id = $1 OR agency_id IS NULL ORDER BY id COLLATE \"C\" LIMIT $2";
    BRAND_NAMES = "SELECT id, name, company_id AS belongs_to FROM brands ORDER BY id COLLATE \"C\" LIMIT $1";
    BRAND_NAMES_OF_COMPANY = "SELECT id, name, company_id AS belongs_to FROM brands \
        WHERE company_id = $1 OR company_id IS NULL ORDER BY id COLLATE \"C\" LIMIT $2";
}

type Row = (String, String, Option<String>);

/// The agencies.
pub async fn agencies(view: &mut impl Reads) -> Result<Vec<Choice>, DbError> {
    Ok(choices(fetch_all!(view, Row, AGENCY_NAMES, MOST)?))
}

/// The companies: those of `agency_id` and those without an agency, or all if there is no
/// `agency_id`.
pub async fn companies(
    view: &mut impl Reads,
    agency_id: Option<&str>,
) -> Result<Vec<Choice>, DbError> {
    let rows = match agency_id {
        Some(agency_id) => fetch_all!(view, Row, COMPANY_NAMES_OF_AGENCY, agency_id, MOST),
        None => fetch_all!(view, Row, COMPANY_NAMES, MOST),
    };
    Ok(choices(rows?))
}

/// The brands: those of `company_id` and those without a company, or all if there is no
/// `company_id`.
pub async fn brands(
    view: &mut impl Reads,
    company_id: Option<&str>,
) -> Result<Vec<Choice>, DbError> {
    let rows = match company_id {
        Some(company_id) => fetch_all!(view, Row, BRAND_NAMES_OF_COMPANY, company_id, MOST),
        None => fetch_all!(view, Row, BRAND_NAMES, MOST),
    };
    Ok(choices(rows?))
}

fn choices(rows: Vec<Row>) -> Vec<Choice> {
    let choice = |(id, name, belongs_to)| Choice {
        id,
        name,
        belongs_to,
    };
    rows.into_iter().map(choice).collect()
}
