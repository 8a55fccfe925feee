//! Agencies, companies and brands in the database.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, statements};
use crate::directory::Organisation;

statements! {
    SAVE_AGENCY = "INSERT INTO agencies (id, name, created_at) VALUES ($1, $2, $3) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name";
    SAVE_COMPANY = "INSERT INTO companies (id, name, agency_id, created_at) \
        VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, agency_id = excluded.agency_id";
    SAVE_BRAND = "INSERT INTO brands (id, name, company_id, created_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, company_id = excluded.company_id";
    FIND_AGENCY = "SELECT id, name, NULL AS belongs_to FROM agencies WHERE id = $1";
    FIND_COMPANY = "SELECT id, name, agency_id AS belongs_to FROM companies WHERE id = $1";
    FIND_BRAND = "SELECT id, name, company_id AS belongs_to FROM brands WHERE id = $1";
}

/// An organisation, and the id of its parent if it has one.
pub(in crate::directory) type Belonging = (Organisation, Option<String>);

async fn found(
    view: &mut impl Reads,
    sql: &'static str,
    id: &str,
) -> Result<Option<Belonging>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let row = fetch_optional!(view, (String, String, Option<String>), sql, id)?;
    Ok(row.map(|(id, name, belongs_to)| (Organisation { id, name }, belongs_to)))
}

/// The agency with this id.
pub(in crate::directory) async fn find_agency(
    view: &mut impl Reads,
    id: &str,
) -> Result<Option<Organisation>, DbError> {
    let found = found(view, FIND_AGENCY, id).await?;
    Ok(found.map(|(agency, _)| agency))
}

/// The company with this id, and the id of its agency.
pub(in crate::directory) async fn find_company(
    view: &mut impl Reads,
    id: &str,
) -> Result<Option<Belonging>, DbError> {
    found(view, FIND_COMPANY, id).await
}

/// The brand with this id, and the id of its company.
pub(in crate::directory) async fn find_brand(
    view: &mut impl Reads,
    id: &str,
) -> Result<Option<Belonging>, DbError> {
    found(view, FIND_BRAND, id).await
}

/// Creates or renames an agency.
pub async fn save_agency(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_AGENCY, id, name, now).map(drop)
}

/// Creates or renames a company, with or without an agency.
pub async fn save_company(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    agency_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_COMPANY, id, name, agency_id, now).map(drop)
}

/// Creates or renames a brand, with or without a company.
pub async fn save_brand(
    tx: &mut WriteTx,
    id: &str,
    name: &str,
    company_id: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, SAVE_BRAND, id, name, company_id, now).map(drop)
}
